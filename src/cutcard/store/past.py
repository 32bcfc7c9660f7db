"""What was played, for those who look back: which deals somebody may see, and who sat there."""

from __future__ import annotations

import sqlite3
from functools import partial

from .protocol import DealLine, PastTable, SeatRow
from .reading import DEAL_LINES, SEAT
from .turns import InTurn


class PastInSqlite(InTurn):
    """The part of the SQLite store that looks back: each call in its one thread."""

    async def past_deals(
        self,
        viewer: str | None,
        *,
        game: str | None = None,
        table: int | None = None,
        before: int | None = None,
        limit: int = 50,
    ) -> list[DealLine]:
        looked = partial(_past_deals, game=game, table=table, before=before, limit=limit)
        return await self._do(looked, viewer)

    async def past_table(self, table: int) -> PastTable | None:
        return await self._do(_past_table, table)


def _past_deals(
    db: sqlite3.Connection,
    viewer: str | None,
    *,
    game: str | None,
    table: int | None,
    before: int | None,
    limit: int,
) -> list[DealLine]:
    rows = db.execute(
        DEAL_LINES + " JOIN tables t ON t.number = d.table_number"  # noqa: S608 # a constant
        " WHERE (?1 IS NULL OR d.game = ?1) AND (?2 IS NULL OR d.table_number = ?2)"
        " AND (?3 IS NULL OR d.opened < ?3)"
        # a spectator who is told later does not learn here how far an open table has come
        " AND (NOT t.private AND (t.delay = 0 OR t.closed) OR t.host = ?4 AND t.delay = 0"
        "   OR EXISTS (SELECT 1 FROM seats s"
        "   WHERE s.table_number = d.table_number AND s.user = ?4))"
        " ORDER BY d.opened DESC, d.table_number DESC, d.deal DESC LIMIT ?5",
        (game, table, before, viewer, limit),
    )
    return [DealLine(*row) for row in rows]


def _past_table(db: sqlite3.Connection, table: int) -> PastTable | None:
    row = db.execute(
        "SELECT host, private, watchable, delay FROM tables WHERE number = ?", (table,)
    ).fetchone()
    if row is None:
        return None
    seats = db.execute(f"SELECT {SEAT} FROM seats WHERE table_number = ?", (table,))  # noqa: S608 # a constant
    host, private, watchable, delay = row
    return PastTable(
        host, bool(private), bool(watchable), delay, [SeatRow(*seat) for seat in seats]
    )
