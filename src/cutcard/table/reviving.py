"""The part of a house that goes on with tables it finds in its store: at a start, when another
server is gone, or when one gave them away."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence

from msgspec import structs

from cutcard.games import UnknownGame
from cutcard.store.protocol import ABANDONED, KeptTable

from .alarm import SLICE
from .days import Day, day_of_table
from .deal import Drift
from .floor import Floor
from .staged import revived
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
            with floor.twins.held():
                for first in range(0, len(new), LOADED):
                    await self._revive_all(await floor.store.load_many(new[first : first + LOADED]))
        finally:
            self.taking.difference_update(new)

    async def _revive_all(self, tables: list[KeptTable]) -> None:
        await self._floor.cashier.meet(tables)
        until = time.perf_counter() + SLICE
        for kept in tables:
            self._revive(kept, await day_of_table(self._floor, kept.table))
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
