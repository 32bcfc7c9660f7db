"""Where tables run: does what their effects say, keeps time, lets bots think, ends matches.

Writes go into the ledger's batch and words wait behind them. Nothing here blocks, and no task is
made for a move. What is done when a write fails or rules break is in `mending.py`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from msgspec import structs

from cutcard.kernel import tags
from cutcard.kernel.game import Move, Seat, State
from cutcard.store.protocol import (
    ABANDONED,
    COMPLETED,
    PLAYING,
    MatchRow,
    Rate,
    Rated,
    RatingChange,
    Store,
    Tally,
)

from .alarm import Alarm
from .cashier import Cashier
from .effects import (
    Append,
    Ask,
    Book,
    Check,
    Effect,
    Ended,
    Fault,
    Open,
    Over,
    Recall,
    Reply,
    Tell,
    Whisper,
)
from .late import Balcony
from .ledger import Ledger, deliver, prepare
from .mending import Mending
from .minds import Minds
from .place import Place
from .retell import ack_again
from .stats import Stats
from .vocabulary import tag_of
from .words import Ear, Nack, Notice, Refusal

log = logging.getLogger("cutcard.table")

REMATCH_MS = 30_000  # how long a table stays after its match
IDLE_MS = 30 * 60_000  # without a person's move a table is cleaned up
SWEEP_MS = 60_000  # how often that is looked for

MENDING = "The table is being read again from its log; try it once more"

Clock = Callable[[], int]


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
        self.places: dict[int, Place] = {}
        self.links: dict[str, int] = {}  # of private tables
        self.stats = Stats(Tally(0, 0, 0, 0), wall())
        self.alarm = Alarm(clock)
        self.mending = Mending(self)
        self.ledger = Ledger(store, rate, self._rated, self.mending.write_failed)
        self.cashier = Cashier(store, self.ledger, wall)
        self.moves = 0
        self.deal_over: list[Callable[[str, State], None]] = []  # told the game and its last state
        self.minds = Minds(self)
        self._tasks: set[asyncio.Task[None]] = set()

    def add(self, place: Place) -> None:
        """A table is open; its spectators get a balcony where they are told later."""
        row = place.row
        self.places[row.table] = place
        if place.table.words.cash:
            place.table.purse = partial(self.cashier.purse, place)
        if row.link:
            self.links[row.link] = row.table
        if row.delay:
            place.balcony = Balcony(
                row.delay * 1000,
                place.blank(),
                place.about,
                alarm=self.alarm,
                clock=self.clock,
                wall=self.wall,
            )
            place.add(place.balcony, None, 0)
            if place.table.deal is not None:
                self.ledger.say(place, (place.balcony,), place.snapshot(None))

    def place(self, number: int) -> Place:
        place = self.places.get(number)
        if place is None:
            raise Refusal("GAME_NOT_FOUND", f"Game session not found: {number}")
        return place

    def sound(self, number: int) -> Place:
        """A place whose table holds nothing but what is, or will be, written down."""
        place = self.place(number)
        if place.broken:
            raise Refusal("GAME_ERROR", MENDING)
        return place

    # Messages and time

    def ask(self, place: Place, ask: Ask, ear: Ear | None) -> list[Effect]:
        """A seat plays; the answer goes to `ear`, after what it speaks of is durable."""
        if place.broken:
            self._answer_error(place, ask, ear, MENDING)
            return []
        try:
            effects = place.table.ask(ask, self.clock(), self.wall())
        except Exception:
            log.exception("table %s broke at %s of seat %s", place.row.table, ask.tag, ask.seat)
            self.mending.mend(place)
            self._answer_error(place, ask, ear, f"Failed to process {ask.tag.replace('_', ' ')}")
            return []
        self.moves += 1
        self.do(place, effects, ear)
        return effects

    def aside(self, place: Place, seat: Seat, *tags: str) -> bool:
        """Plays the first of these asides that the rules offer the seat now."""
        deal = place.table.deal
        if deal is None or not place.table.playing or place.broken:
            return False
        offered: dict[str, Move] = {tag_of(move): move for move in deal.state.asides(seat)}
        for tag in tags:
            if tag in offered:
                self.ask(place, Ask(seat, offered[tag], tag), None)
                return True
        return False

    def advance(self, place: Place) -> None:
        """What is due at the table is played."""
        if place.broken:
            return
        try:
            effects = place.table.advance(self.clock(), self.wall())
        except Exception:
            log.exception("table %s broke at a timer", place.row.table)
            self.mending.mend(place)
            return
        self.do(place, effects)

    def do(self, place: Place, effects: list[Effect], ear: Ear | None = None) -> None:
        """Carries out effects in their order, then sees what the table waits for. (Whether a Struct
        is another's instance takes long to deny: types are compared.)"""
        number, ledger, ears_of = place.row.table, self.ledger, place.ears.get
        for effect in effects:
            if type(effect) is Tell:
                ears = ears_of(effect.viewer)
                if ears:
                    ledger.say(place, ears, effect.word)
                    prepare(ears, effect.word)
            elif type(effect) is Append:
                row = (number, effect.deal, *structs.astuple(effect.entry))
                ledger.write().entries.append(row)
            elif type(effect) is Reply:
                if ear is not None:
                    ledger.say(place, (ear,), effect.word)
                    prepare((ear,), effect.word)
            elif type(effect) is Check:
                ledger.write().checks.append((number, effect.deal, effect.n, effect.digest))
            elif type(effect) is Open:
                ledger.write().deals.append(effect.header)
                if place.leaving:
                    self._free_seats(place)
            elif type(effect) is Whisper:
                place.bots[effect.seat].hear(effect.facts)
            elif type(effect) is Ended:
                for see in self.deal_over:
                    see(place.row.game, effect.state)
            elif type(effect) is Book:
                self.cashier.book(place, effect.deal, effect.seat, effect.amount)
            elif type(effect) is Over:
                self._over(place, effect)
            elif type(effect) is Recall:
                self.start_task(self._recall(place, effect.ask, ear))
            elif type(effect) is Fault:
                self._fault(place, effect)
        self.settle(place)

    def settle(self, place: Place) -> None:
        """Sets the alarm for what the table waits for: its next timer, a bot to act."""
        table = place.table
        wake = table.wake_at()
        if wake is not None and (place.wake is None or wake < place.wake):
            place.wake = wake
            self.alarm.at(wake, partial(self._due, place, wake))
        if place.bots:
            self.minds.rouse(place)

    def _due(self, place: Place, when: int) -> None:
        if place.wake == when:
            place.wake = None
        if self.places.get(place.row.table) is place:
            self.advance(place)

    # Words around the match

    def tell(self, place: Place, kind: str, **payload: Any) -> None:
        """A notice to everyone at the table."""
        number, match = place.row.table, place.table.match_id
        self.ledger.say(place, place.everyone, Notice(kind, number, match, payload))

    def greet(self, place: Place, ear: Ear, viewer: Seat | None, last_seq: int | None) -> int:
        """The updates somebody missed (how many is returned), or else a snapshot."""
        self.advance(place)
        missed = None
        if last_seq is not None:
            try:
                missed = place.table.missed(viewer, last_seq)
            except Exception:
                log.exception("table %s cannot tell again what it told", place.row.table)
        if not missed:
            self.ledger.say(place, (ear,), place.snapshot(viewer))
            return 0
        for word in missed:
            self.ledger.say(place, (ear,), word)
        return len(missed)

    def nack(self, place: Place, ask: Ask, code: str, message: str) -> Nack:
        table = place.table
        return Nack(table.number, table.match_id, ask.key, ask.tag, table.seq, code, message)

    def _answer_error(self, place: Place, ask: Ask, ear: Ear | None, message: str) -> None:
        if ear is not None:
            self.ledger.say(place, (ear,), self.nack(place, ask, "GAME_ERROR", message))

    # The match begins and ends

    def begin(self, place: Place) -> None:
        """All are seated (or agreed to play again): the first deal."""
        place.agreed.clear()
        place.match = structs.replace(place.match, status=PLAYING, started=self.wall())
        self.ledger.write().matches.append(place.match)
        self.do(place, place.table.open(self.clock(), self.wall()))

    def _free_seats(self, place: Place) -> None:
        """Who left in the last deal is off his seat in the new one."""
        seats, place.leaving = sorted(place.leaving), set()
        for seat in seats:
            place.table.seat_user(seat, None)
            self.ledger.write().seats.append(place.seat_row(seat))
        self.tell(place, "ROSTER", players=place.roster())

    def _over(self, place: Place, over: Over) -> None:
        table, outcome, now = place.table, over.outcome, self.wall()
        places = outcome.places
        best = [user.id for user, p in zip(table.roster, places, strict=True) if user and p == 1]
        tie = len(places) > 1 and len(set(places)) == 1
        place.match = MatchRow(
            table.number,
            table.match,
            ABANDONED if over.abandoned else COMPLETED,
            place.match.created,
            place.match.started,
            now,
            None if over.abandoned else "tie" if tie else ",".join(best),
            outcome.reason,
            places,
            outcome.scores,
        )
        batch = self.ledger.write()
        batch.matches.append(place.match)
        people = list(place.people())
        if outcome.rated and not over.abandoned and len(people) == table.seats == 2:
            users = tuple(user.id for _, user in people)
            batch.rated.append(Rated(table.number, table.match, place.row.game, users, places))
        if not over.abandoned:
            self.stats.complete(now - (place.match.started or now), now)
        self.keep_for_rematch(place)

    def keep_for_rematch(self, place: Place) -> None:
        """The table stays a while after its match, then it is closed."""
        match, stays = place.table.match, REMATCH_MS + place.row.delay * 1000
        self.alarm.at(self.clock() + stays, partial(self._rematch_over, place, match))

    def _rematch_over(self, place: Place, match: int) -> None:
        if self.places.get(place.row.table) is place and place.table.match == match:
            self.close(place)

    def _rated(self, change: RatingChange) -> None:
        place = self.places.get(change.table)
        if place is None:
            return
        ratings = {}
        for seat, (old, new) in enumerate(zip(change.before, change.after, strict=True)):
            before, after = whole(old.rating), whole(new.rating)
            ratings[str(seat)] = {"old": before, "new": after, "change": after - before}
        first, second = place.match.places if len(place.match.places) == 2 else (0, 0)
        winner = "tie" if first == second else 0 if first < second else 1
        match = f"{change.table}-{change.match}"
        payload = {"winnerId": winner, "ratings": ratings}
        deliver([(place, place.everyone, Notice("RATING_CHANGE", change.table, match, payload))])

    def abandon(self, place: Place, reason: str) -> None:
        """The match is called off by the house: told, not rated, and the table is closed."""
        if place.match.completed is None:
            now = self.wall()
            place.match = structs.replace(
                place.match, status=ABANDONED, completed=now, reason=reason
            )
            self.ledger.write().matches.append(place.match)
            deal, shows = place.table.deal, place.table.words.game.shows_seed
            seed = {"seed": deal.header.seed.hex()} if deal is not None and shows else {}
            self.tell(place, tags.GAME_ABANDONED, reason=reason, **seed)
        self.close(place)

    def close(self, place: Place) -> None:
        """The table is over for good."""
        self.places.pop(place.row.table, None)
        self.links.pop(place.row.link, None)
        if place.table.words.cash:
            self.cashier.close(place)
        self.ledger.write().closed.append(place.row.table)
        self.tell(place, "TABLE_CLOSED")

    def sweep(self) -> None:
        """A table without a person's move for half an hour is cleaned up."""
        now = self.clock()
        for place in list(self.places.values()):
            if now - place.moved >= IDLE_MS and not place.broken:
                self.abandon(place, "No move for 30 minutes")
        self.alarm.at(now + SWEEP_MS, self.sweep)

    # When something fails

    def _fault(self, place: Place, fault: Fault) -> None:
        deal = place.table.deal
        log.error(
            "rules failed: table %s, game %s, deal %s, seq %s, seat %s, move %s; the deal was"
            " made again from its log",
            place.row.table,
            place.row.game,
            None if deal is None else deal.header.deal,
            place.table.seq,
            fault.seat,
            None if fault.move is None else tag_of(fault.move),  # its cards may be hidden ones
            exc_info=fault.error,
            extra={"table": place.row.table},
        )
        if fault.fatal:
            self.abandon(place, "Game error")

    async def _recall(self, place: Place, ask: Ask, ear: Ear | None) -> None:
        """A key from a deal no longer held: its answer is made again from the store."""
        table, key = place.table, ask.key
        assert key is not None
        try:
            await self.ledger.durable()
            since = table.held_since[ask.seat]
            found = await self.store.find_key(table.number, ask.seat, key, since)
            written = found and await self.store.deal(table.number, found[0])
            if not found or not written:
                if table is place.table:
                    again = table.ask(ask, self.clock(), self.wall(), anew=True)
                    self.do(place, again, ear)
                return
            ack = ack_again(table.words, (written.header, written.entries), found[1])
        except Exception:
            log.exception("table %s cannot find its answer to %s", table.number, key)
            self._answer_error(place, ask, ear, "The answer cannot be found; send it again")
            return
        if ear is not None:
            self.ledger.say(place, (ear,), ack)

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
