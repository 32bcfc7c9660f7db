"""A store in one SQLite file, the embedded default.

WAL with synchronous FULL: when `write` returns, the batch outlives a power cut. One thread owns
the connection, so batches are written one after another; rows go in by the hundred per
statement, because each statement lets go of the interpreter's lock and must win it back.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from msgspec import Struct, json, structs

from . import reading
from .layout import bring_up_to_date, check_readable, steps
from .loading import load_many
from .past import PastInSqlite
from .people import Person
from .people_sqlite import book_at_tables
from .people_store import PeopleInSqlite
from .protocol import (
    Batch,
    DealLine,
    DealLog,
    InUse,
    KeptTable,
    MatchRow,
    Rate,
    Rated,
    RatingChange,
    Standing,
    StoreError,
    Tally,
)
from .social_store import SocialInSqlite
from .sqlite_guard import Guard, check_sound, make_private

T = TypeVar("T")
P = ParamSpec("P")

SIZES = (256, 32, 4, 1)  # rows per statement, greatest first


class SqliteStore(PeopleInSqlite, SocialInSqlite, PastInSqlite):
    """The store in the file at `path`. `read_only` is for looking on while a server runs, and
    `beside` for small changes to accounts then; neither takes the file for itself."""

    def __init__(self, path: str | Path, *, read_only: bool = False, beside: bool = False) -> None:
        self.path = Path(path)
        self.read_only = read_only
        self.beside = beside
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="cutcard-store")
        self._db: sqlite3.Connection | None = None
        self._lock: sqlite3.Connection | None = None
        self._guard = Guard(self.path)

    async def open(self) -> None:
        if self.beside:
            await self._run(self._open_beside)
        else:
            await self._run(self._open_read_only if self.read_only else self._open)

    async def close(self) -> None:
        self._guard.disarm()
        await self._run(self._close)
        self._thread.shutdown()

    async def write(self, batch: Batch, rate: Rate | None = None) -> list[RatingChange]:
        return await self._do(_write, batch, rate)

    async def last_table(self) -> int:
        return await self._do(reading.last_table)

    async def unfinished(self) -> list[int]:
        return await self._do(reading.unfinished)

    async def load(self, table: int, updates: int = 64) -> KeptTable | None:
        found = await self.load_many([table], updates)
        return found[0] if found else None

    async def load_many(self, tables: Sequence[int], updates: int = 64) -> list[KeptTable]:
        return await self._do(load_many, tables, updates)

    async def deal(self, table: int, deal: int) -> DealLog | None:
        return await self._do(reading.deal, table, deal)

    async def find_key(
        self, table: int, seat: int, key: str, since: int = 0
    ) -> tuple[int, int] | None:
        return await self._do(reading.find_key, table, seat, key, since)

    async def deals(
        self, *, game: str | None = None, table: int | None = None, limit: int = 50
    ) -> list[DealLine]:
        return await self._do(reading.deals, game, table, limit)

    async def match(self, table: int, match: int) -> MatchRow | None:
        return await self._do(reading.match, table, match)

    async def standings(self, game: str, users: Sequence[str]) -> Mapping[str, Standing]:
        return await self._do(reading.standings, game, users)

    async def ladder(self, game: str, limit: int = 20) -> list[tuple[Person, Standing]]:
        return await self._do(reading.ladder, game, limit)

    async def tally(self, since: int) -> Tally:
        return await self._do(reading.tally, since)

    async def _run(self, work: Callable[[], T]) -> T:
        try:
            return await asyncio.get_running_loop().run_in_executor(
                self._thread, self._guard.around, work
            )
        except sqlite3.Error as error:
            raise StoreError(f"The database {self.path} failed: {error}.") from error

    async def _do(
        self,
        work: Callable[Concatenate[sqlite3.Connection, P], T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        if self._db is None:
            raise StoreError(f"The database {self.path} is not open.")
        return await self._run(partial(work, self._db, *args, **kwargs))

    def _open(self) -> None:
        if not self.path.parent.is_dir():
            raise StoreError(f"There is no folder {self.path.parent} for the database.")
        self._lock = self.hold()
        try:
            make_private(self.path)
            db = sqlite3.connect(self.path, isolation_level=None, cached_statements=128)
            try:
                check_sound(db, self.path)
                bring_up_to_date(db, self.path)
            except BaseException:
                db.close()
                raise
        except BaseException:
            self._close()
            raise
        self._db = db
        self._guard.arm()

    def _open_read_only(self) -> None:
        if not self.path.is_file():
            raise StoreError(f"There is no database {self.path}.")
        db = sqlite3.connect(f"{self.path.absolute().as_uri()}?mode=ro", uri=True)
        check_readable(db, self.path)
        self._db = db

    def _open_beside(self) -> None:
        """For one short transaction at a time; the server's own wait for it."""
        if not self.path.is_file():
            raise StoreError(f"There is no database {self.path}.")
        db = sqlite3.connect(self.path, isolation_level=None)
        if check_readable(db, self.path) != steps()[-1][0]:
            db.close()
            raise StoreError(f"An older Cutcard is using {self.path}; stop it first.")
        db.execute("PRAGMA synchronous = FULL")
        self._db = db

    def hold(self) -> sqlite3.Connection:
        """A lock beside the file, held by this process and gone with it, however it ends."""
        make_private(self.path.with_name(f"{self.path.name}-lock"))
        lock = sqlite3.connect(f"{self.path}-lock", isolation_level=None, timeout=0)
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            lock.close()
            raise InUse(
                f"Another server is using {self.path}; stop it, or name another file with --db."
            ) from error
        return lock

    def _close(self) -> None:
        if self._db is not None:
            self._db.close()
            self._db = None
        if self._lock is not None:
            self._lock.close()
            self._lock = None


