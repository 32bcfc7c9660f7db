"""A server's shift: the name in which it writes, and by which another takes its place.

A shift that is over writes nothing any more: every write looks at its row, under a lock that lets
nobody end it meanwhile. A server holds a session lock on its shift's number as long as it lives,
so that the next one knows whether it still does. See sql/postgres/001_ground.sql.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import socket

import cutcard

from .postgres_db import Connection
from .protocol import InUse

DYING_SECONDS = 5.0  # for the database to notice that a server was killed
LOOK_SECONDS = 0.1

KEY = "(('shifts'::regclass::oid::bigint % 2147483648) << 32) + $1"
"""The number of a shift's lock: others may have shifts in other schemas of this database."""

END = "UPDATE shifts SET over = true WHERE shift ="
END += " (SELECT shift FROM shifts WHERE shift = $1 AND NOT over FOR UPDATE)"
"""FOR UPDATE waits for a write that is under way; every later one sees `over`."""

RENEW = f"""
WITH dead AS ({END} RETURNING worker, build),
fresh AS (INSERT INTO shifts (worker, build) SELECT worker, build FROM dead RETURNING shift),
moved AS (UPDATE tables t SET shift = fresh.shift FROM fresh WHERE t.shift = $1 AND NOT t.closed)
SELECT shift FROM fresh
"""  # noqa: S608 # a constant


class Shift:
    """The shift of this store; its number changes when the connection was lost."""

    def __init__(self, where: str) -> None:
        self.where = where
        self.number = 0
        self.worker = f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}"

    async def begin(self, connection: Connection) -> None:
        """Takes the database: all open tables are this shift's. InUse while another lives."""
        loop = asyncio.get_running_loop()
        until = loop.time() + DYING_SECONDS
        while not await self._begin(connection):
            if loop.time() > until:
                raise InUse(
                    f"Another server is using {self.where}; stop it, or name another database"
                    " with --db."
                )
            await asyncio.sleep(LOOK_SECONDS)
        await connection.execute(f"SELECT pg_advisory_lock({KEY})", self.number)

    async def _begin(self, connection: Connection) -> bool:
        async with connection.transaction():
            await connection.execute(f"SELECT pg_advisory_xact_lock({KEY})", 0)
            live = await connection.fetch("SELECT shift FROM shifts WHERE NOT over")
            for (shift,) in live:
                free = f"SELECT pg_try_advisory_xact_lock({KEY})"
                if not await connection.fetchval(free, shift):
                    return False
                await connection.execute(END, shift)
            self.number = await connection.fetchval(
                "INSERT INTO shifts (worker, build) VALUES ($1, $2) RETURNING shift",
                *(self.worker, cutcard.__version__),
            )
            await connection.execute(
                "UPDATE tables SET shift = $1 WHERE NOT closed AND shift <> $1", self.number
            )
        return True

    async def renew(self, connection: Connection) -> bool:
        """Ends the shift and begins the next on a new connection: when this returns, all that was
        written in its name is there, and nothing more will be. False: another has taken over."""
        mine = await connection.fetchval(
            "SELECT max(shift) FROM shifts WHERE worker = $1 AND NOT over", self.worker
        )
        if mine is None:
            return False
        fresh = await connection.fetchval(RENEW, mine)
        if fresh is None:
            return False
        self.number = fresh
        await connection.execute(f"SELECT pg_advisory_lock({KEY})", fresh)
        return True

    async def end(self, connection: Connection) -> None:
        await connection.execute(END, self.number)
