"""The house: what people can do with tables. Opens them, seats people and bots, lets them listen
and play, and stops without losing anything. How tables run is in `floor`; what one does in
`table`. Every refusal is answered: as a Nack where something was asked of a match, else raised.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any

from cutcard.games import UnknownGame
from cutcard.kernel.game import Options, Record, Seat
from cutcard.kernel.optional import advice
from cutcard.store.protocol import (
    Rate,
    Store,
    TableRow,
)

from .choosing import Fit, refuse_odd, seats_of
from .choosing import chosen as choose
from .days import day_of_options
from .effects import Ask
from .floor import Floor
from .keys import Fairness, terms_of
from .life import Life, check_bot
from .recall import answer_late
from .stats import Stats, day_start
from .tasks import Tasks
from .twice import LINK_BYTES, Twice
from .vocabulary import Vocabulary, tag_of, vocabulary
from .words import Ear, Nack, Notice, Refusal, TableInfo, User

log = logging.getLogger("cutcard.table")

STOP_SECONDS = 10.0
LONGEST_KEY = 128
LONGEST_DELAY = 600  # seconds
CLOSING = "The server is stopping; come back in a moment"
UNSURE = "The server waits for its database; send it again in a moment"


def monotonic_ms() -> int:
    return time.monotonic_ns() // 1_000_000


def epoch_ms() -> int:
    return time.time_ns() // 1_000_000


def new_seed() -> bytes:
    return secrets.token_bytes(32)


class House(Twice):
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
        deserted: int | None = None,
        fair: Fairness | None = None,
    ) -> None:
        self.store = store
        self.fairness = fair  # None: deals are not proved, as with seeds that are fixed (F36)
        self.stopping = False
        self._fit: Fit = lambda text, what: None
        floor = Floor(
            store,
            rate=rate,
            clock=clock,
            wall=wall,
            seeds=seeds,
            bot_delay=bot_delay,
            deserted=deserted,
        )
        super().__init__(floor)
        self._numbers: Iterator[int] = count(1)
        self._heirs = Tasks("taking over tables")

    # The day begins and ends

    async def start(self) -> None:
        """Takes up every table that is not over, where it was, clocks included."""
        floor = self._floor
        now = floor.wall()
        floor.stats = Stats(await self.store.tally(day_start(now)), now)
        self._numbers = await self.store.numbers()
        if self.fairness is not None:
            floor.shuffles.terms = await terms_of(self.store, self.fairness, now)
        floor.writer.start()
        await self.take_up(await self.store.unfinished())
        self._heirs.start(self._take_over())

    async def count_again(self) -> None:
        """The figures of all matches are read again: others play some of them."""
        now = self._floor.wall()
        self._floor.stats = Stats(await self.store.tally(day_start(now)), now)

    async def _take_over(self) -> None:
        """Goes on with tables whose server is gone, where it was one of several."""
        while True:
            numbers = await self.store.orphans()
            await self.take_up(numbers)
            log.info("took over %d tables of a server that is gone", len(numbers))

    async def stop(self, abandon: bool = False) -> None:
        """Tells everyone, and writes where every clock stands; `abandon` ends all matches."""
        if self.stopping:
            return
        self.stopping = True
        self._heirs.cancel()
        floor = self._floor
        floor.stop()
        for ear in floor.where:
            notice = Notice("SERVER_SHUTDOWN", None, None, {"inMs": 1000})
            floor.writer.say(None, (ear,), notice)
        for life in list(floor.lives.values()):
            if abandon and life.match.completed is None:
                floor.abandon(life, "Server shutdown")
            else:
                floor.run(life, Life.stop)
        try:
            await asyncio.wait_for(floor.writer.stop(), STOP_SECONDS)
        except (TimeoutError, Refusal):
            log.exception("write failed: the last batch could not be written in time")

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
        ranked: bool = False,
    ) -> TableInfo:
        """A new table; when this returns, it is written down. A private one is found by a link;
        spectators are told everything `delay` seconds later. Those who `sit` down get the first
        seats that no bot has, in the same commit, before anybody else can. A `ranked` table's
        matches change ratings: it is for people, by the game's standard options."""
        self._refuse_if_stopping()
        try:
            words = vocabulary(game)
        except UnknownGame as error:
            raise Refusal("INVALID_REQUEST", str(error)) from None
        chosen = await self.chosen(words, options)
        self._refuse_if_stopping()
        count = seats_of(words.game, seats)
        if not 0 <= delay <= LONGEST_DELAY:
            raise Refusal("INVALID_REQUEST", f"Spectators wait 0 to {LONGEST_DELAY} seconds")
        wanted = dict(bots or {})
        for seat, bot in wanted.items():
            if not 0 <= seat < count:
                raise Refusal("INVALID_REQUEST", f"There is no seat {seat}")
            check_bot(game, bot)
        floor = self._floor
        if ranked:
            refuse_odd(words.game, chosen, count, wanted)
        if len(wanted) + len(sit) > count:
            raise Refusal("TABLE_FULL", "Every seat at this table is taken")
        if sit and words.cash:
            await floor.cashier.know([user.id for user in sit])
        day = await day_of_options(floor, game, chosen)
        now = floor.wall()
        written = words.write_options(chosen)
        row = TableRow(
            self.next_number(), game, written, count, name, host.id, private,
            watchable and not day[1], now, delay,
            secrets.token_urlsafe(LINK_BYTES) if private else "", ranked)  # fmt: skip
        life = Life.opened(row, floor.seeds, floor.clock(), now, floor.shuffles.terms)
        life.table.master, life.table.day = day
        floor.add(life)
        try:
            floor.run(life, Life.open, wanted, sit)
        except Refusal:
            floor.remove(life)
            raise
        try:
            await floor.writer.durable(row.table)
        except Refusal:
            raise Refusal("GAME_ERROR", "Failed to create game") from None
        return life.info()

    def read_texts(self, fit: Fit) -> None:
        """Who refuses what others are not to read, of what is chosen for a table."""
        self._fit = fit

    async def chosen(
        self, words: Vocabulary, options: Mapping[str, Any] | Options | None
    ) -> Options:
        return await choose(words, options, self._fit)

    def tables(self) -> list[TableInfo]:
        """All tables, private ones too; who lists them leaves those out."""
        return [life.info() for life in self._floor.lives.values()]

    def numbers(self) -> Collection[int]:
        """The numbers of the tables that are open."""
        return self._floor.lives.keys()

    def info(self, table: int) -> TableInfo:
        return self._floor.life(table).info()

    def find(self, link: str) -> int:
        """The private table with this link."""
        number = self._floor.links.get(link)
        if number is None:
            raise Refusal("GAME_NOT_FOUND", "No table has this link, or no longer")
        return number

    def link(self, table: int, user: User) -> str | None:
        """A private table's link, for its host and those who sit there."""
        life = self._floor.life(table)
        inside = user.id == life.row.host or life.table.seat_of(user.id) is not None
        return life.row.link if life.row.private and inside else None

    def roster(self, table: int) -> list[User | None]:
        """Who sits at the table, by seat; not to be changed."""
        return self._floor.life(table).table.roster

    async def sit(
        self, table: int, user: User, seat: Seat | None = None, link: str | None = None
    ) -> Seat:
        """A seat for a user: the one they have, the one they name, or the first free one. At a
        private table, for those who know its link."""
        self._refuse_if_stopping()
        floor, life = self._floor, self._floor.sound(table)
        if life.table.words.cash:
            await floor.cashier.know([user.id])
            life = floor.sound(table)
        self._floor.twins.refuse_at_both(life, user)
        sits = life.sits(user)
        has = floor.run(life, Life.sit, user, seat, link)
        if not sits:
            await floor.writer.durable(table)
        return has

    def told_balance(self, tell: Callable[[str, Notice], object]) -> None:
        """Who tells a user by their id, wherever they are, that their balance changed: BALANCE."""
        self._floor.cashier.told = tell

    def forget_balance(self, user: str) -> None:
        """It was changed elsewhere, or its owner is gone; they sit at no table."""
        self._floor.cashier.forget(user)

    def let_go_of_balances(self, besides: Iterable[str] = ()) -> None:
        """Now and then: what those have who are at no table, and are not named, is forgotten; it is
        read again when they sit down."""
        there = set(besides)
        for life in self._floor.lives.values():
            if life.table.words.cash:
                there.update(user.id for user in life.table.roster if user is not None)
                there.update(user.id for user in life.users.values() if user is not None)
                there.update(user.id for user, _ in life.substitutes.values())
        self._floor.cashier.let_go(there)

    async def fill(self, table: int, bot: str | None = None, seat: Seat | None = None) -> None:
        """Bots into the empty seats, or one into that seat; without a name, the game's usual
        opponent."""
        self._refuse_if_stopping()
        floor, life = self._floor, self._floor.sound(table)
        floor.run(life, Life.fill, bot, seat)
        await floor.writer.durable(table)

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
        harmless; `seq` is the last update they have seen.
        """
        floor = self._floor
        life = floor.lives.get(table) if self.knows(table, user) else None
        try:
            if key is not None and len(key) > LONGEST_KEY:
                raise Refusal("INVALID_REQUEST", "The key is too long")
            self._refuse_if_stopping()
            if life is None:
                nack = Nack(table, match or "", key, tag, 0, "GAME_NOT_FOUND", "")
                floor.start_task(answer_late(floor, ear, user, nack))
                return
            move = life.table.words.move(tag, payload)
            seat = life.seat_of(user)
            if floor.writer.doubt is not None:
                self._refuse_if_unsure(life, seat, key)
        except Refusal as no:
            at = (match or "", 0) if life is None else life.stands(user)
            refused = Nack(table, at[0], key, tag, at[1], no.code, no.message)
            if no.message == UNSURE:
                ear.hear(refused)  # it does not wait for what nobody knows
            else:
                floor.writer.say(life, (ear,), refused)
            return
        life.moved = floor.clock()
        if life.begins_again(seat, tag, key):
            floor.run(life, Life.begin_again, user, ear, key)
        else:
            floor.ask(life, Ask(seat, move, tag, key, seq, match), ear)

    def gesture(self, table: int, user: User, *tags: str) -> str:
        """Plays the first of these moves that the rules offer the user's seat now; its tag."""
        floor, life = self._floor, self._floor.sound(table)
        seat, deal = life.seat_of(user), life.table.deal
        playing = deal is not None and life.table.playing
        state = deal.state if deal is not None and playing else None
        offered = [*state.legal(seat), *state.asides(seat)] if state is not None else []
        for tag in tags:
            for move in offered:
                if tag_of(move) == tag:
                    life.moved = floor.clock()
                    floor.ask(life, Ask(seat, move, tag), None)
                    return tag
        raise Refusal("INVALID_GAME_STATE", "The game asks for nothing of the kind now")

    async def advice(self, table: int, user: User, page: int = 0) -> tuple[int, Record]:
        """What the rules advise the user's seat, and the seq of the update it is about: one that
        is durable and was told before this returns. Some advice has further pages."""
        life = self._floor.sound(table)
        seat, deal, seq = life.seat_of(user), life.table.deal, life.table.seq
        said = advice(deal.state, seat, page) if deal is not None and life.table.playing else None
        if said is None:
            raise Refusal("INVALID_GAME_STATE", "There is no advice to be had here now")
        await self._floor.writer.durable(table)
        return seq, said

    def leave(self, table: int, user: User, concede: bool = False) -> None:
        """Goes away, from the seat or in a match only from the table: see `life`."""
        floor, life = self._floor, self._floor.sound(table)
        floor.run(life, Life.leave, user, concede)

    def rematch(self, table: int, user: User, accept: bool = True) -> None:
        """Offers or accepts another match, within 30 s of the last; it starts when all agree."""
        self._refuse_if_stopping()
        floor, life = self._floor, self._floor.sound(table)
        floor.run(life, Life.rematch, user, accept)

    # Inside

    def _refuse_if_stopping(self) -> None:
        if self.stopping:
            raise Refusal("SERVER_SHUTTING_DOWN", CLOSING)

    def _refuse_if_unsure(self, life: Life, seat: Seat, key: str | None) -> None:
        """A request that was never tried may be refused; one that was waits for its outcome."""
        tried = key is not None and life.table.answers.knows(seat, key)
        if self._floor.writer.unsure and not tried:
            raise Refusal("GAME_ERROR", UNSURE)
