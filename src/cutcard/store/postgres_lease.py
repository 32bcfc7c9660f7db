"""A lease is kept, and others' are looked at: on a connection of its own, beside what is written.

Where servers share the tables of a database, each looks four times a second whether another is
gone: its lock is free and it was not renewed for a moment, or its lease has run out; where somebody
says that it hung up on them, a free lock says it at once. What is seen so by two looks running is
ended (it writes nothing any more), and its tables are claimed by
whoever comes first. Who stood still, or whose database did, judges nobody until all had time to
renew. See `postgres_shift.py`.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress

import asyncpg
from msgspec import Struct

from .postgres_db import LOST, Connection
from .postgres_rooms import ROOM
from .postgres_shift import KEY, UNTIL, Shift, Stillness
from .protocol import StoreError

log = logging.getLogger("cutcard.store")

AT_ONCE = 50  # tables claimed in one statement
ALONE = 1000  # and where nobody else is there to share them with
BLOCK = 256  # numbers of tables held ready, at most; half of them at any time
TURN = 0.01  # seconds between two claims, in which others have their turn
AFRESH = 0.02  # seconds between two looks while one is known to have hung up
SWEEP = 5.0  # seconds between claims of what nobody saw becoming an orphan

RENEW = f"UPDATE shifts SET renewed = clock_timestamp(), lease_until = {UNTIL}"  # noqa: S608
RENEW += " WHERE shift = $1 AND NOT over RETURNING 1"

FREE = f"pg_try_advisory_xact_lock({KEY.replace('$1', 'shift')})"
SUSPECTS = f"""
SELECT shift, renewed, free FROM (
    SELECT shift, renewed, lease_until < clock_timestamp() AS late,
        (renewed < clock_timestamp() - make_interval(secs => $2) OR address = ANY($3::text[]))
            AND {FREE} AS free
    FROM shifts WHERE NOT over AND shift <> $1) others
WHERE late OR free
"""  # noqa: S608 # a constant

THERE = "SELECT address FROM shifts WHERE NOT over AND address = ANY($1::text[])"

FENCE = (
    "UPDATE shifts SET over = true WHERE shift = (SELECT shift FROM shifts"
    " WHERE shift = $1 AND renewed = $2 AND NOT over FOR UPDATE) RETURNING shift"
)

SHARE = """
SELECT ceil(count(*)::numeric / greatest(1, (SELECT count(*) FROM shifts
    WHERE NOT over AND NOT leaving)))::int
FROM tables t JOIN shifts s ON s.shift = t.shift WHERE s.over AND NOT t.closed
AND (t.event = 0 OR $1)
"""
"""How many of the tables that are nobody's are each worker's to claim."""

CLAIM = """
WITH ok AS (SELECT build FROM shifts WHERE shift = $1 AND NOT over AND NOT leaving FOR KEY SHARE),
orphan AS (SELECT t.number FROM ok, tables t JOIN shifts s ON s.shift = t.shift
    LEFT JOIN LATERAL (SELECT d.version FROM deals d WHERE d.table_number = t.number
        ORDER BY d.deal DESC LIMIT 1) last ON TRUE
    CROSS JOIN LATERAL (SELECT t.game || coalesce(':' || last.version, '') AS it) wants
    WHERE s.over AND NOT t.closed AND (t.event = 0 OR $3)
    AND (wants.it = ANY(string_to_array(ok.build, ' ')) OR NOT EXISTS (SELECT 1 FROM shifts other
        WHERE NOT other.over AND NOT other.leaving AND other.shift <> $1
        AND wants.it = ANY(string_to_array(other.build, ' '))))
    ORDER BY t.number LIMIT $2 FOR UPDATE OF t SKIP LOCKED)
