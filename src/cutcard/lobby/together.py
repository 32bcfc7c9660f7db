"""A turnstile that all processes of a room count at: here first, which costs nothing and bounds
what is asked of the cache, then together. Where the cache does not answer, each process lets
through its part of what all may."""

from __future__ import annotations

from cutcard.store.valkey_limits import ValkeyLimits

from .bucket import Turnstile


class Together:
    """`what` is counted, of each name or address; `counts` None: there is only this process."""

    def __init__(self, what: str, rate: float, burst: float, counts: ValkeyLimits | None) -> None:
        self._what = what
        self._rate = rate
        self._burst = burst
        self._here = Turnstile(rate, burst)
        self._counts = counts

    async def take(self, key: str, now: float) -> bool:
        """Whether this one may pass now."""
        if not self._here.take(key, now):
            return False
        if self._counts is None:
            return True
        may = await self._counts.take(self._what, key, self._rate, self._burst)
        if may is None:
            self._here.owe(key, self._counts.processes() - 1)
        return may is not False

    async def give_back(self, key: str) -> None:
        """The last of this one need not count."""
        self._here.give_back(key)
        if self._counts is not None:
            await self._counts.give_back(self._what, key, self._burst)
