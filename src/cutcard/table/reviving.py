"""The part of a house that goes on with tables it finds in its store: at a start, when another
server is gone, or when one gave them away."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing

from msgspec import structs

from cutcard.games import UnknownGame
from cutcard.store.protocol import ABANDONED, KeptTable

from .alarm import SLICE
from .days import Day, Days
from .deal import Drift
from .floor import Floor
from .kinds import revived
from .stages import Stages

log = logging.getLogger("cutcard.table")

LOADED = 100  # tables read at a time


class Reviving(Stages):
    """A house with tables out of its store."""

    def __init__(self, floor: Floor) -> None:
        super().__init__(floor)
        self.unfit: set[int] = set()  # tables of games that are not installed here
        self.taking: set[int] = set()  # tables that are being taken up

    async def take_up(self, numbers: Sequence[int]) -> None:
        """Goes on with tables that are this house's by now; said twice is said once."""
        new = [n for n in numbers if n not in self._floor.lives and n not in self.taking]
        self.taking.update(new)
        floor = self._floor
        try:
            await floor.cashier.start(new)
            days = Days(floor)
            with floor.twins.held():
                async with aclosing(self._read(new)) as read:
                    async for tables in read:
                        await self._revive_all(tables, days)
        finally:
            self.taking.difference_update(new)

    async def _read(self, numbers: Sequence[int]) -> AsyncGenerator[list[KeptTable], None]:
        """Tables out of the store, some at a time: while these are taken up the next are read."""
        if not numbers:
            return
        load = self._floor.store.load_many
        reading = asyncio.ensure_future(load(numbers[:LOADED]))
        try:
            for first in range(LOADED, len(numbers) + LOADED, LOADED):
                tables = await reading
                if first < len(numbers):
                    reading = asyncio.ensure_future(load(numbers[first : first + LOADED]))
                    await asyncio.sleep(0)  # it is asked for before these are begun
                yield tables
        finally:
            reading.cancel()

    async def _revive_all(self, tables: list[KeptTable], days: Days) -> None:
        await self._floor.cashier.meet(tables)
        until = time.perf_counter() + SLICE
        for kept in tables:
            self._revive(kept, await days.of_table(kept.table))
            if time.perf_counter() >= until:  # who asks the server something meanwhile is answered
                await asyncio.sleep(0)
                until = time.perf_counter() + SLICE

    def _revive(self, kept: KeptTable, day: Day) -> None:
        floor, row = self._floor, kept.table
        try:
            life = revived(kept, floor.seeds, floor.clock(), floor.wall(), floor.shuffles.terms)
        except UnknownGame as error:
            log.warning("table %s stays closed: %s", row.table, error)
            self.unfit.add(row.table)
            return
        except Drift as error:
            log.error("table %s is abandoned: %s", row.table, error)
            match = structs.replace(
                kept.match, status=ABANDONED, completed=floor.wall(), reason="Log does not replay"
            )
            floor.cashier.refund(row.table)
            batch = floor.writer.write()
            batch.matches.append(match)
            batch.closed.append(row.table)
            return
        life.table.master, life.table.day = day
        floor.add(life)
        floor.settle(life)
