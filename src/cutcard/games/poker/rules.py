"""A deal of poker: the table waits until a hand can start, plays it, shows it, and is over.

The rules of this file: money is judged by the Hand alone; everything is checked before anything
changes; time reaches it only as `at`. A hand knows places, the table knows seats: `order[place]`
is the seat. What goes on between hands is in seating.py, what is told in telling.py.
"""

from __future__ import annotations

from collections.abc import Sequence

from cutcard.kernel.game import NATURE, Illegal, Outcome, Timer, Told
from cutcard.kernel.rng import Rng

from . import (
    asides,
    betting,
    ending,
    facts,
    levels,
    moves,
    runs,
    sealed,
    seating,
    telling,
    views,
)
from .besides import Besides
from .hand import DONE, RUNS, Hand
from .moves import Begin, Carry, Expire, Last
from .options import Level, Options
from .variants import Variant

WAIT, PLAY, SHOW, OVER = range(4)
_NOBODY: tuple[int, ...] = ()
_SHOW_OR_MUCK = (moves.Show(), moves.Muck())
_TWICE_OR_ONCE = (moves.RunTwice(True), moves.RunTwice(False))
_BEGIN = Begin()
_EXPIRE = tuple([Expire(seat) for seat in range(10)])

_LISTS = (
    "away",
    "banks",
    "bought",
    "choices",
    "drew",
    "last",
    "leaving",
    "mucked",
    "order",
    "out",
    "owes",
    "place_of",
    "places",
    "shown",
    "stacks",
    "started",
    "straddles",
    "votes",
    "waits",
)


