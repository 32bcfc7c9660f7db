"""What was played, in a database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from msgspec import json

from .db import Db, Row
from .played import ALL, Counters, Fold, Numbered, Only, Played, PlayedPage
from .turns import InTurn

PLAYED = (
    "p.table_number, p.deal, p.match, p.game, p.mode, p.at, p.season, p.ranked, p.last, p.users,"
    " p.bots, p.places, p.reason"
)

AT_TABLE = "FROM played p LEFT JOIN tables t ON t.number = p.table_number"
VOID = (
    "EXISTS (SELECT 1 FROM rating_changes c WHERE c.table_number = p.table_number"
    " AND c.match = p.match AND c.void)"
)

# S608 below: what is put into these statements are the constants above.


class PlayedInTurn(InTurn):
    """The part of a store that knows what was played."""

    async def uncounted(self, limit: int = 20) -> list[Numbered]:
        return await self._do(_uncounted, limit)

    async def count(self, one: Numbered, counters: Counters, fold: Fold) -> bool:
        return await self._do(_count, one, counters, fold)

    async def record(self, user: str) -> bytes | None:
        return await self._do(_record, user)

    async def recount(self, after: int, limit: int = 200) -> list[tuple[Numbered, str | None]]:
        return await self._do(_recount, after, limit)

    async def rated_before(self, table: int, match: int) -> dict[str, float]:
        return await self._do(_rated_before, table, match)

    async def put_records(self, records: Mapping[str, bytes], counted: Mapping[int, str]) -> None:
        await self._do(_put_records, records, counted)

    async def history(
        self,
        user: str,
        viewer: str | None,
        game: str | None,
        before: int,
        limit: int,
        *,
        only: Only = ALL,
    ) -> PlayedPage:
        found: list[Played] = []
        after, looked, size = (before, 0, 0), 0, min(4 * limit, AT_ONCE)
        which = partial(_history, game=game, only=only)
        while True:
            some = await self._look(which, user, viewer, after=after, size=size)
            looked += len(some)
            found += [one for _, one in some if one is not None]
            after = some[-1][0] if some else after
            if len(found) >= limit or len(some) < size or looked >= LOOKED:
                break
            size = AT_ONCE
        more = len(found) > limit or len(some) == size
        last = found[limit - 1].at if len(found) >= limit else after[0]
        page = found[:limit]
        tables = sorted({one.table for one in page if one.bots})
        bots = await self._look(_bots_at, tables) if tables else {}
        return PlayedPage(page, last if more else None, looked, bots)


AT_ONCE = 500  # rows looked through before others have their turn,
LOOKED = 5000  # and those looked through for one page
Key = tuple[int, int, int]  # when a match was over, its table, its last deal
WANTED = (
    "(CAST(?3 AS TEXT) IS NULL OR b.game = ?3)"
    # of a match by a private link only those know who were in it
    " AND (NOT t.private OR EXISTS (SELECT 1 FROM played_by o WHERE o.user_id = ?4"
    "   AND o.at = b.at AND o.table_number = b.table_number AND o.deal = b.deal))"
    " AND (CAST(?6 AS TEXT) IS NULL OR p.mode = ?6)"
    " AND (CAST(?7 AS TEXT) IS NULL OR EXISTS (SELECT 1 FROM played_by w WHERE w.user_id = ?7"
    "   AND w.at = b.at AND w.table_number = b.table_number AND w.deal = b.deal))"
    " AND (CAST(?8 AS BOOLEAN) IS NULL OR p.ranked = ?8)"
)


def _played(row: Row) -> Played:
    table, deal, match, game, mode, at, season, ranked, last, users, bots, places, reason = row
    return Played(
        table, deal, match, game, mode, at, season, bool(ranked), bool(last),
        json.decode(users, type=tuple[str | None, ...]), bool(bots),
        json.decode(places, type=tuple[int, ...]), reason,
    )  # fmt: skip


async def _uncounted(db: Db, limit: int) -> list[Numbered]:
    rows = await db.rows(
        f"SELECT p.n, t.private, {VOID}, {PLAYED} {AT_TABLE} WHERE p.counters IS NULL"
        " ORDER BY p.n LIMIT ?1",
        limit,
    )
    return [Numbered(row[0], _played(row[3:]), bool(row[1]), bool(row[2])) for row in rows]


async def _recount(db: Db, after: int, limit: int) -> list[tuple[Numbered, str | None]]:
    rows = await db.rows(
        f"SELECT p.n, t.private, {VOID}, p.counters, {PLAYED} {AT_TABLE} WHERE p.n > ?1"
        " ORDER BY p.n LIMIT ?2",
        *(after, limit),
    )
    return [
        (Numbered(row[0], _played(row[4:]), bool(row[1]), bool(row[2])), row[3]) for row in rows
    ]


async def _rated_before(db: Db, table: int, match: int) -> dict[str, float]:
    rows = await db.rows(
        "SELECT user_id, before FROM rating_changes WHERE table_number = ?1 AND match = ?2"
        " AND system <> 'openskill' AND NOT void ORDER BY user_id",
        *(table, match),
    )
    return {row[0]: row[1] for row in rows} if len(rows) == 2 else {}


async def _record(db: Db, user: str) -> bytes | None:
    row = await db.one("SELECT data FROM records WHERE user_id = ?1", user)
    return None if row is None else str(row[0]).encode()


async def record_data(db: Db, user: str) -> Any:
    """The same as it may be read."""
    kept = await _record(db, user)
    return {} if kept is None else json.decode(kept)


async def _bots_at(db: Db, tables: Sequence[int]) -> dict[tuple[int, int], str]:
    rows = await db.among(
        "SELECT table_number, seat, name FROM wanted CROSS JOIN seats ON table_number = t"
        " WHERE bot IS NOT NULL",
        [(table,) for table in tables],
    )
    return {(table, seat): name for table, seat, name in rows}


async def _count(db: Db, one: Numbered, counters: Counters, fold: Fold) -> bool:
    async with db.whole():
        told = json.encode(counters).decode()
        done = await db.run(
            "UPDATE played SET counters = ?1 WHERE n = ?2 AND counters IS NULL", told, one.n
        )
        if done:
            for seat, user in one.played.people():
                await _put(db, user, fold(user, await _record(db, user), seat, one, counters))
    return bool(done)


async def _put(db: Db, user: str, record: bytes) -> None:
    await db.run(
        "INSERT INTO records (user_id, data) VALUES (?1, ?2) ON CONFLICT (user_id)"
        " DO UPDATE SET data = ?2",
        *(user, record.decode()),
    )


async def _put_records(db: Db, records: Mapping[str, bytes], counted: Mapping[int, str]) -> None:
    async with db.whole():
        await db.run("DELETE FROM records")
        for user, record in sorted(records.items()):
            await _put(db, user, record)
        for n, told in sorted(counted.items()):
            await db.run("UPDATE played SET counters = ?1 WHERE n = ?2", told, n)


async def _history(
    db: Db, user: str, viewer: str | None, *, game: str | None, only: Only, after: Key, size: int
) -> list[tuple[Key, Played | None]]:
    """The next few of a user's matches by time; None: one that is not asked for, or that the viewer
    may not know of."""
    rows = await db.rows(
        f"SELECT b.at, b.table_number, b.deal, ({WANTED}), {PLAYED}"  # noqa: S608 # constants
        " FROM (SELECT * FROM played_by WHERE user_id = ?1"
        "   AND (at, table_number, deal) < (?2, ?9, ?10) AND at >= ?5"
        f"   ORDER BY at DESC, table_number DESC, deal DESC LIMIT {size}) b"
        " JOIN played p ON p.table_number = b.table_number AND p.deal = b.deal"
        " JOIN tables t ON t.number = b.table_number"
        " ORDER BY b.at DESC, b.table_number DESC, b.deal DESC",
        *(user, after[0], game, viewer, only.since, only.mode, only.versus, only.ranked),
        *after[1:],
    )
    return [((row[0], row[1], row[2]), _played(row[4:]) if row[3] else None) for row in rows]
