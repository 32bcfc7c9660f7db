"""The events of a process: made, asked, read again from their logs when it starts.

The house tells it of hands that are over at their tables; people ask it through the lobby. An
event has one holder; nothing here is done that its log does not say.
"""

from __future__ import annotations

import asyncio
import logging
from functools import cache
from time import perf_counter
from typing import Any, Protocol

from cutcard.arena.event import Event, Terms
from cutcard.arena.event import log as entries
from cutcard.arena.event.requests import Asked
from cutcard.arena.running import NoEvents, staging
from cutcard.bots import bots_of
from cutcard.bots.parts import part
from cutcard.games import UnknownGame, game_names
from cutcard.games import game as game_called
from cutcard.kernel.game import Fact, Illegal, State
from cutcard.kernel.optional import staging_of
from cutcard.store.events import EventEntry, EventRow
from cutcard.store.people import BANK
from cutcard.store.protocol import Batch
from cutcard.table.alarm import SLICE
from cutcard.table.house import House
from cutcard.table.life import Life
from cutcard.table.staged import Staged
from cutcard.table.tasks import Tasks
from cutcard.table.vocabulary import vocabulary
from cutcard.table.words import Refusal, User
from cutcard.table.writer import NOT_WRITTEN

from .carried import Carried

log = logging.getLogger("cutcard.events")

KIND = "chips"
MOST = 1000  # events at a time
OF_ONE = 20  # that one host has
LONGEST = 60  # characters of a name
PAST = 100  # that are over and still at hand
READING = 16  # of those that are not, read again at a time
NOT_FOUND = "There is no such event"


class Listener(Protocol):
    """Who tells people what happens in events, wherever they are."""

    def tell(self, event: int, user: str | None, fact: Fact) -> None:
        """All who are in it or watch it, or one user; it is durable."""

    def bring(self, user: str, table: int) -> None:
        """A user who waits for it is brought to the table where they sit now."""


