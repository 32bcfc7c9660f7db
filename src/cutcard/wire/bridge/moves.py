"""Tables go from one worker to another on purpose (rows S18-S21): when one leaves, and when one has
many more than another. A table that is given is open nowhere for a moment: all that was to be
written of it is written, then it is the other's, then those who listened are sent there. Whoever
asks something of it meanwhile waits."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence
from contextlib import suppress
from itertools import count
from typing import TYPE_CHECKING

from msgspec import json

from cutcard.store.postgres_build import fits, wanted
from cutcard.store.postgres_workers import Worker
from cutcard.store.protocol import StoreError
from cutcard.table.life import Life
from cutcard.table.words import Ear, Refusal

from .frames import Kind
from .gate import Gate, Place
from .guest import Guest
from .packet_gate import PacketGate
from .packet_guest import PacketGuest

if TYPE_CHECKING:
    from cutcard.store.postgres import PostgresStore

    from .bridge import Bridge
    from .link import Link

log = logging.getLogger("cutcard.bridge")

PORTION = 10  # tables given at once, at most: whoever takes them up plays meanwhile
CALM = 0.1  # seconds in which a portion should be given: the next is smaller, or larger
TAKEN = 1.0  # seconds for the other to take them up, before the next are given
SOON = 2.0  # seconds without one that could be given, after which a worker leaves without them
TICK = 0.02  # seconds between two tries
BALANCE = 10.0  # seconds between two looks at who has how many,
EVEN = 50  # tables given after one, in portions
MUCH = 1.2  # times the mean
REST = 60.0  # seconds for which a table that came stays
POLL = 1.0  # seconds between two looks for tables that were given and nobody said so

Heard = dict[int, list[tuple[Ear, bool, int, str]]]
"""Who listened at tables: whether as a spectator, up to which update, and the table's link."""