class Poker(Besides):
    """One deal in progress."""

    __slots__ = (
        *_LISTS,
        "big",
        "button",
        "choice",
        "clock",
        "deck",
        "due",
        "entry",
        "event",
        "first",
        "hand",
        "hands",
        "last_hand",
        "level",
        "moved",
        "n",
        "now",
        "options",
        "orbit",
        "past",
        "phase",
        "risen",
        "rng",
        "seen",
        "since",
        "small",
        "start_at",
        "steps",
        "tournament",
        "turn",
        "variant",
        "zero",
    )

    def __init__(self, options: Options, n: int, rng: Rng, carry: Carry | None) -> None:
        self.options = options
        self.n = n
        self.rng = rng
        self.tournament = options.start_stack > 0
        self.entry = levels.OPEN if self.tournament and carry is None else levels.CLOSED
        if carry is None:
            carry = Carry((0,) * n, (options.time_bank * 1000,) * n)
        self.event = carry.event
        self.stacks = list(carry.stacks)  # of seats in a hand: what they had when it began
        self.banks = list(carry.banks)
        self.hands = carry.hands
        self.button, self.small, self.big = carry.button, carry.small, carry.big
        self.owes = list(carry.owes) or [0] * n
        self.waits = _marked(carry.waits, n)
        self.out = _marked(carry.out, n)
        self.away = _marked(carry.away, n)
        self.straddles = _marked(carry.straddles, n)
        self.turn, self.orbit, self.choice = carry.turn, carry.orbit, carry.choice
        self.places = list(carry.places) or [0] * n
        self.steps = options.steps()
        self.clock, self.risen = carry.clock, carry.level  # since the first deal; and told so far
        self.zero = self.now = 0  # when its part in this deal began; and the time
        self.level = levels.level_at(self, 0)
        self.past = carry.past
        self.last_hand: Last | None = carry.last  # to be seen until the next begins
        self.variant: Variant = seating.variant_of(options, self.turn, self.choice)
        self.deck: list[int] = []
        self.first = -1  # who has the first button of the match
        self.hand: Hand | None = None
        self.order: list[int] = []
        self.place_of = [-1] * n
        self.started: list[int] = []  # stacks when the hand began
        self.bought = [0] * n  # chips that count from the next hand
        self.leaving: list[int] = []
        self.shown: list[int] = []  # seats whose cards lie open
        self.mucked: list[int] = []
        self.choices: list[int] = []  # seats that may still show
        self.votes = [-1] * n  # run it twice: 0 no, 1 yes
        self.last: list[str] = [""] * n
        self.drew: list[tuple[int, ...]] = [()] * n  # how many cards a seat changed, draw by draw
        self.phase = WAIT
        self.since = 0  # when the one to act came to act
        self.due = 0  # and when their time is up
        self.start_at = options.start_delay if self.ready() else -1
        self.seen: views.Seen | None = None  # what was shown last,
        self.moved = False  # and whether anything was played since

    # Who and when

    def ready(self) -> bool:
        """Whether a hand can start."""
        if self.tournament:
            return levels.full(self)
        return len(seating.players(self)) >= max(2, min(self.options.min_players, self.n))

    def blinds(self) -> Level:
        """P55: those of the hand's start."""
        return seating.level(self)

    def to_act(self) -> Sequence[int]:
        if self.phase == PLAY:
            hand = self.hand
            assert hand is not None
            if hand.actor >= 0:
                return (self.order[hand.actor],)
            return [s for s in self.live() if self.votes[s] < 0]
        if self.phase == SHOW:
            return self.choices[:]
        if self.phase == WAIT:
            return asides.wanted(self)
        return _NOBODY

    def live(self) -> list[int]:
        """Seats still in the hand."""
        hand = self.hand
        assert hand is not None
        return sorted(s for i, s in enumerate(self.order) if not hand.folded[i])

    def legal(self, seat: int) -> Sequence[moves.Move]:
        hand = self.hand
        if self.phase == PLAY and hand is not None and hand.actor >= 0:
            return betting.legal(hand) if self.order[hand.actor] == seat else ()
        if seat not in self.to_act():
            return ()
        if self.phase == WAIT:
            return asides.coming(self, seat)
        return _SHOW_OR_MUCK if self.phase == SHOW else _TWICE_OR_ONCE

    def asides(self, seat: int) -> Sequence[moves.Move]:
        return asides.offered(self, seat)

    def timers(self) -> Sequence[Timer]:
        if self.phase == WAIT:
            return (Timer(self.start_at, _BEGIN),) if self.start_at >= 0 else ()
        if self.phase == SHOW and not self.choices:
            return (Timer(self.since + self.options.result_delay, _BEGIN),)
        return [Timer(self.due, _EXPIRE[s], s) for s in self.to_act()]

    # What happens

    def play(
        self, seat: int, move: moves.Move | moves.Tick, at: int = 0, told: list[Told] | None = None
    ) -> None:
        if self.phase == OVER:
            raise Illegal("GAME_OVER", "This hand is over.")
        self.moved = True
        self.now = at
        kind = type(move)
        if kind in betting.BETTING and 0 <= seat < self.n:
            self._act(seat, move, at, told)  # type: ignore[arg-type]  # of these kinds
        elif kind is Begin or kind is Expire:
            if seat != NATURE:
                raise Illegal("NOT_YOURS", "Only the clock does that.")
            self._tick(move, at, told)  # type: ignore[arg-type]  # of these kinds
        elif not 0 <= seat < self.n:
            raise Illegal("INVALID_PLAYER", "You have no seat here.")
        elif isinstance(move, moves.RunTwice):
            runs.vote(self, seat, move.agree, at, told)
        elif kind is moves.Show or kind is moves.Muck:
            ending.show_or_muck(self, seat, kind is moves.Show, told, auto=False)
        else:
            asides.play(self, seat, move, at, told)  # type: ignore[arg-type]  # no tick

    def _tick(self, move: Begin | Expire, at: int, told: list[Told] | None) -> None:
        if isinstance(move, Begin):
            if self.phase == SHOW and not self.choices:
                ending.over(self, told)
                return
            if self.phase != WAIT or self.start_at < 0:
                raise Illegal("TOO_LATE", "No hand is about to start.")
            self._begin(move, at, told)
            return
        seat = move.seat
        if self.phase == WAIT or seat not in self.to_act():
            raise Illegal("TOO_LATE", "That clock is not running.")
        if self.phase == SHOW:
            ending.show_or_muck(self, seat, False, told, auto=True)
            return
        hand = self.hand
        assert hand is not None
        if hand.phase == RUNS:
            runs.vote(self, seat, False, at, told)
            return
        self.banks[seat] = 0 if not self.away[seat] else self.banks[seat]
        if self.tournament:
            self.away[seat] = True
        else:
            self.out[seat] = True  # sits out from the next hand, and may sit in again
        self._step(seat, betting.default(hand), at, told, auto=True)

    def _begin(self, move: Begin, at: int, told: list[Told] | None) -> None:
        if self.tournament and self.event is None:
            levels.begin(self, at, told)
        if move.x:
            sealed.take_deck(self, move)
        elif self.big < 0 and self.event is None:
            seated = seating.players(self)
            self.first = seated[self.first % len(seated)]
        plan = seating.plan(self, self.first)
        assert plan is not None, "a hand starts only when it can"
        self.button, self.small, self.big = plan.button, plan.small, plan.big
        stakes = seating.stakes(self, plan)
        seating.miss(self, plan)
        self.order = plan.order
        for place, seat in enumerate(plan.order):
            self.place_of[seat] = place
            self.owes[seat] = 0
            self.waits[seat] = False
        self.started = self.stacks[:]
        deck = self.deck
        if self.variant.short and not move.x:
            deck = [card for card in deck if card % 13 >= 4]
        self.hand = hand = Hand(stakes, [self.stacks[s] for s in plan.order], deck, self.rng)
        self.phase = PLAY
        self.start_at = -1
        self.last_hand = None
        if told is None:
            self._went_on(-1, at)
        else:
            telling.start(self, stakes, told)
            self._told_on(telling.Marks(hand, fresh=True), at, told)

    def _act(self, seat: int, move: betting.Betting, at: int, told: list[Told] | None) -> None:
        hand = self.hand
        if self.phase != PLAY or hand is None or hand.actor < 0:
            raise Illegal("WRONG_PHASE", "There is nothing to bet on now.")
        if self.order[hand.actor] != seat:
            raise Illegal("NOT_YOUR_TURN", "It is not your turn.")
        step = betting.judge(hand, move)
        used = at - self.since - 1000 * self.options.action_timeout
        if used > 0 and not self.away[seat]:
            self.banks[seat] = max(0, self.banks[seat] - used)
        if self.event is not None:
            self.away[seat] = False  # T97: whoever acts is back
        self._step(seat, step, at, told, auto=False)

    def _step(
        self, seat: int, step: betting.Step, at: int, told: list[Told] | None, *, auto: bool
    ) -> None:
        hand = self.hand
        assert hand is not None
        street = hand.street
        marks = None if told is None else telling.Marks(hand)
        self.last[seat] = betting.make(hand, step)
        if step.what == "discard":
            self.drew[seat] = (*self.drew[seat], len(step.cards))
        if marks is None or told is None:
            self._went_on(street, at)
        else:
            telling.acted(self, seat, step, marks, told, auto=auto)
            self._told_on(marks, at, told)

    def _went_on(self, street: int, at: int) -> None:
        """After the one to act acted and nobody listens: table hands all-in, set the clock."""
        hand = self.hand
        assert hand is not None
        if hand.closed:
            ending.table_all_in(self)
        if hand.street != street:
            self.last = [""] * self.n
        if hand.phase == DONE:
            ending.hand_over(self, at, None)
        else:
            self._start_clock(hand, at)

    def went_on(self, marks: telling.Marks, at: int, told: list[Told] | None) -> None:
        """For what changed the hand out of turn: a vote, or somebody who left it."""
        hand = self.hand
        assert hand is not None
        if told is not None:
            self._told_on(marks, at, told)
        elif hand.phase == DONE or marks.moved(hand):
            self._went_on(marks.street, at)

    def _told_on(self, marks: telling.Marks, at: int, told: list[Told]) -> None:
        """The same, and what was dealt is told."""
        hand = self.hand
        assert hand is not None
        if hand.closed:
            for seat in ending.table_all_in(self):
                telling.shown(self, seat, told, marks.held)
        if hand.street != marks.street:  # else nothing was dealt: what was drawn is told by now
            self.last = [""] * self.n
            telling.dealt(self, marks, told)
        if hand.phase == DONE:
            ending.hand_over(self, at, told)
            return
        if hand.phase == RUNS and marks.phase != RUNS:
            told.append(Told(facts.RunAsked(tuple(self.live()))))
        if marks.moved(hand):
            self._start_clock(hand, at)

    def _start_clock(self, hand: Hand, at: int) -> None:
        self.since = at
        base = self.options.action_timeout * 1000
        if hand.actor < 0:
            self.due = at + base
            return
        seat = self.order[hand.actor]
        self.due = at + (
            min(base, seating.away_clock(self)) if self.away[seat] else base + self.banks[seat]
        )

    # What is seen, and what comes after

    def view(self, seat: int | None) -> facts.View:
        return views.view(self, seat)

    def outcome(self) -> Outcome | None:
        return ending.outcome(self) if self.phase == OVER else None

    def next(self) -> Carry | None:
        """The table as the next hand finds it; None: a tournament is won."""
        return ending.carry(self)

    def copy(self) -> Poker:
        twin = object.__new__(Poker)
        for slot in _KEPT:
            setattr(twin, slot, getattr(self, slot))
        for slot in _LISTS:
            setattr(twin, slot, getattr(self, slot)[:])
        twin.rng = self.rng.copy()
        twin.hand = None if self.hand is None else self.hand.copy(twin.rng)
        return twin

    def __repr__(self) -> str:
        return views.dump(self)


def _marked(seats: Sequence[int], n: int) -> list[bool]:
    return [s in seats for s in range(n)] if seats else [False] * n


_KEPT = tuple(s for s in Poker.__slots__ if s not in (*_LISTS, "hand", "rng"))
