"""A80 of docs/rules/arena.md: a hand that was run twice is one showdown, won by whoever was paid on
any board."""

from __future__ import annotations

from cutcard.arena.counters import count
from cutcard.games import poker
from cutcard.games.poker import moves, showdown
from cutcard.kernel.game import NATURE
from cutcard.kernel.rng import Rng

WANTED = (moves.RunTwice, moves.AllIn, moves.Call, moves.Show)


def run_twice(number):
    """Two who are all-in before the flop and agree to run it twice."""
    options = poker.Options(allow_run_it_twice=True, start_delay=0)
    state = poker.deal(options, 2, Rng(number.to_bytes(32, "big")), None)
    start, log, at = state.copy(), [], 0

    def play(seat, move):
        state.play(seat, move, at)
        log.append((at, seat, move))

    for seat in (0, 1):
        play(seat, moves.Sit(100))
    while state.outcome() is None:
        legal = [(seat, move) for seat in state.to_act() for move in state.legal(seat)]
        chosen = [(s, m) for kind in WANTED for s, m in legal if type(m) is kind]
        chosen = [(s, m) for s, m in chosen if m != moves.RunTwice(False)]
        if chosen:
            play(*chosen[0])
        else:
            timer = min(state.timers(), key=lambda one: one.due)
            at = max(at, timer.due)
            play(NATURE, timer.tick)
    return start, log, state


def boards_won(state):
    """By seat, on how many of the boards they were paid."""
    paid = {
        (state.order[place], award.board)
        for award in showdown.awards(state.hand)
        for place, chips in award.shares
        if chips
    }
    return [sum(seat == one for one, _ in paid) for seat in range(2)]


def test_A80_a_hand_run_twice_is_one_showdown_won_if_paid_on_any_board():
    seen = set()
    for number in range(60):
        start, log, state = run_twice(number)
        assert len(state.hand.boards) == 2
        counted = count(poker, start, log)
        won = boards_won(state)
        for mine, boards in zip(counted, won, strict=True):
            assert mine["showdowns"] == 1
            assert mine["flops"] == 1
            assert mine.get("showdownsWon", 0) == (boards > 0)
        seen.add(tuple(sorted(won)))
    assert {(0, 2), (1, 1)} <= seen