class Moves:
    """`balance` off: tables are given only by a worker that leaves."""

    balance = True

    def __init__(self, bridge: Bridge, store: PostgresStore) -> None:
        self._bridge = bridge
        self._store = store
        self._house = bridge.hall.house
        self.giving: set[int] = set()  # tables that are no longer here, and not yet elsewhere
        self._missed: set[int] = set()
        self._came: dict[int, float] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._portions = count(1)
        self._awaited: dict[int, asyncio.Future[None]] = {}  # portions the other has not taken up

    def start(self) -> None:
        self._tasks = [
            asyncio.create_task(self._poll(), name="tables that were given"),
            asyncio.create_task(self._even_out(), name="even tables"),
        ]

    def stop(self) -> list[asyncio.Task[None]]:
        """What is to be ended."""
        return self._tasks

    # Giving

    async def give(self, numbers: Sequence[int], to: Worker) -> int:
        """These go to another worker; how many did. It returns when they are there, so that few
        stand still at a time."""
        link = await self._bridge.dial(to.address)
        if link is None:
            return 0
        heard = self._close(numbers)
        if not heard:
            return 0
        floor, began = self._house.floor, time.monotonic()
        given: list[int] = []
        try:
            await floor.writer.durable()
            given = await self._bridge.crew.give(list(heard), to.shift)
        except (Refusal, StoreError, OSError) as reason:
            log.warning("tables could not be given to %s: %s", to.address, reason)
        written = time.monotonic()
        for number, ears in heard.items():
            floor.cashier.drop(number)
            for ear, *_ in ears:
                floor.forget(ear, number)
        there = self._said_take(link, given) if given else None
        kept = [number for number in heard if number not in given]
        if kept:  # they are still ours, or somebody else's who claimed them meanwhile
            await self.take(await self._still_mine(kept))
            self._go_on(kept, heard)
        if there is not None:
            with suppress(TimeoutError):  # what is asked of them there waits there
                await asyncio.wait_for(there, TAKEN)
            self._go_on(given, heard)
            self._bridge.finder.gave(given, link)
            first, both = written - began, time.monotonic() - began
            told = "gave %d tables to %s in %.0f ms, of which %.0f until they were the other's"
            log.info(told, len(given), to.address, 1000 * both, 1000 * first)
        return len(given)

    def _close(self, numbers: Sequence[int]) -> Heard:
        """Those of them that may go are open here no longer."""
        floor = self._house.floor
        heard: Heard = {}
        for number in numbers:
            life = floor.lives.get(number)
            if life is None or not _may_go(life):
                continue
            floor.run(life, Life.stop)
            seq, link = life.table.seq, life.row.link
            heard[number] = [(ear, seat is None, seq, link) for ear, _, seat in life.audience()]
            self.giving.add(number)
            floor.remove(life)
            life.closed = True
        return heard

    def _go_on(self, numbers: Sequence[int], heard: Heard) -> None:
        """Who listened at these listens where they are now."""
        for number in numbers:
            self.giving.discard(number)
            for ear, watch, seq, link in heard[number]:
                self._send_on(ear, number, watch, seq, link)

    def _said_take(self, link: Link, given: list[int]) -> asyncio.Future[None]:
        """The other is told what it has by now; done when it has taken them up."""
        portion = next(self._portions) % 2**32
        there: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._awaited[portion] = there
        there.add_done_callback(lambda _: self._awaited.pop(portion))
        link.send(Kind.TAKE, portion, json.encode(given))
        link.flush()
        return there

    def taken(self, portion: int) -> None:
        """The other has taken up what was given."""
        done = self._awaited.get(portion)
        if done is not None and not done.done():
            done.set_result(None)

    async def _still_mine(self, numbers: list[int]) -> list[int]:
        while True:
            try:
                mine = set(await self._bridge.crew.mine())
                return [number for number in numbers if number in mine]
            except (StoreError, OSError) as reason:
                log.warning("whose tables are is not known yet: %s", reason)
                await asyncio.sleep(POLL)

    def _send_on(self, ear: Ear, number: int, watch: bool, seq: int, link: str) -> None:
        if isinstance(ear, Guest | PacketGuest):
            ear.moved(number)
        elif isinstance(ear, PacketGate):
            ear.given(number)
        elif isinstance(ear, Gate):
            ear.move(number, Place("", watch, link or None, seq))

    # Taking

    async def take(self, numbers: Sequence[int]) -> None:
        """Tables that are ours by now are taken up."""
        new = [n for n in numbers if n not in self._house.numbers()]
        await self._house.take_up(new)
        now = time.monotonic()
        self._came = {n: at for n, at in self._came.items() if now - at < REST}
        self._came.update(dict.fromkeys(new, now))

    async def _poll(self) -> None:
        while True:
            await asyncio.sleep(POLL)
            try:
                await self.look()
            except (StoreError, OSError) as reason:
                log.warning("tables that may have been given are not known: %s", reason)

    async def look(self) -> None:
        """What is ours by two looks running and not here was given to us, and nobody said so."""
        floor = self._house.floor
        busy = self.giving | self._house.taking | floor.closing.keys()
        here = set(floor.lives)
        missed = {n for n in await self._bridge.crew.mine() if n not in here and n not in busy}
        missed -= self._house.unfit
        twice = missed & self._missed - set(floor.lives) - set(floor.closing)
        self._missed = missed
        if twice:
            log.info("%d tables were given to this worker", len(twice))
            await self.take(sorted(twice))

    # Evening out, and leaving

    async def others(self) -> list[Worker]:
        """To whom tables may be given, those with fewest first."""
        found = [
            one
            for one in await self._bridge.crew.living()
            if not one.leaving and one.address != self._bridge.address
        ]
        return sorted(found, key=lambda one: one.tables)

    async def _even_out(self) -> None:
        while True:
            await asyncio.sleep(BALANCE)
            if not self.balance:
                continue
            try:
                await self.even_out()
            except (StoreError, OSError) as reason:
                log.warning("tables were not evened out: %s", reason)

    async def even_out(self) -> int:
        """Some to who has least, where this worker has many more than the mean; how many."""
        others = await self.others()
        if not others:
            return 0
        mine = len(self._house.numbers())
        mean = (mine + sum(one.tables for one in others)) / (len(others) + 1)
        much = int(min(mine - mean, mean - others[0].tables))
        if mine <= MUCH * mean or much < 2:
            return 0
        now = time.monotonic()
        free = [n for n in self._house.numbers() if now - self._came.get(n, -REST) >= REST]
        lives = self._house.floor.lives
        free = [n for n in free if can_read(others[0].build, lives[n])]
        free = free[: min(EVEN, much)]
        portions = [free[n : n + PORTION] for n in range(0, len(free), PORTION)]
        return sum([await self.give(one, others[0]) for one in portions])

    async def leave(self) -> int:
        """All tables go to the others, few at a time: the first alone, for the other may have
        something to make ready. How many could not."""
        many, until = 1, time.monotonic() + SOON
        while time.monotonic() < until:
            lives = self._house.floor.lives.values()
            free = [life for life in lives if _may_go(life)]
            if not free and not any(_goes_soon(life) for life in lives):
                break
            taker = await self.taker(free) if free else None
            if free and taker is None:
                break
            began, given = time.monotonic(), 0
            if taker is not None:
                fit = [one.row.table for one in free if can_read(taker.build, one)]
                given = await self.give(fit[:many], taker)
            if given:
                calm = time.monotonic() - began < CALM
                many = min(2 * many, PORTION) if calm else max(many // 2, 1)
                until = time.monotonic() + SOON
            else:
                await asyncio.sleep(TICK)
        return len(self._house.numbers())

    async def taker(self, lives: Sequence[Life] = ()) -> Worker | None:
        """Who has fewest tables of those that are reached (one that starts is not, yet), and can go
        on with one of these."""
        for worker in await self.others():
            fit = not lives or any(can_read(worker.build, one) for one in lives)
            if fit and await self._bridge.dial(worker.address) is not None:
                return worker
        return None


def _goes_soon(life: Life) -> bool:
    """What waits for an answer is answered first."""
    return not (life.row.event or life.closed or life.broken)


def _may_go(life: Life) -> bool:
    """An event's tables stay with the events."""
    return _goes_soon(life) and not (life.held or life.waiting)


def can_read(build: str, life: Life) -> bool:
    """Whether a worker of that build can go on with a table: it has the game as it is dealt here,
    or nothing was dealt yet."""
    table = life.table
    dealt = table.deal is not None or table.past
    return fits(build, [wanted(life.row.game, table.words.game.version if dealt else None)])
