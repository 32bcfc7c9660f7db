"""What is read about tables, deals and matches: operations that change nothing."""

from __future__ import annotations

from msgspec import json

from .db import Db, Row
from .deal_line import DEAL_LINES, DealLine, deal_line
from .protocol import (
    DealLog,
    DealRow,
    Entry,
    MatchRow,
    TableRow,
    Tally,
)

TABLE = (
    "number, game, options, seats, name, host, private, watchable, created, delay, link, ranked,"
    " event, event_table"
)
SEAT = "table_number, seat, user_id, name, bot, since, began"
MATCH = "table_number, match, status, created, started, completed, winner, reason, places, scores"
DEAL = (
    "table_number, deal, match, game, version, options, carry, seats, seed, commitment, first,"
    " opened"
)
ENTRY = "table_number, deal, n, at, seat, move, key"
CHECK = "table_number, deal, n, digest"

# S608 below: what is put into these statements are the constants above.


async def last_table(db: Db) -> int:
    row = await db.one("SELECT coalesce(max(number), 0) FROM tables")
    return int(row[0]) if row else 0


async def unfinished(db: Db) -> list[int]:
    rows = await db.rows("SELECT number FROM tables WHERE NOT closed ORDER BY number")
    return [number for (number,) in rows]


async def deal(db: Db, table: int, number: int) -> DealLog | None:
    row = await db.one(
        f"SELECT {DEAL}, clock FROM deals WHERE table_number = ?1 AND deal = ?2",  # noqa: S608
        *(table, number),
    )
    if row is None:
        return None
    entries = await db.rows(
        "SELECT n, at, seat, move, key FROM entries WHERE table_number = ?1 AND deal = ?2"
        " ORDER BY n",
        *(table, number),
    )
    checks = await db.rows(
        "SELECT n, digest FROM checks WHERE table_number = ?1 AND deal = ?2", table, number
    )
    *header, clock = row
    digests = {n: digest for n, digest in checks}  # noqa: C416 # a driver's rows are no pairs
    return DealLog(DealRow(*header), [Entry(*entry) for entry in entries], digests, clock)


async def find_key(db: Db, table: int, seat: int, key: str, since: int) -> tuple[int, int] | None:
    row = await db.one(
        "SELECT deal, n FROM entries WHERE table_number = ?1 AND deal >= ?2 AND seat = ?3"
        " AND key = ?4 LIMIT 1",
        *(table, since, seat, key),
    )
    return (row[0], row[1]) if row else None


async def deals(db: Db, game: str | None, table: int | None, limit: int) -> list[DealLine]:
    rows = await db.rows(
        DEAL_LINES + " WHERE (CAST(?1 AS TEXT) IS NULL OR d.game = ?1)"
        " AND (CAST(?2 AS BIGINT) IS NULL OR d.table_number = ?2)"
        " ORDER BY d.opened DESC, d.table_number DESC, d.deal DESC LIMIT ?3",
        *(game, table, limit),
    )
    return [deal_line(row) for row in rows]


async def stands(db: Db, table: int, number: int) -> tuple[int, int] | None:
    row = await db.one(
        "SELECT d.deal, (SELECT count(*) FROM entries e"
        "   WHERE e.table_number = d.table_number AND e.deal = d.deal)"
        " FROM deals d WHERE d.table_number = ?1 AND d.match = ?2 ORDER BY d.deal DESC LIMIT 1",
        *(table, number),
    )
    return (row[0], row[1]) if row else None


async def match(db: Db, table: int, number: int) -> MatchRow | None:
    row = await db.one(
        f"SELECT {MATCH} FROM matches WHERE table_number = ?1 AND match = ?2",  # noqa: S608
        *(table, number),
    )
    return match_row(row) if row else None


async def tally(db: Db, since: int) -> Tally:
    row = await db.one(
        "SELECT count(*), count(done), coalesce(sum(done - started), 0),"
        " count(*) FILTER (WHERE done >= ?1) FROM (SELECT started,"
        " CASE status WHEN 'COMPLETED' THEN completed END AS done FROM matches) m",
        since,
    )
    return Tally(*map(int, row or (0, 0, 0, 0)))


def table_row(values: Row) -> TableRow:
    row = list(values)
    row[6:8] = map(bool, row[6:8])  # private and watchable
    row[11] = bool(row[11])  # ranked
    return TableRow(*row)


def match_row(values: Row) -> MatchRow:
    *head, places, scores = values
    lists = [json.decode(text, type=tuple[int, ...]) for text in (places, scores)]
    return MatchRow(*head, *lists)
