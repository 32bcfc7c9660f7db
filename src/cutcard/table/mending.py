"""When a write fails or rules break: the table is dropped and read again from its log.

Nobody is told what was not written; whoever asked for it is told to ask again, and who was to be
shown the table is shown it when it is back.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from cutcard.kernel.game import Seat
from cutcard.store.protocol import Batch, KeptTable

from .ledger import NOT_WRITTEN, Held, deliver
from .place import Place
from .revive import revive, take_up
from .words import Ack, Ear, Nack, Snapshot

if TYPE_CHECKING:
    from .floor import Floor

log = logging.getLogger("cutcard.table")

RETRY_SECONDS = 0.25  # before a table is read again from a store that failed

Greet = list[tuple[Ear, Seat | None]]
"""Who is to be shown a table when it is back, and whose view."""


class Mending:
    """Brings the tables of a floor back."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor

    def mend(self, place: Place) -> None:
        """Drops the table and reads it again from its log, after what is still to be written."""
        if not place.broken:
            self._start(place, [])

    def write_failed(self, batch: Batch, held: list[Held]) -> None:
        """What a batch spoke of did not happen, nor what was gathered about its tables since."""
        floor = self._floor
        about = batch.about()
        hit = {place for number in about if (place := floor.places.get(number)) is not None}
        lost = [row for row in floor.ledger.batch.chips if floor.places.get(row.table) in hit]
        floor.cashier.undo([*batch.chips, *lost])
        greet: dict[Place, Greet] = {place: [] for place in hit}
        for place, ears, word in [*held, *floor.ledger.drop(hit)]:
            if place is None or place not in hit:
                deliver([(place, ears, word)])
            elif isinstance(word, Ack | Nack):
                head = (word.table, word.match, word.key, word.move, word.seq)
                deliver([(place, ears, Nack(*head, "GAME_ERROR", NOT_WRITTEN))])
            elif isinstance(word, Snapshot):
                greet[place] += [(ear, word.seat) for ear in ears]
        for place in hit:
            if not place.broken:
                self._start(place, greet[place])
        for number in batch.closed:
            floor.start_task(self._close_again(number))

    def _start(self, place: Place, greet: Greet) -> None:
        place.broken = True
        self._floor.start_task(self._mend(place, greet))

    async def _mend(self, place: Place, greet: Greet) -> None:
        floor, number = self._floor, place.row.table
        kept = await self._read(number)
        if floor.places.get(number) is not place:
            return
        if kept is None:
            del floor.places[number]
            return
        try:
            take_up(place, kept, floor.seeds, floor.clock(), floor.wall())
        except Exception:
            log.exception("table %s cannot be read again", number)
            place.broken = False
            floor.abandon(place, "Game error")
            return
        place.broken = False
        for ear, viewer in greet:
            if ear in place.present:
                floor.greet(place, ear, viewer, None)
        floor.settle(place)

    async def _close_again(self, number: int) -> None:
        """A table whose end could not be written is read again and ends again."""
        floor, kept = self._floor, await self._read(number)
        if kept is not None:  # else not even its beginning was written
            place = revive(kept, floor.seeds, floor.clock(), floor.wall())
            floor.places[number] = place
            floor.abandon(place, "Game error")

    async def _read(self, number: int) -> KeptTable | None:
        """The table as it is written down, as soon as the store gives it."""
        while True:
            await asyncio.sleep(RETRY_SECONDS)
            try:
                await self._floor.ledger.durable()
                return await self._floor.store.load(number)
            except Exception:
                log.exception("table %s cannot be read again yet", number)
