"""A match of an event (docs/rules/tournament.md T149), and how it stands when its round is over
(T126): by the pairs' levels."""

from __future__ import annotations

from cutcard.kernel.cards import RANKS

from .rules import State

match_options = {"match": "deals", "deals": 4}  # T149: a round is so many deals


def stands(table: State) -> list[int]:
    """By seat; partners have the same."""
    return [RANKS.index(table.levels[seat % 2]) for seat in range(4)]