def _write(db: sqlite3.Connection, batch: Batch, rate: Rate | None) -> list[RatingChange]:
    db.execute("BEGIN IMMEDIATE")
    try:
        _put(db, "INSERT INTO tables", reading.TABLE, map(_values, batch.tables))
        _put(db, "REPLACE INTO seats", reading.SEAT, map(_values, batch.seats))
        _put(db, "REPLACE INTO matches", reading.MATCH, map(_match_values, batch.matches))
        _put(db, "INSERT INTO deals", reading.DEAL, map(_values, batch.deals))
        _put(db, "INSERT INTO entries", reading.ENTRY, batch.entries)
        _put(db, "INSERT INTO checks", reading.CHECK, batch.checks)
        for table, deal, at in batch.clocks:
            db.execute(
                "UPDATE deals SET clock = ? WHERE table_number = ? AND deal = ?", (at, table, deal)
            )
        changes = [_rate(db, rated, rate) for rated in batch.rated] if rate else []
        if batch.chips:
            book_at_tables(db, batch.chips)
        _put(db, "INSERT OR IGNORE INTO barred", "table_number, user", batch.barred)
        for table in batch.closed:
            db.execute("UPDATE tables SET closed = 1 WHERE number = ?", (table,))
        db.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            db.execute("ROLLBACK")
        raise
    return changes


@cache
def _statement(verb: str, columns: str, rows: int) -> str:
    marks = "(" + ", ".join("?" * (columns.count(",") + 1)) + ")"
    return f"{verb} ({columns}) VALUES " + ", ".join([marks] * rows)


def _put(db: sqlite3.Connection, verb: str, columns: str, rows: Iterable[tuple[Any, ...]]) -> None:
    left = rows if isinstance(rows, list) else list(rows)
    done = 0
    for size in SIZES:
        while len(left) - done >= size:
            values = [value for row in left[done : done + size] for value in row]
            db.execute(_statement(verb, columns, size), values)
            done += size


def _values(row: Struct) -> tuple[Any, ...]:
    return structs.astuple(row)


def _match_values(row: MatchRow) -> tuple[Any, ...]:
    *head, places, scores = structs.astuple(row)
    return (*head, json.encode(places).decode(), json.encode(scores).decode())


def _rate(db: sqlite3.Connection, rated: Rated, rate: Rate) -> RatingChange:
    known = reading.standings(db, rated.game, rated.users)
    changes = rate([known.get(user) for user in rated.users], rated.places)
    for user, (before, after) in zip(rated.users, changes, strict=True):
        db.execute(
            "REPLACE INTO ratings (user, game, rating, games) VALUES (?, ?, ?, ?)",
            (user, rated.game, after.rating, after.games),
        )
        db.execute(
            "INSERT INTO rating_changes (table_number, match, user, before, after)"
            " VALUES (?, ?, ?, ?, ?)",
            (rated.table, rated.match, user, before.rating, after.rating),
        )
    before_all, after_all = zip(*changes, strict=True)
    return RatingChange(rated.table, rated.match, rated.users, before_all, after_all)
