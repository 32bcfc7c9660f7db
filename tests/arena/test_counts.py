"""A83-A85 of docs/rules/arena.md: what Memory, Guandan and Battle count of a deal."""

from __future__ import annotations

import pytest

from cutcard.arena.counters import added, count
from cutcard.games import game as game_called
from cutcard.kernel.cards import RANKS
from cutcard.kernel.game import NATURE
from cutcard.kernel.rng import Rng


def rng(number):
    return Rng(number.to_bytes(32, "big"))


def played(name, options, seats, number, carry=None):
    """A deal played at random to its end: its start, its log, its last state and what was told."""
    rules = game_called(name)
    chance = rng(number)
    state = rules.deal(options, seats, rng(number + 1), carry)
    start, log, told, at = state.copy(), [], [], 0
    for _ in range(20_000):
        if state.outcome() is not None:
            return start, log, state, [one.fact for one in told]
        waits = state.to_act()
        if waits:
            seat = waits[chance.below(len(waits))]
            legal = state.legal(seat)
            move = legal[chance.below(len(legal))]
        else:
            timer = min(state.timers(), key=lambda one: one.due)
            seat, at, move = NATURE, max(at, timer.due), timer.tick
        state.play(seat, move, at, told)
        log.append((at, seat, move))
    raise AssertionError("it does not end")


def test_A83_alone_a_board_solved():
    rules = game_called("memory")
    options = rules.Options(grid_size=(2, 2), match_delay_ms=1)
    start, log, state, _ = played("memory", options, 1, 3)
    (mine,) = count(rules, start, log)
    assert (mine["boards"], mine["solved"], mine["pairs"]) == (1, 1, 2)
    assert mine["moves"] == state.moves == mine["best[2x2]"] == mine["parMoves"]
    assert mine["par"] > 100
    better = added({"best[2x2]": 2, "moves": 5}, mine)
    assert better["best[2x2]"] == min(2, state.moves)
    assert better["moves"] == 5 + state.moves


def test_A83_a_board_given_up_is_no_board_solved():
    rules = game_called("memory")
    start = rules.deal(rules.Options(grid_size=(2, 2)), 1, rng(1))
    state, log = start.copy(), []
    for _ in range(3):
        moves = [*state.legal(0), *state.asides(0)]
        move = next((one for one in moves if type(one).__name__ == "Surrender"), moves[0])
        state.play(0, move, 0)
        log.append((0, 0, move))
        if state.outcome():
            break
    (mine,) = count(rules, start, log)
    assert mine["boards"] == 1
    assert "solved" not in mine
    assert not [name for name in mine if name.startswith("best")]


def test_A83_versus_pairs_turns_and_the_longest_run():
    rules = game_called("memory")
    options = rules.Options(grid_size=(2, 4), match_delay_ms=1)
    start, log, state, _ = played("memory", options, 2, 7)
    counted = count(rules, start, log)
    assert [mine["pairs"] for mine in counted] == list(state.pairs)
    assert sum(mine["pairs"] for mine in counted) == 4
    for mine in counted:
        assert mine["longestRun"] <= mine["pairs"]
        assert mine["turns"] >= 1
    assert max(mine["longestRun"] for mine in counted) >= 1


@pytest.mark.parametrize("number", range(3))
def test_A84_guandan(number):
    rules = game_called("guandan")
    start, log, state, facts = played("guandan", rules.Options(), 4, 100 * number)
    counted = count(rules, start, log)
    result = state.result
    order = result.order
    assert [mine["deals"] for mine in counted] == [1] * 4
    assert counted[order[0]]["first"] == 1
    assert counted[order[1]]["second"] == 1
    doubled = order[0] % 2 == order[1] % 2
    assert [mine.get("doubles", 0) for mine in counted] == [
        int(doubled and seat % 2 == order[0] % 2) for seat in range(4)
    ]
    for seat, mine in enumerate(counted):
        up = RANKS.index(result.levels[seat % 2]) - RANKS.index(result.was[seat % 2])
        assert mine.get("levels", 0) == max(0, up)
    laid = [fact.play for fact in facts if type(fact).__name__ == "CardPlayed"]
    for seat, mine in enumerate(counted):
        own = [one.form for one in laid if one.seat == seat]
        bombs = sum(form in ("bomb", "straightflush", "jokerbomb") for form in own)
        assert mine.get("bombs", 0) == bombs
        assert mine.get("straightFlushes", 0) + mine.get("fourKings", 0) <= bombs


def test_A84_tributes_paid_and_received():
    """The deal after one with a loser: somebody pays, or both big jokers refuse."""
    rules = game_called("guandan")
    _, _, before, _ = played("guandan", rules.Options(), 4, 5)
    start, log, _, facts = played("guandan", rules.Options(), 4, 9, carry=before.next())
    counted = count(rules, start, log)
    paid = [fact for fact in facts if type(fact).__name__ == "TributePaid"]
    refused = [fact for fact in facts if type(fact).__name__ == "TributeRefused"]
    assert paid or refused
    assert sum(mine.get("tributesPaid", 0) for mine in counted) == len(paid)
    assert sum(mine.get("tributesReceived", 0) for mine in counted) == len(paid)
    assert sum(mine.get("tributesRefused", 0) for mine in counted) == sum(
        len(fact.shown) for fact in refused
    )


@pytest.mark.parametrize("number", range(4))
def test_A85_battle(number):
    rules = game_called("battle")
    options, seats = rules.setups()[0]
    start, log, state, facts = played("battle", options, seats, 1000 + number)
    counted = count(rules, start, log)
    hits = [fact for fact in facts if type(fact).__name__ == "DamageApplied"]
    for seat, mine in enumerate(counted):
        dealt = sum(one.reduced_damage for one in hits if one.target == 1 - seat)
        assert mine.get("damage", 0) == dealt
        assert mine["mostDamageTurn"] <= dealt
        cards = [fact for fact in facts if type(fact).__name__ == "CardPlayed"]
        assert mine.get("cardsPlayed", 0) == sum(one.player_id == seat for one in cards)
        assert mine.get("responses", 0) <= mine.get("cardsPlayed", 0)
        won = state.winner == seat
        assert mine.get("wonFirst", 0) + mine.get("wonSecond", 0) == int(won)
        assert mine.get("wonFirst", 0) == int(won and state.first == seat)
        assert mine[f"byDeck[{state.names[seat]}]"] == 1
        assert mine.get("byEmptyDeck", 0) == int(won and state.condition == "DECK_EMPTY")
    assert sum(mine["turns"] for mine in counted) == state.turn
    destroyed = sum(mine.get("unitsDestroyed", 0) for mine in counted)
    moved = [fact for fact in facts if type(fact).__name__ == "CardMoved" and fact.destroyed]
    assert destroyed <= len(moved)
