"""Tables go from one worker to another on purpose (rows S18-S21): when one leaves, and when one has
many more than another. A table that is given is open nowhere for a moment: all that was to be
written of it is written, then it is the other's, then those who listened are sent there. Whoever
asks something of it meanwhile waits."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import json

import cutcard
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

log = logging.getLogger("cutcard.bridge")

PORTION = 25  # tables given at once
BALANCE = 10.0  # seconds between two looks at who has how many
MUCH = 1.2  # times the mean
REST = 60.0  # seconds for which a table that came stays
POLL = 1.0  # seconds between two looks for tables that were given and nobody said so


class Moves:
    """`balance` off: tables are given only by a worker that leaves."""

    balance = True

    def __init__(self, bridge: Bridge, store: PostgresStore) -> None:
        self._bridge = bridge
        self._store = store
        self._house = bridge.hall.house
        self._giving: set[int] = set()
        self._missed: set[int] = set()
        self._came: dict[int, float] = {}
        self._tasks: list[asyncio.Task[None]] = []

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
        """These go to another worker; how many did."""
        floor = self._house.floor
        lives = [floor.lives[number] for number in numbers if number in floor.lives]
        lives = [life for life in lives if _may_go(life)]
        if not lives:
            return 0
        link = await self._bridge.dial(to.address)
        if link is None:
            return 0
        heard: dict[int, list[tuple[Ear, bool, int]]] = {}
        for life in lives:
            number = life.row.table
            if floor.lives.get(number) is not life or not _may_go(life):
                continue
            floor.run(life, Life.stop)
            seq = life.table.seq
            heard[number] = [(ear, seat is None, seq) for ear, _, seat in life.audience()]
            self._giving.add(number)
            floor.remove(life)
            life.closed = True
        began = time.monotonic()
        given: list[int] = []
        try:
            await floor.writer.durable()
            given = await self._bridge.crew.give(list(heard), to.shift)
        except (Refusal, StoreError, OSError) as reason:
            log.warning("tables could not be given to %s: %s", to.address, reason)
        links = {life.row.table: life.row.link for life in lives}
        for number, ears in heard.items():
            self._giving.discard(number)
            floor.cashier.drop(number)
            for ear, _, _ in ears:
                floor.forget(ear, number)
        link.send(Kind.TAKE, 0, json.encode(given))
        link.flush()
        kept = [number for number in heard if number not in given]
        if kept:  # they are still ours, or somebody else's who claimed them meanwhile
            await self.take(await self._still_mine(kept))
        for number, ears in heard.items():
            for ear, watch, seq in ears:
                self._send_on(ear, number, watch, seq, links[number])
        if given:
            took = 1000 * (time.monotonic() - began)
            log.info("gave %d tables to %s in %.0f ms", len(given), to.address, took)
        return len(given)

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
        busy = self._giving | self._house.taking | floor.closing.keys()
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
            if not one.leaving and one.address != self._bridge.address and can_read(one.build)
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
        """One portion to who has least, where this worker has many more than the mean."""
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
        return await self.give(free[: min(PORTION, much)], others[0])

    async def leave(self) -> int:
        """All tables go to the others, in turns; how many could not."""
        tried: set[int] = set()
        while left := [n for n in self._house.numbers() if n not in tried]:
            others = await self.others()
            if not others:
                break
            portion = left[:PORTION]
            await self.give(portion, others[0])
            tried.update(n for n in portion if n in self._house.numbers())
        return len(self._house.numbers())


def _may_go(life: Life) -> bool:
    """An event's tables stay with the events; what waits for an answer is answered first."""
    return not (life.row.event or life.closed or life.broken or life.held or life.waiting)


def can_read(build: str) -> bool:
    """Whether a worker of that build reads what this one writes: the same, or a later one."""
    return _parts(build) >= _parts(cutcard.__version__)


def _parts(build: str) -> list[int]:
    return [int("".join(filter(str.isdigit, part)) or 0) for part in build.split(".")]
