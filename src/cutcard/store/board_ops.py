"""Boards in a database (A61-A65 of docs/rules/arena.md). An index has each ladder in a board's
order, so a page costs what is on it and before it, and not how many have a rating."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .db import Db, Row
from .people_ops import PERSON, read_person
from .standings import Bar, BoardLine

ORDER = "r.shown DESC, r.games DESC, r.reached, r.user_id"
LINE = f"{PERSON}, r.shown, r.games"
MOST = 500  # users named in one statement

# S608 below: what is put into these statements are the constants above, and numbers of parameters.


def _there(ladder: str, season: str, bar: Bar) -> tuple[str, list[object]]:
    """Who is on a board: accounts that are there, active, and sure enough; and the parameters."""
    table = "season_ratings" if season else "ratings"
    matches = "r.matches" if season else "r.games"
    values: list[object] = [ladder, bar.least]
    sure = ["r.game = ?1", f"{matches} >= ?2", "NOT u.guest", "u.deleted IS NULL"]
    if season:
        values.append(season)
        sure.append("r.season = ?3")
    else:
        values.append(bar.since)
        sure.append("r.last >= ?3")
    for system, widest in bar.widest:
        values += [system, widest]
        sure.append(f"NOT (r.system = ?{len(values) - 1} AND r.spread > ?{len(values)})")
    where = " AND ".join(sure)
    return f"FROM {table} r JOIN users u ON u.id = r.user_id WHERE {where}", values


async def board(
    db: Db, ladder: str, season: str, bar: Bar, *, start: int, count: int
) -> list[BoardLine]:
    there, values = _there(ladder, season, bar)
    async with db.moment():
        rows = await db.rows(
            f"SELECT {LINE} {there} AND NOT u.hidden ORDER BY {ORDER}"
            f" LIMIT ?{len(values) + 1} OFFSET ?{len(values) + 2}",
            *(*values, count, start - 1),
        )
        if not rows:
            return []
        best, least = rows[0][5], rows[-1][5]
        above = await _above(db, there, values, best)
        hidden = await _above(db, f"{there} AND u.hidden", values, best)
        among = await db.rows(
            f"SELECT r.shown {there} AND u.hidden"
            f" AND r.shown BETWEEN ?{len(values) + 1} AND ?{len(values) + 2}",
            *(*values, least, best),
        )
    rank, last, found = 1 + above, best, []
    for place, row in enumerate(rows, start):
        if row[5] != last:  # A65: who hides has a rank, too
            last = row[5]
            rank = place + hidden + sum(shown > last for (shown,) in among)
        found.append(_line(row, rank))
    return found


async def board_row(db: Db, ladder: str, season: str, bar: Bar, user: str) -> BoardLine | None:
    there, values = _there(ladder, season, bar)
    async with db.moment():
        mine = f"{there} AND r.user_id = ?{len(values) + 1}"
        row = await db.one(f"SELECT {LINE} {mine}", *values, user)
        return None if row is None else _line(row, 1 + await _above(db, there, values, row[5]))


async def board_of(
    db: Db, ladder: str, season: str, bar: Bar, users: Sequence[str]
) -> list[BoardLine]:
    there, values = _there(ladder, season, bar)
    rows: list[Row] = []
    for first in range(0, len(users), MOST):
        some = users[first : first + MOST]
        marks = ", ".join(f"?{len(values) + n}" for n in range(1, len(some) + 1))
        rows += await db.rows(
            f"SELECT {LINE}, r.reached {there} AND r.user_id IN ({marks})",
            *(*values, *some),
        )
    rows.sort(key=lambda row: (-row[5], -row[6], row[7], row[0]))
    return list(_ranked(rows))


def _ranked(rows: Iterable[Row]) -> Iterable[BoardLine]:
    rank, last = 0, None
    for n, row in enumerate(rows, 1):
        if row[5] != last:
            rank, last = n, row[5]
        yield _line(row, rank)


async def _above(db: Db, there: str, values: Sequence[object], shown: int) -> int:
    row = await db.one(
        f"SELECT count(*) {there} AND r.shown > ?{len(values) + 1}",
        *(*values, shown),
    )
    return int(row[0]) if row else 0


def _line(row: Row, rank: int) -> BoardLine:
    return BoardLine(rank, read_person(row[:5]), row[5], row[6])


async def set_hidden(db: Db, user: str, hidden: bool) -> None:
    await db.run("UPDATE users SET hidden = ?1 WHERE id = ?2", hidden, user)
