"""What events came to, in a database."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from .db import Db, Row
from .people_ops import PERSON, read_person
from .results import EventResult, EventSums, Winner
from .turns import InTurn

RESULT = (
    "event, user_id, game, mode, season, at, bots, place, entries, cashes, final_tables, knockouts,"
    " prizes, bounties, cost, came, at_once, bubbles, comebacks"
)
AT_ONCE = 50  # rows in one statement
MOST = 500  # users named in one statement
FIGURES = "won DESC, seconds DESC, prizes DESC"
COUNTED = (  # ?1 a season, ?2 a game or NULL: the events of which something is counted here
    "SELECT r.event FROM event_results r JOIN users a ON a.id = r.user_id"
    " WHERE r.season = ?1 AND NOT r.bots AND NOT a.guest"
    " AND (CAST(?2 AS TEXT) IS NULL OR r.game = ?2) GROUP BY r.event HAVING count(*) > 1"
)
SUMS = (
    "SELECT r.user_id, sum(CASE WHEN r.place = 1 THEN 1 ELSE 0 END) AS won,"
    " sum(CASE WHEN r.place = 2 THEN 1 ELSE 0 END) AS seconds, sum(r.prizes) AS prizes"
    " FROM counted c JOIN event_results r ON r.event = c.event GROUP BY r.user_id"
)
THERE = "NOT u.guest AND u.deleted IS NULL AND s.won + s.seconds + s.prizes > 0"
BEST = f"WITH counted AS ({COUNTED}), sums AS ({SUMS}), best AS (SELECT {PERSON}, s.won, s.seconds,"
BEST += f" s.prizes, u.hidden FROM sums s JOIN users u ON u.id = s.user_id WHERE {THERE})"
RANK = f"rank() OVER (ORDER BY {FIGURES})"
RANKED = f"{BEST} SELECT * FROM (SELECT b.*, {RANK} AS place FROM best b) x"  # noqa: S608

# S608 below: what is put into these statements are the constants above, and numbers of parameters.


class ResultsInTurn(InTurn):
    """`Results`, as operations done in turn."""

    async def uncounted_events(self, limit: int = 20) -> list[int]:
        return await self._do(_uncounted, limit)

    async def count_event(self, event: int, results: Sequence[EventResult]) -> bool:
        return await self._do(_count, event, results)

    async def counted_events(self, after: int, limit: int = 200) -> list[int]:
        return await self._do(_counted, after, limit)

    async def event_results(self, event: int) -> list[EventResult]:
        return await self._do(_results, event)

    async def put_results(self, event: int, results: Sequence[EventResult]) -> None:
        await self._do(_put_again, event, results)

    async def event_sums(self, user: str) -> list[EventSums]:
        return await self._look(sums_of, user)

    async def results_of(self, user: str, most: int) -> list[EventResult]:
        return await self._do(_results_of, user, most)

    async def winners(
        self, season: str, game: str | None = None, *, start: int = 1, count: int = 20
    ) -> list[Winner]:
        return await self._look(_winners, season, game, start, count)

    async def winner(self, season: str, game: str | None, user: str) -> Winner | None:
        return await self._look(_winner, season, game, user)

    async def winners_of(self, season: str, game: str | None, users: Sequence[str]) -> list[Winner]:
        return await self._look(_winners_of, season, game, users)


async def _uncounted(db: Db, limit: int) -> list[int]:
    rows = await db.rows(
        "SELECT number FROM events WHERE closed AND NOT counted ORDER BY number LIMIT ?1", limit
    )
    return [row[0] for row in rows]


async def _count(db: Db, event: int, results: Sequence[EventResult]) -> bool:
    async with db.whole():
        done = await db.run(
            "UPDATE events SET counted = TRUE WHERE number = ?1 AND closed AND NOT counted", event
        )
        if done:
            await _put(db, results)
    return bool(done)


async def _put(db: Db, results: Sequence[EventResult]) -> None:
    width = len(EventResult.__struct_fields__)
    for first in range(0, len(results), AT_ONCE):
        some = results[first : first + AT_ONCE]
        marks = ", ".join(
            f"({', '.join(f'?{n * width + m}' for m in range(1, width + 1))})"
            for n in range(len(some))
        )
        values = [value for row in some for value in structs.astuple(row)]
        await db.run(f"INSERT INTO event_results ({RESULT}) VALUES {marks}", *values)  # noqa: S608


async def _counted(db: Db, after: int, limit: int) -> list[int]:
    rows = await db.rows(
        "SELECT number FROM events WHERE counted AND number > ?1 ORDER BY number LIMIT ?2",
        *(after, limit),
    )
    return [row[0] for row in rows]


async def _results(db: Db, event: int) -> list[EventResult]:
    rows = await db.rows(
        f"SELECT {RESULT} FROM event_results WHERE event = ?1 ORDER BY user_id",  # noqa: S608
        event,
    )
    return [EventResult(*_true(row, 6)) for row in rows]


async def _results_of(db: Db, user: str, most: int) -> list[EventResult]:
    rows = await db.rows(
        f"SELECT {RESULT} FROM event_results WHERE user_id = ?1 ORDER BY at, event LIMIT ?2",  # noqa: S608
        *(user, most),
    )
    return [EventResult(*_true(row, 6)) for row in rows]


async def _put_again(db: Db, event: int, results: Sequence[EventResult]) -> None:
    async with db.whole():
        await db.run("DELETE FROM event_results WHERE event = ?1", event)
        await _put(db, results)


async def sums_of(db: Db, user: str) -> list[EventSums]:
    rows = await db.rows(
        "SELECT game, mode, season, bots, sum(entries), sum(cashes),"
        " sum(CASE WHEN place = 1 THEN 1 ELSE 0 END), sum(final_tables), sum(knockouts),"
        " sum(prizes), sum(bounties), sum(cost) FROM event_results WHERE user_id = ?1"
        " GROUP BY game, mode, season, bots ORDER BY game, mode, season, bots",
        user,
    )
    return [EventSums(*_true(row, 3)) for row in rows]


async def _winners(db: Db, season: str, game: str | None, start: int, count: int) -> list[Winner]:
    rows = await db.rows(
        f"{RANKED} WHERE NOT hidden ORDER BY {FIGURES}, id LIMIT ?3 OFFSET ?4",
        *(season, game, count, start - 1),
    )
    return [_read(row) for row in rows]


async def _winner(db: Db, season: str, game: str | None, user: str) -> Winner | None:
    there = "SELECT 1 FROM event_results WHERE user_id = ?1 AND season = ?2 LIMIT 1"
    if await db.one(there, user, season) is None:
        return None  # where nobody is, all the others need not be counted
    row = await db.one(f"{RANKED} WHERE id = ?3", season, game, user)
    return None if row is None else _read(row)


async def _winners_of(db: Db, season: str, game: str | None, users: Sequence[str]) -> list[Winner]:
    rows: list[Row] = []
    for first in range(0, len(users), MOST):
        some = users[first : first + MOST]
        marks = ", ".join(f"?{n + 2}" for n in range(1, len(some) + 1))
        rows += await db.rows(
            f"{BEST} SELECT b.*, 0 FROM best b WHERE id IN ({marks})",  # noqa: S608
            *(season, game, *some),
        )
    rows.sort(key=lambda row: ([-int(x) for x in row[5:8]], row[0]))
    figures = [tuple(row[5:8]) for row in rows]
    return [_read((*row[:9], 1 + figures.index(tuple(row[5:8])))) for row in rows]


def _true(row: Row, place: int) -> Row:
    """SQLite's truth is a number, and sums come as one of PostgreSQL's own kind."""
    return [
        bool(one) if n == place else one if isinstance(one, str) else int(one)
        for n, one in enumerate(row)
    ]


def _read(row: Row) -> Winner:
    return Winner(row[9], read_person(row[:5]), *map(int, row[5:8]))
