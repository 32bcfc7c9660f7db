"""What is read out of a SQLite database, as functions of its connection; they change nothing."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any

from msgspec import json

from .people import Person
from .people_sqlite import PERSON, read_person
from .protocol import (
    DealLine,
    DealLog,
    DealRow,
    Entry,
    MatchRow,
    Standing,
    TableRow,
    Tally,
)

TABLE = "number, game, options, seats, name, host, private, watchable, created, delay, link"
SEAT = "table_number, seat, user, name, bot, since, began"
MATCH = "table_number, match, status, created, started, completed, winner, reason, places, scores"
DEAL = (
    "table_number, deal, match, game, version, options, carry, seats, seed, commitment, first,"
    " opened"
)
DEAL_LINES = (
    "SELECT d.table_number, d.deal, d.match, d.game, d.opened,"
    " (SELECT count(*) FROM entries e"
    "   WHERE e.table_number = d.table_number AND e.deal = d.deal),"
    " (SELECT status FROM matches m"
    "   WHERE m.table_number = d.table_number AND m.match = d.match)"
    " FROM deals d"
)
ENTRY = "table_number, deal, n, at, seat, move, key"
CHECK = "table_number, deal, n, digest"

# S608 below: what is put into these statements are the constants above.


def last_table(db: sqlite3.Connection) -> int:
    return int(db.execute("SELECT coalesce(max(number), 0) FROM tables").fetchone()[0])


def unfinished(db: sqlite3.Connection) -> list[int]:
    rows = db.execute("SELECT number FROM tables WHERE closed = 0 ORDER BY number")
    return [number for (number,) in rows]


def deal(db: sqlite3.Connection, table: int, number: int) -> DealLog | None:
    of = (table, number)
    row = db.execute(
        f"SELECT {DEAL}, clock FROM deals WHERE table_number = ? AND deal = ?",  # noqa: S608
        of,
    ).fetchone()
    if row is None:
        return None
    entries = db.execute(
        "SELECT n, at, seat, move, key FROM entries WHERE table_number = ? AND deal = ? ORDER BY n",
        of,
    )
    checks = db.execute("SELECT n, digest FROM checks WHERE table_number = ? AND deal = ?", of)
    *header, clock = row
    return DealLog(DealRow(*header), [Entry(*entry) for entry in entries], dict(checks), clock)


def find_key(
    db: sqlite3.Connection, table: int, seat: int, key: str, since: int
) -> tuple[int, int] | None:
    row = db.execute(
        "SELECT deal, n FROM entries WHERE table_number = ? AND deal >= ? AND seat = ?"
        " AND key = ? LIMIT 1",
        (table, since, seat, key),
    ).fetchone()
    return (row[0], row[1]) if row else None


def deals(
    db: sqlite3.Connection, game: str | None, table: int | None, limit: int
) -> list[DealLine]:
    rows = db.execute(
        DEAL_LINES + " WHERE (?1 IS NULL OR d.game = ?1) AND (?2 IS NULL OR d.table_number = ?2)"
        " ORDER BY d.opened DESC, d.table_number DESC, d.deal DESC LIMIT ?3",
        (game, table, limit),
    )
    return [DealLine(*row) for row in rows]


def match(db: sqlite3.Connection, table: int, number: int) -> MatchRow | None:
    row = db.execute(
        f"SELECT {MATCH} FROM matches WHERE table_number = ? AND match = ?",  # noqa: S608
        (table, number),
    ).fetchone()
    return match_row(row) if row else None


def standings(db: sqlite3.Connection, game: str, users: Sequence[str]) -> dict[str, Standing]:
    found = {}
    for user in users:
        row = db.execute(
            "SELECT rating, games FROM ratings WHERE user = ? AND game = ?", (user, game)
        ).fetchone()
        if row:
            found[user] = Standing(*row)
    return found


def ladder(db: sqlite3.Connection, game: str, limit: int) -> list[tuple[Person, Standing]]:
    rows = db.execute(
        f"SELECT {PERSON}, r.rating, r.games FROM ratings r"  # noqa: S608
        " JOIN users u ON u.id = r.user WHERE r.game = ? AND u.deleted IS NULL"
        " ORDER BY r.rating DESC, u.id LIMIT ?",
        (game, limit),
    )
    return [(read_person(row[:5]), Standing(*row[5:])) for row in rows]


def tally(db: sqlite3.Connection, since: int) -> Tally:
    row = db.execute(
        "SELECT count(*), count(done), coalesce(sum(done - started), 0),"
        " coalesce(sum(done >= ?), 0) FROM (SELECT started,"
        " CASE status WHEN 'COMPLETED' THEN completed END AS done FROM matches)",
        (since,),
    ).fetchone()
    return Tally(*row)


def table_row(values: Sequence[Any]) -> TableRow:
    row = list(values)
    row[6:8] = map(bool, row[6:8])  # private and watchable
    return TableRow(*row)


def match_row(values: Sequence[Any]) -> MatchRow:
    *head, places, scores = values
    lists = [json.decode(text, type=tuple[int, ...]) for text in (places, scores)]
    return MatchRow(*head, *lists)
