"""What a table is, who holds its seats, and what those who listen are shown: all that can be asked
of it without playing. `table.py` plays.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from hashlib import sha256
from typing import Any

from cutcard.kernel import tags
from cutcard.kernel.game import Carry, Fact, Options, Seat, View
from cutcard.kernel.hear import heard
from cutcard.kernel.sealing import Sealing
from cutcard.store.protocol import DealRow

from .answers import Answers
from .complete import complete
from .days import day_of
from .deal import Deal
from .fair import Fair
from .patch import full, plain
from .retell import Log, reach, updates_again
from .vocabulary import Vocabulary, tag_of
from .watching import Choices, Watches, choices
from .words import Clock, Due, Holders, Update, User

Seeds = Callable[[], bytes]
Retelling = Callable[[], list[Update]]


class Standing:
    """One table: its roster, its deal in progress, and the logs of the last ones."""

    __slots__ = (
        "_holders",
        "_rules",
        "answers",
        "awaits",
        "coming",
        "day",
        "deal",
        "fair",
        "follows",
        "grace",
        "hearing",
        "held_since",
        "in_hand",
        "master",
        "match",
        "match_id",
        "now",
        "number",
        "options",
        "over",
        "past",
        "purse",
        "roster",
        "seats",
        "seeds",
        "speaks",
        "staged",
        "stir",
        "stuck",
        "twin",
        "wall",
        "wanted",
        "watches",
        "words",
        "zero",
    )

    def __init__(
        self, number: int, words: Vocabulary, options: Options, seats: int, seeds: Seeds
    ) -> None:
        self.number = number
        self.words = words
        self.options = options
        self.seats = seats
        self.seeds = seeds
        self.master: bytes | None = None  # of what its deals' seeds are made; None: each drawn
        self.day = ""  # whose deal is played here
        self.twin = 0  # the first of two tables with the same deals, where it is one of them
        self.follows = False  # its deals are those of the other (F39), dealt when they are lent
        self.roster: list[User | None] = [None] * seats
        self.held_since = [0] * seats  # the deal from which on each seat's holder has it
        self._holders: Holders | None = None
        self._rules: dict[str, Any] | None = None
        self.match = 0
        self.match_id = ""
        self.next_match(1)
        self.over = False  # the match is
        self.staged = False  # an event says when the next deal is dealt
        self.stuck = False  # a timer failed: time no longer leads on
        self.deal: Deal | None = None
        self.past: list[Log] = []  # earlier deals, oldest first
        self.answers = Answers()
        self.now = self.wall = 0  # the house's ms and epoch ms of the message being handled
        self.zero = 0  # the house's ms at which the deal's clock stood at 0
        self.grace = 0  # the house's ms until which no present player's time runs out (T104)
        self.watches = Watches()
        self.hearing: set[Seat] = set()  # bots that remember
        self.fair: Fair | None = None  # where its deals are to be proved
        self.awaits = False  # the next deal is opened when its shares are in,
        self.coming: Carry | None = None  # with this,
        self.wanted = 0  # and has been waited for since then
        self.in_hand: tuple[Sealing, int, Sequence[Seat]] | None = None  # who is, after n entries
        self.stir: tuple[bytes, int] | None = None  # of a hand about to begin: X, whose offer
        self.speaks: Callable[[], Mapping[Seat, bool]] = dict  # whose clients give shares; came
        self.purse: Callable[[Seat], int | None] | None = None  # what a seat can pay; None: all

    # What it is

    @property
    def seq(self) -> int:
        return 0 if self.deal is None else self.deal.seq

    @property
    def deal_number(self) -> int:
        return 0 if self.deal is None else self.deal.header.deal

    @property
    def open_seating(self) -> bool:
        """Whether the rules themselves wait for players: the first deal waits for nobody."""
        return self.words.traits.open_seating

    @property
    def playing(self) -> bool:
        """The match has begun and is not over."""
        return self.deal is not None and self.deal.header.match == self.match and not self.over

    @property
    def tells_seed(self) -> bool:
        """Whether the seed of a deal that is over may be told: that of a day when the day is; that
        of a deal played at two tables is told when it is over at both (`twins.py`)."""
        return self.words.game.shows_seed and not self.twin and self.day != day_of(self.wall)

    def next_seed(self) -> bytes:
        """The seed of the deal that comes next. From one master the same deals come at every
        table, and none of them tells of the next."""
        if self.master is None:
            return self.seeds()
        last = self.deal.header if self.deal is not None else None
        before = last.seed if last is not None and last.match == self.match else b""
        return sha256(b"cutcard:series" + self.master + before).digest()

    def seat_of(self, user: str) -> Seat | None:
        for seat, holder in enumerate(self.roster):
            if holder is not None and holder.id == user:
                return seat
        return None

    def players(self) -> list[dict[str, Any]]:
        """Who sits where."""
        return [
            {"seat": seat, "id": user.id, "name": user.name, "bot": user.bot}
            for seat, user in enumerate(self.roster)
            if user is not None
        ]

    def holders(self) -> Holders:
        """Who holds each seat, by their ids."""
        if self._holders is None:
            self._holders = tuple(None if user is None else user.id for user in self.roster)
        return self._holders

    def rules(self) -> dict[str, Any]:
        """The options with their defaults, for people; made once, and not to be changed."""
        if self._rules is None:
            self._rules = full(self.options)
        return self._rules

    def clock(self) -> Clock | None:
        """What runs now, as epoch ms."""
        if self.deal is None:
            return None
        zero = self.zero + self.wall - self.now
        timers = [Due(zero + timer.due, timer.seat) for timer in self.deal.timers]
        return Clock(self.wall, timers, zero)

    def wake_at(self) -> int | None:
        """The house's ms at which `advance` has something to do."""
        if self.deal is None or self.deal.due is None or self.stuck:
            return None
        return self.zero + self.deal.due

    def be_patient(self) -> None:
        """T104: where a person is to act who was not away, their time is over when the grace is, or
        later. The clock goes back for it; with the next move it is where it was (`catch_up`)."""
        deal = self.deal
        if deal is None or deal.due is None or self.grace <= self.zero + deal.due:
            return
        for seat in deal.to_act:
            user = self.roster[seat]
            if user is not None and not user.bot and not self.away(seat):
                self.zero = self.grace - deal.due
                return

    def away(self, seat: Seat) -> bool:
        """Whether the game has noted that the seat's player is not there: it could come back."""
        deal = self.deal
        return deal is not None and any(
            tag_of(move) == tags.BACK for move in deal.state.asides(seat)
        )

    def catch_up(self, deal: Deal) -> None:
        """The deal's clock does not stand before its last entry once it goes on."""
        self.zero = min(self.zero, self.now - deal.at)

    def seat_user(self, seat: Seat, user: User | None) -> None:
        """Gives a seat to somebody, or frees it, from the next deal on (with open seating at
        once: it is free only if nobody held it in this deal). Their keys are their own."""
        self.roster[seat] = user
        self._holders = None
        self.held_since[seat] = self.deal_number + (0 if self.open_seating else 1)
        self.answers.forget(seat)
        self.watches.forget(seat)

    def next_match(self, number: int) -> None:
        """The match of that number is next; it begins with `open`."""
        self.match = number
        self.match_id = f"{self.number}-{number}"
        self.over = False

    # Who listens

    def watch(self, viewer: Seat | None, legal: int = 0) -> None:
        """Somebody listens for the viewer from now on."""
        there = viewer in self.watches
        self.watches.listen(viewer, None if there else self.seen(viewer), legal)

    def unwatch(self, viewer: Seat | None) -> None:
        """Nobody does any more."""
        self.watches.rest(viewer)

    def view(self, viewer: Seat | None) -> dict[str, Any]:
        """All that a viewer may know, as builtins; empty before the first deal."""
        shown: dict[str, Any] = {} if self.deal is None else plain(self.seen(viewer))
        return shown

    def seen(self, viewer: Seat | None) -> View | None:
        """The view itself; None before the first deal. Who has a seat only from the next deal on
        sees what everybody does."""
        if self.deal is None:
            return None
        later = viewer is not None and self.held_since[viewer] > self.deal_number
        return self.deal.state.view(None if later else viewer)

    def choices(self, viewer: Seat | None, legal: int) -> tuple[Choices, Choices]:
        """The first `legal` moves (-1: all) and the asides of a seat."""
        return (None, None) if self.deal is None else choices(self.deal.state, viewer, legal)

    def missed(self, viewer: Seat | None, last_seq: int) -> list[Update] | None:
        """The updates after last_seq; None if there are none, or they are no longer at hand:
        `retelling` may still have them."""
        if self.deal is None or not 0 <= last_seq < self.seq:
            return None
        updates = self.watches.lately(self.number, viewer, last_seq)
        return self.up_to_date(viewer, updates) if updates else None

    def up_to_date(self, viewer: Seat | None, updates: list[Update]) -> list[Update]:
        """Updates told late: the last one says what runs and what may be done now."""
        last, watch = updates[-1], self.watches.get(viewer)
        for update in updates:
            update.holders = update.holders or self.holders()
        last.clock = self.clock()
        last.legal, last.asides = self.choices(viewer, watch.legal if watch else 0)
        return updates

    def retelling(self, viewer: Seat | None, last_seq: int) -> Retelling | None:
        """How to make the updates after last_seq again by playing the logs, which takes its time
        and may be done in a thread; None where there are none, or they are too long ago."""
        if self.deal is None or not 0 <= last_seq < self.seq:
            return None
        held = 0 if viewer is None else self.held_since[viewer]
        there: list[Log] = [*self.past, (self.deal.header, self.deal.log)]
        logs = [(header, log[:]) for header, log in there if header.deal >= held]
        if not logs or not reach(logs, last_seq):
            return None
        return partial(updates_again, self.words, logs, viewer, last_seq, self._say)

    def facts_again(self, seat: Seat) -> list[list[Fact]]:
        """What a seat was told in this deal, entry by entry: for a bot that has to remember."""
        if self.deal is None:
            return []
        again = Deal(self.words, self.deal.header).again(self.words, self.deal.log)
        return [heard(told, seat) for _, told in again]

    def _say(self, fact: Fact, header: DealRow, over: bool) -> Any:
        now = self.deal is not None and header.deal == self.deal.header.deal
        zero = self.zero + self.wall - self.now if now else header.opened
        seed = over and self.tells_seed
        return complete(fact, header, seed, self.rules, self.players, zero=zero)

    def _dealt_in(self, hand: Sealing) -> Sequence[Seat]:
        """Asked several times on the way to a hand, and worked out anew only after an entry of the
        log: nothing else changes it."""
        assert self.deal is not None
        n = len(self.deal.log)
        if self.in_hand is None or self.in_hand[0] is not hand or self.in_hand[1] != n:
            self.in_hand = (hand, n, hand.dealt_in())
        return self.in_hand[2]
