"""The rules. They read no clock (time is `at`), no chance but `rng`, and do no I/O."""

from __future__ import annotations

from collections.abc import Sequence

from cutcard.kernel.cards import deck52, name, rank, suit
from cutcard.kernel.game import NATURE, Illegal, Outcome, Seat, Timer, Told
from cutcard.kernel.rng import Rng

from .moves import (
    GameEnd,
    Keep,
    Kept,
    Leave,
    Move,
    Options,
    Player,
    Shown,
    Tick,
    TimeUp,
    View,
)

NONE = -1  # no card yet


class Template:
    """One deal. Ints and lists inside; `copy` and `redeal` know every one of them."""

    __slots__ = ("hands", "kept", "options", "reason", "rest", "rng")

    def __init__(self, options: Options, seats: int, rng: Rng) -> None:
        self.options = options
        self.rng = rng
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.rest: list[int] = []
        self.kept = [NONE] * seats
        self.reason = ""

    def to_act(self) -> Sequence[Seat]:
        if self.reason:
            return []
        return [seat for seat, card in enumerate(self.kept) if card == NONE]

    def legal(self, seat: Seat) -> Sequence[Move]:
        return [Keep(name(card)) for card in self.hands[seat]] if seat in self.to_act() else []

    def asides(self, seat: Seat) -> Sequence[Move]:
        return [] if self.reason else [Leave()]

    def timers(self) -> Sequence[Timer]:
        return [Timer(self.options.think_ms, TimeUp(seat), seat) for seat in self.to_act()]

    def play(
        self, seat: Seat, move: Move | Tick, at: int = 0, told: list[Told] | None = None
    ) -> None:
        """Check everything, and only then change anything."""
        if isinstance(move, TimeUp):
            if seat != NATURE:
                raise Illegal("NOT_YOURS", "Only the clock plays that.")
            if move.seat not in self.to_act():
                raise Illegal("TOO_LATE", "That seat has kept a card.")
            self._keep(move.seat, min(self.hands[move.seat], key=_strength), told)
            return
        if self.reason:
            raise Illegal("GAME_OVER", "The deal is over.")
        if isinstance(move, Leave):
            self._end("LEFT", told)
            return
        if seat not in self.to_act():
            raise Illegal("NOT_YOUR_TURN", "You have kept a card.")
        held = [card for card in self.hands[seat] if name(card) == move.card]
        if not held:
            raise Illegal("NOT_HELD", "You do not hold that card.")
        self._keep(seat, held[0], told)

    def _keep(self, seat: Seat, card: int, told: list[Told] | None) -> None:
        self.kept[seat] = card
        if told is not None:
            told.append(Told(Kept(seat, name(card)), to=(seat,), rest=Kept(seat)))
        if NONE in self.kept:
            return
        if told is not None:
            told.append(Told(Shown({who: name(kept) for who, kept in enumerate(self.kept)})))
        self._end("SHOWN", told)

    def _end(self, reason: str, told: list[Told] | None) -> None:
        self.reason = reason
        if told is not None:
            told.append(Told(GameEnd(reason, self._winner())))

    def _winner(self) -> Seat | None:
        """Whose card is the highest, once all are shown."""
        shown = self.reason == "SHOWN"
        return self.kept.index(max(self.kept, key=_strength)) if shown else None

    def view(self, seat: Seat | None) -> View:
        players = {who: self._player(who, who == seat) for who in range(len(self.hands))}
        return View(players, self.reason or None, self._winner())

    def _player(self, seat: Seat, own: bool) -> Player:
        card = self.kept[seat]
        known = card != NONE and (own or self.reason == "SHOWN")
        hand = tuple(name(held) for held in self.hands[seat]) if own else None
        return Player(len(self.hands[seat]), card != NONE, hand, name(card) if known else None)

    def outcome(self) -> Outcome | None:
        if not self.reason:
            return None
        if self.reason == "LEFT":
            nobody = tuple(0 for _ in self.kept)
            return Outcome(tuple(1 for _ in self.kept), nobody, self.reason, rated=False)
        best = sorted(self.kept, key=_strength, reverse=True)
        places = tuple(best.index(card) + 1 for card in self.kept)
        return Outcome(places, tuple(rank(card) + 2 for card in self.kept), self.reason)

    def next(self) -> None:
        return None

    def copy(self) -> Template:
        twin = Template(self.options, len(self.hands), self.rng.copy())
        twin.hands = [hand[:] for hand in self.hands]
        twin.rest = self.rest[:]
        twin.kept = self.kept[:]
        twin.reason = self.reason
        return twin

    def redeal(self, seat: Seat | None, rng: Rng) -> Template:
        """Every card the seat has not seen drawn anew, and so is what others kept in secret."""
        world = self.copy()
        shown = self.kept if self.reason == "SHOWN" else []
        places = [
            (who, i)
            for who, hand in enumerate(self.hands)
            for i, card in enumerate(hand)
            if who != seat and card not in shown
        ]
        pool = [self.hands[who][i] for who, i in places] + self.rest
        rng.shuffle(pool)
        for (who, i), card in zip(places, pool, strict=False):  # in the order they were taken
            world.hands[who][i] = card
        world.rest = pool[len(places) :]
        for who, card in enumerate(self.kept):
            if who != seat and card != NONE and not shown:
                world.kept[who] = world.hands[who][rng.below(len(world.hands[who]))]
        world.rng = rng.fork()
        return world


def deal(options: Options, seats: int, rng: Rng, carry: None = None) -> Template:
    state = Template(options, seats, rng)
    state.rest = deck52()
    rng.shuffle(state.rest)
    for hand in state.hands:
        hand += [state.rest.pop() for _ in range(options.cards)]
    return state


def _strength(card: int) -> tuple[int, int]:
    """Aces are high; of equal ranks the suit decides, clubs lowest."""
    return rank(card), suit(card)
