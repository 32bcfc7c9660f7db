"""Chance from one 256-bit seed. Reads no clock and no global random; the same seed always
gives the same stream, on every machine and in every version.

The stream: block i is SHAKE-256(seed ‖ i as 8 bytes big-endian), 272 bytes, read as 68
big-endian 32-bit words. `below(n)` takes the next word under the largest multiple of n
(others are thrown away) modulo n. `shuffle` is Fisher-Yates from the last place down.
"""

from __future__ import annotations

from hashlib import sha256, shake_256
from struct import Struct as Layout
from typing import Any

WORDS = 68  # two SHAKE-256 rates: no squeezed byte is wasted
_LAYOUT = Layout(f">{WORDS}I")
_SPAN = 1 << 32
_TOP = [_SPAN] * 2 + [_SPAN - _SPAN % n for n in range(2, 257)]


class Rng:
    """A stream of chance. `copy` goes on alike; `fork` goes its own way."""

    __slots__ = ("block", "seed", "words")

    def __init__(self, seed: bytes) -> None:
        if len(seed) != 32:
            raise ValueError(f"a seed has 32 bytes, this one {len(seed)}; see Rng.named for words")
        self.seed = seed
        self.block = 0
        self.words: list[int] = []  # what is left of the block, last word first

    @classmethod
    def named(cls, name: str | int) -> Rng:
        """The stream of a name, for tests, simulations and boards shared by a word."""
        return cls(sha256(f"cutcard:{name}".encode()).digest())

    @property
    def position(self) -> int:
        """How many words have been drawn."""
        return self.block * WORDS - len(self.words)

    def _fill(self) -> list[int]:
        block = shake_256(self.seed + self.block.to_bytes(8, "big")).digest(WORDS * 4)
        self.words = words = list(_LAYOUT.unpack(block))
        words.reverse()
        self.block += 1
        return words

    def word(self) -> int:
        """The next 32 bits."""
        return (self.words or self._fill()).pop()

    def take(self, count: int) -> bytes:
        """The next `count` bytes, whole words at a time."""
        words = [self.word().to_bytes(4, "big") for _ in range((count + 3) // 4)]
        return b"".join(words)[:count]

    def below(self, n: int) -> int:
        """A number from 0 to n-1, each as likely as any other."""
        if not 1 <= n <= _SPAN:
            raise ValueError(f"below(n) takes 1 to 2**32, not {n}")
        top = _TOP[n] if n <= 256 else _SPAN - _SPAN % n
        while True:
            x = (self.words or self._fill()).pop()
            if x < top:
                return x % n

    def shuffle(self, xs: list[Any]) -> None:
        """Put the list in an order drawn from all orders alike."""
        if len(xs) > 256:
            self._shuffle_long(xs)
            return
        words = self.words
        for i in range(len(xs) - 1, 0, -1):
            n = i + 1
            while True:
                if not words:
                    words = self._fill()
                x = words.pop()
                if x < _TOP[n]:
                    break
            j = x % n
            xs[i], xs[j] = xs[j], xs[i]

    def _shuffle_long(self, xs: list[Any]) -> None:
        for i in range(len(xs) - 1, 0, -1):
            j = self.below(i + 1)
            xs[i], xs[j] = xs[j], xs[i]

    def copy(self) -> Rng:
        twin = type(self)(self.seed)
        twin.block = self.block
        twin.words = self.words[:]
        return twin

    def fork(self) -> Rng:
        """A stream of its own, drawn from this one: for a redealt state, or a bot."""
        return type(self)(sha256(b"cutcard:fork" + self.take(32)).digest())
