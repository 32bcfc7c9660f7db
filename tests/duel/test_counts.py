"""A82: what Duel counts of a game that is over."""

from __future__ import annotations

import cutcard
from cutcard.games.duel import counts
from cutcard.games.duel.moves import Surrender
from cutcard.games.duel.options import Options


def played(moves=None):
    """A game from its seed, with its log: the highest card each time, or up to a surrender."""
    duel = cutcard.game("duel")
    state = duel.deal(Options(mode="HAND"), 2, cutcard.Rng.named("counted"))
    start, log, at = state.copy(), [], 0
    while state.outcome() is None:
        if waiting := state.to_act():
            seat, move = waiting[0], state.legal(waiting[0])[-1]
            if moves is not None and len(log) >= moves:
                move = Surrender()
        else:
            seat, move, at = cutcard.NATURE, state.timers()[0].tick, state.timers()[0].due
        state.play(seat, move, at)
        log.append((at, seat, move))
    return state, start, log


def test_A82_rounds_are_counted_by_who_won_them():
    state, start, log = played()
    mine, theirs = counts.of_deal(start, log)
    assert mine["rounds"] == theirs["rounds"] == 3
    assert mine["roundsWon"] + theirs["roundsWon"] + mine["roundsTied"] == 3
    scores = state.outcome().scores
    assert (mine["roundsWon"], theirs["roundsWon"]) == scores
    assert "surrendered" not in mine


def test_A82_who_gives_up_has_surrendered():
    state, start, log = played(5)
    counted = counts.of_deal(start, log)
    loser = state.outcome().places.index(2)
    assert counted[loser]["surrendered"] == 1
    assert "surrendered" not in counted[1 - loser]
