"""The one writer: gathers what all tables want written and said, writes it in one transaction,
and only then lets the words out, in their order. While one batch is being written the next
gathers, so the group grows with the load by itself.

A write that failed wrote nothing, and whoever asked for it is told so. Where the store cannot say
whether a batch was written, nobody is told anything until it can: then it was, or it is written
once more. Meanwhile the house's time stands.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from itertools import islice
from time import monotonic, perf_counter, thread_time

from cutcard.store.people import BANK
from cutcard.store.protocol import (
    Batch,
    InUse,
    OutcomeUnknown,
    Overdrawn,
    Rate,
    RatingChange,
    Store,
    StoreError,
)

from .alarm import SLICE
from .cashier import overdrawing
from .life import Life
from .words import Ack, Ear, Nack, Notice, Refusal, Update, Word

log = logging.getLogger("cutcard.table")

NOT_WRITTEN = "It could not be written down; send it again"
ASK_SECONDS = 0.25  # before the store is asked again what became of a batch
LOSSES = 1000  # batches that failed of which it is known what they were about
HOLD_SECONDS = 2.0  # for which requests wait in doubt; later ones are asked to come again

ANSWERS = (Ack, Nack)  # they are true whoever has the table by now
FEW = 4  # words that are said without a look at the time: a view may be long
MANY = 200  # ears that are told without one: a table may have thousands who watch
FAREWELL = "KICKED"  # the one notice of a table for those who no longer listen there

Held = tuple[Life | None, tuple[Ear, ...], Word]
"""A word that waits for the writes in front of it, and who is to hear it."""


Waiting = tuple[int | None, asyncio.Future[None]]
"""Somebody who waits until what they want written about a table is."""


class Writer:
    """Batches and the words behind them. `failed` gets what a failed write held back; `doubted`
    hears when nobody can say what is written, and when that is over."""

    def __init__(
        self,
        store: Store,
        rate: Rate | None,
        rated: Callable[[RatingChange], None],
        failed: Callable[[Batch, list[Held]], None],
        doubted: Callable[[bool], None],
    ) -> None:
        self.store = store
        self.rate = rate
        self.batch = Batch()
        self.held: list[Held] = []
        self.commits = 0
        self.losses = 0  # batches that failed; of the last of them the tables they were about
        self._lost: deque[set[int]] = deque(maxlen=LOSSES)
        self.failing = False  # the last batch could not be written, or nobody can say
        self._replaced = False  # another server writes in this one's place
        self.doubt: float | None = None  # since when nobody can say what became of a batch
        self.witnesses: list[Callable[[Batch], None]] = []  # shown each batch that is durable,
        self.after: list[Callable[[Batch], None]] = []  # and after its words are said
        self._dirty = False
        self._writing = False
        self._began = float("-inf")  # the last write
        self._roused = False  # the event is set: setting it for every word would cost
        self._waiting: list[Waiting] = []
        self._rated = rated
        self._failed = failed
        self._doubted = doubted
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def stop(self) -> None:
        """Everything gathered is written and said first."""
        try:
            await self.durable()
        finally:
            if self._task is not None:
                self._task.cancel()
                self._task = None

    def write(self) -> Batch:
        """The batch to add to; it will be written."""
        if not self._dirty:
            self._dirty = True
            self._rouse()
        return self.batch

    def say(self, life: Life | None, ears: tuple[Ear, ...], word: Word) -> None:
        """After all that was to be written before."""
        if self._task is None:  # stopped: nothing will be written any more
            deliver([(life, ears, word)])
            return
        self.held.append((life, ears, word))
        if not self._roused:
            self._rouse()

    def durable(self, table: int | None = None) -> asyncio.Future[None]:
        """Done when all gathered so far is written; a Refusal GAME_ERROR if it could not be."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((table, done))
        self._rouse()
        return done

    @property
    def settled(self) -> bool:
        """Whether all that was asked for is written."""
        return not self._dirty and not self._writing

    def lost(self, since: int, table: int | None) -> bool:
        """Whether, since there were so many losses, something of a table failed; None: of any."""
        many = self.losses - since
        if many > len(self._lost):  # more than are kept: it may have been among them
            return True
        return any(table is None or table in one for one in islice(reversed(self._lost), many))

    def _lose(self, tables: set[int]) -> None:
        self.losses += 1
        self._lost.append(tables)

    def _rouse(self) -> None:
        self._roused = True
        self._wake.set()

    def drop(self, lives: set[Life], events: set[int]) -> list[Held]:
        """Forgets what was gathered about tables and events whose last write failed; the words
        held back."""
        tables = {life.row.table for life in lives}
        dropped = [item for item in self.held if item[0] in lives]
        self.held = [item for item in self.held if item[0] not in lives]
        self.batch = self.batch.without(tables, events)
        _settle([item for item in self._waiting if item[0] in tables], NOT_WRITTEN)
        self._waiting = [item for item in self._waiting if item[0] not in tables]
        return dropped

    @property
    def unsure(self) -> bool:
        """Whether it has been in doubt for so long that further requests are not held."""
        return self.doubt is not None and perf_counter() - self.doubt > HOLD_SECONDS

    async def _run(self) -> None:
        while True:
            await self._wake.wait()
            pause = self._began + self.store.gather - monotonic() if self._dirty else 0.0
            if pause > 0:  # S35: however many tables there are, so many writes a second
                await asyncio.sleep(pause)
            self._wake.clear()
            self._roused = False
            try:
                await self._turn()
            except Exception:  # a fault in one table's words must not stop the house
                log.exception("telling a written batch failed; the next batch is written as usual")

    async def _turn(self) -> None:
        """Writes what was gathered, then says what waited for it."""
        batch, held, waiting, dirty = self.batch, self.held, self._waiting, self._dirty
        self.held, self._waiting = [], []
        if held and not dirty and not self.store.certain and not await self.store.vouched():
            held = [one for one in held if type(one[2]) in ANSWERS]
        if dirty:
            self.batch, self._dirty, self._writing = Batch(), False, True
            self._began = monotonic()
        error = None
        try:
            try:
                try:
                    changes = await self._write(batch) if dirty else []
                except Overdrawn:
                    batch, held = await self._without_overdrawing(batch, held, waiting)
                    changes = await self._write(batch)
            except Exception as reason:
                error = NOT_WRITTEN
                if isinstance(reason, InUse):  # S12: how tables stand is another's to say by now
                    held = [one for one in held if type(one[2]) in ANSWERS]
                    if not self._replaced:  # once: until it has stopped every move says it again
                        log.error("%s", reason)
                    self._replaced = True
                else:
                    log.exception("write failed; its tables are read again from the store")
                self.failing = True
                self._lose(batch.about())
                self._failed(batch, held)
                return
            if dirty:
                self.commits += 1
                self.failing = False
            for see in self.witnesses if dirty else ():
                see(batch)
            await _deliver_in_turns(held)
            for change in changes:
                self._rated(change)
            for see in self.after if dirty else ():
                see(batch)
        finally:
            self._writing = False
            _settle(waiting, error)

    async def _without_overdrawing(
        self, batch: Batch, held: list[Held], waiting: list[Waiting]
    ) -> tuple[Batch, list[Held]]:
        """Only tables at which somebody pays what they do not have are refused: the others, and
        their words, are gone on with."""
        payers = [row.account for row in batch.chips if row.amount < 0 and row.account != BANK]
        tables = overdrawing(batch, await self.store.balances(payers))
        if not tables:
            raise StoreError("Somebody has fewer chips than an event wants; it was not written.")
        log.warning("tables %s: somebody has fewer chips than was known here", sorted(tables))
        self._lose(tables)
        lost = batch.without(batch.about() - tables, batch.events.about())
        theirs = [one for one in held if one[0] is not None and one[0].row.table in tables]
        self._failed(lost, theirs)
        _settle([one for one in waiting if one[0] in tables], NOT_WRITTEN)
        rest = [one for one in held if one[0] is None or one[0].row.table not in tables]
        return batch.without(tables, set()), rest

    async def _write(self, batch: Batch) -> list[RatingChange]:
        """Writes a batch, once: what may be written already is not written again."""
        while True:
            try:
                return await self.store.write(batch, self.rate)
            except OutcomeUnknown:
                log.warning("whether a batch was written is not known; everybody waits until it is")
            self.failing, self.doubt = True, perf_counter()
            self._doubted(True)
            changes = await self._outcome(batch)
            self.doubt = None
            self._doubted(False)
            log.info("the batch was %s", "not written; it is now" if changes is None else "written")
            if changes is not None:
                return changes

    async def _outcome(self, batch: Batch) -> list[RatingChange] | None:
        """What became of a batch, as soon as the store can say."""
        while True:
            try:
                return await self.store.outcome(batch)
            except Exception as reason:
                log.warning("%s Next try in %s s", reason, ASK_SECONDS)
                await asyncio.sleep(ASK_SECONDS)


