"""Fifty-two cards in an order, and which of their places are used.

A card is a number that never changes: suit × 13 + value − 1, suits ♣ ♦ ♥ ♠, values 1 (ace) to
13 (king). Where it lies is its place, 0 to 51; shuffling moves cards, never renumbers them.
"""

from __future__ import annotations

from cutcard.kernel.cards import RANKS, SUITS, display
from cutcard.kernel.cards import name as card_name
from cutcard.kernel.rng import Rng

from .moves import Face

TOTAL = 52


def _face(card: int) -> Face:
    suit, value = divmod(card, 13)
    common = suit * 13 + (value - 1) % 13  # the kernel counts an ace above the king
    shown = display(common)
    return Face(
        id=card_name(common).upper(),
        rank=shown[:-1],
        suit=SUITS[suit].upper(),
        value=value + 1,
        display_name=shown,
    )


FACES: tuple[Face, ...] = tuple(_face(card) for card in range(TOTAL))
NUMBERS: dict[str, int] = {face.id: card for card, face in enumerate(FACES)}
assert len(NUMBERS) == TOTAL == len(RANKS) * len(SUITS)


class Deck:
    """Cards by place. A used place is never available again until the deck is reset."""

    __slots__ = ("_shown", "free", "order")

    remade = ("_shown",)  # a copy makes its own

    def __init__(self, order: list[int], free: list[int]) -> None:
        self.order = order
        self.free = free  # the places not yet used, lowest first
        self._shown: tuple[int, ...] = ()

    @classmethod
    def shuffled(cls, rng: Rng) -> Deck:
        """A whole deck in an order drawn from all orders alike."""
        order = list(range(TOTAL))
        rng.shuffle(order)
        return cls(order, list(range(TOTAL)))

    @property
    def total(self) -> int:
        return len(self.order)

    @property
    def remaining(self) -> int:
        return len(self.free)

    @property
    def has_available(self) -> bool:
        return bool(self.free)

    def card(self, place: int) -> int | None:
        """The card at a place, used or not; None where there is no such place."""
        return self.order[place] if 0 <= place < len(self.order) else None

    def available(self) -> list[int]:
        """The places not yet used, lowest first."""
        return self.free[:]

    def places(self) -> tuple[int, ...]:
        """The same as it is shown: one object for as long as nothing is used."""
        if len(self._shown) != len(self.free):
            self._shown = tuple(self.free)
        return self._shown

    def mark_used(self, place: int) -> None:
        """Take a place out of the game; ValueError if it is out already, or is none."""
        self.free.remove(place)

    def take(self, count: int) -> list[int]:
        """The cards of the next `count` free places, which are used from now on."""
        if count > len(self.free):
            raise ValueError(f"{count} cards asked of {len(self.free)}")
        places, self.free = self.free[:count], self.free[count:]
        return [self.order[place] for place in places]

    def reset(self, rng: Rng) -> None:
        """All cards back, shuffled anew."""
        rng.shuffle(self.order)
        self.free = list(range(TOTAL))

    def copy(self) -> Deck:
        return Deck(self.order[:], self.free[:])
