"""The rules. They read no clock (time is `at`), no chance but `rng`, and do no I/O."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Sequence

from cutcard.kernel.cards import deck52, name, rank, suit
from cutcard.kernel.game import NATURE, Illegal, Outcome, Seat, Timer, Told
from cutcard.kernel.rng import Rng

from .moves import (
    Draw,
    Drawn,
    GameEnd,
    Leave,
    Move,
    Options,
    Play,
    Played,
    Player,
    Tick,
    TimeUp,
    Turned,
    View,
)


class Template:
    """One deal. Ints and lists inside; `copy` and `redeal` know every one of them."""

    __slots__ = ("hands", "options", "passed", "pile", "reason", "rng", "since", "stock", "turn")

    def __init__(self, options: Options, seats: int, rng: Rng) -> None:
        self.options = options
        self.rng = rng
        self.hands: list[list[int]] = [[] for _ in range(seats)]  # sorted, as they are shown
        self.stock: list[int] = []  # the last one is drawn next
        self.pile: list[int] = []  # the last one is on top
        self.turn = 0  # how many there were; whose it is follows
        self.since = 0  # when this one began
        self.passed = 0  # seats in a row that could do nothing
        self.reason = ""

    def _seat(self) -> Seat:
        return self.turn % len(self.hands)

    def to_act(self) -> Sequence[Seat]:
        return [] if self.reason else [self._seat()]

    def legal(self, seat: Seat) -> Sequence[Move]:
        if seat not in self.to_act():
            return []
        return [Play(name(card)) for card in self.hands[seat] if self._fits(card)] or [Draw()]

    def asides(self, seat: Seat) -> Sequence[Move]:
        return [] if self.reason else [Leave()]

    def timers(self) -> Sequence[Timer]:
        due = self.since + self.options.think_ms
        return [Timer(due, TimeUp(self.turn), seat) for seat in self.to_act()]

    def play(
        self, seat: Seat, move: Move | Tick, at: int = 0, told: list[Told] | None = None
    ) -> None:
        """Check everything, and only then change anything."""
        if isinstance(move, TimeUp):
            if seat != NATURE:
                raise Illegal("NOT_YOURS", "Only the clock plays that.")
            if self.reason or move.turn != self.turn:
                raise Illegal("TOO_LATE", "That turn is over.")
            seat = self._seat()
            move = self.legal(seat)[0]
        if self.reason:
            raise Illegal("GAME_OVER", "The deal is over.")
        if isinstance(move, Leave):
            self._end("LEFT", told)
            return
        if seat != self._seat():
            raise Illegal("NOT_YOUR_TURN", "It is not your turn.")
        if isinstance(move, Draw):
            if any(map(self._fits, self.hands[seat])):
                raise Illegal("CAN_PLAY", "You hold a card that fits.")
            self._draw(seat, told)
        else:
            held = [card for card in self.hands[seat] if name(card) == move.card]
            if not held:
                raise Illegal("NOT_HELD", "You do not hold that card.")
            if not self._fits(held[0]):
                raise Illegal("DOES_NOT_FIT", "Play the suit or the rank of the top card.")
            self._lay(seat, held[0], told)
        self.since = at
        if not self.reason:
            self.turn += 1

    def _fits(self, card: int) -> bool:
        top = self.pile[-1]
        return suit(card) == suit(top) or rank(card) == rank(top)

    def _lay(self, seat: Seat, card: int, told: list[Told] | None) -> None:
        self.hands[seat].remove(card)
        self.pile.append(card)
        self.passed = 0
        if told is not None:
            told.append(Told(Played(seat, name(card))))
        if not self.hands[seat]:
            self._end("OUT", told)

    def _draw(self, seat: Seat, told: list[Told] | None) -> None:
        if not self.stock and len(self.pile) > 1:
            self.stock, self.pile = self.pile[:-1], self.pile[-1:]
            self.rng.shuffle(self.stock)
            if told is not None:
                told.append(Told(Turned(len(self.stock))))
        if self.stock:
            card = self.stock.pop()
            insort(self.hands[seat], card)
            self.passed = 0
            if told is not None:
                told.append(Told(Drawn(seat, 1, name(card)), to=(seat,), rest=Drawn(seat, 1)))
            return
        self.passed += 1
        if told is not None:
            told.append(Told(Drawn(seat)))
        if self.passed == len(self.hands):
            self._end("BLOCKED", told)

    def _end(self, reason: str, told: list[Told] | None) -> None:
        self.reason = reason
        if told is not None:
            told.append(Told(GameEnd(reason, self._winner())))

    def _winner(self) -> Seat | None:
        """Who has the fewest cards; nobody where somebody left or several have."""
        sizes = [len(hand) for hand in self.hands]
        alone = sizes.count(min(sizes)) == 1
        return sizes.index(min(sizes)) if alone and self.reason in ("OUT", "BLOCKED") else None

    def view(self, seat: Seat | None) -> View:
        hands = enumerate(self.hands)
        players = {who: Player(len(h), _names(h) if who == seat else None) for who, h in hands}
        return View(
            name(self.pile[-1]),
            len(self.stock),
            len(self.pile),
            players,
            None if self.reason else self._seat(),
            self.reason or None,
            self._winner(),
        )

    def outcome(self) -> Outcome | None:
        if not self.reason:
            return None
        left = [len(hand) for hand in self.hands]
        if self.reason == "LEFT":
            return Outcome(tuple(1 for _ in left), tuple(0 for _ in left), "LEFT", rated=False)
        places = tuple(1 + sum(other < mine for other in left) for mine in left)
        return Outcome(places, tuple(-mine for mine in left), self.reason)

    def next(self) -> None:
        return None

    def all_cards(self) -> Iterable[int]:
        """Every card wherever it lies, so that `cutcard check` can count them."""
        return [*self.stock, *self.pile, *(card for hand in self.hands for card in hand)]

    def copy(self) -> Template:
        twin = Template(self.options, len(self.hands), self.rng.copy())
        twin.hands = [hand[:] for hand in self.hands]
        twin.stock, twin.pile = self.stock[:], self.pile[:]
        twin.turn, twin.since, twin.passed = self.turn, self.since, self.passed
        twin.reason = self.reason
        return twin

    def redeal(self, seat: Seat | None, rng: Rng) -> Template:
        """The stock and all hands but the seat's own, drawn anew; so is what chance will do."""
        world = self.copy()
        hidden = [hand for who, hand in enumerate(world.hands) if who != seat]
        pool = [card for cards in (*hidden, world.stock) for card in cards]
        rng.shuffle(pool)
        for cards in (*hidden, world.stock):
            cards[:] = [pool.pop() for _ in cards]
        for hand in hidden:
            hand.sort()
        world.rng = rng.fork()
        return world


def deal(options: Options, seats: int, rng: Rng, carry: None = None) -> Template:
    state = Template(options, seats, rng)
    state.stock = deck52()
    rng.shuffle(state.stock)
    for hand in state.hands:
        hand.extend(sorted(state.stock.pop() for _ in range(options.cards)))
    state.pile.append(state.stock.pop())
    return state


def _names(cards: Iterable[int]) -> tuple[str, ...]:
    return tuple(name(card) for card in cards)