UPDATE tables t SET shift = $1 FROM orphan WHERE t.number = orphan.number RETURNING t.number
"""
"""What nobody who is there can go on with is claimed too: it is closed, and its chips go back."""


class Owner(Struct, frozen=True):
    """Whose a table is."""

    shift: int
    address: str
    mine: bool


class Numbers:
    """Numbers for new tables, some of which are held ready; `few` is called when there should be
    more."""

    def __init__(self, few: Callable[[], None]) -> None:
        self._held: deque[int] = deque()
        self._few = few
        self._room = -1  # up to which partition there is one

    def __iter__(self) -> Numbers:
        return self

    def __next__(self) -> int:
        if len(self._held) <= BLOCK / 2:
            self._few()
        if not self._held:
            raise StoreError("No number for a new table is at hand; try again in a moment.")
        return self._held.popleft()

    async def fill(self, connection: Connection) -> None:
        if len(self._held) <= BLOCK / 2:
            rows = await connection.fetch(
                "SELECT nextval('table_numbers') FROM generate_series(1, $1)", BLOCK
            )
            await self._make_room(connection, rows[-1][0] // ROOM)
            self._held.extend(number for (number,) in rows)

    async def _make_room(self, connection: Connection, room: int) -> None:
        """The log's next partition is there before a table that needs it is written: two who made
        it with their writes got in each other's way."""
        if room <= self._room:
            return
        async with connection.transaction():
            await connection.execute("SELECT pg_advisory_xact_lock(8, 0)")
            await connection.execute("SELECT cutcard_room($1, $1)", room * ROOM)
        self._room = room


