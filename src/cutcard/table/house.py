"""The house: what people can do with tables. Opens them, seats people and bots, lets them listen
and play, and stops without losing anything. How tables run is in `floor`; what one does in
`table`. Every refusal is answered: as a Nack where something was asked of a match, else raised.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import structs

from cutcard.games import UnknownGame
from cutcard.kernel.game import Options, Seat
from cutcard.store.protocol import (
    ABANDONED,
    PLAYING,
    WAITING,
    KeptTable,
    MatchRow,
    Rate,
    Store,
    TableRow,
)

from .deal import Drift
from .effects import Ask
from .floor import REMATCH_MS, SWEEP_MS, Floor
from .place import Place
from .revive import answer_of_closed, revive
from .seating import (
    check_bot,
    free,
    free_seat,
    free_seats,
    leave,
    seat_bot,
    seat_of,
    seat_user,
)
from .stats import Stats, day_start
from .table import Table
from .vocabulary import vocabulary
from .words import Ack, Ear, Nack, Notice, Refusal, TableInfo, User

log = logging.getLogger("cutcard.table")

STOP_SECONDS = 10.0
LONGEST_KEY = 128
CLOSING = "The server is stopping; come back in a moment"


def monotonic_ms() -> int:
    return time.monotonic_ns() // 1_000_000


def epoch_ms() -> int:
    return time.time_ns() // 1_000_000


def new_seed() -> bytes:
    return secrets.token_bytes(32)


class House:
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
        self._floor = Floor(
            store, rate=rate, clock=clock, wall=wall, seeds=seeds, bot_delay=bot_delay
        )
        self._last = 0
        self._where: dict[Ear, set[int]] = {}

    # The day begins and ends

    async def start(self) -> None:
        """Takes up every table that is not over, where it was, clocks included."""
        floor = self._floor
        now = floor.wall()
        floor.stats = Stats(await self.store.tally(day_start(now)), now)
        self._last = await self.store.last_table()
        floor.ledger.start()
        for number in await self.store.unfinished():
            kept = await self.store.load(number)
            if kept is not None:
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
            batch = floor.ledger.write()
            batch.matches.append(match)
            batch.closed.append(row.table)
            return
        floor.places[row.table] = place
        if place.match.completed is not None:
            floor.keep_for_rematch(place)
        floor.do(place, [])

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
    ) -> TableInfo:
        """A new table; when this returns, it is written down."""
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
        wanted = dict(bots or {})
        for seat, bot in wanted.items():
            if not 0 <= seat < count:
                raise Refusal("INVALID_REQUEST", f"There is no seat {seat}")
            check_bot(game, bot)
        floor = self._floor
        self._last += 1
        now = floor.wall()
        written = words.write_options(chosen)
        row = TableRow(
            self._last, game, written, count, name, host.id, private, watchable, created=now
        )
        table = Table(row.table, words, chosen, count, floor.seeds)
        place = Place(row, table, MatchRow(row.table, 1, WAITING, now), floor.clock())
        floor.places[row.table] = place
        floor.stats.created += 1
        batch = floor.ledger.write()
        batch.tables.append(row)
        batch.matches.append(place.match)
        if table.open_seating:
            floor.begin(place)
        for seat, bot in sorted(wanted.items()):
            seat_bot(floor, place, seat, bot)
        try:
            await floor.ledger.durable(row.table)
        except Refusal:
            floor.places.pop(row.table, None)
            raise Refusal("GAME_ERROR", "Failed to create game") from None
        return place.info()

    def tables(self) -> list[TableInfo]:
        """All tables, private ones too; who lists them leaves those out."""
        return [place.info() for place in self._floor.places.values()]

    def info(self, table: int) -> TableInfo:
        return self._floor.place(table).info()

    def roster(self, table: int) -> list[User | None]:
        """Who sits at the table, by seat; not to be changed."""
        return self._floor.place(table).table.roster

    async def sit(self, table: int, user: User, seat: Seat | None = None) -> Seat:
        """A seat for a user: the one he has, the one he names, or the first free one."""
        self._refuse_if_stopping()
        place = self._floor.sound(table)
        has = place.table.seat_of(user.id)
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

    # Listening

    def attach(
        self,
        table: int,
        ear: Ear,
        user: User | None,
        last_seq: int | None = None,
        *,
        legal: int = 0,
    ) -> Seat | None:
        """Listen to a table from the user's seat (returned), or as a spectator.

        The ear hears the updates it missed, or a snapshot, then everything. With `legal`, a
        seat's updates list that many of its legal moves (-1: all). Another ear on the seat is
        told REPLACED and hears no more.
        """
        floor, place = self._floor, self._floor.sound(table)
        seat = None if user is None else place.table.seat_of(user.id)
        if seat is None and not place.row.watchable and (user is None or user.id != place.row.host):
            raise Refusal("NOT_WATCHABLE", "This table has no spectators")
        if ear in place.present:
            self._take_off(place, ear)
        for other in place.ears.get(seat, ()) if seat is not None else ():
            self._take_off(place, other)
            other.hear(Notice("REPLACED", table, place.table.match_id, {}))
        place.add(ear, seat, legal)
        where = {number for number in self._where.get(ear, ()) if number in floor.places}
        self._where[ear] = where | {table}  # tables closed since are no longer of interest
        floor.greet(place, ear, seat, last_seq)
        if seat in place.gone:
            place.gone.discard(seat)
            floor.tell(place, "PLAYER_RECONNECTED", seat=seat, playerId=seat)
            floor.aside(place, seat, "back")
        return seat

    def detach(self, ear: Ear, table: int | None = None) -> None:
        """Listens no more, there or anywhere. The others at the table are told."""
        floor = self._floor
        for number in list(self._where.get(ear, ())) if table is None else [table]:
            place = floor.places.get(number)
            if place is None or ear not in place.present:
                self._forget(ear, number)
                continue
            seat = self._take_off(place, ear)
            if seat is None or seat in place.ears:
                continue
            place.gone.add(seat)
            if place.match.status == PLAYING:
                grace = self._grace(place, seat)
                floor.tell(place, "PLAYER_DISCONNECTED", seat=seat, playerId=seat, **grace)
                floor.aside(place, seat, "away")

    def resync(self, table: int, ear: Ear, last_seq: int | None) -> int:
        """Tells an ear again what it missed: so many updates follow, or with 0 a snapshot."""
        place = self._floor.sound(table)
        if ear not in place.present:
            raise Refusal("INVALID_PLAYER", "You are not at this table")
        return self._floor.greet(place, ear, place.present[ear], last_seq)

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
            at = (match or "", 0) if place is None else (place.table.match_id, place.table.seq)
            refused = Nack(table, at[0], key, tag, at[1], no.code, no.message)
            floor.ledger.say(place, (ear,), refused)
            return
        place.moved = floor.clock()
        floor.ask(place, Ask(seat, move, tag, key, seq, match), ear)

    def leave(self, table: int, user: User) -> None:
        """Goes away: frees the seat before the match, gives up in it, declines a rematch after."""
        floor, place = self._floor, self._floor.sound(table)
        seat = seat_of(place, user)
        place.moved = floor.clock()
        if place.match.status == WAITING:
            free(floor, place, seat)
        elif place.table.over:
            place.left.add(seat)
            floor.tell(place, "REMATCH_DECLINED", seat=seat, playerId=seat)
            if place.left >= {seat for seat, _ in place.people()}:
                floor.close(place)
        elif place.table.open_seating:
            leave(floor, place, seat)
        elif not floor.aside(place, seat, "leave", "surrender"):
            if len(list(place.people())) > 1:
                raise Refusal("CANNOT_LEAVE", "Nobody may leave this match before its end")
            floor.abandon(place, "Left")

    def rematch(self, table: int, user: User, accept: bool = True) -> None:
        """Offers or accepts another match, within 30 s of the last; it starts when all agree."""
        self._refuse_if_stopping()
        floor, place = self._floor, self._floor.sound(table)
        seat = seat_of(place, user)
        if not place.table.over:
            raise Refusal("INVALID_GAME_STATE", "The match is not over")
        if not getattr(place.table.options, "allow_rematch", True):
            raise Refusal("REMATCH_DISABLED", "This table plays no rematch")
        if place.left:
            raise Refusal("INVALID_GAME_STATE", "Somebody has left the table")
        if not accept:
            place.agreed.clear()
            floor.tell(place, "REMATCH_DECLINED", seat=seat, playerId=seat)
            return
        place.agreed.add(seat)
        if place.agreed < {seat for seat, _ in place.people()}:
            left = max(0, (place.match.completed or 0) + REMATCH_MS - floor.wall())
            floor.tell(place, "REMATCH_OFFERED", seat=seat, playerId=seat, inMs=left)
            return
        place.table.next_match(place.table.match + 1)
        place.moved = floor.clock()
        place.match = MatchRow(table, place.table.match, WAITING, floor.wall())
        floor.stats.created += 1
        floor.begin(place)

    # Figures

    def stats(self) -> dict[str, int | float]:
        """A19: activeGames, totalGamesCreated, averageGameDuration (ms), gamesCompletedToday."""
        floor = self._floor
        active = sum(place.match.status == PLAYING for place in floor.places.values())
        return floor.stats.shown(active, floor.wall())

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

    def _take_off(self, place: Place, ear: Ear) -> Seat | None:
        self._forget(ear, place.row.table)
        return place.remove(ear)

    def _forget(self, ear: Ear, table: int) -> None:
        where = self._where.get(ear)
        if where is not None:
            where.discard(table)
            if not where:
                del self._where[ear]

    def _grace(self, place: Place, seat: Seat) -> dict[str, int]:
        """How long the seat's clock still runs, where it has one."""
        deal, now = place.table.deal, self._floor.clock()
        dues = [timer.due for timer in deal.timers if timer.seat in (seat, None)] if deal else []
        return {"graceMs": max(0, place.table.zero + min(dues) - now)} if dues else {}
