"""One event with chips in a house: what its machine wants done is carried out.

Entries, bookings and what is told are put into the house's batch at once, with the hand that led
to them (docs/rules/tournament.md T103). What tables have to do follows in slices: the event says
who sits where and what is dealt, and each table it speaks of is looked at until it is so. So it
does not matter where a process dies: the next one looks at every table.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from msgspec import structs

from cutcard.arena.event import Book, Broke, Deal, Effect, Event, Say, Ticket, Write
from cutcard.arena.event import log as entries
from cutcard.arena.event.floor import running
from cutcard.arena.event.info import Trailing
from cutcard.arena.event.requests import Asked, Clerk
from cutcard.arena.event.state import CANCELLED, OVER, RUNNING, Table
from cutcard.arena.running import staging
from cutcard.bots import bots_of
from cutcard.kernel.game import Illegal, Seat, State
from cutcard.store.events import EventEntry, EventRow
from cutcard.store.people import BANK as HOUSE_BANK
from cutcard.store.protocol import TableRow
from cutcard.table.life import Life
from cutcard.table.staged import Heard, Staged
from cutcard.table.words import Refusal, User

from .absence import note_away, were_away
from .carrying import Carrying
from .rating import rated_event

if TYPE_CHECKING:
    from .holder import Holder

log = logging.getLogger("cutcard.events")

AT_ONCE = 9  # moves between tables in one turn of the loop: some ms where hundreds of tables play
STOPPED = "This event has been stopped: its chips did not add up. An admin can cancel it"


class Carried(Carrying):
    """An event with chips, and where its tables are."""

    event: Event

    def __init__(self, holder: Holder, row: EventRow, kept: Sequence[EventEntry]) -> None:
        super().__init__(holder, row)
        self.staging = staging(self.words.game)
        self.sits: dict[str, int] = {}  # user → the event's table at whose life they sit
        self.deals: dict[int, Deal] = {}  # table → its last hand, dealt there already or not
        self.adrift: dict[str, Heard] = {}  # connections of who was taken off a seat
        self.away: set[str] = set()  # T96
        self.stopped = False  # T100
        self.reading(kept)()

    def reading(self, kept: Sequence[EventEntry]) -> Callable[[], None]:
        log = [entries.decode(one.what) for one in kept]
        event = Event(str(self.row.event), self.row.seed, log)
        event.desk.at_once = AT_ONCE
        clerk = Clerk(event)
        for one in kept:
            if one.key is not None:
                user, _, key = one.key.partition(":")
                clerk.answered[user, key] = None
        dealt = {deal.table: deal for _, deal in running(log)}
        delay = event.state.terms.spectator_delay_seconds
        trailing = Trailing(event, 1000 * delay) if delay else None
        return lambda: self._read(event, clerk, dealt, trailing)

    def _read(
        self, event: Event, clerk: Clerk, dealt: dict[int, Deal], trailing: Trailing | None
    ) -> None:
        self.event, self.clerk, self._trailing = event, clerk, trailing
        terms = event.state.terms
        self.options = self.staging.options(terms.options, terms.start_stack)
        self.people = {one.user for one in self.event.state.players.values() if not one.bot}
        self.bot = terms.bot or next(iter(bots_of(self.row.game)))
        self.last_entry = {one.user: one.entry for one in self.event.state.players.values()}
        self.deals = dealt
        self.broken = False

    @property
    def over(self) -> bool:
        return self.event.state.phase in (OVER, CANCELLED)

    @property
    def users(self) -> int:
        """How many are or were in it."""
        return len(self.last_entry)

    def entry_of(self, user: str) -> int | None:
        """Their last entry."""
        return self.last_entry.get(user)

    def stacks_then(self) -> dict[int, int]:
        """T109: everybody's stack as those know it who are told late."""
        if self._trailing is None:
            return {}
        return self._trailing.stacks(self.event, self.floor.wall())

    # Asking

    async def asked(self, user: User, at: int, *, admin: bool, key: str) -> Asked:
        funds = await self.floor.cashier.learn(user.id)
        return Asked(user.id, at, funds, admin, False, not self.here(user.id), key)

    def bots(self) -> list[str]:
        return [one.user for one in self.event.state.players.values() if one.bot]

    def ask(self, name: str, asked: Asked, wish: dict[str, Any] | None = None) -> None:
        """A request; Illegal where it is refused. What comes of it is gathered to be written."""
        self.may_ask()
        key = f"{asked.user}:{asked.key}" if asked.key else None
        self._try(lambda: self.clerk.ask(name, asked, wish), key)

    def enter(self, user: User, payer: str | None = None) -> None:
        """Somebody enters; a `payer` pays for them."""
        state = self.event.state
        funds = state.cost()
        register = self.event.register
        at = self.floor.wall()
        self._try(lambda: register(user.id, funds, at, bot=user.bot), None, payer)

    def time(self) -> None:
        """Time came."""
        if not self.broken and not self.stopped and not self.over:
            self._try(lambda: self.event.advance(self.floor.wall()))

    def restart(self) -> None:
        """T104: the house is up again."""
        self._try(lambda: self.event.restart(self.floor.wall()))

    def _try(
        self, request: Callable[[], list[Effect]], key: str | None = None, payer: str | None = None
    ) -> None:
        """What was due before a refusal happens all the same."""
        if self.stopped:
            raise Refusal("EVENT_STOPPED", STOPPED)
        try:
            try:
                effects = request()
            except Illegal:
                self._take(self.event.advance(self.floor.wall()), None, None)
                raise
        except Broke:
            self.stopped = True
            log.exception("event %s is stopped; its tables wait", self.row.event)
            raise Refusal("EVENT_STOPPED", STOPPED) from None
        self._take(effects, key, payer)

    # Effects

    def _take(self, effects: Sequence[Effect], key: str | None, payer: str | None) -> None:
        number, cashier = self.row.event, self.floor.cashier
        rows = self.floor.writer.write().events
        for effect in effects:
            if isinstance(effect, Write):
                one = effect.entry
                rows.entries.append(
                    EventEntry(number, one.number, one.at, entries.encode(one), key)
                )
                key = None
                self._wrote(one.what)
            elif isinstance(effect, Book):
                account = self._purse(payer or effect.user)
                cashier.book_event(number, account, -effect.amount, effect.why)
            elif isinstance(effect, Deal):
                self.deals[effect.table] = effect
                self._dirty[effect.table] = None
            elif isinstance(effect, Say):
                rows.told.append((number, effect.user, effect.fact))
            elif isinstance(effect, Ticket):
                used = self.holder.ticket(effect)
                account = HOUSE_BANK if used else self._purse(effect.user)
                cashier.book_event(number, account, effect.price, "ticket" if used else "prize")
        if self._trailing is not None:
            self._trailing.follow(self.event, self.floor.wall())
        self._arm()

    def _wrote(self, what: entries.What) -> None:
        """Which tables an entry speaks of."""
        state, dirty = self.event.state, self._dirty
        if isinstance(what, entries.Entered):
            self.last_entry[what.user] = what.entry
            if not what.bot:
                self.people.add(what.user)
        elif isinstance(what, entries.Withdrew):
            known = self.last_entry.items()
            self.last_entry = {user: entry for user, entry in known if entry in state.players}
        elif isinstance(what, entries.Moved):
            dirty[what.source] = dirty[what.to] = None
        elif isinstance(what, entries.Seated | entries.TableBroken):
            dirty[what.table] = None
        elif isinstance(what, entries.Out | entries.Removed):
            seated = self.sits.get(state.players[what.entry].user)
            if seated is not None:
                dirty[seated] = None
        elif isinstance(what, entries.Started | entries.FinalTable):
            self.look_at_all()
        elif isinstance(what, entries.Ended | entries.Cancelled):
            rated = rated_event(self)
            if rated is not None:
                self.floor.writer.write().rated.append(rated)
            self.floor.writer.write().events.over.append(self.row.event)
            self.look_at_all()

    def look_at_all(self) -> None:
        """Every table is looked at."""
        for number in sorted({*self.event.state.tables, *self.tables}):
            self._dirty[number] = None
        self._arm()

    # Tables

    def _look(self, number: int) -> None:
        """Makes a table what the event says it is."""
        state = self.event.state
        table = state.tables.get(number) if state.phase == RUNNING else None
        if table is None:
            self._close(number)
            return
        life = self._life(number)
        if life is None or life.broken:
            return  # it is looked at when it is back
        for seat in range(life.table.seats):
            entry = table.players.get(seat)
            user = None if entry is None else self.holder.user(state.players[entry].user)
            if life.table.roster[seat] != user:
                self._place(number, life, seat, user)
        self._deal(number, life, table)

    def _deal(self, number: int, life: Staged, table: Table) -> None:
        """The hand that is to be played there is dealt; one whose end nobody has heard of is
        reported."""
        if not table.running:
            return
        deal, dealt, played = self.deals[number], life.table.deal_number, life.table.deal
        if dealt < deal.hand:
            away = tuple(seat for seat, user in deal.users.items() if user in self.away)
            stage = structs.replace(deal.stage, away=away)
            self.floor.run(life, Staged.stage, self.staging.carry(self.options, stage))
        elif dealt == table.hands and played is not None and played.outcome is not None:
            self.ended(life, played.state)

    def _life(self, number: int) -> Staged | None:
        where = self.tables.get(number)
        if where is None:
            return self._open(number)
        life = self.floor.lives.get(where)
        return life if isinstance(life, Staged) else None

    def number_of(self, number: int) -> int | None:
        """The house's number of a table. Who is told that they sit there may hear it before the
        tables were looked at: then it is opened now."""
        if number in self.event.state.tables and self.ready and not self.broken:
            with suppress(Refusal):
                self._life(number)
        return self.tables.get(number)

    def _open(self, number: int) -> Staged:
        floor, state = self.floor, self.event.state
        terms, now = state.terms, floor.wall()
        seats = terms.seats_at_final() if state.final else terms.table_size
        row = TableRow(
            self.holder.house.next_number(),
            self.row.game,
            self.words.write_options(self.options),
            seats,
            f"{terms.name} {number}",
            "",
            False,
            True,
            now,
            terms.spectator_delay_seconds,
            "",
            False,
            self.row.event,
            number,
        )
        life = Staged.opened(row, floor.seeds, floor.clock(), now)
        assert isinstance(life, Staged)
        floor.add(life)
        self.tables[number] = row.table
        floor.run(life, Staged.set_up)
        return life

    def _close(self, number: int) -> None:
        """A table that broke is closed; at the last one people stay a while."""
        where = self.tables.get(number)
        life = None if where is None else self.floor.lives.get(where)
        if not isinstance(life, Staged) or life.broken:
            return
        self.deals.pop(number, None)
        last = self.over and len(self.tables) == 1
        if not last:
            for seat, user in enumerate(life.table.roster):
                if user is not None:
                    self._place(number, life, seat, None)
        del self.tables[number]
        self.floor.run(life, Staged.finish, last)

    # Seats

    def _place(self, number: int, life: Staged, seat: Seat, user: User | None) -> None:
        """T61, T110: a seat is another's from now on, whose connections come with them."""
        if user is not None:
            self._lift(user)
        self._took_off(number, life, seat, user)
        if user is None:
            return
        self.sits[user.id] = number
        for ear, legal in self.adrift.pop(user.id, ()):
            with suppress(Refusal):
                self.floor.run(life, Life.attach, ear, user, None, legal, False, None)
                break
        else:
            self.holder.bring(user.id, life.row.table)

    def _lift(self, user: User) -> None:
        """Off the seat that they had, if they had one."""
        before = self.sits.pop(user.id, None)
        where = None if before is None else self.tables.get(before)
        life = None if where is None else self.floor.lives.get(where)
        seat = None if life is None else life.table.seat_of(user.id)
        if before is None or not isinstance(life, Staged) or seat is None or life.broken:
            return  # what was at a broken one is undone: it is looked at when it is back
        self._took_off(before, life, seat, None)

    def _took_off(self, number: int, life: Staged, seat: Seat, user: User | None) -> None:
        was = life.table.roster[seat]
        bot = self.bot if user is not None and user.bot else None
        heard = self.floor.run(life, Staged.place, seat, user, bot)
        if was is None:
            return
        if self.sits.get(was.id) == number:
            del self.sits[was.id]
        if heard and was.id in self.event.state.live:
            self.adrift[was.id] = heard
            return
        for ear, legal in heard:  # who is out may look on
            with suppress(Refusal):
                self.floor.run(life, Life.attach, ear, was, None, legal, True, None)

    def _purse(self, account: str) -> str:
        """T101: a bot's is the house's, so that what it wins and pays is somebody's."""
        return account if account in self.people else HOUSE_BANK

    # What tables tell

    def found(self, life: Life) -> None:
        """A table that was open when the house started."""
        self.tables[life.row.event_table] = life.row.table
        for user in life.table.roster:
            if user is not None:
                self.sits[user.id] = life.row.event_table
        self.away |= were_away(life, self.staging)

    def mended(self, life: Life) -> None:
        self.found(life)
        self.look_at(life.row.event_table)

    def _forget_tables(self) -> None:
        self.tables.clear()
        self.sits.clear()

    def take_up(self) -> None:
        """All tables of a house that started are there: what was under way goes on."""
        self.ready = True
        self.look_at_all()
        self.time()  # seats that were not settled are now

    def ended(self, life: Life, state: State) -> None:
        """T103: a hand is over: what follows is written with it."""
        if self.broken or self.stopped:
            return  # it is looked at later, or never
        paid = self.staging.paid(state)
        grace = self.floor.wall() < self.event.state.grace_until
        note_away(self.away, life.table.roster, paid, grace=grace)
        with suppress(Refusal):
            self._try(lambda: self.event.hand_ended(life.row.event_table, paid, self.floor.wall()))
            self.holder.see_absent(self)

    def here(self, user: str) -> bool:
        """Whether a player listens at their table."""
        number = self.sits.get(user)
        where = None if number is None else self.tables.get(number)
        life = None if where is None else self.floor.lives.get(where)
        return life is not None and life.table.seat_of(user) in life.ears
