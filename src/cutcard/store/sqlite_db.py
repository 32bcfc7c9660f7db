"""SQLite as a `Db`. Its answers are there at once, so an operation on it never waits: `drive` does
one in the thread it is called in."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar

from .db import Row
from .protocol import OutcomeUnknown

T = TypeVar("T")


def drive(work: Coroutine[Any, Any, T]) -> T:
    """The operation's result, here and now."""
    try:
        work.send(None)
    except StopIteration as done:
        result: T = done.value
        return result
    work.close()
    raise RuntimeError("an operation of the store waited for something else than the database")


class SqliteDb:
    """The connection, which its owner opens and closes."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection

    async def rows(self, statement: str, *values: Any) -> Sequence[Row]:
        return self.connection.execute(statement, values).fetchall()

    async def one(self, statement: str, *values: Any) -> Row | None:
        found: Row | None = self.connection.execute(statement, values).fetchone()
        return found

    async def run(self, statement: str, *values: Any) -> int:
        return self.connection.execute(statement, values).rowcount

    async def among(self, question: str, keys: Sequence[tuple[int, ...]]) -> Sequence[Row]:
        if not keys:
            return []
        names, mark = ("t", "(?)") if len(keys[0]) == 1 else ("t, d", "(?, ?)")
        marks = ", ".join([mark] * len(keys))
        values = [value for key in keys for value in key]
        asked = f"WITH wanted ({names}) AS (VALUES {marks}) {question}"
        return self.connection.execute(asked, values).fetchall()

    async def next_entry(self) -> int:
        (last,) = self.connection.execute("SELECT coalesce(max(id), 0) FROM chips").fetchone()
        return int(last) + 1

    def commit(self) -> None:
        """What was to make it durable may reach the disk in part before it fails: it can be there
        after the next start, and it can be gone. It is not there before something else is."""
        try:
            self.connection.execute("COMMIT")
        except sqlite3.Error as error:
            self.roll_back()
            raise OutcomeUnknown(f"Whether it was written is not known: {error}.") from error

    def roll_back(self) -> None:
        with suppress(sqlite3.Error):
            self.connection.execute("ROLLBACK")

    @asynccontextmanager
    async def whole(self) -> AsyncIterator[None]:
        self.connection.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self.roll_back()
            raise
        self.commit()

    @asynccontextmanager
    async def moment(self) -> AsyncIterator[None]:
        self.connection.execute("BEGIN")
        try:
            yield
        finally:
            self.connection.execute("COMMIT")
