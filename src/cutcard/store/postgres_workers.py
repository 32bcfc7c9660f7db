"""What workers on one database know of each other: who lives, whose a table is, who has a duty, and
how tables are given from one to another. The database is the only truth of it; what is said on the
links between them only says where to look."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import asyncpg
from msgspec import Struct

from .postgres_db import LOST, Connection, said
from .postgres_shift import Shift
from .protocol import StoreError

FENCED = "SELECT 1 FROM shifts WHERE shift = {} AND NOT over FOR KEY SHARE"
MAY = "SELECT 1 FROM shifts WHERE shift = {} AND NOT over AND NOT leaving FOR KEY SHARE"

TAKE = f"""
WITH ok AS ({MAY.format("$2")})
INSERT INTO duties SELECT $1, $2 FROM ok
ON CONFLICT (name) DO UPDATE SET shift = excluded.shift
WHERE (SELECT s.over OR s.leaving FROM shifts s WHERE s.shift = duties.shift) IS NOT FALSE
RETURNING shift
"""  # noqa: S608 # a constant

HOLDS = (
    "SELECT s.shift, s.address, s.leaving FROM duties d JOIN shifts s ON s.shift = d.shift"
    " WHERE d.name = $1 AND NOT s.over"
)

GIVE = f"""
WITH ok AS ({FENCED.format("$1")}),
taker AS ({MAY.format("$2")})
UPDATE tables SET shift = $2 FROM ok, taker
WHERE number = ANY($3::bigint[]) AND tables.shift = $1 AND NOT closed RETURNING number
"""  # noqa: S608 # a constant

LIVING = """
SELECT s.shift, s.worker, s.address, s.build, s.leaving,
    (SELECT count(*) FROM tables t WHERE t.shift = s.shift AND NOT t.closed)
FROM shifts s WHERE NOT s.over AND NOT s.alone ORDER BY s.shift
"""

WHOSE = """
SELECT t.number, coalesce(s.over, true), s.shift, s.address FROM tables t
LEFT JOIN shifts s ON s.shift = t.shift WHERE t.number = ANY($1::bigint[]) AND NOT t.closed
"""

Lent = Callable[[], AbstractAsyncContextManager[Connection]]


class Worker(Struct, frozen=True):
    """A server that lives and shares the database's tables."""

    shift: int
    name: str  # host:process:…
    address: str
    build: str
    leaving: bool
    tables: int

    @property
    def machine(self) -> str:
        return self.name.partition(":")[0]


class Seat(Struct, frozen=True):
    """Where a worker is reached."""

    shift: int
    address: str
    leaving: bool = False


NOBODY = Seat(0, "")
"""An open table that is nobody's for the moment: its worker is gone, and another takes it."""


class Crew:
    """The workers on a database, asked by one of them."""

    def __init__(self, shift: Shift, lent: Lent) -> None:
        self._shift = shift
        self._borrow = lent

    @asynccontextmanager
    async def _lent(self) -> AsyncIterator[Connection]:
        try:
            async with self._borrow() as connection:
                yield connection
        except (*LOST, asyncpg.PostgresError, asyncpg.InternalClientError) as reason:
            where = self._shift.where
            raise StoreError(f"The database {where} failed: {said(reason)}.") from reason

    @property
    def machine(self) -> str:
        """The one this worker runs on, as others know it."""
        return self._shift.worker.partition(":")[0]

    @property
    def me(self) -> int:
        return self._shift.number

    async def secret(self) -> bytes:
        async with self._lent() as connection:
            return str(await connection.fetchval("SELECT secret FROM bridge_secret")).encode()

    async def living(self) -> list[Worker]:
        async with self._lent() as connection:
            return [Worker(*row) for row in await connection.fetch(LIVING)]

    async def whose(self, tables: Sequence[int]) -> dict[int, Seat]:
        """Whose tables are: NOBODY's for the moment; those that are closed or never were are left
        out."""
        async with self._lent() as connection:
            rows = await connection.fetch(WHOSE, list(tables))
        return {n: NOBODY if over else Seat(shift, address) for n, over, shift, address in rows}

    async def linked(self, link: str) -> int | None:
        """The open table that has this private link."""
        async with self._lent() as connection:
            found: int | None = await connection.fetchval(
                "SELECT number FROM tables WHERE link = $1 AND NOT closed AND link <> ''", link
            )
        return found

    async def hosted(self, user: str) -> int:
        """How many open tables a user is the host of, at all workers."""
        async with self._lent() as connection:
            found: int = await connection.fetchval(
                "SELECT count(*) FROM tables WHERE host = $1 AND NOT closed", user
            )
        return found

    async def mine(self) -> list[int]:
        """The open tables that are this worker's by now."""
        async with self._lent() as connection:
            rows = await connection.fetch(
                "SELECT number FROM tables WHERE shift = $1 AND NOT closed", self.me
            )
        return [number for (number,) in rows]

    async def take(self, duty: str) -> bool:
        """Whether the duty is ours: it was free, or whoever had it is gone or leaves."""
        async with self._lent() as connection:
            return await connection.fetchval(TAKE, duty, self.me) is not None

    async def holder(self, duty: str) -> Seat | None:
        async with self._lent() as connection:
            row = await connection.fetchrow(HOLDS, duty)
        return None if row is None else Seat(*row)

    async def leave(self) -> None:
        """This worker stops: nobody gives it anything any more."""
        async with self._lent() as connection:
            await connection.execute(
                "UPDATE shifts SET leaving = true WHERE shift = $1 AND NOT over", self.me
            )

    async def give(self, numbers: Sequence[int], to: int) -> list[int]:
        """Tables go to another worker; those that did. All that was to be written of them is."""
        async with self._lent() as connection:
            rows = await connection.fetch(GIVE, self.me, to, list(numbers))
        return [number for (number,) in rows]
