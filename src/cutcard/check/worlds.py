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
    """The stream of a seed, but after its `nth` shuffle one swap more: a deal next to a deal."""

    __slots__ = ("nth", "seen", "twist")

    def __init__(self, seed: bytes, twist: Rng | None = None, nth: int = 0) -> None:
        super().__init__(seed)
        self.twist = twist
        self.nth = nth
        self.seen = 0

    def shuffle(self, xs: list[Any]) -> None:
        super().shuffle(xs)
        if self.twist is not None and self.seen == self.nth:
            Near.shuffle(self.twist, xs)  # type: ignore[arg-type]  # any Rng can draw one swap
        self.seen += 1

    def copy(self) -> Twisted:
        twin = Twisted(self.seed, self.twist and self.twist.copy(), self.nth)
        twin.block, twin.words, twin.seen = self.block, self.words[:], self.seen
        return twin
