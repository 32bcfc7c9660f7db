"""Where tables run: carries out what their lives want done, and tells them the time.

Writes go into the writer's batch and words wait behind them. Nothing here blocks, and no task is
made for a move. Who sits, leaves and listens is decided in `life.py`; what is done when a write
fails or rules break is in `mending.py`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import Any, Concatenate, ParamSpec, TypeVar

from msgspec import structs

from cutcard.kernel.game import State
from cutcard.store.protocol import (
    Batch,
    MatchRow,
    Rate,
    Rated,
    RatingChange,
    SeatRow,
    Store,
    TableRow,
    Tally,
)

from .alarm import Alarm, Bell
from .cashier import Cashier
from .effects import (
    Append,
    Ask,
    Bar,
    Book,
    Check,
    Close,
    Ended,
    Fault,
    LifeEffect,
    Off,
    On,
    Open,
    Over,
    Recall,
    Reply,
    Say,
    Stand,
    Tell,
    Trouble,
    Welcome,
    Whisper,
    Write,
)
from .late import Balcony
from .life import Life
from .mending import Mending
from .minds import Minds
from .recall import answer_again
from .stats import Stats
from .vocabulary import tag_of
from .words import Ear, Nack, Notice, Refusal, Update
from .writer import Writer, deliver, prepare

log = logging.getLogger("cutcard.table")

MENDING = "The table is being read again from its log; try it once more"

Clock = Callable[[], int]
T = TypeVar("T")
P = ParamSpec("P")
Does = Callable[[Life, Any, Ear | None], None]


class Floor:
    """The running tables of a process."""

    def __init__(
        self,
        store: Store,
        *,
        rate: Rate | None,
        clock: Clock,
        wall: Clock,
        seeds: Callable[[], bytes],
        bot_delay: tuple[int, int],
    ) -> None:
        self.store = store
        self.clock = clock
        self.wall = wall
        self.seeds = seeds
        self.bot_delay = bot_delay
        self.lives: dict[int, Life] = {}
        self.links: dict[str, int] = {}  # of private tables
        self.closing: dict[int, Life] = {}  # closed, but that is not durable yet
        self.where: dict[Ear, set[int]] = {}  # at which tables an ear listens
        self.stats = Stats(Tally(0, 0, 0, 0), wall())
        self.alarm = Alarm(clock)
        self.mending = Mending(self)
        self.writer = Writer(store, rate, self._rated, self.mending.write_failed)
        self.writer.witnesses.append(self._durable)
        self.cashier = Cashier(store, self.writer, wall)
        self.moves = 0
        self.deal_over: list[Callable[[str, State], None]] = []  # told the game and its last state
        self.minds = Minds(self)
        self._tasks: set[asyncio.Task[None]] = set()
        self._does: dict[type, Does] = {
            Say: self._say,
            Write: self._write,
            Open: self._open,
            Whisper: self._whisper,
            Ended: self._ended,
            Book: self._book,
            Recall: self._recall,
            Fault: self._fault,
            Trouble: self._trouble,
            On: self._on,
            Off: self._off,
            Welcome: self._welcome,
            Bar: self._bar,
            Stand: self._stand,
            Close: self._close,
        }

    # Tables come and go

    def add(self, life: Life) -> None:
        """A table is open; its spectators get a balcony where they are told later."""
        row = life.row
        life.bell = Bell(self.alarm)
        self.lives[row.table] = life
        if life.table.words.cash:
            life.table.purse = partial(self.cashier.purse, life)
        if row.link:
            self.links[row.link] = row.table
        if row.delay and life.balcony is None:
            life.balcony = Balcony(
                row.delay * 1000,
                life.blank(),
                life.about,
                alarm=Bell(self.alarm),
                clock=self.clock,
                wall=self.wall,
            )
            life.add(life.balcony, None, None)
            if life.table.deal is not None:
                self.writer.say(life, (life.balcony,), life.snapshot(None))

    def remove(self, life: Life) -> None:
        """It is open no more: nothing here leads to it, or waits for it."""
        self.lives.pop(life.row.table, None)
        self.links.pop(life.row.link, None)
        if life.bell is not None:
            life.bell.drop()

    def life(self, number: int) -> Life:
        life = self.lives.get(number)
        if life is None:
            raise Refusal("GAME_NOT_FOUND", f"Game session not found: {number}")
        return life

    def sound(self, number: int) -> Life:
        """A table that holds nothing but what is, or will be, written down."""
        life = self.life(number)
        if life.broken:
            raise Refusal("GAME_ERROR", MENDING)
        return life

    # Requests and time

    def ask(self, life: Life, ask: Ask, ear: Ear | None) -> Sequence[LifeEffect]:
        """A seat plays; the answer goes to `ear`, after what it speaks of is durable."""
        if life.broken:
            self.answer_error(life, ask, ear, MENDING)
            return []
        try:
            effects = life.ask(ask, self.clock(), self.wall())
        except Exception:
            log.exception("table %s failed at %s of seat %s", life.row.table, ask.tag, ask.seat)
            self.mending.mend(life)
            self.answer_error(life, ask, ear, f"Failed to process {ask.tag.replace('_', ' ')}")
            return []
        self.moves += 1
        self.carry(life, effects, ear)
        return effects

    def run(
        self,
        life: Life,
        request: Callable[Concatenate[Life, int, int, P], T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """A request about a table's life, now; what it wants done is carried out. Refusal where it
        is refused, or failed: then the table is read again from its log."""
        try:
            done = request(life, self.clock(), self.wall(), *args, **kwargs)
        except Refusal:
            life.take()
            raise
        except Exception:
            life.take()
            log.exception("table %s failed at a request", life.row.table)
            self.mending.mend(life)
            raise Refusal("GAME_ERROR", MENDING) from None
        self.carry(life, life.take())
        return done

    def advance(self, life: Life) -> None:
        """Time came for a table: what is due there is done."""
        if life.broken or life.closed:
            return
        try:
            effects = life.advance(self.clock(), self.wall())
        except Exception:
            log.exception("table %s failed at a timer", life.row.table)
            self.mending.mend(life)
            return
        self.carry(life, effects)

    def abandon(self, life: Life, reason: str) -> None:
        """The house calls a match off, and the table is closed."""
        self.run(life, Life.abandon, reason)

    # Effects

    def carry(self, life: Life, effects: Sequence[LifeEffect], ear: Ear | None = None) -> None:
        """Carries out effects in their order, then sees what the table waits for. (Whether a Struct
        is another's instance takes long to deny: types are compared.)"""
        number, writer, ears_of = life.row.table, self.writer, life.ears.get
        for effect in effects:
            if type(effect) is Tell:
                ears = ears_of(effect.viewer)
                if ears:
                    writer.say(life, ears, effect.word)
                    prepare(ears, effect.word)
            elif type(effect) is Append:
                row = (number, effect.deal, *structs.astuple(effect.entry))
                writer.write().entries.append(row)
            elif type(effect) is Reply:
                if ear is not None:
                    writer.say(life, (ear,), effect.word)
                    prepare((ear,), effect.word)
            elif type(effect) is Check:
                writer.write().checks.append((number, effect.deal, effect.n, effect.digest))
            elif type(effect) is not Over:  # what follows from that comes after it
                self._does[type(effect)](life, effect, ear)
        self.settle(life)

    def settle(self, life: Life) -> None:
        """Sets the alarm for what the table waits for: the next time, a bot to act."""
        wake, bell = life.wake_at(), life.bell
        if wake is None or bell is None:
            return
        if wake < bell.set_for:
            bell.wake(wake, partial(self.advance, life))
        if life.bots:
            self.minds.rouse(life)

    def _say(self, life: Life, effect: Say, _: Ear | None) -> None:
        self.writer.say(life, effect.ears, effect.word)
        if type(effect.word) is Update:
            prepare(effect.ears, effect.word)

    def _write(self, _life: Life, effect: Write, _: Ear | None) -> None:
        row, batch = effect.row, self.writer.write()
        if isinstance(row, SeatRow):
            batch.seats.append(row)
        elif isinstance(row, MatchRow):
            batch.matches.append(row)
        elif isinstance(row, TableRow):
            batch.tables.append(row)
        elif isinstance(row, Rated):
            batch.rated.append(row)

    def _open(self, _life: Life, effect: Open, _: Ear | None) -> None:
        self.writer.write().deals.append(effect.header)

    def _bar(self, life: Life, effect: Bar, _: Ear | None) -> None:
        self.writer.write().barred.append((life.row.table, effect.user))

    def _stand(self, life: Life, effect: Stand, _: Ear | None) -> None:
        self.writer.write().clocks.append((life.row.table, effect.deal, effect.at))

    def _whisper(self, life: Life, effect: Whisper, _: Ear | None) -> None:
        life.bots[effect.seat].hear(effect.facts)

    def _ended(self, life: Life, effect: Ended, _: Ear | None) -> None:
        for see in self.deal_over:
            see(life.row.game, effect.state)

    def _book(self, life: Life, effect: Book, _: Ear | None) -> None:
        self.cashier.book(life, effect.deal, effect.seat, effect.amount)

    def _recall(self, life: Life, effect: Recall, ear: Ear | None) -> None:
        self.start_task(answer_again(self, life, effect.ask, ear))

    def _welcome(self, life: Life, effect: Welcome, _: Ear | None) -> None:
        if life.balcony is not None:
            asyncio.get_running_loop().call_soon(life.balcony.welcome, effect.ear)

    def _on(self, life: Life, effect: On, _: Ear | None) -> None:
        where = {number for number in self.where.get(effect.ear, ()) if number in self.lives}
        self.where[effect.ear] = where | {life.row.table}  # those closed since are of no interest

    def _off(self, life: Life, effect: Off, _: Ear | None) -> None:
        self.forget(effect.ear, life.row.table)
        if effect.word is not None:
            effect.ear.hear(effect.word)

    def forget(self, ear: Ear, table: int) -> None:
        """An ear listens there no more."""
        where = self.where.get(ear)
        if where is not None:
            where.discard(table)
            if not where:
                del self.where[ear]

    def _close(self, life: Life, _: Close, __: Ear | None) -> None:
        self.remove(life)
        self.closing[life.row.table] = life
        if life.table.words.cash:
            self.cashier.close(life)
        self.writer.write().closed.append(life.row.table)

    # What is durable

    def _durable(self, batch: Batch) -> None:
        """Matches are counted, and tables that are closed are let go of."""
        for row in batch.matches:
            self.stats.count(row)
        for number in batch.closed:
            life = self.closing.pop(number, None)
            if life is not None:
                life.table.purse = None

    def _rated(self, change: RatingChange) -> None:
        life = self.lives.get(change.table)
        if life is None:
            return
        ratings = {}
        for seat, (old, new) in enumerate(zip(change.before, change.after, strict=True)):
            before, after = whole(old.rating), whole(new.rating)
            ratings[str(seat)] = {"old": before, "new": after, "change": after - before}
        first, second = life.match.places if len(life.match.places) == 2 else (0, 0)
        winner = "tie" if first == second else 0 if first < second else 1
        match = f"{change.table}-{change.match}"
        payload = {"winnerId": winner, "ratings": ratings}
        deliver([(life, life.everyone, Notice("RATING_CHANGE", change.table, match, payload))])

    # When something fails

    def _fault(self, life: Life, fault: Fault, _: Ear | None) -> None:
        deal = life.table.deal
        log.error(
            "rules failed: table %s, game %s, deal %s, seq %s, seat %s, move %s; the deal was"
            " made again from its log",
            life.row.table,
            life.row.game,
            None if deal is None else deal.header.deal,
            life.table.seq,
            fault.seat,
            None if fault.move is None else tag_of(fault.move),  # its cards may be hidden ones
            exc_info=fault.error,
            extra={"table": life.row.table},
        )

    def _trouble(self, life: Life, trouble: Trouble, _: Ear | None) -> None:
        log.error("table %s %s", life.row.table, trouble.what, exc_info=trouble.error)

    def answer_error(self, life: Life, ask: Ask, ear: Ear | None, message: str) -> None:
        if ear is not None:
            table = life.table
            head = (table.number, table.match_id, ask.key, ask.tag, table.seq)
            self.writer.say(life, (ear,), Nack(*head, "GAME_ERROR", message))

    def start_task(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def stop(self) -> None:
        self.alarm.stop()
        self.minds.stop()
        for task in self._tasks:
            task.cancel()


def whole(rating: float) -> int:
    """As a rating is shown: halves rounded up."""
    return int(rating + 0.5)
