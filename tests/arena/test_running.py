"""Whole events of bots at real tables: to their end, with the conservation equation of T100 after
every hand, and what T44 to T52 promise. 500 and 5,000 players are slow tests."""

from __future__ import annotations

import pytest
from tests.arena.hall import SEED

from cutcard.arena.event import Event, Terms, decode, encode
from cutcard.arena.event.audit import audit
from cutcard.arena.plot import plot
from cutcard.arena.running import Runner
from cutcard.arena.structures import structures
from cutcard.games import game

POKER = game("poker")


def run(players: int, seed: bytes = SEED, bot=None, **more) -> Runner:
    turbo = structures()["turbo"]
    given = {"structure": turbo.levels, "start_stack": turbo.start_stack, "buy_in": 100, "fee": 9}
    if players > 10:
        given |= {"starts_at": 1}
    else:
        given |= {"format": "sit-and-go", "table_size": players}
    runner = Runner(POKER, Terms("e", "poker", **{**given, **more}), seed, bot)
    runner.run(players)
    check(runner, players)
    return runner


def check(runner: Runner, players: int) -> None:
    """What the rule book promises of every event."""
    state, tally = runner.event.state, runner.tally
    assert state.phase == "over"
    assert state.chips() == state.owed_chips()
    assert state.account == 0
    assert sum(tally.purses.values()) + tally.bank == 0
    assert tally.blinds_in_a_row == 0
    assert tally.most_apart <= 2
    found = audit(runner.event.log)
    assert (found.ok, found.over, found.hands) == (True, True, tally.hands), found.faults
    assert (found.moves, found.most_apart) == (tally.moves, tally.most_apart)
    placed = [player for player in state.players.values() if player.place]
    shared = {(player.place, player.place_to) for player in placed}
    taken = sorted(place for low, high in shared for place in range(low, high + 1))
    assert taken == list(range(1, len({player.user for player in placed}) + 1))
    assert sum(player.prize for player in placed) == state.pool
    assert len({player.user for player in state.players.values()}) == players


@pytest.mark.parametrize("players", [2, 9, 45])
def test_T100_events_of_bots_to_their_end(players):
    runner = run(players)
    again = run(players)
    assert again.event.state.digest() == runner.event.state.digest()
    entries = [decode(encode(entry)) for entry in runner.event.log]
    assert Event("event", SEED, entries).state.digest() == runner.event.state.digest()


def test_T100_with_everything_at_once():
    more = {
        **{"rebuys": -1, "rebuy_levels": 4, "rebuy_stack": 1500, "rebuy_price": 80, "bounty": 30},
        **{"progressive": True, "late_levels": 4, "re_entries": 2, "guarantee": 20_000},
        **{"table_size": 6, "final_size": 8, "hand_for_hand_from": 3, "single_big_blind": True},
    }
    runner = run(60, **more)
    assert runner.event.state.rebuys > 0
    assert runner.tally.moves["balance"] > 0
    assert runner.tally.moves["break"] > 0


@pytest.mark.parametrize("variant", ["PO", "F7S", "NS", "HORSE"])
def test_T4_other_variants(variant):
    run(16, table_size=6, options={"variant": variant})


def test_a_bot_of_the_game_plays_too():
    from cutcard.games.poker.bot import Caller  # noqa: PLC0415

    run(4, bot=Caller)


@pytest.mark.slow
@pytest.mark.parametrize("players", [500, 5000])
def test_T100_large_events(players):
    run(players)


@pytest.mark.slow
def test_T52_a_hundred_events_of_many_sizes():
    for number in range(100):
        players = 7 + (number * 37) % 174
        if players <= 10:
            players += 10
        run(players, bytes([number]) * 32, table_size=4 + number % 7)


def test_a_plot_is_one_svg_without_script():
    lines = {"1. <b>": [(0, 10), (60_000, 30)], "2. b": [(0, 20), (60_000, 0)]}
    text = plot("stacks & more", lines, 30)
    assert text.startswith("<svg")
    assert text.count("<polyline") == 2
    assert "<script" not in text
    assert "&lt;b&gt;" in text
    assert "stacks &amp; more" in text
