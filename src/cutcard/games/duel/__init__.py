"""Duel: two players, one card each a round, the higher card takes it. See README.md."""

from __future__ import annotations

from .moves import Carry, Move, Tick
from .options import Options, ladder, pure_chance
from .rules import Duel, deal

name = "duel"
version = 2
seats = range(2, 3)
shows_seed = True  # when it is over, nothing in a Duel needs to stay hidden

__all__ = [
    "Carry",
    "Duel",
    "Move",
    "Options",
    "Tick",
    "deal",
    "ladder",
    "name",
    "pure_chance",
    "seats",
    "setups",
    "shows_seed",
    "version",
]


def setups() -> list[tuple[Options, int]]:
    """Both modes, short and long, with the house rules turned the other way."""
    return [
        (Options(), 2),
        (Options(mode="HAND"), 2),
        (Options(mode="HAND", max_rounds=5, allow_ties=False, ace_high_value=True), 2),
        (Options(max_rounds=1, allow_surrender=False, round_pause_ms=0), 2),
        (Options(max_rounds=26, allow_ties=False), 2),
        (Options(mode="HAND", max_rounds=12, win_round_points=3, tie_round_points=1), 2),
        (Options(best_of=3, max_rounds=1, round_pause_ms=500), 2),
    ]
