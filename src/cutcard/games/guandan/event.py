"""How a match stands whose round of an event is over (docs/rules/tournament.md T126, T149): by the
pairs' levels."""

from __future__ import annotations

from cutcard.kernel.cards import RANKS

from .rules import State


def stands(table: State) -> list[int]:
    """By seat; partners have the same."""
    return [RANKS.index(table.levels[seat % 2]) for seat in range(4)]
