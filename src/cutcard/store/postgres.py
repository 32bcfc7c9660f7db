"""A store in a PostgreSQL database, for a room that has outgrown a file.

A batch is one statement on a connection of its own (`cutcard_write`), written in the name of the
server's shift; everything else goes over a few connections that are held open. Where a connection
is lost while a batch is written, its shift is ended on a new one: that waits until the lost write
is there or gone, so that afterwards it can be told which.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, suppress
from itertools import count
from random import random
from typing import Any, Concatenate, ParamSpec, TypeVar

import asyncpg

from .archive_store import ArchiveInTurn
from .db import Db
from .event_store import EventsInTurn
from .fair_store import FairInTurn
from .login_store import LoginsInTurn
from .moderation_store import ModeratedInTurn
from .outcome import outcome
from .past import PastInTurn
from .people_store import PeopleInTurn
from .played_ops import PlayedInTurn
from .postgres_about import About, about, check_safe
from .postgres_address import SETTINGS, STANDS_STILL, without_password
from .postgres_batch import CALL, arguments, rated
from .postgres_db import ANEW, LOST, TOO_LONG, Connection, PostgresDb, heed, said, sure, unknown
from .postgres_layout import applied, check_current, migrate, steps
from .postgres_lease import ALONE, AT_ONCE, Lease, Owner, owner_of
from .postgres_primary import Primary
from .postgres_rooms import drop_empty_rooms
from .postgres_shift import TERMS, Shift, Terms
from .postgres_sweep import sweep_shifts
from .postgres_workers import Crew
from .protocol import Batch, InUse, Overdrawn, Rate, RatingChange, StoreError
from .result_ops import ResultsInTurn
from .social_store import SocialInTurn
from .table_store import TablesInTurn

log = logging.getLogger("cutcard.store")

T = TypeVar("T")
P = ParamSpec("P")

CONNECT_SECONDS = 15.0  # also where every machine is busy
WRITE_SECONDS = 10.0  # then the connection is given up, and the outcome is asked for
TRIES = 8
PAUSE = 0.005  # seconds, at most, before the first new try; each further one may wait twice as long
READ_SECONDS = 5  # for one statement of a server, except what is written in the tables' name
SETTLES = 2.0  # seconds after which nothing of a lower number comes any more (S16)
GATHER = 0.005  # seconds from the start of a write to that of the next (S35)
FENCED, STALE = "CC001", "CC002"
SOLVENT = "users_solvent"  # the rule that nobody has fewer than no chips
TAKEN = "Another server has taken over {where}; this one writes nothing any more."


async def _pause(tried: int) -> None:
    """Those who were in each other's way do not come again at one moment."""
    await asyncio.sleep(PAUSE * 2**tried * random())  # noqa: S311 # a moment, not a secret


