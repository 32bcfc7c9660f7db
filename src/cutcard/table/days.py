"""Deals of a day (UTC): one seed for all tables that ask for it, drawn by the first of that day."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from cutcard.games import UnknownGame
from cutcard.kernel.game import Options
from cutcard.kernel.optional import of_the_day
from cutcard.store.protocol import TableRow

from .vocabulary import vocabulary

if TYPE_CHECKING:
    from .floor import Floor

Day = tuple[bytes | None, str]
"""What a table's seeds are made of, and of which day that is; of most tables nothing and none."""


def day_of(epoch: int) -> str:
    """The day of a moment in epoch ms: 2026-11-16."""
    return datetime.fromtimestamp(epoch / 1000, UTC).strftime("%Y-%m-%d")


async def day_of_options(floor: Floor, game: str, options: Options) -> Day:
    """Of a table that is opened now."""
    return await Days(floor).of(game, options, floor.wall())


async def boards_of(floor: Floor, game: str, first: int) -> bytes:
    """What the deals of two tables are made of, kept by the number of the first of them."""
    return await Days(floor).boards(game, first)


class Days:
    """What tables' seeds are made of: what many of them have in common is asked for once."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._known: dict[tuple[str, str], bytes] = {}

    async def of_table(self, row: TableRow) -> Day:
        """Of a table that is taken up again; most have no such option, and are not read for it."""
        if row.twin_of:
            return await self.boards(row.game, row.twin_of), ""
        if b'"daily"' not in row.options:
            return None, ""
        try:
            options = vocabulary(row.game).read_options(row.options)
        except UnknownGame:  # it stays closed, and whoever takes it up says so
            return None, ""
        return await self.of(row.game, options, row.created)

    async def of(self, game: str, options: Options, epoch: int) -> Day:
        if not of_the_day(options):
            return None, ""
        day = day_of(epoch)
        return await self._seed(game, day), day

    async def boards(self, game: str, first: int) -> bytes:
        return await self._seed(game, f"boards {first}")

    async def _seed(self, game: str, name: str) -> bytes:
        known = self._known.get((game, name))
        if known is None:
            fresh = self._floor.seeds()
            known = self._known[game, name] = await self._floor.store.day_seed(game, name, fresh)
        return known
