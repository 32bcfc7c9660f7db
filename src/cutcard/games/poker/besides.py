"""What a deal of poker says besides its rules, to those who ask every game the same: whose a seat
is, what lies on the table, which deck the hand is dealt from, and how it might be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from . import asides, hidden, sealed

if TYPE_CHECKING:
    from cutcard.kernel.rng import Rng

    from .moves import Begin
    from .rules import Poker


class Besides:
    """The part of `Poker` that `kernel/optional.py` knows."""

    __slots__ = ()

    def vacant(self, seat: int) -> bool:
        """Whether a seat has no part in this deal: anybody may be given it."""
        t = cast("Poker", self)
        return t.place_of[seat] < 0 and asides.empty(t, seat)

    def stakes(self) -> Sequence[int]:
        """What each seat would take home were the table closed now: bets of a hand that is not
        over go back. A tournament's chips are worth nothing outside it."""
        t = cast("Poker", self)
        paid = [s + b for s, b in zip(t.stacks, t.bought, strict=True)]
        return [0] * t.n if t.tournament else paid

    def deck_names(self) -> Sequence[str]:
        return sealed.deck_names(cast("Poker", self))

    def next_deck(self) -> int:
        return sealed.next_deck(cast("Poker", self))

    def dealt_in(self) -> Sequence[int]:
        return sealed.dealt_in(cast("Poker", self))

    def stirred(self, x: bytes, number: int) -> Begin:
        return sealed.tick(x, number)

    def seen_cards(self, seat: int | None) -> Sequence[tuple[int, str, bool]]:
        return sealed.seen_cards(cast("Poker", self), seat)

    def all_cards(self) -> list[int]:
        """Every card of the hand's deck, the burnt ones too."""
        t = cast("Poker", self)
        return t.deck[:] if t.hand is None else hidden.all_cards(t.hand)

    def redeal(self, seat: int | None, rng: Rng) -> Poker:
        return hidden.redeal(cast("Poker", self), seat, rng)