def prepare(ears: tuple[Ear, ...], word: Ack | Nack | Update) -> None:
    """Those who will hear a word may put it into bytes at once, while all it speaks of is at hand:
    it waits for its write a thousand moves long, and what it holds need not wait with it."""
    ready = True
    for ear in ears:
        try:
            put = getattr(ear, "prepare", None)
            ready = put is not None and put(word) and ready
        except Exception:
            log.exception(
                "a listener failed to encode %s; it is encoded when sent", type(word).__name__
            )
            ready = False
    if ready and type(word) is Update:
        word.let_go()


async def _deliver_in_turns(held: list[Held]) -> None:
    """Lets many words out, a slice in each turn of the loop: of our own time, whatever else the
    machine does; before the slice is over by the clock on the wall, which costs less to ask, it is
    not over by ours. Those said meanwhile come after."""
    until, early, said = thread_time() + SLICE, perf_counter() + SLICE, 0
    for life, ears, word in held:
        for first in range(0, len(ears), MANY):
            deliver([(life, ears[first : first + MANY], word)])
            said += 1
            if (said % FEW == 0 or len(ears) > MANY) and perf_counter() >= early:
                if thread_time() < until:
                    continue
                await asyncio.sleep(0)
                until, early = thread_time() + SLICE, perf_counter() + SLICE


def deliver(held: list[Held]) -> None:
    """Lets words out; updates and notices of a table only to those who still listen there."""
    for life, ears, word in held:
        kind = type(word)
        present = None if life is None else life.present
        if kind is not Update and (type(word) is not Notice or word.type == FAREWELL):
            present = None  # an answer goes to whoever asked
        waiting = None if life is None else life.waiting
        for ear in ears:
            if waiting and ear in waiting:
                waiting[ear].append(word)
            elif present is None or ear in present:
                try:
                    ear.hear(word)
                except Exception:
                    log.exception("a listener failed to send %s", kind.__name__)


def _settle(waiting: list[Waiting], error: str | None) -> None:
    for _, done in waiting:
        if done.done():
            continue
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(Refusal("GAME_ERROR", error))
