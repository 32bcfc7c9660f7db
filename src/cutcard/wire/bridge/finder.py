"""Finds who has a table: asks the database, for all tables that are looked for at once, until each
has a worker that is reached."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from cutcard.store.postgres_workers import NOBODY, Crew
from cutcard.store.protocol import StoreError

if TYPE_CHECKING:
    from .bridge import Bridge
    from .link import Link

log = logging.getLogger("cutcard.bridge")

LOOK = 0.05  # seconds between two looks for tables that are nobody's
KNOWN = 100_000  # tables of others that are remembered


class Finder:
    """Where tables of others are. What is remembered is a hint: who is asked in vain says so."""

    def __init__(self, bridge: Bridge, crew: Crew) -> None:
        self._bridge = bridge
        self._crew = crew
        self._known: dict[int, str] = {}
        self._wanted: dict[int, asyncio.Future[Link | None]] = {}
        self._looking: asyncio.Task[None] | None = None

    def known(self, table: int) -> str | None:
        return self._known.get(table)

    def forget(self, table: int) -> None:
        self._known.pop(table, None)

    def gone(self, address: str) -> None:
        """Nothing is there any longer."""
        self._known = {table: at for table, at in self._known.items() if at != address}

    async def find(self, table: int, patience: float) -> Link | None:
        """The link to who has the table; None: it is here, or there is none. TimeoutError: nobody
        had it in time."""
        wanted = self._wanted.get(table)
        if wanted is None:
            wanted = self._wanted[table] = asyncio.get_running_loop().create_future()
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look(), name="looking for tables")
        return await asyncio.wait_for(asyncio.shield(wanted), patience)

    async def _look(self) -> None:
        until = asyncio.get_running_loop().time() + 60.0
        while self._wanted:
            try:
                await self._once()
            except (StoreError, OSError) as reason:
                log.warning("looking for tables: %s", reason)
            if asyncio.get_running_loop().time() > until:  # whoever asked gave up long ago
                for one in self._wanted.values():
                    one.cancel()
                self._wanted.clear()
            if self._wanted:
                await asyncio.sleep(LOOK)

    async def _once(self) -> None:
        tables = list(self._wanted)
        whose = await self._crew.whose(tables)
        here = self._bridge.hall.house.numbers()
        there = {seat.address for seat in whose.values()} - {"", self._bridge.address}
        links = {address: await self._bridge.dial(address) for address in there}
        for table in tables:
            seat = whose.get(table)
            if seat is None or table in here:
                self._found(table, None)
            elif seat is not NOBODY and seat.address != self._bridge.address:
                link = links[seat.address]
                if link is not None and link.up:
                    self._remember(table, seat.address)
                    self._found(table, link)

    def _remember(self, table: int, address: str) -> None:
        if len(self._known) >= KNOWN:
            self._known.clear()
        self._known[table] = address

    def _found(self, table: int, link: Link | None) -> None:
        wanted = self._wanted.pop(table, None)
        if wanted is not None and not wanted.done():
            wanted.set_result(link)
