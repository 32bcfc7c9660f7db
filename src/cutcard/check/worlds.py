"""Streams of chance for worlds that differ a little from the real one.

A shadow world that differs in everything parts at once and compares nothing; one that differs
in a single swap stays beside the real deal for long. Both are needed.
"""

from __future__ import annotations

from typing import Any

from cutcard.kernel.rng import Rng


class Near(Rng):
    """A stream whose shuffle makes a single swap."""

    __slots__ = ()

    def shuffle(self, xs: list[Any]) -> None:
        if len(xs) > 1:
            i = self.below(len(xs))
            j = (i + 1 + self.below(len(xs) - 1)) % len(xs)
            xs[i], xs[j] = xs[j], xs[i]


class Twisted(Rng):
    """The stream of a seed, but after its `nth` shuffle one swap more: a deal next to a deal.

    The two places are given, or drawn from `twist`; `pair` and `size` then say which of how many.
    """

    __slots__ = ("nth", "pair", "seen", "size", "twist")

    def __init__(
        self,
        seed: bytes,
        twist: Rng | None = None,
        nth: int = 0,
        pair: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(seed)
        self.twist = twist
        self.nth = nth
        self.pair = pair
        self.size = 0
        self.seen = 0

    def shuffle(self, xs: list[Any]) -> None:
        super().shuffle(xs)
        if self.seen == self.nth and len(xs) > 1:
            if self.twist is not None:
                i = self.twist.below(len(xs))
                self.pair = (i, (i + 1 + self.twist.below(len(xs) - 1)) % len(xs))
            if self.pair is not None:
                i, j = self.pair
                xs[i], xs[j] = xs[j], xs[i]
            self.size = len(xs)
        self.seen += 1

    def copy(self) -> Twisted:
        twin = Twisted(self.seed, self.twist and self.twist.copy(), self.nth, self.pair)
        twin.size = self.size
        twin.block, twin.words, twin.seen = self.block, self.words[:], self.seen
        return twin


class Tilted(Rng):
    """The stream of a seed, but its `nth` draw from a range comes out otherwise."""

    __slots__ = ("nth", "seen")

    def __init__(self, seed: bytes, nth: int = -1) -> None:
        super().__init__(seed)
        self.nth = nth
        self.seen = 0

    def below(self, n: int) -> int:
        drawn = super().below(n)
        if self.seen == self.nth:
            drawn = (drawn + 1) % n
        self.seen += 1
        return drawn

    def copy(self) -> Tilted:
        twin = Tilted(self.seed, self.nth)
        twin.block, twin.words, twin.seen = self.block, self.words[:], self.seen
        return twin


class Swapped(Rng):
    """A stream whose `nth` shuffle swaps two given places; the others leave lists as they are.

    Who shuffles again until something fits is given single swaps at random after a while.
    """

    __slots__ = ("nth", "pair", "sizes")

    PATIENCE = 8

    def __init__(self, seed: bytes, nth: int = -1, pair: tuple[int, int] = (0, 0)) -> None:
        super().__init__(seed)
        self.nth = nth
        self.pair = pair
        self.sizes: list[int] = []  # how long the lists were that were shuffled

    def shuffle(self, xs: list[Any]) -> None:
        i, j = self.pair
        if len(self.sizes) == self.nth and j < len(xs):
            xs[i], xs[j] = xs[j], xs[i]
        elif len(self.sizes) > self.nth + self.PATIENCE:
            Near.shuffle(self, xs)  # type: ignore[arg-type]  # any Rng can draw one swap
        self.sizes.append(len(xs))
