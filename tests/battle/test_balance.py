"""Issue 13, point 18: whether the ready decks are fair is measured, and the measure is right."""

from __future__ import annotations

import json
from itertools import combinations

import pytest
from click.testing import CliRunner

from cutcard.cli.main import main
from cutcard.games.battle import balance, sets

NAMES = list(sets.starter().decks)


def told(one, two, won, first, games=100):
    return balance.Pair(one, two, games, won, first, games * 20)


def test_18_every_pair_is_played_whole_and_both_ways_round():
    jobs = balance.jobs(NAMES, 50, "s")
    played = {}
    for job in jobs:
        played.setdefault((job.one, job.two), []).extend(job.games)
    assert {pair for pair in played if pair[0] != pair[1]} == set(combinations(NAMES, 2))
    for (one, two), numbers in played.items():
        assert numbers == list(range(25 if one == two else 50))
        assert len(numbers) % 2 == 0 or one == two  # each deck has each seat as often


def test_18_spans_of_games_add_up_to_the_same_figures():
    whole = balance.pair("beasts", "soldiers", range(6), "add")
    parts = balance.pair("beasts", "soldiers", range(2), "add")
    parts.add(balance.pair("beasts", "soldiers", range(2, 6), "add"))
    assert parts == whole
    assert whole.games == 6
    mirrored = balance.pair("spirits", "spirits", range(4), "add")
    assert mirrored.mirror


@pytest.mark.parametrize(
    ("won", "first", "fair"),
    [
        *[(50, 50, True), (40, 47, True), (60, 53, True)],
        *[(39, 50, False), (61, 50, False), (50, 46, False), (50, 54, False)],
    ],
)
def test_18_fair_is_40_to_60_between_decks_and_47_to_53_for_the_first_player(won, first, fair):
    pairs = [told("a", "a", 50, first), told("a", "b", won, 90), told("b", "b", 50, first)]
    verdict = balance.verdict(pairs)
    assert verdict.fair == fair
    assert verdict.mirrored == 200  # the first player's share is that of equal decks alone
    assert verdict.first == first / 100


def test_18_the_command_prints_a_matrix_and_the_same_as_json():
    given = ["battle", "balance", "--decks", "--deck", "beasts", "--games", "2", "--json"]
    done = CliRunner().invoke(main, given)
    assert done.exit_code in (0, 1)
    rows = done.stdout.splitlines()
    assert rows[0].split() == ["won", "by", *NAMES]
    found = json.loads(rows[-1])
    assert done.exit_code == (0 if found["fair"] else 1)
    assert {(one["one"], one["two"]) for one in found["pairs"]} == {
        ("beasts", name) for name in NAMES
    }
    other = CliRunner().invoke(main, [*given[:4], "nobody"])
    assert other.exit_code == 2
    assert "no ready deck 'nobody'" in other.output


@pytest.mark.slow
def test_18_the_ready_decks_are_fair():
    """600 games a pair, 2,100 of decks against themselves: some fifteen minutes on two cores."""
    given = ["battle", "balance", "--decks", "--games", "600", "--processes", "2"]
    done = CliRunner().invoke(main, given)
    assert done.exit_code == 0, done.output
