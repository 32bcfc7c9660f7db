"""What the store's operations stand on: a database that answers statements.

An operation is a coroutine of a `Db`, written once: `await db.one("… WHERE id = ?1", user)`.
SQLite and PostgreSQL each have a driver of a few lines that answers. So the statements are those
both understand: parameters are numbered, truth is TRUE and NOT, upserts are ON CONFLICT, a new
number comes back with RETURNING, and a parameter that is only compared with NULL is CAST. No
column is called `user`: in PostgreSQL that is the name of whoever is connected.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, Protocol

Row = Sequence[Any]


class Db(Protocol):
    """A connection to a database. Outside of `whole` each statement is a transaction."""

    async def rows(self, statement: str, *values: Any) -> Sequence[Row]: ...

    async def one(self, statement: str, *values: Any) -> Row | None:
        """The first row of the answer."""

    async def run(self, statement: str, *values: Any) -> int:
        """How many rows it changed."""

    async def among(self, question: str, keys: Sequence[tuple[int, ...]]) -> Sequence[Row]:
        """Asks about many keys at once, which the question names `wanted (t)`, or `wanted (t, d)`
        where they are pairs: `SELECT … FROM wanted CROSS JOIN seats ON table_number = t`. CROSS
        says that they are gone through in the order in which they are named."""

    async def next_entry(self) -> int:
        """A number for the next entry in the chip ledger; within `whole`."""

    def whole(self) -> AbstractAsyncContextManager[None]:
        """A transaction: all of it, or nothing, and as if nobody else did anything meanwhile. An
        operation that gets in another's way is done anew from its beginning."""

    def moment(self) -> AbstractAsyncContextManager[None]:
        """All that is read within is of one moment."""
