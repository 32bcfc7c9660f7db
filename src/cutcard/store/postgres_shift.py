"""A server's shift: the name in which it writes, and by which another takes its place.

A shift that is over writes nothing any more: every write looks at its row, under a lock that lets
nobody end it meanwhile. A server holds a session lock on its shift's number as long as it lives,
and renews its lease once a second (`postgres_lease.py`): one whose lock is free was killed, one
whose lease has run out stands still or is cut off. See sql/postgres/001_ground.sql and
007_leases.sql.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import socket
import time
from collections.abc import Container
from typing import Any

from msgspec import Struct

import cutcard

from .postgres_build import build
from .postgres_db import Connection
from .protocol import InUse

DYING_SECONDS = 5.0  # for the database to notice that a server was killed, or stands still
LOOK_SECONDS = 0.1

KEY = "(('shifts'::regclass::oid::bigint % 2147483648) << 32) + $1"
"""The number of a shift's lock: others may have shifts in other schemas of this database."""

END = "UPDATE shifts SET over = true WHERE shift ="
END += " (SELECT shift FROM shifts WHERE shift = $1 AND NOT over FOR UPDATE)"
"""FOR UPDATE waits for a write that is under way; every later one sees `over`."""

UNTIL = "clock_timestamp() + make_interval(secs => $2)"

AGAIN = f"""
WITH dead AS ({END} RETURNING worker, build, alone, address, leaving),
fresh AS (INSERT INTO shifts (worker, build, alone, address, leaving, lease_until)
    SELECT worker, build, alone, address, leaving, {UNTIL} FROM dead RETURNING shift),
moved AS (UPDATE tables t SET shift = fresh.shift FROM fresh WHERE t.shift = $1 AND NOT t.closed),
kept AS (UPDATE duties d SET shift = fresh.shift FROM fresh WHERE d.shift = $1)
SELECT shift FROM fresh
"""  # noqa: S608 # a constant

LIVING = (
    "SELECT shift, renewed, coalesce(lease_until < clock_timestamp(), false), alone"
    " FROM shifts WHERE NOT over AND shift <> $1"
)


class Terms(Struct, frozen=True):
    """Seconds, by the database's clock."""

    lease: float = 3.0  # so long a shift is believed to live without having been renewed
    renew: float = 1.0  # it is renewed so often
    probe: float = 0.25  # others are looked at so often
    margin: float = 0.5  # before its end a lease is no longer relied on
    early: float = 1.2  # without a renewal, after which a free lock says that a server is gone

    def __post_init__(self) -> None:
        if not self.margin < self.renew < self.lease / 2:
            raise ValueError(f"terms that cannot hold: {self}")


TERMS = Terms()


