"""What a game has besides whose seed is never shown and whose deals are proved all the same."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Protocol, cast, runtime_checkable

from .game import Seat, State


@runtime_checkable
class Sealing(Protocol):
    """A state of a game whose seed is never shown: its deck comes from two that were promised, and
    what the players' shares make of them (F40–F47 of docs/rules/fairness.md)."""

    def deck_names(self) -> Sequence[str]:
        """The cards of the hand to come, in the order of the deck's numbers; none: which deck is
        not known yet."""

    def next_deck(self) -> int:
        """How many cards the deck of the hand after this one has; 0: that is not known yet."""

    def dealt_in(self) -> Sequence[Seat]:
        """Who would be dealt in if the hand began now; nobody: none is about to."""

    def stirred(self, x: bytes, number: int) -> Any:
        """The tick that begins the hand with the deck that `x` makes of the promised ones, whose
        seed is that of this number (`fair.sealed_seed`); 0: the deal's own, promised before."""

    def seen_cards(self, seat: Seat | None) -> Sequence[tuple[int, str, bool]]:
        """Of a hand that is over: the place in the deck and the name of every card a viewer was
        told, and whether its place is told to nobody but who held it: out of a reshuffle, or
        where the place would say more than the card."""


def sealing(state: State) -> Sealing | None:
    """The state as one that deals from a sealed deck; None where it is none."""
    return cast(Sealing, state) if _seals(type(state)) else None


@cache
def _seals(kind: type) -> bool:
    """Asked once of each kind of state: a Protocol takes its time to say."""
    return issubclass(kind, Sealing)
