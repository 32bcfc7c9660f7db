"""How much one may ask: token buckets. They read no clock: the time is an argument.

A bucket holds `burst` tokens and gains `rate` a second; a request takes one. What costs more is let
in as everything is, and the rest of its price is owed: who asks for much waits longer for the next.
"""

from __future__ import annotations

MOST_KNOWN = 20_000  # names or addresses remembered at a time


class Bucket:
    """A token bucket."""

    __slots__ = ("at", "burst", "rate", "tokens")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self.rate = rate
        self.burst = burst
        self.tokens = burst
        self.at = now

    def take(self, now: float) -> bool:
        """Whether one more is allowed now."""
        tokens = min(self.tokens + (now - self.at) * self.rate, self.burst)
        self.at = now
        if tokens < 1.0:
            self.tokens = tokens
            return False
        self.tokens = tokens - 1.0
        return True

    def owe(self, more: float) -> None:
        """The last one cost so much more."""
        self.tokens -= more

    def solvent(self, now: float) -> bool:
        """Whether nothing is owed now."""
        return self.tokens + (now - self.at) * self.rate >= 0.0

    def give_back(self) -> None:
        """The last one need not count."""
        self.tokens = min(self.tokens + 1.0, self.burst)

    def lower(self, tokens: float) -> None:
        """It has no more than these."""
        self.tokens = min(self.tokens, tokens)

    def full(self, now: float) -> bool:
        """Whether it has nothing to remember any more."""
        return self.tokens + (now - self.at) * self.rate >= self.burst


class Turnstile:
    """A bucket for each name or address; those with nothing to remember are forgotten."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._buckets: dict[str, Bucket] = {}

    def take(self, key: str, now: float) -> bool:
        """Whether this one may pass now."""
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) >= MOST_KNOWN:
                self._forget(now)
            bucket = self._buckets[key] = Bucket(self._rate, self._burst, now)
        return bucket.take(now)

    def give_back(self, key: str) -> None:
        """The last of this one need not count."""
        bucket = self._buckets.get(key)
        if bucket is not None:
            bucket.give_back()

    def owe(self, key: str, more: float) -> None:
        """The last of this one cost so much more."""
        bucket = self._buckets.get(key)
        if bucket is not None:
            bucket.owe(more)

    def _forget(self, now: float) -> None:
        """Drops full buckets; where all are in use, the oldest half: memory has a bound."""
        kept = {key: one for key, one in self._buckets.items() if not one.full(now)}
        if len(kept) >= MOST_KNOWN:
            kept = dict(list(kept.items())[MOST_KNOWN // 2 :])
        self._buckets = kept