class Lease:
    """Keeps a shift's lease while `run` runs; `lost` is set when another has ended the shift."""

    def __init__(
        self, shift: Shift, connect: Callable[[], Awaitable[Connection]], lost: asyncio.Event
    ) -> None:
        self.shift = shift
        self.terms = shift.terms
        self.claimed: asyncio.Queue[list[int]] = asyncio.Queue()
        self._connect = connect
        self._lost = lost
        self._asked = float("-inf")  # when a renewal was sent
        self._renewed = float("-inf")  # when the last renewal that was answered was sent
        self._told = asyncio.Event()  # a renewal was answered
        self._still = Stillness(shift.terms)
        self._swept = 0.0
        self.events = False  # tables of events go to the worker that holds the events, and only it
        self._hurry = asyncio.Event()
        self.numbers = Numbers(self._hurry.set)
        self._suspected: set[int] = set()  # in the last look
        self.serves = True  # who is still starting claims nothing: others are up
        self._hung_up: dict[str, float] = {}  # addresses of others, and until when that is news

    @property
    def certain(self) -> bool:
        """Whether nobody can have ended the shift by now, by our own clock (S1): until shortly
        before its lease runs out."""
        return time.monotonic() - self._renewed < self.terms.lease - self.terms.margin

    async def vouched(self) -> bool:
        """Waits until it is certain again; False: the shift was ended."""
        ended = asyncio.ensure_future(self._lost.wait())
        try:
            while not self.certain and not self._lost.is_set():
                self._told.clear()
                told = asyncio.ensure_future(self._told.wait())
                await asyncio.wait((told, ended), return_when=asyncio.FIRST_COMPLETED)
                told.cancel()
        finally:
            ended.cancel()
        return not self._lost.is_set()

    def look(self) -> None:
        """There may be something to claim: at once."""
        self._swept = 0.0
        self._hurry.set()

    def hung_up(self, address: str) -> None:
        """The connection with another is gone: if its lock is free too, so is it. One that stops
        as it should has ended its shift before."""
        self._hung_up[address] = time.monotonic() + self.terms.lease
        self._hurry.set()

    async def run(self) -> None:
        """Until it is cancelled or the shift is lost; a connection that is lost is made anew."""
        while not self._lost.is_set():
            try:
                connection = await self._connect()
                try:
                    await self._keep(connection)
                finally:
                    connection.terminate()
            except (*LOST, asyncpg.PostgresError) as reason:
                log.warning("the lease of shift %s waits: %s", self.shift.number, reason)
                await asyncio.sleep(self.terms.probe)
            except StoreError:  # it is said by `lost`
                raise
            except Exception:  # whatever it was: without a lease nothing goes on
                log.exception("the lease of shift %s failed; it is tried again", self.shift.number)
                await asyncio.sleep(self.terms.probe)

    async def _keep(self, connection: Connection) -> None:
        self._still.connected()
        self._asked = float("-inf")
        while not self._lost.is_set():
            await self._renew_in_time(connection)
            if self.shift.shared is None:
                await asyncio.sleep(self.terms.renew)
                continue
            self._hurry.clear()  # what is said from now on is looked at once more
            await self.numbers.fill(connection)
            await self._probe(connection)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._hurry.wait(), self._pause())

    def _pause(self) -> float:
        """Seconds until the next look."""
        now = time.monotonic()
        self._hung_up = {at: until for at, until in self._hung_up.items() if now < until}
        return min(AFRESH, self.terms.probe) if self._hung_up else self.terms.probe

    async def _renew_in_time(self, connection: Connection) -> None:
        if time.monotonic() - self._asked >= self.terms.renew:
            self._asked = time.monotonic()
            await self._renew(connection)

    async def _renew(self, connection: Connection) -> None:
        number, asked = self.shift.number, time.monotonic()
        limit = asyncio.get_running_loop().call_later(self.terms.lease, connection.terminate)
        try:
            held = await connection.fetchval(RENEW, number, self.terms.lease)
        finally:
            limit.cancel()
        if held is None and number == self.shift.number and not self.shift.changing:
            log.error("shift %s was ended by another server", number)
            self._lost.set()
        elif held is not None:
            self._renewed = asked
            self._told.set()

    async def _probe(self, connection: Connection) -> None:
        """One look at the others: who is found by two looks running is ended."""
        began = time.monotonic()
        asked = (self.shift.number, self.terms.early, list(self._hung_up))
        rows = await connection.fetch(SUSPECTS, *asked)
        suspects = {shift: renewed for shift, renewed, _ in rows}
        fenced = bool(self._suspected - suspects.keys())  # another may have ended one of them
        self._suspected = set(suspects)
        for shift in self._still.look(began, suspects, {shift for shift, _, free in rows if free}):
            if await connection.fetchval(FENCE, shift, suspects[shift]) is not None:
                log.warning("shift %s is gone; its tables go to others", shift)
                fenced = True
        fenced = await self._gone(connection) or fenced
        now = time.monotonic()
        if not self.serves:
            self._swept = 0.0
        elif fenced or now - self._swept > SWEEP:
            self._swept = now
            async for numbers in self._claims(connection):
                self.claimed.put_nowait(numbers)  # they are taken up while the next are claimed
                await self._renew_in_time(connection)

    async def _gone(self, connection: Connection) -> bool:
        """Whether one that hung up has ended, by itself or by another: its tables are nobody's."""
        if not self._hung_up:
            return False
        there = await connection.fetch(THERE, list(self._hung_up))
        ended = self._hung_up.keys() - {address for (address,) in there}
        for address in ended:
            del self._hung_up[address]
        return bool(ended)

    async def claim(self, connection: Connection, most: int = AT_ONCE) -> list[int]:
        """Makes tables ours whose shift is over, so many in one statement; their numbers."""
        return sorted([n async for numbers in self._claims(connection, most) for n in numbers])

    async def _claims(
        self, connection: Connection, most: int = AT_ONCE
    ) -> AsyncIterator[list[int]]:
        """Others may claim at the same time: each takes its share, in portions, so that all get
        some; what is left then, because somebody does not come for it, whoever is first."""
        share: int = await connection.fetchval(SHARE, self.events)
        if share == 0:
            return
        left = share
        while left > 0 and (rows := await self._claim(connection, min(most, left))):
            yield rows
            left -= len(rows)
            await asyncio.sleep(TURN)
        if await connection.fetchval(SHARE, self.events):
            await asyncio.sleep(self.terms.probe)
        while rows := await self._claim(connection, most):
            yield rows
            await asyncio.sleep(TURN)

    async def _claim(self, connection: Connection, most: int) -> list[int]:
        rows = await connection.fetch(CLAIM, self.shift.number, most, self.events)
        return sorted(number for (number,) in rows)


async def owner_of(connection: Connection, table: int, me: int) -> Owner | None:
    """Whose an open table is; None: there is none, it is closed, or nobody's for the moment."""
    row = await connection.fetchrow(
        "SELECT s.shift, s.address FROM tables t JOIN shifts s ON s.shift = t.shift"
        " WHERE t.number = $1 AND NOT t.closed AND NOT s.over",
        table,
    )
    return None if row is None else Owner(row[0], row[1], row[0] == me)
