"""The house: what people can do with tables. Opens them, seats people and bots, lets them listen
and play, and stops without losing anything. How tables run is in `floor`; what one does in
`table`. Every refusal is answered: as a Nack where something was asked of a match, else raised.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from msgspec import structs

from cutcard.games import UnknownGame
from cutcard.kernel.game import Options, Seat, State
from cutcard.store.protocol import (
    ABANDONED,
    PLAYING,
    WAITING,
    Batch,
    KeptTable,
    MatchRow,
    Rate,
    Store,
    TableRow,
)

from . import parting
from .deal import Drift
from .effects import Ask
from .floor import SWEEP_MS, Floor
from .listening import Listening
from .place import Place
from .revive import answer_of_closed, revive
from .seating import (
    check_bot,
    free_seat,
    free_seats,
    may_enter,
    seat_bot,
    seat_of,
    seat_user,
)
from .stats import Stats, day_start
from .table import Table
from .vocabulary import tag_of, vocabulary
from .words import Ack, Ear, Nack, Notice, Refusal, TableInfo, User

log = logging.getLogger("cutcard.table")

STOP_SECONDS = 10.0
LONGEST_KEY = 128
LINK_BYTES = 16  # of a private table's link: 128 bits
LONGEST_DELAY = 600  # seconds
LOADED = 100  # tables read at a time when the house starts
CLOSING = "The server is stopping; come back in a moment"


def monotonic_ms() -> int:
    return time.monotonic_ns() // 1_000_000


def epoch_ms() -> int:
    return time.time_ns() // 1_000_000


def new_seed() -> bytes:
    return secrets.token_bytes(32)


class House(Listening):
    """All tables of a process. The store is opened before `start` and closed after `stop`."""

    def __init__(
        self,
        store: Store,
        *,
        rate: Rate | None = None,
        clock: Callable[[], int] = monotonic_ms,
        wall: Callable[[], int] = epoch_ms,
        seeds: Callable[[], bytes] = new_seed,
        bot_delay: tuple[int, int] = (500, 1500),
    ) -> None:
        self.store = store
        self.stopping = False
        super().__init__(
            Floor(store, rate=rate, clock=clock, wall=wall, seeds=seeds, bot_delay=bot_delay)
        )
        self._last = 0

    # The day begins and ends

    async def start(self) -> None:
        """Takes up every table that is not over, where it was, clocks included."""
        floor = self._floor
        now = floor.wall()
        floor.stats = Stats(await self.store.tally(day_start(now)), now)
        self._last = await self.store.last_table()
        await floor.cashier.start()
        floor.ledger.start()
        numbers = await self.store.unfinished()
        for first in range(0, len(numbers), LOADED):
            for kept in await self.store.load_many(numbers[first : first + LOADED]):
                await floor.cashier.meet(kept)
                self._revive(kept)
        floor.alarm.at(floor.clock() + SWEEP_MS, floor.sweep)

    def _revive(self, kept: KeptTable) -> None:
        floor, row = self._floor, kept.table
        try:
            place = revive(kept, floor.seeds, floor.clock(), floor.wall())
        except UnknownGame as error:
            log.warning("table %s stays closed: %s", row.table, error)
            return
        except Drift as error:
            log.error("table %s is abandoned: %s", row.table, error)
            match = structs.replace(
                kept.match, status=ABANDONED, completed=floor.wall(), reason="Log does not replay"
            )
            floor.cashier.refund(row.table)
            batch = floor.ledger.write()
            batch.matches.append(match)
            batch.closed.append(row.table)
            return
        place.barred = kept.barred
        floor.add(place)
        if place.match.completed is not None:
            floor.keep_for_rematch(place)
        floor.do(place, [])
        for seat in list(place.gone):
            parting.wait_for(floor, place, seat)

    async def stop(self, abandon: bool = False) -> None:
        """Tells everyone, and writes where every clock stands; `abandon` ends all matches."""
        if self.stopping:
            return
        self.stopping = True
        floor = self._floor
        floor.stop()
        places = list(floor.places.values())
        for ear in self._where:
            notice = Notice("SERVER_SHUTDOWN", None, None, {"inMs": 1000})
            floor.ledger.say(None, (ear,), notice)
        for place in places:
            deal = place.table.deal
            if abandon and place.match.completed is None:
                floor.abandon(place, "Server shutdown")
            elif deal is not None and place.table.playing and not place.broken:
                at = max(floor.clock() - place.table.zero, deal.at)
                floor.ledger.write().clocks.append((place.row.table, deal.header.deal, at))
        try:
            await asyncio.wait_for(floor.ledger.stop(), STOP_SECONDS)
        except (TimeoutError, Refusal):
            log.exception("the last batch could not be written in time")

    # Tables

    async def open(
        self,
        game: str,
        options: Mapping[str, Any] | Options | None = None,
        seats: int | None = None,
        *,
        host: User,
        name: str = "",
        private: bool = False,
        bots: Mapping[int, str] | None = None,
        watchable: bool = True,
        delay: int = 0,
        sit: Sequence[User] = (),
    ) -> TableInfo:
        """A new table; when this returns, it is written down. A private one is found by a link;
        spectators are told everything `delay` seconds later. Those who `sit` down get the first
        seats that no bot has, in the same commit, before anybody else can."""
        self._refuse_if_stopping()
        try:
            words = vocabulary(game)
        except UnknownGame as error:
            raise Refusal("INVALID_REQUEST", str(error)) from None
        chosen = words.options(options)
        count = words.game.setups()[0][1] if seats is None else seats
        if count not in words.game.seats:
            low, high = words.game.seats[0], words.game.seats[-1]
            many = str(low) if low == high else f"{low} to {high}"
            raise Refusal("INVALID_REQUEST", f"This game has {many} seats, not {count}")
        if not 0 <= delay <= LONGEST_DELAY:
            raise Refusal("INVALID_REQUEST", f"Spectators wait 0 to {LONGEST_DELAY} seconds")
        wanted = dict(bots or {})
        for seat, bot in wanted.items():
            if not 0 <= seat < count:
                raise Refusal("INVALID_REQUEST", f"There is no seat {seat}")
            check_bot(game, bot)
        floor = self._floor
        if len(wanted) + len(sit) > count:
            raise Refusal("TABLE_FULL", "Every seat at this table is taken")
        if sit and words.cash:
            await floor.cashier.know([user.id for user in sit])
        self._last += 1
        now = floor.wall()
        written = words.write_options(chosen)
        row = TableRow(
            self._last, game, written, count, name, host.id, private, watchable, now, delay
        )
        if private:
            row = structs.replace(row, link=secrets.token_urlsafe(LINK_BYTES))
        table = Table(row.table, words, chosen, count, floor.seeds)
        place = Place(row, table, MatchRow(row.table, 1, WAITING, now), floor.clock())
        floor.add(place)
        floor.stats.created += 1
        batch = floor.ledger.write()
        batch.tables.append(row)
        batch.matches.append(place.match)
        if table.open_seating:
            floor.begin(place)
        for seat, bot in sorted(wanted.items()):
            seat_bot(floor, place, seat, bot)
        for user in sit:
            seat_user(floor, place, free_seat(place, None), user)
        try:
            await floor.ledger.durable(row.table)
        except Refusal:
            floor.places.pop(row.table, None)
            raise Refusal("GAME_ERROR", "Failed to create game") from None
        return place.info()

    def tables(self) -> list[TableInfo]:
        """All tables, private ones too; who lists them leaves those out."""
        return [place.info() for place in self._floor.places.values()]

    def numbers(self) -> Collection[int]:
        """The numbers of the tables that are open."""
        return self._floor.places.keys()

    def info(self, table: int) -> TableInfo:
        return self._floor.place(table).info()

    def find(self, link: str) -> int:
        """The private table with this link."""
        number = self._floor.links.get(link)
        if number is None:
            raise Refusal("GAME_NOT_FOUND", "No table has this link, or no longer")
        return number

    def link(self, table: int, user: User) -> str | None:
        """A private table's link, for its host and those who sit there."""
        place = self._floor.place(table)
        inside = user.id == place.row.host or place.table.seat_of(user.id) is not None
        return place.row.link if place.row.private and inside else None

    def roster(self, table: int) -> list[User | None]:
        """Who sits at the table, by seat; not to be changed."""
        return self._floor.place(table).table.roster

    async def sit(
        self, table: int, user: User, seat: Seat | None = None, link: str | None = None
    ) -> Seat:
        """A seat for a user: the one he has, the one he names, or the first free one. At a
        private table, for those who know its link."""
        self._refuse_if_stopping()
        place = self._floor.sound(table)
        if place.table.words.cash:
            await self._floor.cashier.know([user.id])
            place = self._floor.sound(table)
        has = place.table.seat_of(user.id)
        may_enter(place, user, link, has)
        if has is not None and has not in place.leaving:
            return has
        if has is not None:  # comes back before the deal is over that he left
            place.leaving.discard(has)
            self._floor.ledger.write().seats.append(place.seat_row(has))
            return has
        seat = free_seat(place, seat)
        seat_user(self._floor, place, seat, user)
        await self._floor.ledger.durable(table)
        return seat

    def told_balance(self, tell: Callable[[str, Notice], object]) -> None:
        """Who tells a user by his id, wherever he is, that his balance changed: BALANCE."""
        self._floor.cashier.told = tell

    def forget_balance(self, user: str) -> None:
        """It was changed elsewhere, or its owner is gone; he sits at no table."""
        self._floor.cashier.forget(user)

    def tables_of(self, user: str) -> list[int]:
        """The tables at which a user holds a seat."""
        places = self._floor.places.items()
        return [number for number, place in places if place.table.seat_of(user) is not None]

    def rename(self, user: User) -> None:
        """A user is called something else from now on, at his tables too."""
        for number in self.tables_of(user.id):
            place = self._floor.places[number]
            seat = seat_of(place, user)
            place.table.roster[seat] = user
            self._floor.ledger.write().seats.append(place.seat_row(seat))
            self._floor.tell(place, "ROSTER", players=place.roster())

    async def fill(self, table: int, bot: str | None = None) -> None:
        """Bots into the empty seats; without a name, the game's usual opponent."""
        self._refuse_if_stopping()
        floor, place = self._floor, self._floor.sound(table)
        check_bot(place.row.game, bot)
        for seat in free_seats(place):
            seat_bot(floor, place, seat, bot)
        await floor.ledger.durable(table)

    # Playing

    def ask(  # noqa: PLR0917 - the order of a request: where, who, what
        self,
        table: int,
        match: str | None,
        ear: Ear,
        user: User,
        tag: str,
        payload: bytes | Mapping[str, Any],
        key: str | None = None,
        seq: int | None = None,
    ) -> None:
        """A user wants to move; `ear` hears an Ack or a Nack, whatever happens.

        `payload` holds the move's fields, as JSON where it is bytes; `key` makes sending it again
        harmless; `seq` is the last update he has seen.
        """
        floor = self._floor
        place = floor.places.get(table)
        try:
            if key is not None and len(key) > LONGEST_KEY:
                raise Refusal("INVALID_REQUEST", "The key is too long")
            self._refuse_if_stopping()
            if place is None:
                nack = Nack(table, match or "", key, tag, 0, "GAME_NOT_FOUND", "")
                floor.start_task(self._ask_the_store(ear, user, nack))
                return
            move = place.table.words.move(tag, payload)
            seat = seat_of(place, user)
        except Refusal as no:
            at = (match or "", 0) if place is None else place.stands(user)
            refused = Nack(table, at[0], key, tag, at[1], no.code, no.message)
            floor.ledger.say(place, (ear,), refused)
            return
        place.moved = floor.clock()
        floor.ask(place, Ask(seat, move, tag, key, seq, match), ear)

    def gesture(self, table: int, user: User, *tags: str) -> str:
        """Plays the first of these moves that the rules offer the user's seat now; its tag."""
        floor, place = self._floor, self._floor.sound(table)
        seat, deal = seat_of(place, user), place.table.deal
        playing = deal is not None and place.table.playing
        state = deal.state if deal is not None and playing else None
        offered = [*state.legal(seat), *state.asides(seat)] if state is not None else []
        for tag in tags:
            for move in offered:
                if tag_of(move) == tag:
                    place.moved = floor.clock()
                    floor.ask(place, Ask(seat, move, tag), None)
                    return tag
        raise Refusal("INVALID_GAME_STATE", "The game asks for nothing of the kind now")

    def leave(self, table: int, user: User, concede: bool = False) -> None:
        """Goes away, from the seat or in a match only from the table: see `parting`."""
        floor, place = self._floor, self._floor.sound(table)
        seat = seat_of(place, user)
        if parting.leave(floor, place, seat, concede):
            for ear in place.ears.get(seat, ()):
                self._take_off(place, ear)
            if seat not in place.gone:
                parting.away(floor, place, seat)

    async def kick(self, table: int, host: User, who: str | Seat) -> None:
        """The host sends somebody away, by his seat or his id; he does not come back."""
        floor, place = self._floor, self._floor.sound(table)
        if host.id != place.row.host:
            raise Refusal("FORBIDDEN", "Only who opened the table may send somebody away")
        seat = who if isinstance(who, int) else place.table.seat_of(who)
        there = list(self.audience(table))
        if seat is not None and not 0 <= seat < place.table.seats:
            raise Refusal("INVALID_PLAYER", f"There is no seat {seat}")
        holder = None if seat is None else place.table.roster[seat]
        name = who if isinstance(who, str) else "" if holder is None else holder.id
        ears = tuple(ear for ear, user, _ in there if user is not None and user.id == name)
        if name == host.id:
            raise Refusal("INVALID_REQUEST", "You cannot send yourself away")
        if seat is not None:
            parting.kick(floor, place, seat)
        elif not ears:
            raise Refusal("INVALID_PLAYER", "He is not at this table")
        for ear in ears:
            self._take_off(place, ear)
        parting.send_away(floor, place, ears)
        if holder is None or not holder.bot:
            place.barred |= {name}
            floor.ledger.write().barred.append((table, name))
            await floor.ledger.durable(table)

    def claim(self, table: int, user: User) -> None:
        """An opponent is gone for too long: he concedes, or the match is called off."""
        place = self._floor.sound(table)
        parting.claim(self._floor, place, seat_of(place, user))

    def rematch(self, table: int, user: User, accept: bool = True) -> None:
        """Offers or accepts another match, within 30 s of the last; it starts when all agree."""
        self._refuse_if_stopping()
        place = self._floor.sound(table)
        parting.rematch(self._floor, place, seat_of(place, user), accept)

    # Figures

    def stats(self) -> dict[str, int | float]:
        """A19: activeGames, totalGamesCreated, averageGameDuration (ms), gamesCompletedToday."""
        floor = self._floor
        active = sum(place.match.status == PLAYING for place in floor.places.values())
        return floor.stats.shown(active, floor.wall())

    def counts(self) -> dict[str, int]:
        """Tables, people and bots seated, spectators, and matches under way."""
        found = dict.fromkeys(("tables", "people", "bots", "spectators", "matches"), 0)
        for place in self._floor.places.values():
            found["tables"] += 1
            found["matches"] += place.match.status == PLAYING
            found["bots"] += len(place.bots)
            found["people"] += sum(1 for _ in place.people())
            found["spectators"] += place.spectators
        return found

    @property
    def failing(self) -> bool:
        """The last batch could not be written: nobody gets on until one can be."""
        return self._floor.ledger.failing

    def queue(self) -> dict[str, int]:
        """What waits: entries for the disk, words behind them, and timers for their time."""
        floor = self._floor
        entries, words = len(floor.ledger.batch.entries), len(floor.ledger.held)
        return {"entries": entries, "words": words, "timers": len(floor.alarm)}

    def witness(
        self,
        batch: Callable[[Batch], None] | None = None,
        deal_over: Callable[[str, State], None] | None = None,
    ) -> None:
        """Be shown every batch once it is durable, and the last state of every deal. Neither may
        raise, block, or change what it is shown."""
        if batch is not None:
            self._floor.ledger.witnesses.append(batch)
        if deal_over is not None:
            self._floor.deal_over.append(deal_over)

    @property
    def moves(self) -> int:
        """Moves asked for since the start."""
        return self._floor.moves

    @property
    def commits(self) -> int:
        """Transactions written since the start."""
        return self._floor.ledger.commits

    async def written(self) -> None:
        """Returns when all that was asked so far is durable, and said."""
        await self._floor.ledger.durable()

    def peek(self, table: int) -> Table:
        """The table itself, to look at: what it holds may not be durable yet."""
        return self._floor.place(table).table

    def beat(self) -> None:
        """Plays what is due. The event loop's timer calls it; so does a test with its own clock."""
        self._floor.alarm.ring()

    # Inside

    def _refuse_if_stopping(self) -> None:
        if self.stopping:
            raise Refusal("SERVER_SHUTTING_DOWN", CLOSING)

    async def _ask_the_store(self, ear: Ear, user: User, nack: Nack) -> None:
        """The table is closed, but whoever made its last move may still wait for his answer."""
        word: Ack | Nack = nack
        nack.message = f"Game session not found: {nack.match or nack.table}"
        try:
            if nack.key is not None:
                word = await answer_of_closed(self.store, nack.table, user.id, nack.key) or nack
        except Exception:
            log.exception("the answer to %s at table %s cannot be found", nack.key, nack.table)
            nack.code, nack.message = "GAME_ERROR", "The answer cannot be found; send it again"
        self._floor.ledger.say(None, (ear,), word)