class PostgresStore(
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
    """The store at `dsn`. `read_only` is for looking on while a server runs, and `beside` for
    small changes to accounts then; neither begins a shift. `shared` is the address at which other
    servers on this database reach this one: then each has the tables it opened or claimed."""

    gather = GATHER
    settles = SETTLES
    careful = False  # it serves only where what is acknowledged is kept

    def __init__(  # how a store is used: each by its name
        self,
        dsn: str,
        *,
        read_only: bool = False,
        beside: bool = False,
        pool: int = 5,
        shared: str | None = None,
        terms: Terms = TERMS,
    ) -> None:
        self.dsn = dsn
        self.where = without_password(dsn)
        self.read_only = read_only
        self.beside = beside
        self.over = asyncio.Event()  # another server has taken this one's place
        self._opened = False
        self._writer: Connection | None = None
        self._primary = Primary()
        self._shift = Shift(self.where, terms=terms, shared=shared)
        self._lease = Lease(self._shift, self.connect, self.over)
        self._keeping: asyncio.Task[None] | None = None
        self._idle: list[Connection] = []
        self._free = asyncio.Semaphore(pool)
        self.crew = Crew(self._shift, self._lent)

    async def open(self) -> None:
        try:
            writer = await self.connect()
            try:
                if self.read_only or self.beside:
                    await check_current(writer, self.where)
                else:
                    for name in await migrate(writer, self.where, only_new=True):
                        log.info("%s: applied %s", self.where, name)
                    await check_current(writer, self.where)
                    if self.careful:
                        await check_safe(writer, self.where)
                    await self._shift.begin(writer)
                    if self._shift.shared is not None:
                        await self._lease.numbers.fill(writer)
            except BaseException:
                writer.terminate()
                raise
        except (*LOST, asyncpg.PostgresError, ValueError) as reason:
            raise self._failed(reason) from reason
        if self.read_only or self.beside:
            self._idle.append(writer)
        else:
            self._writer = writer
            self._keeping = asyncio.get_running_loop().create_task(self._lease.run())
        self._opened = True

    def share(self, address: str, *, gateway: bool = False) -> None:
        """Before it is opened: others on this database reach this server there; a gateway is never
        given a table or a duty. Until it serves it claims nothing that others could have."""
        self._shift.shared, self._shift.gateway = address, gateway
        self._lease.serves = False

    @property
    def first(self) -> bool:
        """Once it is open: no other server was there."""
        return self._shift.first

    def serve(self) -> None:
        """It is up: from now on it claims what is nobody's."""
        self._lease.serves = True
        self._lease.look()

    async def turn(self) -> None:
        """Waits until no server uses the database; before it is opened."""
        while True:
            try:
                connection = await self.connect()
                try:
                    if await applied(connection, self.where):  # else it is new
                        await check_current(connection, self.where)
                        await self._shift.turn(connection)
                    return
                finally:
                    connection.terminate()
            except LOST as reason:
                log.warning("waiting for %s to answer: %s", self.where, said(reason))
                await asyncio.sleep(self._shift.terms.renew)
            except (asyncpg.PostgresError, ValueError) as reason:
                raise self._failed(reason) from reason

    async def close(self) -> None:
        if self._keeping is not None:
            self._keeping.cancel()
            with suppress(asyncio.CancelledError, InUse):  # the latter is known by `over`
                await self._keeping
            self._keeping = None
        writer, self._writer = self._writer, None
        if writer is not None:
            with suppress(*LOST, asyncpg.PostgresError):
                await self._shift.end(writer)
        for connection in [*self._idle, *([writer] if writer else [])]:
            with suppress(*LOST, asyncpg.PostgresError):
                await connection.close(timeout=CONNECT_SECONDS)
        self._idle = []
        self._opened = False

    @property
    def certain(self) -> bool:
        return self._lease.certain

    async def vouched(self) -> bool:
        return await self._lease.vouched()

    async def ended(self) -> None:
        """Returns when another server has taken over."""
        await self.over.wait()

    async def numbers(self) -> Iterator[int]:
        if self._shift.shared is None:
            return await super().numbers()
        return self._lease.numbers

    async def unfinished(self) -> list[int]:
        if self._shift.shared is None or self.read_only:
            return await super().unfinished()
        async with self._lent() as connection:
            if self._lease.serves or self._shift.first:
                await self._lease.claim(connection, ALONE if self._shift.first else AT_ONCE)
            rows = await connection.fetch(
                "SELECT number FROM tables WHERE shift = $1 AND NOT closed ORDER BY number",
                self._shift.number,
            )
        return [number for (number,) in rows]

    async def orphans(self) -> list[int]:
        return await self._lease.claimed.get()

    async def claim_events(self) -> list[int]:
        """This worker holds the events from now on: their tables are claimed here, and only
        here. Those that are nobody's are claimed at once."""
        self._lease.events = True
        async with self._lent() as connection:
            return await self._lease.claim(connection)

    def look(self) -> None:
        """Somebody said that there is something to claim."""
        self._lease.look()

    def hung_up(self, address: str) -> None:
        """The server at that address is no longer there, or not for us: whether it lives is looked
        at now."""
        self._lease.hung_up(address)

    async def owner(self, table: int) -> Owner | None:
        """Whose an open table is; None: there is none, or nobody's for the moment."""
        async with self._lent() as connection:
            return await owner_of(connection, table, self._shift.number)

    async def write(self, batch: Batch, rate: Rate | None = None) -> list[RatingChange]:
        if not self._opened or self.read_only or self.beside:
            raise StoreError(f"The database {self.where} is not open for writing.")
        writer = self._writer
        if writer is None or writer.is_closed():
            raise unknown(ConnectionError("the connection to the database was lost"))
        for tried in range(TRIES):
            limit = asyncio.get_running_loop().call_later(WRITE_SECONDS, writer.terminate)
            try:
                ratings, changes = await rated(PostgresDb(writer), batch, rate)
                await writer.execute(CALL, self._shift.number, *arguments(batch, ratings, changes))
                sure(writer)
            except LOST as reason:
                writer.terminate()
                raise unknown(reason) from reason
            except asyncpg.PostgresError as reason:
                if reason.sqlstate == FENCED:
                    self.over.set()
                    raise InUse(TAKEN.format(where=self.where)) from reason
                if getattr(reason, "constraint_name", None) == SOLVENT:
                    raise Overdrawn(f"{self.where}: {said(reason)}.") from reason
                if reason.sqlstate != STALE and not isinstance(reason, ANEW[:2]):
                    raise self._failed(reason) from reason
            else:
                return changes
            finally:
                limit.cancel()
            await _pause(tried)
        raise StoreError(f"The database {self.where} is too busy to write.")

    async def outcome(self, batch: Batch) -> list[RatingChange] | None:
        if self._writer is not None:
            self._writer.terminate()
        try:
            writer = await self.connect()
            try:
                if not await self._shift.again(writer):
                    self.over.set()
                done = await outcome(PostgresDb(writer), batch)
            except BaseException:
                writer.terminate()
                raise
        except (*LOST, asyncpg.PostgresError) as reason:
            raise self._failed(reason) from reason
        self._writer = writer
        return done

    async def sweep_logins(self, now: int, ends_before: int) -> int:
        gone = await super().sweep_logins(now, ends_before)
        async with self._alone() as connection:
            await sweep_shifts(connection)
        return gone

    async def drop_empty(self) -> list[int]:
        async with self._alone() as connection:
            return await drop_empty_rooms(connection)

    async def about(self) -> About:
        """What the database's server says of itself."""
        async with self._lent() as db:
            return await about(db)

    async def layout(self) -> list[tuple[int, str, Any]]:
        """Every step of the layout: number, name, and when it was applied, or None."""
        async with self._alone() as connection:
            seen = {number: at for number, _, at in await applied(connection, self.where)}
        return [(number, name, seen.get(number)) for number, name, _ in steps()]

    async def migrate(self) -> list[str]:
        """Brings the layout up to date; the names of the steps that were applied."""
        async with self._alone() as connection:
            return await migrate(connection, self.where)

    @asynccontextmanager
    async def _alone(self) -> AsyncIterator[Connection]:
        """A connection for somebody who has not opened the store."""
        try:
            connection = await self.connect()
            try:
                yield connection
            finally:
                await connection.close()
        except (*LOST, asyncpg.PostgresError, ValueError) as reason:
            raise self._failed(reason) from reason

    async def connect(self, *, reads: bool = False) -> Connection:
        """A new connection; its owner closes it. On one that reads no statement is endless; what
        is written is never ended by its time, for then only one machine may have it (S36)."""
        limit = {"statement_timeout": f"{READ_SECONDS}s"} if reads else {}
        limit |= STANDS_STILL if self.careful else {}
        made: Connection = await asyncpg.connect(
            self.dsn, timeout=CONNECT_SECONDS, server_settings={**SETTINGS, **limit}
        )
        made.add_log_listener(heed)
        try:
            wrong = await self._primary.wrong(made)
        except BaseException:
            made.terminate()
            raise
        if wrong is not None:
            made.terminate()
            self.over.set()  # what was acknowledged is elsewhere: nothing is written here
            log.error("%s: %s", self.where, wrong)
            raise InUse(f"{self.where} is not the database it was: {wrong}.")
        return made

    async def _do(
        self,
        work: Callable[Concatenate[Db, P], Coroutine[Any, Any, T]],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        if not self._opened:
            raise StoreError(f"The database {self.where} is not open.")
        loop = asyncio.get_running_loop()
        until = loop.time() + READ_SECONDS
        for tried in count():
            try:
                async with self._lent() as connection:
                    return await work(PostgresDb(connection), *args, **kwargs)
            except (*ANEW, *LOST) as reason:  # what was begun is undone: it may be done again
                crowded = isinstance(reason, ANEW) and loop.time() < until  # many sign up at once
                if isinstance(reason, TOO_LONG) or (tried >= TRIES and not crowded):
                    raise self._failed(reason) from reason
            except asyncpg.PostgresError as reason:
                raise self._failed(reason) from reason
            await _pause(min(tried, TRIES))
        raise AssertionError("it is done, or fails")

    @asynccontextmanager
    async def _lent(self) -> AsyncIterator[Connection]:
        async with self._free:
            connection = self._idle.pop() if self._idle else None
            if connection is None or connection.is_closed():
                connection = await self.connect(reads=self._writer is not None)
            try:
                yield connection
            except asyncio.CancelledError:
                connection.terminate()  # a statement of it may still be under way
                raise
            finally:
                if not connection.is_closed() and connection.is_in_transaction():
                    connection.terminate()
                if not connection.is_closed():
                    self._idle.append(connection)

    def _failed(self, reason: BaseException) -> StoreError:
        return StoreError(f"The database {self.where} failed: {said(reason)}.")
