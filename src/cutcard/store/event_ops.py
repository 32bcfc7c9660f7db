"""Events in a database: operations."""

from __future__ import annotations

from collections.abc import Sequence

from .db import Db, Row
from .events import EventBooking, EventEntry, EventRow, KeptEvent, event_account
from .people import Person
from .people_ops import PERSON, book, read_person

EVENT = "number, kind, game, name, host, seed, created"
ENTRY = "event, n, at, what, key"
MOST = 500  # users named in one statement

# S608 below: what is put into these statements are the constants above.


async def last_event(db: Db) -> int:
    row = await db.one("SELECT coalesce(max(number), 0) FROM events")
    return int(row[0]) if row else 0


async def live_events(db: Db) -> list[KeptEvent]:
    async with db.moment():
        rows = await db.rows(
            f"SELECT {EVENT}, closed FROM events WHERE NOT closed ORDER BY number"  # noqa: S608
        )
        return [await _kept(db, row) for row in rows]


async def event(db: Db, number: int) -> KeptEvent | None:
    async with db.moment():
        row = await db.one(f"SELECT {EVENT}, closed FROM events WHERE number = ?1", number)  # noqa: S608
        return await _kept(db, row) if row else None


async def _kept(db: Db, row: Row) -> KeptEvent:
    *head, over = row
    entries = await db.rows(
        f"SELECT {ENTRY} FROM event_entries WHERE event = ?1 ORDER BY n",  # noqa: S608
        head[0],
    )
    return KeptEvent(EventRow(*head), [EventEntry(*entry) for entry in entries], bool(over))


async def past_events(db: Db, limit: int) -> list[EventRow]:
    rows = await db.rows(
        f"SELECT {EVENT} FROM events WHERE closed ORDER BY number DESC LIMIT ?1",  # noqa: S608
        limit,
    )
    return [EventRow(*row) for row in rows]


async def persons(db: Db, users: Sequence[str]) -> dict[str, Person]:
    found: dict[str, Person] = {}
    for first in range(0, len(users), MOST):
        some = users[first : first + MOST]
        marks = ", ".join(f"?{n}" for n in range(1, len(some) + 1))
        rows = await db.rows(f"SELECT {PERSON} FROM users u WHERE u.id IN ({marks})", *some)  # noqa: S608
        found.update((person.id, person) for person in map(read_person, rows))
    return found


async def book_at_events(db: Db, bookings: Sequence[EventBooking]) -> None:
    """What a batch moves between events and accounts; inside its transaction."""
    for one in bookings:
        sides = (event_account(one.event), one.account)
        await book(db, one.at, sides, one.amount, one.reason)
