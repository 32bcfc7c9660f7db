"""Finds who has a table: asks the database, for all tables that are looked for at once, until each
has a worker that is reached."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from typing import TYPE_CHECKING

from cutcard.store.postgres_workers import NOBODY, Crew
from cutcard.store.protocol import StoreError

if TYPE_CHECKING:
    from .bridge import Bridge
    from .link import Link

log = logging.getLogger("cutcard.bridge")

LOOK = 0.05  # seconds between two looks for tables that are nobody's,
STEP = 0.01  # and between two whether one has come here, which costs nothing
KNOWN = 100_000  # tables of others that are remembered


class Finder:
    """Where tables of others are. What is remembered is a hint: who is asked in vain says so."""

    def __init__(self, bridge: Bridge, crew: Crew) -> None:
        self._bridge = bridge
        self._crew = crew
        self._known: dict[int, str] = {}
        self.wanted: dict[int, asyncio.Future[Link | None]] = {}
        self._until: dict[int, float] = {}  # for so long somebody wants it
        self._dials: dict[str, asyncio.Task[Link | None]] = {}
        self._looking: asyncio.Task[None] | None = None

    def known(self, table: int) -> str | None:
        return self._known.get(table)

    def forget(self, table: int) -> None:
        self._known.pop(table, None)

    def gone(self, address: str) -> None:
        """Nothing is there any longer."""
        self._known = {table: at for table, at in self._known.items() if at != address}

    def gave(self, tables: Iterable[int], link: Link) -> None:
        """These went from here to who is at the other end, and are there by now."""
        for table in tables:
            self._remember(table, link.address)
            self._found(table, link)

    async def find(self, table: int, patience: float) -> Link | None:
        """The link to who has the table; None: it is here, or there is none. TimeoutError: nobody
        had it in time."""
        if table in self._bridge.hall.house.numbers():
            return None
        loop = asyncio.get_running_loop()
        wanted = self.wanted.get(table)
        if wanted is None:
            wanted = self.wanted[table] = loop.create_future()
        self._until[table] = max(self._until.get(table, 0.0), loop.time() + patience)
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look(), name="looking for tables")
        return await asyncio.wait_for(asyncio.shield(wanted), patience)

    async def _look(self) -> None:
        loop = asyncio.get_running_loop()
        while self.wanted:
            try:
                await self._once()
            except (StoreError, OSError) as reason:
                log.warning("looking for tables: %s", reason)
            again = loop.time() + LOOK
            while self.wanted and loop.time() < again:
                await asyncio.sleep(STEP)
                self._look_here(loop.time())

    def _look_here(self, now: float) -> None:
        here = self._bridge.hall.house.numbers()
        for table in list(self.wanted):
            if table in here:
                self._found(table, None)
            elif now > self._until[table]:  # whoever wanted it has given up
                del self.wanted[table], self._until[table]

    async def _once(self) -> None:
        giving = self._bridge.moves.giving  # first who listens is sent on, then who asks
        tables = [table for table in self.wanted if table not in giving]
        whose = await self._crew.whose(tables)
        here = self._bridge.hall.house.numbers()
        there = {seat.address for seat in whose.values()} - {"", self._bridge.address}
        links = await self._reached(there)
        for table in tables:
            seat = whose.get(table)
            if seat is None or table in here:
                self._found(table, None)
            elif seat is not NOBODY and seat.address != self._bridge.address:
                link = links.get(seat.address)
                if link is not None and link.up:
                    self._remember(table, seat.address)
                    self._found(table, link)

    async def _reached(self, addresses: set[str]) -> dict[str, Link | None]:
        """Links to these, as far as they are there in a moment: one that stands still, and is not
        known to be gone yet, keeps nobody from the others."""
        for address in addresses - self._dials.keys():
            self._dials[address] = asyncio.create_task(self._bridge.dial(address))
        if addresses:
            await asyncio.wait([self._dials[one] for one in addresses], timeout=LOOK)
        ready = [one for one in addresses if self._dials[one].done()]
        return {one: self._dials.pop(one).result() for one in ready}

    def _remember(self, table: int, address: str) -> None:
        if len(self._known) >= KNOWN:
            self._known.clear()
        self._known[table] = address

    def _found(self, table: int, link: Link | None) -> None:
        wanted = self.wanted.pop(table, None)
        self._until.pop(table, None)
        if wanted is not None and not wanted.done():
            wanted.set_result(link)
