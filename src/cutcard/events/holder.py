"""The events of a process: made, asked, read again from their logs when it starts.

The house tells it of hands that are over at their tables; people ask it through the lobby. An
event has one holder; nothing here is done that its log does not say.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from time import perf_counter
from typing import Any

from cutcard.arena.event import Terms, Ticket
from cutcard.arena.event.facts import Rerated
from cutcard.arena.event.log import Started as Dealt
from cutcard.arena.event.requests import Asked
from cutcard.arena.matches import Terms as MatchTerms
from cutcard.arena.matches.words import Started as Paired
from cutcard.arena.running import NoEvents, staging
from cutcard.games import UnknownGame
from cutcard.games import game as game_called
from cutcard.kernel.game import Illegal, Outcome, State
from cutcard.store.events import EventEntry, EventRow, KeptEvent
from cutcard.store.people import BANK
from cutcard.store.protocol import Batch, RatingChange
from cutcard.table.alarm import SLICE
from cutcard.table.house import House
from cutcard.table.life import Life
from cutcard.table.matched import Matched
from cutcard.table.staged import Staged
from cutcard.table.tasks import Tasks
from cutcard.table.vocabulary import vocabulary
from cutcard.table.words import Refusal, User
from cutcard.table.writer import NOT_WRITTEN

from .carried import Carried
from .carrying import Carrying
from .listener import Listener
from .making import opening, refuse_odd_matches, refuse_strange
from .matched import Meeting

log = logging.getLogger("cutcard.events")

CHIPS, MATCHES = "chips", "matches"  # kinds of events: how their logs are read
BEGINS = (Dealt, Paired)  # the entry with which one of each kind does
MOST = 1000  # events at a time
OF_ONE = 20  # that one host has
LONGEST = 60  # characters of a name
PAST = 100  # that are over and still at hand
READING = 16  # of those that are not, read again at a time,
OF_ADDRESS = 4  # and so many of them for one address
NOT_FOUND = "There is no such event"


def price_of(one: Carrying) -> int:
    """What an entry costs: of an event of matches nothing."""
    return one.event.state.cost() if isinstance(one, Carried) else 0


class Holder:
    """All events of a house."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.listener: Listener | None = None
        self.live: dict[int, Carrying] = {}
        self.past: dict[int, Carrying] = {}
        self._users: dict[str, User] = {}
        self._last = 0
        self._tasks = Tasks("what goes on beside an event")
        self._reading: list[str | None] = []  # the addresses that ask for some that are over
        self._one_by_one = asyncio.Lock()
        house.hold_events(self)
        house.floor.desertion.spared.append(lambda row: row.event in self.live)
        house.floor.writer.after.append(self._durable)

    # The day begins

    async def load(self) -> None:
        """Before the house starts: the events that are not over, from their logs."""
        store = self.house.store
        self._last = await store.last_event()
        for kept in await store.live_events():
            try:
                one = await self._folded(kept)
            except (UnknownGame, NoEvents) as error:
                log.warning("event %s stays closed: %s", kept.event.event, error)
                continue
            await self._know(one)
            self.live[kept.event.event] = one
            one.restart()

    async def _folded(self, kept: KeptEvent) -> Carrying:
        """A long log takes its time: no table waits for it."""
        return await asyncio.to_thread(self._carried, kept)

    def aside(self, work: Coroutine[Any, Any, None]) -> None:
        """What an event does beside the play."""
        self._tasks.start(work)

    def _carried(self, kept: KeptEvent) -> Carrying:
        kind = Meeting if kept.event.kind == MATCHES else Carried
        return kind(self, kept.event, kept.entries)

    async def _know(self, one: Carrying) -> None:
        people = await self.house.store.persons(sorted(one.people))
        for person in people.values():
            self._users[person.id] = User(
                person.id, person.name, False, person.number, person.guest
            )

    def take_up(self) -> None:
        """The house has started: its tables of events go on, those of none are closed."""
        floor = self.house.floor
        for life in list(floor.lives.values()):
            found = self.live.get(life.row.event)
            if found is not None:
                found.found(life)
            elif isinstance(life, Staged) and life.match.completed is None:
                floor.run(life, Staged.finish, False)
            elif isinstance(life, Matched) and life.match.completed is None:
                floor.run(life, Matched.finish, NOT_FOUND)
        for one in list(self.live.values()):
            one.take_up()

    async def call_off(self, restored: int) -> None:
        """F35, T105: the database was put back from a copy. What was dealt in events that had begun
        by then may be known further on to others: they are cancelled, and all are paid."""
        for event, one in list(self.live.items()):
            began = next((e.at for e in one.event.log if isinstance(e.what, BEGINS)), None)
            if began is not None and began <= restored and not one.over:
                log.warning("event %s is cancelled: the database was put back", event)
                await self.ask("TOURNAMENT_CANCEL", event, self.user(one.row.host), {}, admin=True)

    # Asking

    def get(self, event: int) -> Carrying:
        """One that is not over, or was not long ago."""
        found = self.live.get(event) or self.past.get(event)
        if found is None:
            raise Refusal("EVENT_NOT_FOUND", NOT_FOUND)
        return found

    def at_hand(self, event: int) -> bool:
        """Whether its log need not be read again."""
        return event in self.live or event in self.past

    async def find(self, event: int, host: str | None = None) -> Carrying:
        """One that ever was, for somebody at an address (None: addresses are not limited)."""
        if self.at_hand(event):
            return self.get(event)
        theirs = 0 if host is None else self._reading.count(host)
        if len(self._reading) >= READING or theirs >= OF_ADDRESS:
            raise Refusal("RATE_LIMITED", "Many old events are asked for; try again in a moment")
        self._reading.append(host)
        try:
            kept = await self.house.store.event(event)
            if kept is None or not kept.over:
                raise Refusal("EVENT_NOT_FOUND", NOT_FOUND)
            async with self._one_by_one:
                if event in self.past:
                    return self.past[event]
                one = await self._folded(kept)
        finally:
            self._reading.remove(host)
        await self._know(one)
        self._keep(one)
        return one

    async def make(self, host: User, terms: Terms | MatchTerms, bots: int = 0) -> Carrying:
        """A new one; when this returns it is written down. With `bots`, so many enter at once."""
        self._may_make(host, terms)
        if isinstance(terms, MatchTerms):
            await refuse_odd_matches(self.house, terms)
        else:
            await self._refuse_odd_chips(terms)
        self._may_make(host, terms)  # while its options were read there may have come others
        self._last += 1
        floor, now = self.house.floor, self.house.floor.wall()
        kind = MATCHES if isinstance(terms, MatchTerms) else CHIPS
        row = EventRow(
            self._last, kind, terms.game, terms.name, host.id, self.house.floor.seeds(), now
        )
        first = EventEntry(row.event, 1, now, opening(row, terms, now))
        one = self._carried(KeptEvent(row, [first], over=False))
        one.ready = True
        rows = floor.writer.write().events
        rows.opened.append(row)
        rows.entries.append(first)
        self.live[row.event] = one
        until = perf_counter() + SLICE
        for number in range(1, bots + 1):
            try:
                one.enter(self.user(f"bot-e{row.event}-{number}"))
            except Illegal as no:  # all seats are sold, or it has begun: the answer has how many
                log.info("event %s takes no more bots: %s", row.event, no)
                break
            if perf_counter() >= until:  # others have their turn
                await asyncio.sleep(0)
                until = perf_counter() + SLICE
                self._refuse_unmade(one)
        await floor.writer.durable()
        self._refuse_unmade(one)
        return one

    def _refuse_unmade(self, one: Carrying) -> None:
        """Refusal where its opening was not written; it may be over by now."""
        number = one.row.event
        if one not in (self.live.get(number), self.past.get(number)):
            raise Refusal("GAME_ERROR", NOT_WRITTEN)

    def _may_make(self, host: User, terms: Terms | MatchTerms) -> None:
        if self.house.stopping:
            raise Refusal("SERVER_SHUTTING_DOWN", "The server is stopping; come back in a moment")
        mine = sum(one.row.host == host.id for one in self.live.values())
        if len(self.live) >= MOST or mine >= OF_ONE:
            raise Refusal("TOO_MANY_EVENTS", "There are enough events for now; end one first")
        if not 0 < len(terms.name) <= LONGEST or not terms.name.isprintable():
            raise Refusal("INVALID_REQUEST", f"An event's name has 1 to {LONGEST} characters")
        scheduled = isinstance(terms, MatchTerms) or terms.format == "scheduled"
        if scheduled and terms.starts_at <= self.house.floor.wall():
            raise Refusal("INVALID_REQUEST", "startsAt has passed: say when it starts")

    async def _refuse_odd_chips(self, terms: Terms) -> None:
        try:
            found = staging(game_called(terms.game))
            options = found.options(terms.options, terms.start_stack)
            refuse_strange(terms)
        except (UnknownGame, NoEvents, ValueError) as no:
            raise Refusal("INVALID_REQUEST", f"This event cannot be played: {no}") from None
        await self.house.chosen(vocabulary(terms.game), options)
        if max(terms.table_size, terms.seats_at_final()) > found.most_seats(options):
            most = found.most_seats(options)
            raise Refusal("INVALID_REQUEST", f"A table of this game seats {most} at most")
        if terms.tickets and not self._is_live(terms.ticket_to):
            raise Refusal("EVENT_NOT_FOUND", "There is no event that the tickets could be for")

    def _is_live(self, event: str) -> bool:
        return event.isascii() and event.isdigit() and len(event) < 16 and int(event) in self.live

    async def ask(
        self,
        name: str,
        event: int,
        user: User,
        wish: dict[str, Any],
        *,
        key: str = "",
        admin: bool = False,
    ) -> Carrying:
        """A request of the rule book; when this returns, what came of it is durable."""
        if self.house.stopping:
            raise Refusal("SERVER_SHUTTING_DOWN", "The server is stopping; come back in a moment")
        floor = self.house.floor
        asked = await self.get(event).asked(user, floor.wall(), admin=admin, key=key)
        for who in (user, wish.get("partner")):
            if who is not None:
                self._users[who.id] = who
        one = self.get(event)
        try:
            one.ask(name, asked, wish)
        finally:
            await floor.writer.durable()
        if name == "TOURNAMENT_DEAL_PROPOSE" and isinstance(one, Carried):
            self.see_absent(one)
        return one

    def see_absent(self, one: Carried) -> None:
        """T89: a deal that is laid before all, when it is proposed or when the hand it was proposed
        in is over, ends where somebody of it is not there."""
        state = one.event.state
        if state.offer is None or not state.offer.version:
            return
        absent = (user for user in state.live if user in one.people and not one.here(user))
        if (user := next(absent, None)) is not None:
            one.ask("TOURNAMENT_DEAL_DECLINE", Asked(user, one.floor.wall()))

    def ticket(self, won: Ticket) -> bool:
        """T84: a prize that is an entry. The bank pays it, and is paid by the satellite; False:
        it cannot be used, and its worth is the player's."""
        other = self.live.get(int(won.event)) if self._is_live(won.event) else None
        try:
            if other is None:
                raise Refusal("EVENT_NOT_FOUND", NOT_FOUND)
            if price_of(other) != won.price:  # of one that was made before tickets had a price
                raise Refusal("NOT_ENOUGH_CHIPS", "A ticket pays what an entry costs")
            other.may_ask()
            other.enter(self.user(won.user), payer=BANK)
        except (Refusal, Illegal) as no:
            log.info("a ticket of %s for event %s is paid: %s", won.user, won.event, no)
            return False
        return True

    def ticket_price(self, event: str) -> int:
        """What a ticket for that event is worth; 0 where there is none like that."""
        return price_of(self.live[int(event)]) if self._is_live(event) else 0

    # Who

    def user(self, user: str) -> User:
        """Who it is; those whom nobody has heard of are bots."""
        known = self._users.get(user)
        if known is None:
            _, _, number = user.rpartition("-")
            known = self._users[user] = User(user, f"Bot {number}", bot=True)
        return known

    def rename(self, user: User) -> None:
        if user.id in self._users:
            self._users[user.id] = user

    def bring(self, user: str, table: int) -> None:
        if self.listener is not None:
            self.listener.bring(user, table)

    # What the house tells

    def ended(self, life: Life, state: State) -> None:
        one = self.live.get(life.row.event)
        if isinstance(one, Carried):
            one.ended(life, state)

    def over(self, life: Life, outcome: Outcome, abandoned: bool) -> None:
        one = self.live.get(life.row.event)
        if isinstance(one, Meeting):
            one.match_over(life, outcome, abandoned)

    def rated(self, event: int, change: RatingChange) -> None:
        """A23: everybody is told their own."""
        if self.listener is None:
            return
        for user, old, new in zip(change.users, change.before, change.after, strict=False):
            self.listener.tell(event, user, Rerated(old.shown, new.shown, new.shown - old.shown))

    def mended(self, life: Life) -> None:
        one = self.live.get(life.row.event) or self.past.get(life.row.event)
        if one is not None:
            one.mended(life)

    def lost(self, events: set[int], unmade: set[int]) -> None:
        for event in events:
            one = self.live.get(event) or self.past.get(event)
            if one is None:
                continue
            if event in unmade:
                one.bell.drop()
                self.live.pop(event, None)
            elif not one.broken:
                one.broken = True
                self._tasks.start(self._read_again(one))

    async def _read_again(self, one: Carrying) -> None:
        kept = None
        while kept is None:
            try:
                await self.house.floor.writer.durable()
                kept = await self.house.store.event(one.row.event)
            except Exception:
                log.exception("reading event %s again failed; it is tried again", one.row.event)
        take = await asyncio.to_thread(one.reading, kept.entries)
        take()
        one.find_tables()
        one.take_up()

    def _durable(self, batch: Batch) -> None:
        """What was written is told; an event that is over is put aside."""
        for event, user, fact in batch.events.told if self.listener is not None else ():
            self.listener.tell(event, user, fact)  # type: ignore[union-attr] # it is there
        for event in batch.events.over:
            one = self.live.pop(event, None)
            if one is not None:
                self._keep(one)

    def _keep(self, one: Carrying) -> None:
        self.past[one.row.event] = one
        while len(self.past) > PAST:
            gone = self.past.pop(next(iter(self.past)))
            gone.bell.drop()
            for bot in gone.bots():
                self._users.pop(bot, None)

    # Now and then

    def people(self) -> set[str]:
        """Everybody who is in an event that is not over."""
        return {user for one in self.live.values() for user in one.people}

    def let_go(self) -> None:
        """Forgets the names of those who are in no event at hand: they asked, or were."""
        at_hand = (*self.live.values(), *self.past.values())
        kept = {user for one in at_hand for user in (*one.people, *one.bots())}
        self._users = {user: known for user, known in self._users.items() if user in kept}
