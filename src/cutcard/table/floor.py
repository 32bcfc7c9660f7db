"""Where tables run: carries out what their lives want done, and tells them the time.

Writes go into the writer's batch and words wait behind them. Nothing here blocks, and no task is
made for a move. Who sits, leaves and listens is decided in `life.py`; what is done when a write
fails or rules break is in `mending.py`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from msgspec import structs

from cutcard.kernel.game import State
from cutcard.store.protocol import Batch, Rate, RatingChange, Store, Tally

from .alarm import Alarm, Bell
from .cashier import Cashier
from .desertion import Desertion
from .effects import (
    Announce,
    Append,
    Ask,
    Bar,
    Book,
    Check,
    Close,
    Effect,
    Ended,
    Keep,
    LifeEffect,
    Off,
    On,
    Open,
    Over,
    Recall,
    Reply,
    Retell,
    RulesFailed,
    Say,
    Stand,
    Tell,
    Welcome,
    Whisper,
    Write,
)
from .hourglass import Hourglass
from .late import Balcony
from .life import Life
from .mending import Mending
from .minds import Minds
from .ratings import rating_notice
from .recall import answer_again
from .reporting import event_rated, match_over
from .retelling import retell
from .shuffles import Shuffles
from .stats import Stats
from .tasks import Tasks
from .twins import Twins
from .vocabulary import tag_of
from .words import Ear, Nack, Refusal, Update
from .writer import Writer, deliver, prepare

if TYPE_CHECKING:
    from .stages import EventHolder

log = logging.getLogger("cutcard.table")

MENDING = "The table is being read again from its log; try it once more"

Clock = Callable[[], int]
T = TypeVar("T")
L = TypeVar("L", bound=Life)
P = ParamSpec("P")
Does = Callable[[Life, Any], None]


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
        deserted: int | None = None,
    ) -> None:
        self.store = store
        self.clock = Hourglass(clock)
        self.wall = wall
        self.seeds = seeds
        self.bot_delay = bot_delay
        self.lives: dict[int, Life] = {}
        self.links: dict[str, int] = {}  # of private tables
        self.closing: dict[int, Life] = {}  # closed, but that is not durable yet
        self.where: dict[Ear, set[int]] = {}  # at which tables an ear listens
        self.stats = Stats(Tally(0, 0, 0, 0), wall())
        self.alarm = Alarm(self.clock)
        self.mending = Mending(self)
        self.writer = Writer(store, rate, self._rated, self.mending.write_failed, self.clock.stand)
        self.writer.witnesses.append(self._durable)
        self.cashier = Cashier(store, self.writer, wall)
        self.moves = 0
        self.shuffles = Shuffles(self)
        self.events: EventHolder | None = None
        self.deal_over: list[Callable[[str, State], None]] = []  # told the game and its last state
        self.minds = Minds(self)
        self.desertion = Desertion(self, deserted)
        self.twins = Twins(self)
        self.aside = ThreadPoolExecutor(1, thread_name_prefix="cutcard-retell")
        self._tasks = Tasks("something a table wanted done")
        self.start_task = self._tasks.start
        self._does: dict[type, Does] = {
            Append: self._append,
            Check: self._check,
            Over: partial(match_over, self),
            Say: self._say,
            Write: lambda _, effect: self.writer.write().add(effect.row),
            Open: self._open,
            Whisper: self._whisper,
            Ended: self._ended,
            Book: self._book,
            RulesFailed: self._fault,
            On: self._on,
            Off: self._off,
            Welcome: self._welcome,
            Retell: lambda life, effect: self.start_task(retell(self, life, effect)),
            Bar: self._bar,
            Stand: self._stand,
            Close: self._close,
            Keep: self.shuffles.keep,
            Announce: self.shuffles.announce,
        }

    # Tables come and go

    def add(self, life: Life) -> None:
        """A table is open; its spectators get a balcony where they are told later."""
        row = life.row
        life.bell, life.carrier = Bell(self.alarm), self.carry_one
        life.table.speaks = partial(self.shuffles.speakers, life)
        self.lives[row.table] = life
        self.twins.add(life)
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
        self.twins.gone(life)

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

    def ask(self, life: Life, ask: Ask, ear: Ear | None) -> Sequence[Effect]:
        """A seat plays; the answer goes to `ear`, after what it speaks of is durable."""
        if life.broken:
            self.answer_error(life, ask, ear, MENDING)
            return []
        if life.table.holding:
            life.held.append((ask, ear))
            return []
        try:
            effects = life.ask(ask, self.clock(), self.wall())
        except Exception:
            log.exception(
                "table %s failed at %s of seat %s; it is read again",
                life.row.table,
                ask.tag,
                ask.seat,
            )
            self.mending.mend(life)
            self.answer_error(life, ask, ear, life.table.words.sorry(ask.tag))
            return []
        self.moves += 1
        self.carry(life, effects, ear)
        return effects

    def run(
        self,
        life: L,
        request: Callable[Concatenate[L, int, int, P], T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """A request about a table's life, now; what it wants done is carried out. Refusal where it
        is refused, or failed: then the table is read again from its log."""
        try:
            done = request(life, self.clock(), self.wall(), *args, **kwargs)
        except Refusal:
            raise
        except Exception:
            log.exception("table %s failed at a request; it is read again", life.row.table)
            self.mending.mend(life)
            raise Refusal("GAME_ERROR", MENDING) from None
        self.settle(life)
        return done

    def advance(self, life: Life) -> None:
        """Time came for a table: what is due there is done."""
        if not life.broken and not life.closed:
            with suppress(Refusal):  # it failed, and is being read again from its log
                self.run(life, Life.advance)

    def abandon(self, life: Life, reason: str) -> None:
        """The house calls a match off, and the table is closed."""
        self.run(life, Life.abandon, reason)

    # Effects

    def carry(self, life: Life, effects: Sequence[Effect], ear: Ear | None = None) -> None:
        """Carries out what a move brought about, in its order, then sees what the table waits for.
        (Whether a Struct is another's instance takes long to deny: types are compared.)"""
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
            elif type(effect) is Recall:
                self.start_task(answer_again(self, life, effect.ask, ear))
            else:
                self._does[type(effect)](life, effect)
                life.follow(effect)
        self.settle(life)

    def carry_one(self, life: Life, effect: LifeEffect) -> None:
        """Carries out an effect of a life, as it comes."""
        self._does[type(effect)](life, effect)

    def settle(self, life: Life) -> None:
        """Sets the alarm for what the table waits for: the next time, a bot to act."""
        if life.held:
            self.shuffles.let_go(life)
        if life.table.twin:
            self.twins.look(life.table.twin)
        wake, bell = life.wake_at(), life.bell
        self.desertion.look(life)
        if wake is None or bell is None:
            return
        if wake < bell.set_for:
            bell.wake(wake, partial(self.advance, life))
        if life.bots or life.table.words.traits.stand_in:
            self.minds.rouse(life)

    def _append(self, life: Life, effect: Append) -> None:
        row = (life.row.table, effect.deal, *structs.astuple(effect.entry))
        self.writer.write().entries.append(row)

    def _check(self, life: Life, effect: Check) -> None:
        row = (life.row.table, effect.deal, effect.n, effect.digest)
        self.writer.write().checks.append(row)

    def _say(self, life: Life, effect: Say) -> None:
        self.writer.say(life, effect.ears, effect.word)
        if type(effect.word) is Update:
            prepare(effect.ears, effect.word)

    def _open(self, _life: Life, effect: Open) -> None:
        self.writer.write().deals.append(effect.header)

    def _bar(self, life: Life, effect: Bar) -> None:
        self.writer.write().barred.append((life.row.table, effect.user))

    def _stand(self, life: Life, effect: Stand) -> None:
        self.writer.write().clocks.append((life.row.table, effect.deal, effect.at))

    def _whisper(self, life: Life, effect: Whisper) -> None:
        mind = life.mind(effect.seat)
        if mind is not None:
            mind.hear(effect.facts)

    def _ended(self, life: Life, effect: Ended) -> None:
        for see in self.deal_over:
            see(life.row.game, effect.state)
        if life.row.event and self.events is not None:
            self.events.ended(life, effect.state)

    def _book(self, life: Life, effect: Book) -> None:
        self.cashier.book(life, effect.deal, effect.seat, effect.amount)

    def _welcome(self, life: Life, effect: Welcome) -> None:
        if life.balcony is not None:
            asyncio.get_running_loop().call_soon(life.balcony.welcome, effect.ear)

    def _on(self, life: Life, effect: On) -> None:
        where = {number for number in self.where.get(effect.ear, ()) if number in self.lives}
        self.where[effect.ear] = where | {life.row.table}  # those closed since are of no interest

    def _off(self, life: Life, effect: Off) -> None:
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

    def _close(self, life: Life, _: Close) -> None:
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
                life.table.purse, life.table.speaks = None, dict

    def _rated(self, change: RatingChange) -> None:
        life = self.lives.get(change.table)
        if life is not None and not event_rated(self, life, change):
            deliver([(life, life.everyone, rating_notice(change, life))])

    # When something fails

    def _fault(self, life: Life, fault: RulesFailed) -> None:
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

    def answer_error(self, life: Life, ask: Ask, ear: Ear | None, message: str) -> None:
        if ear is not None:
            table = life.table
            head = (table.number, table.match_id, ask.key, ask.tag, table.seq)
            self.writer.say(life, (ear,), Nack(*head, "GAME_ERROR", message))

    def stop(self) -> None:
        self.alarm.stop()
        self.minds.stop()
        self.aside.shutdown(wait=False, cancel_futures=True)
        self._tasks.cancel()
