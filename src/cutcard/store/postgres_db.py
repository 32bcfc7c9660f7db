"""PostgreSQL as a `Db`, and what its errors mean."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import cache
from typing import Any, TypeAlias

import asyncpg

from .db import Row
from .protocol import OutcomeUnknown

Connection: TypeAlias = Any  # an asyncpg.Connection; it has no types of its own

LOST = (
    OSError,
    asyncpg.InterfaceError,  # the connection was closed under our hands
    asyncpg.InternalClientError,  # likewise, in the middle of an answer
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,  # the server stops, or somebody ended this session
)
"""What leaves it open whether a statement was carried out."""

ANEW = (
    asyncpg.SerializationError,
    asyncpg.DeadlockDetectedError,
    asyncpg.UniqueViolationError,  # another was first: it is there when looked for again
)
"""An operation that got in another's way, and is done anew."""

TOO_LONG = asyncpg.QueryCanceledError  # a statement that was ended by its time: nothing was done

HALF = ("SyncRepWaitForLSN", "canceling wait for synchronous replication")
"""Where and how PostgreSQL says that it waits for a standby no longer: what it reports as written
is on one machine only (S36)."""

NUMBERED = re.compile(r"\?(\d+)")


@cache
def dollars(statement: str) -> str:
    """The statement with parameters as PostgreSQL writes them."""
    return NUMBERED.sub(r"$\1", statement)


def clean(value: Any) -> Any:
    """A text without the one character PostgreSQL cannot keep: somebody may send it."""
    return value.replace("\0", "\ufffd") if type(value) is str and "\0" in value else value


def said(reason: BaseException) -> str:
    """What an error says, or at least what kind it is."""
    return str(reason).rstrip(".") or type(reason).__name__


def unknown(reason: BaseException) -> OutcomeUnknown:
    return OutcomeUnknown(f"Whether it was written is not known: {said(reason)}.")


def heed(connection: Connection, notice: Any) -> None:
    """A connection on which something was written half is given up: whoever wrote sees it closed,
    and does not know the outcome."""
    where, how = HALF
    if notice.server_source_function == where or how in str(notice.message):
        connection.terminate()


def sure(connection: Connection) -> None:
    """After a write: OutcomeUnknown where the connection was given up meanwhile."""
    if connection.is_closed():
        raise unknown(ConnectionError("only one machine may have it"))


class PostgresDb:
    """A connection, which its owner opens and closes."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    async def rows(self, statement: str, *values: Any) -> Sequence[Row]:
        found: list[Row] = await self.connection.fetch(dollars(statement), *map(clean, values))
        return found

    async def one(self, statement: str, *values: Any) -> Row | None:
        found: Row | None = await self.connection.fetchrow(dollars(statement), *map(clean, values))
        return found

    async def run(self, statement: str, *values: Any) -> int:
        alone = not self.connection.is_in_transaction()
        try:
            status = await self.connection.execute(dollars(statement), *map(clean, values))
            if alone:
                sure(self.connection)
        except LOST as reason:
            if alone and not isinstance(reason, TOO_LONG):
                raise unknown(reason) from reason
            raise
        return int(status.rpartition(" ")[2])

    async def among(self, question: str, keys: Sequence[tuple[int, ...]]) -> Sequence[Row]:
        if not keys:
            return []
        names, lists = ("t", "$1::bigint[]")
        if len(keys[0]) == 2:
            names, lists = ("t, d", "$1::bigint[], $2::bigint[]")
        joined = question.replace("CROSS JOIN", "JOIN")  # the planner finds the order by itself
        asked = f"WITH wanted ({names}) AS (SELECT * FROM unnest({lists})) {joined}"  # noqa: S608
        found: list[Row] = await self.connection.fetch(asked, *map(list, zip(*keys, strict=True)))
        return found

    async def next_entry(self) -> int:
        return int(await self.connection.fetchval("SELECT nextval('chip_entries')"))

    @asynccontextmanager
    async def whole(self) -> AsyncIterator[None]:
        """Serializable: what gets in another's way fails, and the store does it anew."""
        transaction = self.connection.transaction(isolation="serializable")
        await transaction.start()
        try:
            yield
        except BaseException:
            await _undo(self.connection, transaction)
            raise
        try:
            await transaction.commit()
            sure(self.connection)
        except LOST as reason:
            raise unknown(reason) from reason

    @asynccontextmanager
    async def moment(self) -> AsyncIterator[None]:
        async with self.connection.transaction(isolation="repeatable_read", readonly=True):
            yield


async def _undo(connection: Connection, transaction: Any) -> None:
    try:
        await transaction.rollback()
    except (*LOST, asyncpg.PostgresError):
        connection.terminate()  # with it goes what was begun
