"""What a game's `ranking.py` says: what a ranked match is rated as."""

from __future__ import annotations

from functools import cache
from types import ModuleType
from typing import Any, Protocol, runtime_checkable

from msgspec import Struct

from .game import Seat


class Mode(Struct, frozen=True):
    """What a match of these options is rated as: a rating of its own, by one of the systems."""

    name: str
    system: str  # elo, glicko2, openskill
    teams: tuple[tuple[Seat, ...], ...] = ()  # seats that are rated as one; none: each alone


@runtime_checkable
class Ranking(Protocol):
    """A game's `ranking.py`."""

    def mode(self, options: Any, seats: int) -> Mode | None:
        """What a ranked match is rated as; None: these options or so many seats never are."""


@cache
def ranking_of(ranking: ModuleType | None) -> Ranking | None:
    """What there is of it; a game without `ranking.py` has no ranked matches."""
    return ranking if isinstance(ranking, Ranking) else None
