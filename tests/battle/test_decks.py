"""Decks: legality with all problems, text, share codes, the ready decks, best of three."""

from __future__ import annotations

from contextlib import suppress
from itertools import combinations

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from cutcard.cli.main import main
from cutcard.games import battle
from cutcard.games.battle import decks, moves
from cutcard.games.battle.balance import random_deck
from cutcard.games.battle.sets import STARTER, starter
from cutcard.kernel.game import Illegal
from cutcard.kernel.rng import Rng

CARDS = starter()


@pytest.mark.parametrize("name", list(CARDS.decks))
def test_ready_decks_are_legal(name):
    assert decks.deck_problems(CARDS, CARDS.decks[name]) == []


def test_18_six_ready_decks_play_differently():
    """Of 40 cards no two of them have half in common, but for the sampler of all."""
    ready = [deck for name, deck in CARDS.decks.items() if name != "sampler"]
    assert len(ready) >= 6
    for one, other in combinations(ready, 2):
        assert sum(min(n, other.get(card, 0)) for card, n in one.items()) < 16


def test_all_problems_of_a_deck_at_once():
    deck = {
        "ember_hound": 4,
        "oathkeeper_golem": 2,
        "token_scrapling": 1,
        "embr_hound": 1,
        "hush": 3,
    }
    rules = decks.Format(banned=("hush",), restricted={"hush": 2}, sets=("other",), least_units=30)
    codes = [one.code for one in decks.deck_problems(CARDS, deck, rules)]
    assert sorted(codes) == sorted(
        [
            *("SET_NOT_LEGAL", "TOO_MANY_COPIES", "TOO_MANY_COPIES", "CARD_NOT_COLLECTIBLE"),
            *("UNKNOWN_CARD", "CARD_BANNED", "CARD_RESTRICTED", "DECK_TOO_SMALL", "TOO_FEW_UNITS"),
        ]
    )
    large = {d.id: 3 for d in CARDS.defs[:20]}
    assert [one.code for one in decks.deck_problems(CARDS, large)] == ["DECK_TOO_LARGE"]
    hint = next(one for one in decks.deck_problems(CARDS, deck) if one.code == "UNKNOWN_CARD")
    assert "did you mean 'ember_hound'?" in hint.message


@given(st.integers(0, 10_000))
def test_decks_survive_text_and_code(seed):
    deck = random_deck(CARDS, Rng.named(seed))
    assert decks.from_text(CARDS, decks.to_text(CARDS, deck)) == deck
    assert decks.from_code(CARDS, decks.to_code(CARDS, deck)) == deck


@given(st.text(max_size=60))
def test_no_text_is_a_crash(text):
    for read in (decks.from_code, decks.from_text):
        with suppress(decks.BadDeck):
            read(CARDS, text)


def test_text_says_what_is_wrong_line_by_line():
    with pytest.raises(decks.BadDeck) as bad:
        decks.from_text(CARDS, "3 Ember Hound\nthree Hush\n# note\n2 Embr Hound\n")
    assert [one.message.partition(":")[0] for one in bad.value.problems] == ["line 2", "line 4"]


def choose(game, seat, **fields):
    game.play(seat, moves.ChooseDeck(**fields), 0)


def test_players_choose_decks_unseen(play):
    game = battle.deal(battle.Options(timers="off"), 2, Rng.named("choose"))
    choose(game, 0, deck="beasts")
    assert game.view(1).players[0].chosen
    assert game.view(1).players[0].deck_name is None
    assert game.view(0).players[0].deck_name == "beasts"
    code = decks.to_code(CARDS, random_deck(CARDS, Rng.named("mine")))
    choose(game, 1, code=code)
    assert game.view(0).players[1].deck_name == "custom"
    assert len(game.view(0).players[1].deck_list) > 20


@pytest.mark.parametrize("fields", [{"deck": "nobody"}, {"code": "!!"}, {"code": "AQ"}, {}])
def test_wrong_decks_are_refused(fields):
    game = battle.deal(battle.Options(timers="off"), 2, Rng.named("wrong"))
    with pytest.raises(Illegal) as no:
        choose(game, 0, **fields)
    assert (no.value.code, no.value.category) == ("INVALID_DECK", "INVALID_CARD")


def test_best_of_three_with_a_sideboard():
    options = battle.Options(best_of=3, timers="off")
    game = battle.deal(options, 2, Rng.named("match"))
    choose(game, 0, deck="beasts")
    choose(game, 1, deck="soldiers")
    game.play(1, moves.Surrender())
    carry = game.next()
    assert (carry.wins, carry.game, carry.first) == ((1, 0), 2, 1)
    second = battle.deal(options, 2, Rng.named("second"), carry)
    assert second.ask == "SIDEBOARD"
    side = [one.card_id for one in second.view(0).players[0].sideboard]
    out = next(iter(CARDS.decks["beasts"]))
    with pytest.raises(Illegal) as no:
        second.play(0, moves.Sideboard((out,), ()))
    assert no.value.code == "INVALID_DECK"
    with pytest.raises(Illegal):
        second.play(0, moves.Sideboard((out,), ("nobody",)))
    second.play(0, moves.Sideboard((out,), (side[0],)))
    second.play(1, moves.Sideboard())
    assert side[0] in second.mains[0]
    assert second.first == 1
    second.play(0, moves.Surrender())
    third = battle.deal(options, 2, Rng.named("third"), second.next())
    third.play(0, moves.Sideboard())
    third.play(1, moves.Sideboard())
    third.play(0, moves.Surrender())
    assert third.wins == [1, 2]
    assert third.next() is None


def test_commands(tmp_path):
    run = CliRunner().invoke
    assert "no problem" in run(main, ["battle", "cards", "check", str(STARTER)]).output
    wrong = tmp_path / "wrong.json"
    wrong.write_text(STARTER.read_text().replace('"DAMAGE"', '"DAMGE"', 1))
    answer = run(main, ["battle", "cards", "check", str(wrong)])
    assert answer.exit_code == 1
    assert "did you mean 'DAMAGE'?" in answer.output
    shown = run(main, ["battle", "deck", "show", "beasts"]).output
    mine = tmp_path / "mine.txt"
    mine.write_text(shown)
    code = run(main, ["battle", "deck", "check", str(mine)]).output.strip()
    assert decks.from_code(CARDS, code) == CARDS.decks["beasts"]
    assert run(main, ["battle", "deck", "show", code]).output == shown
    assert run(main, ["battle", "deck", "show", "??"]).exit_code == 1
    mine.write_text("3 Hush\n")
    assert run(main, ["battle", "deck", "check", str(mine)]).exit_code == 1
    mine.write_text("3 Hsh\n")
    assert "did you mean" in run(main, ["battle", "deck", "check", str(mine)]).output
    assert "beasts" in run(main, ["battle", "deck", "list"]).output
    assert "ember_hound" in run(main, ["battle", "cards", "list"]).output
    assert "first player" in run(main, ["battle", "balance", "--games", "2"]).output


@pytest.mark.parametrize(
    "fields",
    [
        {"ruleset": "odd"},
        {"timers": "never"},
        {"best_of": 2},
        {"turn_ms": -1},
        {"turn_limit": 1},
        {"decks": ("beasts", "nobody")},
        {"card_set": "{}"},
    ],
)
def test_wrong_options_are_refused(fields):
    with pytest.raises(ValueError, match=r"\w"):
        battle.Options(**fields)


def test_battle_is_for_two():
    with pytest.raises(ValueError, match="two"):
        battle.deal(battle.Options(), 3, Rng.named(3))
