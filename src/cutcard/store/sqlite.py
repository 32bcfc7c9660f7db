"""A store in one SQLite file, the embedded default.

WAL with synchronous FULL: when `write` returns, the batch outlives a power cut. One thread owns
the connection, so batches are written one after another; rows go in by the hundred per
statement, because each statement lets go of the interpreter's lock and must win it back. Boards,
histories and lists, which may look through much, have a thread and a connection of their own: no
move waits for them.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Coroutine, Iterable
from functools import cache
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from msgspec import Struct, json, structs

from . import table_ops as ops
from .archive_store import ArchiveInTurn
from .db import Db
from .event_ops import ENTRY as EVENT_ENTRY
from .event_ops import EVENT, book_at_events
from .event_store import EventsInTurn
from .events import EventRows
from .fair_store import FAIR, FairInTurn
from .layout import bring_up_to_date, check_readable, steps
from .login_store import LoginsInTurn
from .moderation_store import ModeratedInTurn
from .one_thread import OneThread
from .outcome import outcome
from .past import PastInTurn
from .people_ops import book_at_tables
from .people_store import PeopleInTurn
from .played_ops import PLAYED, PlayedInTurn
from .protocol import (
    Batch,
    InUse,
    MatchRow,
    Rate,
    Rated,
    RatingChange,
    StoreError,
)
from .rating_ops import put_change, standings
from .result_ops import ResultsInTurn
from .social_store import SocialInTurn
from .sqlite_db import SqliteDb, drive
from .sqlite_guard import START, Guard, check_sound, make_private
from .standing_ops import enter_trial, too_often
from .table_store import TablesInTurn

T = TypeVar("T")
P = ParamSpec("P")

SIZES = (256, 32, 4, 1)  # rows per statement, greatest first


class SqliteStore(
    TablesInTurn,
    PeopleInTurn,
    LoginsInTurn,
    SocialInTurn,
    ModeratedInTurn,
    PastInTurn,
    FairInTurn,
    EventsInTurn,
    PlayedInTurn,
    ResultsInTurn,
    ArchiveInTurn,
):
    """The store in the file at `path`. `read_only` is for looking on while a server runs, and
    `beside` for small changes to accounts then; neither takes the file for itself."""

    gather = 0.0
    certain = True  # its file is locked
    settles = 0.0  # one writes after the other

    def __init__(self, path: str | Path, *, read_only: bool = False, beside: bool = False) -> None:
        self.path = Path(path)
        self.read_only = read_only
        self.beside = beside
        self._thread = OneThread("cutcard-store")
        self._looking = OneThread("cutcard-store-look")
        self._db: sqlite3.Connection | None = None
        self._looked: sqlite3.Connection | None = None  # for reading beside the writes
        self._lock: sqlite3.Connection | None = None
        self._guard = Guard(self.path)

    async def open(self) -> None:
        if self.beside:
            await self._run(self._open_beside)
        else:
            await self._run(self._open_read_only if self.read_only else self._open)
        if not self.beside and not self.read_only:
            try:
                await self._run(self._open_looked, self._looking)
            except BaseException:
                await self.close()
                raise

    async def close(self) -> None:
        # not guarded: a file that was spoilt must be let go of, too
        await self._looking.do(self._close_looked)  # first: the last to go takes the -wal away
        self._looking.end()
        await self._thread.do(self._close)
        self._thread.end()

    async def write(self, batch: Batch, rate: Rate | None = None) -> list[RatingChange]:
        return await self._first(_write, batch, rate)

    async def outcome(self, batch: Batch) -> list[RatingChange] | None:
        return await self._first(_outcome, batch)

    async def ended(self) -> None:
        await asyncio.Event().wait()  # never: nobody can take a file whose lock is held

    async def _run(
        self, work: Callable[[], T], thread: OneThread | None = None, *, first: bool = False
    ) -> T:
        try:
            return await (thread or self._thread).do(lambda: self._guard.around(work), first=first)
        except sqlite3.Error as error:
            raise StoreError(f"The database {self.path} failed: {error}.") from error

    async def _do(
        self,
        work: Callable[Concatenate[Db, P], Coroutine[Any, Any, T]],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        db = self._opened()
        return await self._run(lambda: drive(work(db, *args, **kwargs)))

    async def _look(
        self,
        work: Callable[Concatenate[Db, P], Coroutine[Any, Any, T]],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        if self._looked is None:
            return await self._do(work, *args, **kwargs)
        db = SqliteDb(self._looked)
        return await self._run(lambda: drive(work(db, *args, **kwargs)), self._looking)

    async def _first(
        self,
        work: Callable[Concatenate[SqliteDb, P], Coroutine[Any, Any, T]],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """What moves wait for, before what others ask."""
        db = self._opened()
        return await self._run(lambda: drive(work(db, *args, **kwargs)), first=True)

    def _opened(self) -> SqliteDb:
        if self._db is None:
            raise StoreError(f"The database {self.path} is not open.")
        return SqliteDb(self._db)

    def _open(self) -> None:
        if not self.path.parent.is_dir():
            raise StoreError(f"There is no folder {self.path.parent} for the database.")
        self._lock = self.hold()
        try:
            make_private(self.path)
            db = sqlite3.connect(self.path, isolation_level=None, cached_statements=128)
            try:
                check_sound(db, self.path, START)
                bring_up_to_date(db, self.path)
            except BaseException:
                db.close()
                raise
        except BaseException:
            self._close()
            raise
        self._db = db
        self._guard.arm()

    def _open_looked(self) -> None:
        db = sqlite3.connect(self.path, isolation_level=None, cached_statements=128)
        db.execute("PRAGMA query_only = ON")
        db.execute("PRAGMA cache_size = -4000")
        self._looked = db

    def _close_looked(self) -> None:
        if self._looked is not None:
            self._looked.close()
            self._looked = None

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
        self._guard.disarm()  # here, after all other work: SQLite takes its -wal away itself
        if self._db is not None:
            self._db.close()
            self._db = None
        if self._lock is not None:
            self._lock.close()
            self._lock = None


async def _write(db: SqliteDb, batch: Batch, rate: Rate | None) -> list[RatingChange]:
    run = db.connection.execute
    run("BEGIN IMMEDIATE")
    try:
        _put(db, "INSERT INTO tables", ops.TABLE, map(_values, batch.tables))
        _put(db, "REPLACE INTO seats", ops.SEAT, map(_values, batch.seats))
        _put(db, "REPLACE INTO matches", ops.MATCH, map(_match_values, batch.matches))
        _put(db, "INSERT INTO deals", ops.DEAL, map(_values, batch.deals))
        _put(db, "INSERT INTO entries", ops.ENTRY, batch.entries)
        _put(db, "INSERT INTO checks", ops.CHECK, batch.checks)
        for table, deal, at in batch.clocks:
            run("UPDATE deals SET clock = ? WHERE table_number = ? AND deal = ?", (at, table, deal))
        changes = [await _rate(db, rated, rate) for rated in batch.rated] if rate else []
        if batch.chips:
            await book_at_tables(db, batch.chips)
        _put(db, "INSERT OR IGNORE INTO barred", "table_number, user_id", batch.barred)
        for mark in batch.marks:
            run(
                "INSERT INTO bests (user_id, game, name, value, at) VALUES (?, ?, ?, ?, ?)"
                " ON CONFLICT (user_id, game, name) DO UPDATE SET value = excluded.value,"
                " at = excluded.at WHERE excluded.value < value",
                _values(mark)[1:],
            )
        for trial in batch.trials:
            await enter_trial(db, trial)
        _write_played(db, batch)
        _put(db, "INSERT INTO fair", FAIR, map(_values, batch.fair))
        await _write_events(db, batch.events)
        for table in batch.closed:
            run("UPDATE tables SET closed = TRUE WHERE number = ?", (table,))
    except BaseException:
        db.roll_back()
        raise
    db.commit()
    return changes


def _write_played(db: SqliteDb, batch: Batch) -> None:
    columns = PLAYED.replace("p.", "")
    _put(db, "INSERT INTO played", columns, [one.values() for one in batch.played])
    rows = [row for one in batch.played for row in one.rows_by_user()]
    _put(db, "INSERT INTO played_by", "user_id, at, table_number, deal, game", rows)


async def _write_events(db: SqliteDb, events: EventRows) -> None:
    _put(db, "INSERT INTO events", EVENT, map(_values, events.opened))
    _put(db, "INSERT INTO event_entries", EVENT_ENTRY, map(_values, events.entries))
    await book_at_events(db, events.chips)
    for event in events.over:
        db.connection.execute("UPDATE events SET closed = TRUE WHERE number = ?", (event,))


async def _outcome(db: SqliteDb, batch: Batch) -> list[RatingChange] | None:
    """Something else is written first, and made durable: it takes the place of what a failed
    COMMIT may have left behind, which would otherwise come back with the next start."""
    (layout,) = db.connection.execute("PRAGMA user_version").fetchone()
    db.connection.execute(f"PRAGMA user_version = {layout}")
    return await outcome(db, batch)


@cache
def _statement(verb: str, columns: str, rows: int) -> str:
    marks = "(" + ", ".join("?" * (columns.count(",") + 1)) + ")"
    return f"{verb} ({columns}) VALUES " + ", ".join([marks] * rows)


def _put(db: SqliteDb, verb: str, columns: str, rows: Iterable[tuple[Any, ...]]) -> None:
    left = rows if isinstance(rows, list) else list(rows)
    done = 0
    for size in SIZES:
        while len(left) - done >= size:
            values = [value for row in left[done : done + size] for value in row]
            db.connection.execute(_statement(verb, columns, size), values)
            done += size


def _values(row: Struct) -> tuple[Any, ...]:
    return structs.astuple(row)


def _match_values(row: MatchRow) -> tuple[Any, ...]:
    *head, places, scores = structs.astuple(row)
    return (*head, json.encode(places).decode(), json.encode(scores).decode())


async def _rate(db: Db, rated: Rated, rate: Rate) -> RatingChange:
    if await too_often(db, rated):
        return RatingChange(rated.table, rated.match, rated.users, (), ())
    known = await standings(db, rated.ladder or rated.game, rated.users)
    pairs = rate([known.get(user) for user in rated.users], rated)
    before, after = zip(*pairs, strict=True)
    change = RatingChange(rated.table, rated.match, rated.users, before, after)
    await put_change(db, rated, change)
    return change
