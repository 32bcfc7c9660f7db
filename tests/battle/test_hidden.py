"""What stays hidden stays hidden, and what was shown once stays known."""

from __future__ import annotations

import msgspec
import pytest

from cutcard.check import check
from cutcard.games import battle
from cutcard.games.battle import moves
from cutcard.kernel.game import NATURE
from cutcard.kernel.rng import Rng

_encode = msgspec.json.Encoder().encode


@pytest.mark.slow
def test_ten_thousand_cases_of_the_conformance_suite():
    report = check("battle", cases=10_000, processes=2)
    assert report.ok, report.faults


def test_redealt_worlds_look_the_same_and_play_on():
    for number in range(12):
        rng = Rng.named(f"hidden {number}")
        game = battle.deal(battle.Options(decks=("mystics", "soldiers")), 2, rng.fork())
        game.play(NATURE, moves.Begin())
        for _ in range(rng.below(150)):
            if game.over:
                break
            seat = game.asked[0]
            legal = game.legal(seat)
            game.play(seat, legal[rng.below(len(legal))])
        for viewer in (0, 1, None):
            world = game.redeal(viewer, rng.fork())
            assert _encode(world.view(viewer)) == _encode(game.view(viewer))
            assert world.to_act() == game.to_act()
            while not world.over:
                seat = world.asked[0]
                legal = world.legal(seat)
                world.play(seat, legal[rng.below(len(legal))])


def test_being_asked_tells_nothing_of_the_hand(table):
    """Whether a window opens depends on hand and deck together: the same for every hand."""
    asked = set()
    for hand, deck in ((["brace"], ["hush"]), (["hush"], ["brace"])):
        t = table({"hand": ["scorch_lance"]}, {"hand": hand, "deck": deck})
        t.play("scorch_lance", "p2", wait=True)
        asked.add((t.game.ask, tuple(t.game.asked)))
    assert asked == {("RESPONSE", (1,))}


@pytest.mark.parametrize(
    "side",
    [
        {"hand": [], "deck": ["brace"]},  # no card
        {"hand": ["hush"], "deck": ["hush"]},  # nothing that responds anywhere
        {"hand": ["brace"], "ce": 0},  # cannot pay
        {"hand": ["stand_firm"]},  # nothing to aim at
    ],
)
def test_a_window_in_which_nobody_could_do_anything_never_opens(table, side):
    t = table({"hand": ["scorch_lance"]}, side).play("scorch_lance", "p2", wait=True)
    t.expect(ask="MAIN", hp=(20, 17))


def test_cards_that_were_shown_stay_known(table):
    t = table({"hand": ["undertow", "turnback_gate"]}, {"field": ["ember_hound", "hollow_leech"]})
    t.play("undertow", "ember_hound").play("turnback_gate", "hollow_leech")
    for number in range(20):
        world = t.game.redeal(0, Rng.named(number))
        names = [world.set.defs[card[1]].id for card in world.hands[1]]
        assert "ember_hound" in names
        assert world.set.defs[world.decks[1][-1] & 0xFFF].id == "hollow_leech"
    t.end_turn()
    assert {one.card_id for one in t.game.view(0).players[1].shown} == {
        "ember_hound",
        "hollow_leech",
    }


def test_what_a_player_saw_on_his_deck_stays_known_to_him_alone(table):
    deck = ["unwrite", "hush", "brace", "haggle", "exhume"]
    t = table(p2={"field": ["veilbound_oracle"], "deck": deck}).end_turn()
    t.do(moves.Scry((1,)))  # Hush goes under the deck, Unwrite is drawn
    assert [one.card_id for one in t.game.view(1).players[1].known_deck] == ["hush"]
    assert [one.card_id for one in t.game.view(0).players[1].known_deck] == [None]
    bottoms = {t.game.redeal(0, Rng.named(n)).decks[1][0] & 0xFFF for n in range(40)}
    assert len(bottoms) > 1
    mine = {t.game.redeal(1, Rng.named(n)).decks[1][0] & 0xFFF for n in range(40)}
    assert mine == {t.game.set.by_id["hush"].index}


def test_a_copy_is_apart_and_goes_on_alike(table):
    t = table({"hand": ["unwrite"], "field": ["ember_hound+war_horn"]}, {"hand": ["null_sigil"]})
    t.play("unwrite", "ember_hound", wait=True)
    twin = t.game.copy()
    before = _encode(t.game.view(0))
    twin.play(1, moves.Pass())
    assert _encode(t.game.view(0)) == before
    other = t.game.copy()
    other.play(1, moves.Pass())
    assert _encode(other.view(0)) == _encode(twin.view(0))
