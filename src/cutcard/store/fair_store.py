"""The part of a store that keeps the chains of fair deals, and the keys they are signed with."""

from __future__ import annotations

from .db import Db
from .fair_row import FairRow
from .turns import InTurn

FAIR = "table_number, n, deal, kind, of_deal, line, secret"

# S608 below: what is put into these statements is the constant above.


class FairInTurn(InTurn):
    """What `Store` says about fair deals."""

    async def fair_rows(self, table: int, deal: int | None = None) -> list[FairRow]:
        return await self._do(_rows, table, deal)

    async def fair_tables(self) -> list[int]:
        return await self._do(_tables)

    async def fair_keys(self) -> list[tuple[bytes, int, bytes | None]]:
        return await self._do(_keys)

    async def add_fair_key(self, public: bytes, since: int, secret: bytes | None) -> None:
        await self._do(_add_key, public, since, secret)


async def _rows(db: Db, table: int, deal: int | None) -> list[FairRow]:
    if deal is None:
        asked = f"SELECT {FAIR} FROM fair WHERE table_number = ?1 ORDER BY n"  # noqa: S608
        return [FairRow(*row) for row in await db.rows(asked, table)]
    span = await db.one(
        "SELECT d.deal, o.n, coalesce(e.n, d.n) FROM fair d"
        " JOIN fair o ON o.table_number = d.table_number AND o.deal = d.deal AND o.kind = 'offer'"
        " LEFT JOIN fair e ON e.table_number = d.table_number AND e.deal = d.deal"
        " AND e.kind = 'end' WHERE d.table_number = ?1 AND d.kind = 'deal' AND d.of_deal = ?2",
        *(table, deal),
    )
    if span is None:
        return []
    number, first, last = span
    rows = await db.rows(
        f"SELECT {FAIR} FROM fair WHERE table_number = ?1 AND deal BETWEEN ?2 AND ?3"  # noqa: S608
        " AND n BETWEEN ?4 AND ?5 ORDER BY n",
        *(table, number - 1, number + 1, max(0, first - 1), last),
    )
    return [FairRow(*row) for row in rows]


async def _tables(db: Db) -> list[int]:
    rows = await db.rows("SELECT DISTINCT table_number FROM fair ORDER BY table_number")
    return [number for (number,) in rows]


async def _keys(db: Db) -> list[tuple[bytes, int, bytes | None]]:
    rows = await db.rows("SELECT public, since, secret FROM fair_keys ORDER BY since")
    return [(public, since, secret) for public, since, secret in rows]


async def _add_key(db: Db, public: bytes, since: int, secret: bytes | None) -> None:
    await db.run(
        "INSERT INTO fair_keys (public, since, secret) VALUES (?1, ?2, ?3)",
        *(public, since, secret),
    )
