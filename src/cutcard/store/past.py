"""What was played, for those who look back: which deals somebody may see, and who sat there."""

from __future__ import annotations

from functools import partial

from .db import Db
from .deal_line import DEAL_LINES, DealLine, deal_line
from .protocol import PastTable, SeatRow
from .table_ops import SEAT
from .turns import InTurn


class PastInTurn(InTurn):
    """The part of a store that looks back."""

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

    async def seated(self, table: int, user: str) -> list[SeatRow]:
        return await self._do(_seated, table, user)


async def _past_deals(
    db: Db,
    viewer: str | None,
    *,
    game: str | None,
    table: int | None,
    before: int | None,
    limit: int,
) -> list[DealLine]:
    rows = await db.rows(
        DEAL_LINES + " JOIN tables t ON t.number = d.table_number"  # noqa: S608 # a constant
        " WHERE (CAST(?1 AS TEXT) IS NULL OR d.game = ?1)"
        " AND (CAST(?2 AS BIGINT) IS NULL OR d.table_number = ?2)"
        " AND (CAST(?3 AS BIGINT) IS NULL OR d.opened < ?3)"
        # a spectator who is told later does not learn here how far an open table has come
        " AND (NOT t.private AND (t.delay = 0 OR t.closed) OR t.host = ?4 AND t.delay = 0"
        "   OR EXISTS (SELECT 1 FROM seats s"
        "   WHERE s.table_number = d.table_number AND s.user_id = ?4))"
        " ORDER BY d.opened DESC, d.table_number DESC, d.deal DESC LIMIT ?5",
        *(game, table, before, viewer, limit),
    )
    return [deal_line(row) for row in rows]


async def _past_table(db: Db, table: int) -> PastTable | None:
    row = await db.one(
        "SELECT host, private, watchable, delay FROM tables WHERE number = ?1", table
    )
    # asked also where there is no table, so that nobody learns from the time which of them are
    seats = await db.rows(f"SELECT {SEAT} FROM seats WHERE table_number = ?1 ORDER BY seat", table)  # noqa: S608 # a constant
    if row is None:
        return None
    host, private, watchable, delay = row
    return PastTable(
        host, bool(private), bool(watchable), delay, [SeatRow(*seat) for seat in seats]
    )


async def _seated(db: Db, table: int, user: str) -> list[SeatRow]:
    rows = await db.rows(
        f"SELECT {SEAT} FROM seats WHERE table_number = ?1 AND user_id = ?2",  # noqa: S608 # a constant
        *(table, user),
    )
    return [SeatRow(*row) for row in rows]