class Stillness:
    """Tells who stands still from who only seems to, because we or the database did: who was late
    in two looks running, without a renewal between them; and only after we have looked for as long
    as a lease lasts without a pause, in which everybody could renew. A lock that is free is no
    matter of time, for a database that stood still kept it: there it is enough that our connection
    is as old as a lease, so that after a restart of the database all could come back."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self._ended = float("-inf")  # the last look
        self._steady = float("-inf")  # since when there was no pause
        self._connected = float("-inf")
        self._late: dict[int, Any] = {}

    def connected(self) -> None:
        """On a new connection: everybody may have to make a new one."""
        self._steady = self._connected = time.monotonic()

    def look(self, began: float, late: dict[int, Any], free: Container[int] = ()) -> list[int]:
        """A look that began then is over, and found these late: shift → when it was renewed; of
        some the lock is free. Those that stand still, or are gone."""
        now = time.monotonic()
        if now - began > 2 * self._terms.probe or began - self._ended > self._terms.renew:
            self._steady = now
        before, self._late, self._ended = self._late, late, now
        lease = self._terms.lease
        return [
            shift
            for shift, renewed in late.items()
            if before.get(shift) == renewed
            and now - (self._connected if shift in free else self._steady) >= lease
        ]


class Shift:
    """The shift of this store; its number changes when the connection was lost."""

    def __init__(self, where: str, *, terms: Terms = TERMS, shared: str | None = None) -> None:
        self.where = where
        self.number = 0
        self.terms = terms
        self.shared = shared  # at which address other servers reach this one; None: it is alone
        self.first = True  # nobody else was there when it began
        self.build = ""  # what it can go on with; made when it begins
        self.gateway = False  # it never has a table or a duty: to others it leaves all the time
        self.worker = f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}"
        self._still = Stillness(terms)

    async def begin(self, connection: Connection) -> None:
        """Takes the database: all open tables are this shift's, or, where tables are shared, may be
        claimed. InUse while another lives that does not share them."""
        loop = asyncio.get_running_loop()
        until = loop.time() + DYING_SECONDS
        while not await self._begin(connection):
            if loop.time() > until:
                raise InUse(
                    f"Another server is using {self.where}; stop it, or name another database"
                    " with --db."
                )
            await asyncio.sleep(LOOK_SECONDS)

    async def _begin(self, connection: Connection) -> bool:
        if not self.build:
            self.build = cutcard.__version__ if self.shared is None else build()
        async with connection.transaction():
            await connection.execute(f"SELECT pg_advisory_xact_lock({KEY})", 0)
            living, gone = await self._look(connection)
            if any(alone or self.shared is None for _, alone in living):
                return False
            self.first = not living
            for shift in gone if self.first else ():  # else those who are up do it, and take over
                await connection.execute(END, shift)
            self.number = await connection.fetchval(
                "INSERT INTO shifts (worker, build, alone, address, leaving, lease_until)"  # noqa: S608
                f" VALUES ($1, $3, $4, $5, $6, {UNTIL}) RETURNING shift",
                *(self.worker, self.terms.lease, self.build),
                *(self.shared is None, self.shared or "", self.gateway),
            )
            if self.shared is None:
                await connection.execute(
                    "UPDATE tables SET shift = $1 WHERE NOT closed AND shift <> $1", self.number
                )
            elif not living:  # whoever was alone counted by itself
                await connection.execute(
                    "SELECT setval('table_numbers', greatest(last_value + is_called::int,"
                    " 1 + (SELECT max(number) FROM tables)), false) FROM table_numbers"
                )
            # The session's lock, before others can see the row: nobody takes it for a dead one's.
            await connection.execute(f"SELECT pg_advisory_lock({KEY})", self.number)
        return True

    async def _look(self, connection: Connection) -> tuple[list[tuple[int, bool]], list[int]]:
        """The other shifts that live, each with whether it is alone, and those that do not."""
        began = time.monotonic()
        living, gone = [], []
        rows = await connection.fetch(LIVING, self.number)
        still = self._still.look(
            began, {shift: renewed for shift, renewed, late, _ in rows if late}
        )
        for shift, _, _, alone in rows:
            free = f"SELECT pg_try_advisory_xact_lock({KEY})"
            if shift in still or await connection.fetchval(free, shift):
                gone.append(shift)
            else:
                living.append((shift, alone))
        return living, gone

    async def turn(self, connection: Connection) -> None:
        """Waits until no other server lives."""
        living, _ = await self._look(connection)
        while living:
            await asyncio.sleep(self.terms.probe)
            living, _ = await self._look(connection)

    async def again(self, connection: Connection) -> bool:
        """Ends the shift and begins the next on a new connection: when this returns, all that was
        written in its name is there, and nothing more will be. False: another has taken over."""
        mine = await connection.fetchval(
            "SELECT max(shift) FROM shifts WHERE worker = $1 AND NOT over", self.worker
        )
        if mine is None:
            return False
        fresh = await connection.fetchval(AGAIN, mine, self.terms.lease)
        if fresh is None:
            return False
        self.number = fresh
        await connection.execute(f"SELECT pg_advisory_lock({KEY})", fresh)
        return True

    async def end(self, connection: Connection) -> None:
        await connection.execute(END, self.number)
