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
    return await _day(floor, game, options, floor.wall())


async def day_of_table(floor: Floor, row: TableRow) -> Day:
    """Of a table that is taken up again; most have no such option, and are not read for it."""
    if row.twin_of:
        return await boards_of(floor, row.game, row.twin_of), ""
    if b'"daily"' not in row.options:
        return None, ""
    try:
        options = vocabulary(row.game).read_options(row.options)
    except UnknownGame:  # it stays closed, and whoever takes it up says so
        return None, ""
    return await _day(floor, row.game, options, row.created)


async def boards_of(floor: Floor, game: str, first: int) -> bytes:
    """What the deals of two tables are made of, kept by the number of the first of them."""
    return await floor.store.day_seed(game, f"boards {first}", floor.seeds())


async def _day(floor: Floor, game: str, options: Options, epoch: int) -> Day:
    if not of_the_day(options):
        return None, ""
    day = day_of(epoch)
    return await floor.store.day_seed(game, day, floor.seeds()), day
