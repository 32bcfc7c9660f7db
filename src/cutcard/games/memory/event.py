"""How a match stands whose round of an event is over (docs/rules/tournament.md T126): by pairs
found."""

from __future__ import annotations

from .race import Race
from .rules import Memory


def stands(board: Memory | Race) -> list[int]:
    """By seat."""
    if isinstance(board, Race):
        return [lane.pairs[0] for lane in board.lanes]
    return list(board.pairs)
