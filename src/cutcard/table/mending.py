"""When a write fails or rules break: what was not written is undone whole.

A table whose opening was lost is gone; one whose end was lost is there again; every other is
dropped and read again from its log. Nobody is told what was not written; whoever asked for it is
told to ask again, and who was to be shown the table is shown it when it is back.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from cutcard.kernel.game import Seat
from cutcard.store.protocol import Batch, KeptTable

from .life import Life
from .words import Ack, Ear, Nack, Notice, Refusal, Snapshot
from .writer import NOT_WRITTEN, Held, deliver

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

    def mend(self, life: Life) -> None:
        """Drops the table and reads it again from its log, after what is still to be written."""
        if not life.broken:
            self._start(life, [])

    def write_failed(self, batch: Batch, held: list[Held]) -> None:
        """What a batch spoke of did not happen, nor what was gathered about its tables since."""
        floor, about = self._floor, batch.about()
        events = self._events_hit(batch, about)
        there = {**floor.lives, **floor.closing}
        about |= {number for number, life in there.items() if life.row.event in events}
        later = floor.writer.batch
        new = {row.table for row in (*batch.tables, *later.tables) if row.table in about}
        floor.cashier.undo([*batch.chips, *(row for row in later.chips if row.table in about)])
        paid = (row for row in later.events.chips if row.event in events)
        floor.cashier.undo_events([*batch.events.chips, *paid])
        payers = {row.account for row in batch.chips if row.amount < 0}
        if payers:  # another process may have spent it
            floor.start_task(floor.cashier.ask_again(payers))
        hit = {life for number in about if (life := self._there_again(number)) is not None}
        greet: dict[Life, Greet] = {life: [] for life in hit}
        for life, ears, word in [*held, *floor.writer.drop(hit, events)]:
            if life is None or life not in hit:
                deliver([(life, ears, word)])
            elif isinstance(word, Ack | Nack):
                head = (word.table, word.match, word.key, word.move, word.seq)
                deliver([(life, ears, Nack(*head, "GAME_ERROR", NOT_WRITTEN))])
            elif isinstance(word, Snapshot):
                greet[life] += [(ear, word.seat) for ear in ears]
        for life in hit:
            if life.row.table in new:
                self._never_was(life)
            elif not life.broken:
                self._start(life, greet[life])
        if events and floor.events is not None:
            floor.events.lost(events, {row.event for row in batch.events.opened})

    def _events_hit(self, batch: Batch, about: set[int]) -> set[int]:
        """The events it spoke of, and those whose tables it did."""
        there = {**self._floor.lives, **self._floor.closing}
        hit = {there[number].row.event for number in about if number in there}
        return batch.events.about() | (hit - {0})

    def _there_again(self, number: int) -> Life | None:
        """The table of that number, also where its end was among what was not written."""
        floor = self._floor
        life = floor.closing.pop(number, None)
        if life is not None:
            life.closed = False
            floor.add(life)
        return floor.lives.get(number)

    def _never_was(self, life: Life) -> None:
        """A table whose opening could not be written leaves nothing behind."""
        floor, number = self._floor, life.row.table
        floor.remove(life)
        life.closed = True
        life.table.purse, life.table.speaks = None, dict
        floor.cashier.drop(number)
        ears = tuple(ear for ear, _, _ in life.audience())
        for ear in ears:
            floor.forget(ear, number)
        deliver([(None, ears, Notice("TABLE_CLOSED", number, life.table.match_id, {}))])

    def _start(self, life: Life, greet: Greet) -> None:
        life.broken = True
        self._floor.start_task(self._mend(life, greet))

    async def _mend(self, life: Life, greet: Greet) -> None:
        floor, number = self._floor, life.row.table
        kept = await self._read(number)
        if floor.lives.get(number) is not life:
            return
        try:
            if kept is None:
                raise LookupError(f"table {number} is not in the store")
            life.take_up(kept, floor.clock(), floor.wall())
        except Exception:
            log.exception("table %s cannot be read again; it is abandoned", number)
            life.broken = False
            floor.abandon(life, "Game error")
            return
        try:
            floor.run(life, Life.greet, greet)
        except Refusal:
            return  # it failed again, and is being mended again
        if life.row.event and floor.events is not None:
            floor.events.mended(life)

    async def _read(self, number: int) -> KeptTable | None:
        """The table as it is written down, as soon as the store gives it."""
        while True:
            await asyncio.sleep(RETRY_SECONDS)
            try:
                await self._floor.writer.durable()
                return await self._floor.store.load(number)
            except Exception:
                log.exception(
                    "reading table %s again failed; next try in %s s", number, RETRY_SECONDS
                )
