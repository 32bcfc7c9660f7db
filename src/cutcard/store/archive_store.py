"""The part of a store that lets go of old logs: which are finished, what is in them, and to remove
them once they are kept elsewhere. See `archive.py`."""

from __future__ import annotations

from msgspec import Struct

from . import table_ops as ops
from .db import Db
from .fair_row import FairRow
from .fair_store import FAIR
from .protocol import DealLog, MatchRow, SeatRow, TableRow
from .turns import InTurn

# ruff: noqa: S608 - what is put into these statements are constants

OLD = (
    " t.closed AND NOT EXISTS (SELECT 1 FROM matches m WHERE m.table_number = t.number"
    " AND (m.started IS NOT NULL AND m.completed IS NULL"
    " OR coalesce(m.completed, m.created) >= ?1))"
    " AND NOT EXISTS (SELECT 1 FROM events e WHERE e.number = t.event AND NOT e.closed)"
    " AND NOT EXISTS (SELECT 1 FROM deals d WHERE d.table_number = t.number AND d.opened >= ?1)"
)
"""A table that is over: closed, no match of it under way or newer, and its event over too."""


class ArchivedTable(Struct, frozen=True):
    """A table whose game is over, with all of its log but without names."""

    table: TableRow
    seats: list[SeatRow]
    matches: list[MatchRow]
    fair: list[FairRow]
    deals: list[DealLog]


class Archived(Struct, frozen=True):
    """Where a table's log went, and when."""

    file: str
    at: int


class ArchiveInTurn(InTurn):
    """What `Store` says about old logs."""

    async def finished_before(self, before: int, after: int = 0, limit: int = 20) -> list[int]:
        return await self._do(_finished, before, after, limit)

    async def whole_table(self, table: int) -> ArchivedTable | None:
        return await self._do(_whole_table, table)

    async def remove_log(self, table: int, before: int, file: str, at: int) -> bool:
        return await self._do(_remove, table, before, file, at)

    async def drop_empty(self) -> list[int]:
        return []  # a file uses the room again

    async def archived(self, table: int) -> Archived | None:
        return await self._do(_archived, table)


async def _finished(db: Db, before: int, after: int, limit: int) -> list[int]:
    rows = await db.rows(
        f"SELECT t.number FROM tables t WHERE t.number > ?2 AND {OLD}"
        " AND EXISTS (SELECT 1 FROM deals d WHERE d.table_number = t.number)"
        " ORDER BY t.number LIMIT ?3",
        *(before, after, limit),
    )
    return [number for (number,) in rows]


async def _whole_table(db: Db, table: int) -> ArchivedTable | None:
    row = await db.one(f"SELECT {ops.TABLE} FROM tables WHERE number = ?1", table)
    if row is None:
        return None
    seats = await db.rows(
        f"SELECT {ops.SEAT} FROM seats WHERE table_number = ?1 ORDER BY seat", table
    )
    matches = await db.rows(
        f"SELECT {ops.MATCH} FROM matches WHERE table_number = ?1 ORDER BY match", table
    )
    fair = await db.rows(f"SELECT {FAIR} FROM fair WHERE table_number = ?1 ORDER BY n", table)
    numbers = await db.rows("SELECT deal FROM deals WHERE table_number = ?1 ORDER BY deal", table)
    logs = [await ops.deal(db, table, number) for (number,) in numbers]
    return ArchivedTable(
        ops.table_row(row),
        [SeatRow(*seat) for seat in seats],
        [ops.match_row(match) for match in matches],
        [FairRow(*record) for record in fair],
        [log for log in logs if log is not None],
    )


async def _remove(db: Db, table: int, before: int, file: str, at: int) -> bool:
    async with db.whole():
        over = f"SELECT 1 FROM tables t WHERE t.number = ?2 AND {OLD}"
        if await db.one(over, before, table) is None:
            return False
        for part in ("entries", "checks", "deals", "fair"):
            await db.run(f"DELETE FROM {part} WHERE table_number = ?1", table)
        await db.run(
            "INSERT INTO archived (table_number, file, at) VALUES (?1, ?2, ?3)",
            *(table, file, at),
        )
    return True


async def _archived(db: Db, table: int) -> Archived | None:
    row = await db.one("SELECT file, at FROM archived WHERE table_number = ?1", table)
    return Archived(*row) if row else None
