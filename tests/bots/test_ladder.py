"""The ladder: mirrored deals, intervals, and a verdict that is only given where it is sure."""

from __future__ import annotations

import pytest
from click.testing import CliRunner, Result
from msgspec import json

from cutcard import game
from cutcard.bots import bots_of
from cutcard.bots.ladder import (
    Contest,
    Measure,
    Mirrored,
    chance_alone,
    climb,
    measure,
    mirrored,
    pairing,
    rungs,
)
from cutcard.check import find
from cutcard.cli.main import main
from cutcard.games import game_names


def contest(name: str) -> Contest:
    options, seats = game(name).setups()[0]
    return Contest(name, options, seats, "test")


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["ladder", *words])


def test_a_bot_against_itself_is_exactly_even():
    """The same cards from both sides: what the deal gave is taken back."""
    for number in range(3):
        one = mirrored(game("guandan"), contest("guandan"), ("eager", "eager"), number)
        assert one == Mirrored(0.5, 0.0)


def test_the_better_bot_comes_first_whichever_way_the_pair_was_named():
    rules, table = game("guandan"), contest("guandan")
    (one,) = climb(rules, table, ("random", "steady"), 6)
    (other,) = climb(rules, table, ("steady", "random"), 6)
    assert (one.bot, one.against) == (other.bot, other.against) == ("steady", "random")
    assert one.wins.mean > 0.9
    assert one.beats
    assert 0.5 < one.wins.low <= one.wins.mean <= one.wins.high <= 1


def test_figures_are_the_same_on_any_number_of_processes():
    rules, table = game("guandan"), contest("guandan")
    alone = list(climb(rules, table, ("steady", "eager"), 10))
    steps: list[int] = []
    shared = list(
        climb(rules, table, ("steady", "eager"), 10, processes=2, find=find, progress=steps.append)
    )
    assert shared == alone
    assert len(steps) == 2


def test_an_interval_is_narrower_the_more_was_played():
    few, many = measure([0.0, 1.0] * 5), measure([0.0, 1.0] * 500)
    assert few.mean == many.mean == 0.5
    assert many.high - many.low < (few.high - few.low) / 9
    assert many.high == pytest.approx(0.5 + 1.96 * 0.5 / 1000**0.5, abs=1e-3)


def test_what_is_not_sure_is_not_called_beaten():
    close = [Mirrored(1.0, 1.0)] * 11 + [Mirrored(0.0, -1.0)] * 9
    clear = [Mirrored(1.0, 1.0)] * 18 + [Mirrored(0.0, -1.0)] * 2
    rules = game("duel")
    assert not pairing(rules, ("a", "b"), close).beats
    assert pairing(rules, ("a", "b"), clear).beats
    assert pairing(rules, ("b", "a"), [Mirrored(1 - m.wins, -m.margin) for m in clear]).bot == "a"


def test_where_chips_are_at_stake_they_decide_and_not_how_often_one_wins():
    rarely_much = [Mirrored(0.0, -1.0)] * 30 + [Mirrored(1.0, 20.0)] * 20
    assert pairing(game("poker"), ("rock", "caller"), rarely_much).bot == "rock"
    assert pairing(game("duel"), ("rock", "caller"), rarely_much).bot == "caller"


def test_the_order_is_found_from_the_pairs():
    def beaten(bot: str, against: str, share: float) -> list[Mirrored]:
        return [Mirrored(share, share - 0.5)] * 4

    pairs = [("low", "mid", 0.25), ("low", "top", 0.0), ("mid", "top", 0.25)]
    found = [pairing(game("duel"), (a, b), beaten(a, b, share)) for a, b, share in pairs]
    assert found[1].wins == Measure(1.0, 1.0, 1.0)
    assert rungs(game("duel"), ("low", "mid", "top"), found) == ["top", "mid", "low"]


def test_the_command_prints_a_table_and_json():
    done = run("guandan", "--games", "8", "--bot", "random", "--bot", "steady", "--json")
    assert done.exit_code == 0, done.output
    lines = done.stdout.strip().splitlines()
    assert lines[0].startswith("guandan: steady > random")
    assert "% (" in lines[2]
    assert lines[2].endswith("beats")
    told = json.decode(lines[-1])
    assert told["ladder"] == ["steady", "random"]
    assert told["sure"] is True
    assert told["pairs"][0]["games"] == 8
    assert told["pairs"][0]["wins"]["low"] > 0.5


def test_a_bot_that_does_not_surely_beat_the_one_below_is_exit_code_1():
    done = run("duel", "--games", "2", "--options", '{"mode":"HAND","maxRounds":1}')
    assert done.exit_code == 1
    assert "not told apart" in done.stdout
    assert "chance alone" not in done.stdout


def test_21_where_chance_alone_decides_that_is_said_and_nothing_failed():
    """Issue 13, 21: in quick duels nobody has a choice, so there is no ladder to be found."""
    done = run("duel", "--games", "4", "--json")
    assert done.exit_code == 0, done.output
    assert "By these options chance alone decides: no bot can beat another." in done.stdout
    told = json.decode(done.stdout.splitlines()[-1])
    assert told["pureChance"] is True
    assert told["sure"] is False


def test_21_what_is_called_pure_chance_is_even_for_every_two_bots():
    """What a game says of itself is held to: over mirrored deals nobody is told apart, not by
    three times what is called sure."""
    for name in game_names():
        rules = game(name)
        seen = [(o, seats) for o, seats in rules.setups() if chance_alone(rules, o)]
        for options, seats in seen[:1]:
            table = Contest(name, options, seats, "chance")
            for one in climb(rules, table, list(bots_of(rules)), 300):
                wide = one.wins.mean - one.wins.low
                assert abs(one.wins.mean - 0.5) <= 3 * wide, (name, one)
    assert chance_alone(game("duel"), game("duel").Options())
    assert not chance_alone(game("duel"), game("duel").Options(mode="HAND"))
    assert not chance_alone(game("poker"), game("poker").Options())


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("guandan", "--bot", "stedy"), "did you mean steady?"),
        (("guandan", "--bot", "steady"), "A ladder takes two bots"),
        (("memory", "--seats", "1"), "at least two"),
        (("guandan", "--games", "1"), "x>=2"),
        (("nosuch",), "nosuch"),
    ],
)
def test_what_cannot_be_compared_is_refused_with_a_sentence(words, sentence):
    done = run(*words)
    assert done.exit_code == 2
    assert sentence in " ".join(done.output.split())


def test_without_seats_a_game_for_one_is_played_by_several() -> None:
    """Issue 13, 21: `cutcard ladder GAME` prints figures for every game."""
    done = run("memory", "--games", "2", "--bot", "master", "--bot", "random", "--json")
    assert json.decode(done.stdout.splitlines()[-1])["seats"] == 2
