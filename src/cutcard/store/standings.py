"""What a store keeps of how people stand beside their ratings: seasons, best figures, days."""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct

from .people import Person


class SeasonPoints(Struct, frozen=True):
    """What a user has earned in a game in one season, and in how many matches."""

    game: str
    season: str
    points: int
    matches: int


class Trial(Struct, frozen=True):
    """Somebody tries the deal of a day, or has done so: with a name and a figure it is what came of
    a try, kept where that was their first of the day."""

    table: int
    match: int
    user: str
    game: str
    day: str
    at: int
    name: str = ""
    value: int = 0


class Standings(Protocol):
    """The part of a store that knows them."""

    async def season(
        self, game: str, season: str, limit: int = 20
    ) -> list[tuple[Person, SeasonPoints]]:
        """Who has most points of a season, best first; equal ones by their ids."""

    async def seasons_of(self, user: str) -> list[SeasonPoints]:
        """A user's points, the last season first."""

    async def bests_of(self, user: str) -> dict[str, dict[str, int]]:
        """Game → name → the least figure a user has reached alone."""

    async def bests(self, game: str, name: str, limit: int = 20) -> list[tuple[Person, int]]:
        """The least figures of that name, the best first; of equal ones the earlier."""

    async def day_seed(self, game: str, day: str, fresh: bytes) -> bytes:
        """The seed of a day; `fresh` becomes it where there is none yet."""

    async def trial(self, user: str, game: str, day: str) -> dict[str, int] | None:
        """What came of a user's first try of a day, so far; None: they have not tried."""

    async def day_board(
        self, game: str, day: str, limit: int = 20
    ) -> dict[str, list[tuple[Person, int]]]:
        """Of each figure the least of a day's first tries, the best first; of equal ones the
        earlier."""
