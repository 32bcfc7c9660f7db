"""What was played, for those who look back: which deals somebody may see, and who sat there."""

from __future__ import annotations

from functools import partial

from .db import Db
from .deal_line import DEAL_LINES, DealLine, DealPage, deal_line
from .protocol import PastTable, SeatRow
from .table_ops import SEAT
from .turns import InTurn

AT_ONCE = 500  # rows looked through before others have their turn,
LOOKED = 5000  # and those looked through for one page
Key = tuple[int, int, int]  # when a deal was opened, its table, its number


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
    ) -> DealPage:
        found: list[Key] = []
        after: Key | None = None
        looked, size = 0, min(4 * limit, AT_ONCE)
        which = partial(_some_deals, game=game, table=table, before=before)
        while True:
            some = await self._look(which, viewer, after=after, size=size)
            looked += len(some)
            after = some[-1][0] if some else after
            found += [key for key, may in some if may]
            if len(found) >= limit or len(some) < size or looked >= LOOKED:
                break
            size = AT_ONCE
        more = len(found) > limit or len(some) == size
        last = found[limit - 1] if len(found) >= limit else after
        lines = await self._look(_deal_lines, found[:limit])
        return DealPage(lines, last[0] if more and last is not None else None, looked)

    async def past_table(self, table: int) -> PastTable | None:
        return await self._do(_past_table, table)

    async def seated(self, table: int, user: str) -> list[SeatRow]:
        return await self._do(_seated, table, user)


async def _some_deals(
    db: Db,
    viewer: str | None,
    *,
    game: str | None,
    table: int | None,
    before: int | None,
    after: Key | None,
    size: int,
) -> list[tuple[Key, bool]]:
    """The next few by time, and whether the viewer may know of them. Each condition has an index:
    none is looked for through all there are."""
    asked: list[object] = [viewer]
    where = []
    for condition, value in (("game =", game), ("table_number =", table), ("opened <", before)):
        if value is not None:
            asked.append(value)
            where.append(f"{condition} ?{len(asked)}")
    if after is not None:
        asked += after
        here = ", ".join(f"?{n}" for n in range(len(asked) - 2, len(asked) + 1))
        where.append(f"(opened, table_number, deal) < ({here})")
    rows = await db.rows(
        "SELECT d.opened, d.table_number, d.deal,"  # noqa: S608 # the conditions above
        # a spectator who is told later does not learn here how far an open table has come
        " (NOT t.private AND (t.delay = 0 OR t.closed) OR t.host = ?1 AND t.delay = 0"
        "   OR EXISTS (SELECT 1 FROM seats s"
        "   WHERE s.table_number = d.table_number AND s.user_id = CAST(?1 AS TEXT)))"
        " FROM (SELECT opened, table_number, deal FROM deals"
        f" {'WHERE' if where else ''} {' AND '.join(where)}"
        f" ORDER BY opened DESC, table_number DESC, deal DESC LIMIT {size}) d"
        " JOIN tables t ON t.number = d.table_number"
        " ORDER BY d.opened DESC, d.table_number DESC, d.deal DESC",
        *asked,
    )
    return [((opened, number, deal), bool(may)) for opened, number, deal, may in rows]


async def _deal_lines(db: Db, which: list[Key]) -> list[DealLine]:
    question = DEAL_LINES.replace("FROM deals d", "FROM wanted w CROSS JOIN deals d")
    question += " ON d.table_number = w.t AND d.deal = w.d"
    found = {}
    for row in await db.among(question, [(table, deal) for _, table, deal in which]):
        line = deal_line(row)
        found[line.table, line.deal] = line
    return [found[table, deal] for _, table, deal in which if (table, deal) in found]


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
