"""The rules. They read no clock (time is `at`), no chance but `rng`, and do no I/O."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Sequence

from cutcard.kernel.cards import SUITS, deck52, name, rank, suit
from cutcard.kernel.game import NATURE, Illegal, Outcome, Seat, Timer, Told
from cutcard.kernel.rng import Rng

from .moves import (
    Draw,
    Drawn,
    GameEnd,
    Leave,
    Move,
    Options,
    Pass,
    Passed,
    Play,
    Played,
    Player,
    Suit,
    Tick,
    TimeUp,
    Turned,
    View,
)

DRAWS = 3  # in a turn
EIGHT = 6  # as a rank: 0 is a two
NAMED: tuple[Suit, ...] = ("c", "d", "h", "s")


class CrazyEights:
    """One deal. Ints and lists inside; `copy` and `redeal` know every one of them."""

    __slots__ = (
        "drawn",
        "hands",
        "options",
        "passed",
        "pile",
        "reason",
        "rng",
        "since",
        "stock",
        "suit",
        "turn",
    )

    def __init__(self, options: Options, seats: int, rng: Rng) -> None:
        self.options = options
        self.rng = rng
        self.hands: list[list[int]] = [[] for _ in range(seats)]  # sorted, as they are shown
        self.stock: list[int] = []  # the last one is drawn next
        self.pile: list[int] = []  # the last one is on top
        self.suit = 0  # to be followed
        self.turn = 0  # how many there were; whose it is follows
        self.since = 0  # when this one began
        self.drawn = 0  # cards in this turn
        self.passed = 0  # seats in a row that passed without a card
        self.reason = ""

    def _seat(self) -> Seat:
        return self.turn % len(self.hands)

    def to_act(self) -> Sequence[Seat]:
        return [] if self.reason else [self._seat()]

    def legal(self, seat: Seat) -> Sequence[Move]:
        if seat not in self.to_act():
            return []
        moves: list[Move] = []
        for card in self.hands[seat]:
            if rank(card) == EIGHT:
                moves += [Play(name(card), named) for named in NAMED]
            elif self._fits(card):
                moves.append(Play(name(card)))
        return moves or [Draw() if self._may_draw() else Pass()]

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
            self._time_up(self._seat(), at, told)
            return
        if self.reason:
            raise Illegal("GAME_OVER", "The deal is over.")
        if isinstance(move, Leave):
            self._end("LEFT", told)
            return
        if seat != self._seat():
            raise Illegal("NOT_YOUR_TURN", "It is not your turn.")
        if isinstance(move, Play):
            self._lay(seat, self._chosen(seat, move), move.suit, at, told)
            return
        if any(rank(card) == EIGHT or self._fits(card) for card in self.hands[seat]):
            raise Illegal("CAN_PLAY", "You hold a card that can be played.")
        if isinstance(move, Draw):
            if not self._may_draw():
                raise Illegal("NO_MORE_DRAWS", "There is nothing more to draw in this turn.")
            self._draw(seat, told)
        else:
            if self._may_draw():
                raise Illegal("DRAW_FIRST", "Draw up to three cards before you pass.")
            self._pass(seat, at, told)

    def _chosen(self, seat: Seat, move: Play) -> int:
        """The card a move names, if it may be played."""
        held = [card for card in self.hands[seat] if name(card) == move.card]
        if not held:
            raise Illegal("NOT_HELD", "You do not hold that card.")
        eight = rank(held[0]) == EIGHT
        if eight and move.suit is None:
            raise Illegal("NAME_A_SUIT", "Name the suit that must follow your eight.")
        if not eight and move.suit is not None:
            raise Illegal("NO_EIGHT", "Only an eight lets you name a suit.")
        if not eight and not self._fits(held[0]):
            raise Illegal("DOES_NOT_FIT", "Follow the suit or the rank, or play an eight.")
        return held[0]

    def _fits(self, card: int) -> bool:
        return suit(card) == self.suit or rank(card) == rank(self.pile[-1])

    def _may_draw(self) -> bool:
        return self.drawn < DRAWS and len(self.stock) + len(self.pile) > 1

    def _lay(
        self, seat: Seat, card: int, named: Suit | None, at: int, told: list[Told] | None
    ) -> None:
        self.hands[seat].remove(card)
        self.pile.append(card)
        self.suit = suit(card) if named is None else SUITS.index(named)
        self.passed = 0
        if told is not None:
            told.append(Told(Played(seat, name(card), named)))
        if self.hands[seat]:
            self._go_on(at)
        else:
            self._end("OUT", told)

    def _draw(self, seat: Seat, told: list[Told] | None) -> None:
        if not self.stock:
            self.stock, self.pile = self.pile[:-1], self.pile[-1:]
            self.rng.shuffle(self.stock)
            if told is not None:
                told.append(Told(Turned(len(self.stock))))
        card = self.stock.pop()
        insort(self.hands[seat], card)
        self.drawn += 1
        if told is not None:
            told.append(Told(Drawn(seat, name(card)), to=(seat,), rest=Drawn(seat)))

    def _pass(self, seat: Seat, at: int, told: list[Told] | None) -> None:
        self.passed = 0 if self.drawn else self.passed + 1
        if told is not None:
            told.append(Told(Passed(seat)))
        if self.passed == len(self.hands):
            self._end("BLOCKED", told)
        else:
            self._go_on(at)

    def _time_up(self, seat: Seat, at: int, told: list[Told] | None) -> None:
        turn = self.turn
        while not self.reason and self.turn == turn:
            self.play(seat, self.legal(seat)[0], at, told)

    def _go_on(self, at: int) -> None:
        self.turn += 1
        self.since = at
        self.drawn = 0

    def _end(self, reason: str, told: list[Told] | None) -> None:
        self.reason = reason
        if told is not None:
            hands = dict(enumerate(map(_names, self.hands))) if self._shown() else None
            told.append(Told(GameEnd(reason, self._winner(), hands)))

    def _shown(self) -> bool:
        """Whether all hands lie open: at the end, unless somebody left."""
        return self.reason in ("OUT", "BLOCKED")

    def _winner(self) -> Seat | None:
        """Who holds the least; nobody where somebody left, or several hold as little."""
        held = [_points(hand) for hand in self.hands]
        alone = self.reason == "OUT" or held.count(min(held)) == 1
        return held.index(min(held)) if self._shown() and alone else None

    def _won(self, seat: Seat) -> int:
        """The winner is paid what the others hold more than they do."""
        if seat != self._winner():
            return 0
        least = _points(self.hands[seat])
        return sum(_points(hand) - least for hand in self.hands)

    def view(self, seat: Seat | None) -> View:
        return View(
            name(self.pile[-1]),
            NAMED[self.suit],
            len(self.stock),
            len(self.pile),
            {who: self._player(who, seat) for who in range(len(self.hands))},
            None if self.reason else self._seat(),
            self.drawn or None,
            self.reason or None,
            self._winner(),
        )

    def _player(self, who: Seat, viewer: Seat | None) -> Player:
        hand, shown = self.hands[who], self._shown()
        known = _names(hand) if shown or who == viewer else None
        return Player(len(hand), known, self._won(who) if shown else None)

    def outcome(self) -> Outcome | None:
        if not self.reason:
            return None
        held = [_points(hand) for hand in self.hands]
        if not self._shown():
            return Outcome(tuple(1 for _ in held), tuple(0 for _ in held), "LEFT", rated=False)
        places = tuple(1 + sum(other < mine for other in held) for mine in held)
        return Outcome(places, tuple(self._won(who) for who in range(len(held))), self.reason)

    def next(self) -> None:
        return None

    def all_cards(self) -> Iterable[int]:
        """Every card wherever it lies, so that `cutcard check` can count them."""
        return [*self.stock, *self.pile, *(card for hand in self.hands for card in hand)]

    def copy(self) -> CrazyEights:
        twin = CrazyEights(self.options, len(self.hands), self.rng.copy())
        twin.hands = [hand[:] for hand in self.hands]
        twin.stock, twin.pile, twin.suit = self.stock[:], self.pile[:], self.suit
        twin.turn, twin.since = self.turn, self.since
        twin.drawn, twin.passed, twin.reason = self.drawn, self.passed, self.reason
        return twin

    def redeal(self, seat: Seat | None, rng: Rng) -> CrazyEights:
        """The stock and all hands that do not lie open, drawn anew; so is what chance will do."""
        world = self.copy()
        hidden = [h for who, h in enumerate(world.hands) if who != seat and not self._shown()]
        pool = [card for cards in (*hidden, world.stock) for card in cards]
        rng.shuffle(pool)
        for cards in (*hidden, world.stock):
            cards[:] = [pool.pop() for _ in cards]
        for hand in hidden:
            hand.sort()
        world.rng = rng.fork()
        return world


def deal(options: Options, seats: int, rng: Rng, carry: None = None) -> CrazyEights:
    state = CrazyEights(options, seats, rng)
    state.stock = deck52()
    rng.shuffle(state.stock)
    count = options.cards or (7 if seats == 2 else 5)
    for hand in state.hands:
        hand.extend(sorted(state.stock.pop() for _ in range(count)))
    state.pile.append(state.stock.pop())
    state.suit = suit(state.pile[0])
    return state


def _names(cards: Iterable[int]) -> tuple[str, ...]:
    return tuple(name(card) for card in cards)


def _points(hand: Iterable[int]) -> int:
    """What a hand costs: eights 50, courts 10, aces 1, others their number."""
    return sum(_worth(rank(card)) for card in hand)


def _worth(card_rank: int) -> int:
    if card_rank == EIGHT:
        return 50
    return 1 if card_rank == 12 else min(card_rank + 2, 10)