class Holder:
    """All events of a house."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.listener: Listener | None = None
        self.live: dict[int, Carried] = {}
        self.past: dict[int, Carried] = {}
        self._users: dict[str, User] = {}
        self._last = 0
        self._tasks = Tasks("reading an event again")
        self._reading = 0  # that are over and asked for
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
                one = Carried(self, kept.event, kept.entries)
            except (UnknownGame, NoEvents) as error:
                log.warning("event %s stays closed: %s", kept.event.event, error)
                continue
            await self._know(one)
            self.live[kept.event.event] = one
            one.restart()

    async def _know(self, one: Carried) -> None:
        people = await self.house.store.persons(sorted(one.people))
        for person in people.values():
            self._users[person.id] = User(
                person.id, person.name, False, person.number, person.guest
            )

    def take_up(self) -> None:
        """The house has started: its tables of events go on, those of none are closed."""
        floor = self.house.floor
        for life in list(floor.lives.values()):
            if isinstance(life, Staged):
                found = self.live.get(life.row.event)
                if found is not None:
                    found.found(life)
                elif life.match.completed is None:
                    floor.run(life, Staged.finish, False)
        for one in list(self.live.values()):
            one.take_up()

    # Asking

    def get(self, event: int) -> Carried:
        """One that is not over, or was not long ago."""
        found = self.live.get(event) or self.past.get(event)
        if found is None:
            raise Refusal("EVENT_NOT_FOUND", NOT_FOUND)
        return found

    async def find(self, event: int) -> Carried:
        """One that ever was."""
        if event in self.live or event in self.past:
            return self.get(event)
        if self._reading >= READING:
            raise Refusal("RATE_LIMITED", "Many old events are asked for; try again in a moment")
        self._reading += 1
        try:
            kept = await self.house.store.event(event)
            if kept is None or not kept.over:
                raise Refusal("EVENT_NOT_FOUND", NOT_FOUND)
            async with self._one_by_one:  # a long log takes its time: no table waits for it
                if event in self.past:
                    return self.past[event]
                one = await asyncio.to_thread(Carried, self, kept.event, kept.entries)
        finally:
            self._reading -= 1
        await self._know(one)
        self._keep(one)
        return one

    async def make(self, host: User, terms: Terms, bots: int = 0) -> Carried:
        """A new one; when this returns it is written down. With `bots`, so many enter at once."""
        self._may_make(host, terms)
        self._last += 1
        floor, now = self.house.floor, self.house.floor.wall()
        row = EventRow(
            self._last, KIND, terms.game, terms.name, host.id, self.house.floor.seeds(), now
        )
        event = Event.open(str(row.event), terms, row.seed, now)
        first = EventEntry(row.event, 1, now, entries.encode(event.log[0]))
        one = Carried(self, row, [first])
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
                if self.live.get(row.event) is not one:
                    raise Refusal("GAME_ERROR", NOT_WRITTEN)  # its opening was not written
        await floor.writer.durable()
        if self.live.get(row.event) is not one:
            raise Refusal("GAME_ERROR", NOT_WRITTEN)
        return one

    def _may_make(self, host: User, terms: Terms) -> None:
        if self.house.stopping:
            raise Refusal("SERVER_SHUTTING_DOWN", "The server is stopping; come back in a moment")
        mine = sum(one.row.host == host.id for one in self.live.values())
        if len(self.live) >= MOST or mine >= OF_ONE:
            raise Refusal("TOO_MANY_EVENTS", "There are enough events for now; end one first")
        if not 0 < len(terms.name) <= LONGEST or not terms.name.isprintable():
            raise Refusal("INVALID_REQUEST", f"An event's name has 1 to {LONGEST} characters")
        try:
            found = staging(game_called(terms.game))
            options = found.options(terms.options, terms.start_stack)
            refuse_strange(terms)
        except (UnknownGame, NoEvents, ValueError) as no:
            raise Refusal("INVALID_REQUEST", f"This event cannot be played: {no}") from None
        if max(terms.table_size, terms.seats_at_final()) > found.most_seats(options):
            most = found.most_seats(options)
            raise Refusal("INVALID_REQUEST", f"A table of this game seats {most} at most")
        if terms.format == "scheduled" and terms.starts_at <= self.house.floor.wall():
            raise Refusal("INVALID_REQUEST", "startsAt has passed: say when it starts")
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
    ) -> Carried:
        """A request of the rule book; when this returns, what came of it is durable."""
        if self.house.stopping:
            raise Refusal("SERVER_SHUTTING_DOWN", "The server is stopping; come back in a moment")
        self.get(event)
        floor = self.house.floor
        funds = await floor.cashier.learn(user.id)
        self._users[user.id] = user
        one = self.get(event)
        away = not one.here(user.id)
        asked = Asked(user.id, floor.wall(), funds, admin, False, away, key)
        try:
            one.ask(name, asked, wish)
        finally:
            await floor.writer.durable()
        self._see_absent(one, name)
        return one

    def _see_absent(self, one: Carried, name: str) -> None:
        """T89: a deal ends where somebody of it is not there."""
        state = one.event.state
        offer = state.offer
        if name == "TOURNAMENT_DEAL_PROPOSE" and offer is not None and offer.version:
            for user in list(state.live):
                if user in one.people and not one.here(user):
                    decline = Asked(user, one.floor.wall())
                    one.ask("TOURNAMENT_DEAL_DECLINE", decline)
                    return

    def ticket(self, user: str, event: str) -> None:
        """T84: a prize that is an entry; the bank pays it."""
        other = self.live.get(int(event)) if self._is_live(event) else None
        try:
            if other is None:
                raise Refusal("EVENT_NOT_FOUND", NOT_FOUND)
            other.may_ask()
            other.enter(self.user(user), payer=BANK)
        except (Refusal, Illegal) as no:
            log.warning("a ticket of %s for event %s was not used: %s", user, event, no)

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
        if one is not None:
            one.ended(life, state)

    def mended(self, life: Life) -> None:
        one = self.live.get(life.row.event) or self.past.get(life.row.event)
        if one is not None:
            one.found(life)
            one.look_at(life.row.event_table)

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

    async def _read_again(self, one: Carried) -> None:
        kept = None
        while kept is None:
            try:
                await self.house.floor.writer.durable()
                kept = await self.house.store.event(one.row.event)
            except Exception:
                log.exception("reading event %s again failed; it is tried again", one.row.event)
        one.read(kept.entries)
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

    def _keep(self, one: Carried) -> None:
        self.past[one.row.event] = one
        while len(self.past) > PAST:
            gone = self.past.pop(next(iter(self.past)))
            gone.bell.drop()
            for player in gone.event.state.players.values():
                if player.bot:
                    self._users.pop(player.user, None)


@cache
def staged_games() -> list[str]:
    """The games whose deals an event can set."""
    names = game_names()
    return [name for name in names if staging_of(part(game_called(name), "event")) is not None]


def refuse_strange(terms: Terms) -> None:
    """ValueError where options are none of the game's, or the bot is unknown."""
    known = vocabulary(terms.game).game.Options.__struct_encode_fields__
    strange = [name for name in terms.options if name not in known]
    if strange:
        raise ValueError(f"there is no option {', '.join(strange)}")
    if terms.bot and terms.bot not in bots_of(terms.game):
        raise ValueError(f"no bot is called {terms.bot}")
