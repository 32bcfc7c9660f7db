"""What Duel counts for its players' statistics (docs/rules/arena.md A82): rounds, by seat, of a
game that is over. Matches and streaks are counted for every game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cutcard.kernel.game import Seat

from .rules import Duel

GIVEN_UP = {"SURRENDER": "surrendered", "TIMEOUT": "timedOut"}


def of_deal(start: Duel, log: Iterable[tuple[int, Seat, Any]]) -> list[dict[str, int]]:
    """Out of the game's start and its log."""
    duel = start.copy()
    for at, seat, move in log:
        duel.play(seat, move, at)
    counted = []
    for seat in (0, 1):
        mine = {
            "rounds": len(duel.past),
            "roundsWon": sum(past.winner == seat for past in duel.past),
            "roundsTied": sum(past.winner not in (0, 1) for past in duel.past),
        }
        lost = duel.winner == 1 - seat
        if lost and duel.reason in GIVEN_UP:
            mine[GIVEN_UP[duel.reason]] = 1
        counted.append(mine)
    return counted
