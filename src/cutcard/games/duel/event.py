"""How a duel stands whose round of an event is over (docs/rules/tournament.md T126): by games won
of a series, then by the points of this one."""

from __future__ import annotations

from .ending import wins
from .rules import Duel

GAME = 1_000_000  # a game won counts more than any points


def stands(duel: Duel) -> list[int]:
    """By seat."""
    return [GAME * won + duel.scores[seat] for seat, won in enumerate(wins(duel))]
