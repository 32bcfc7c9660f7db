"""Run it twice: those all-in are asked, and when all have answered the rest is dealt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutcard.kernel.game import Illegal, Told

from . import facts, telling
from .hand import RUNS

if TYPE_CHECKING:
    from .rules import Poker

_PLAY = 1  # of rules.py's phases


def vote(t: Poker, seat: int, agree: bool, at: int, told: list[Told] | None) -> None:
    """An answer; others are told that it was given, not what it is."""
    hand = t.hand
    if t.phase != _PLAY or hand is None or hand.phase != RUNS:
        raise Illegal("WRONG_PHASE", "Nobody is asked to run it twice now.")
    if seat not in t.to_act():
        raise Illegal("NOT_YOUR_TURN", "You are not asked, or have answered.")
    t.votes[seat] = int(agree)
    if told is not None:
        told.append(Told(facts.RunVoted(seat, agree), (seat,), facts.RunVoted(seat)))
    count(t, at, told)


def count(t: Poker, at: int, told: list[Told] | None) -> None:
    """P51: when all have answered, deal once or twice."""
    hand = t.hand
    assert hand is not None
    live = t.live()
    if any(t.votes[s] < 0 for s in live):
        return
    boards = 2 if all(t.votes[s] == 1 for s in live) else 1
    marks = telling.Marks(hand)
    hand.run(boards)
    if told is not None:
        told.append(Told(facts.RunSettled(boards)))
    t.went_on(marks, at, told)
