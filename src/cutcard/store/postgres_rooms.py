"""Partitions of the log that are empty are dropped whole (S41). Old logs are removed a table at a
time, and what they leave would be room that nobody ever fills: tables that are opened later have
higher numbers, and another partition."""

from __future__ import annotations

import asyncpg

from .postgres_db import Connection

ROOM = 1_000_000  # tables of a partition; see cutcard_room in sql/postgres/001_ground.sql
PARTS = ("deals", "entries", "checks")
BRIEFLY = "200ms"  # so long everybody else may wait for the lock, at most

ROOMS = """
SELECT substr(c.relname, 7)::bigint AS room FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
WHERE i.inhparent = to_regclass('deals') AND c.relname ~ '^deals_[0-9]+$'
AND substr(c.relname, 7)::bigint < (SELECT greatest(last_value,
    (SELECT coalesce(max(number), 0) FROM tables)) / $1 FROM table_numbers) ORDER BY 1
"""


async def drop_empty_rooms(connection: Connection) -> list[int]:
    """Which were dropped, by their numbers. One that somebody reads just now is left for the next
    time; should a table be opened there after all, its room is made again."""
    dropped = []
    for (room,) in await connection.fetch(ROOMS, ROOM):
        try:
            async with connection.transaction():
                if await _drop(connection, room):
                    dropped.append(room)
        except (asyncpg.LockNotAvailableError, asyncpg.DeadlockDetectedError):
            continue
    return dropped


async def _drop(connection: Connection, room: int) -> bool:
    names = ", ".join(f"{part}_{room}" for part in PARTS)
    if not await _empty(connection, room):  # a look without a lock: most are not
        return False
    await connection.execute(f"SET LOCAL lock_timeout = '{BRIEFLY}'")
    await connection.execute(f"LOCK TABLE {', '.join(PARTS)}, {names} IN ACCESS EXCLUSIVE MODE")
    if not await _empty(connection, room):
        return False
    await connection.execute(f"DROP TABLE {names}")
    return True


async def _empty(connection: Connection, room: int) -> bool:
    logs = (f"EXISTS (SELECT 1 FROM {part}_{room})" for part in PARTS)  # noqa: S608 # a number and constants
    there = " OR ".join(logs)
    found = await connection.fetchval(
        f"SELECT {there} OR EXISTS (SELECT 1 FROM tables"  # noqa: S608 # numbers and constants
        " WHERE NOT closed AND number >= $1 AND number < $2)",
        *(room * ROOM, (room + 1) * ROOM),
    )
    return not found
