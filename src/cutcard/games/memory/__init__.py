"""Memory: find the cards that match. The rules for players are in README.md here."""

from __future__ import annotations

from collections.abc import Sequence

from .moves import Carry, Move, Options, Tick, ladder
from .race import deal
from .rules import SEATS
from .sight import timer_seconds

name = "memory"
version = 2
seats = SEATS
shows_seed = True


def setups() -> Sequence[tuple[Options, int]]:
    """Kinds of table to try the game on; the first is the usual one."""
    return (
        (Options(), 1),
        (Options(), 2),
        (Options(grid_size=(2, 2), auto_start=True), 1),
        (Options(grid_size=(3, 4), stall_turns=4), 3),
        (Options(grid_size=(2, 3), mode="coop", turn_ms=5000), 4),
        (Options(grid_size=(3, 4), time_limit_ms=60_000, move_limit=20), 1),
        (Options(grid_size=(2, 3), preview_ms=3000, turn_ms=0), 2),
        (Options(grid_size=(4, 4), open_cards=True), 2),
        (Options(grid_size=(3, 3), match_size=3), 1),
        (Options(grid_size=(2, 3), mode="race", time_limit_ms=60_000), 2),
        (Options(grid_size=(2, 3), mode="race", race_by="moves"), 3),
    )


__all__ = [
    "Carry",
    "Move",
    "Options",
    "Tick",
    "deal",
    "ladder",
    "name",
    "seats",
    "setups",
    "shows_seed",
    "timer_seconds",
    "version",
]
