"""Measured values and counts by the minute, kept small: what the tally is made of."""

from __future__ import annotations

from collections import deque

KEPT = 1024  # samples from which quantiles are told
HOUR = 60  # minutes


class Samples:
    """The last values of something measured, with how many there ever were."""

    __slots__ = ("count", "last", "total")

    def __init__(self) -> None:
        self.last: deque[float] = deque(maxlen=KEPT)
        self.count = 0
        self.total = 0.0

    def add(self, value: float) -> None:
        """One more measurement."""
        self.last.append(value)
        self.count += 1
        self.total += value

    def quantile(self, q: float) -> float:
        """Of the last ones; 0 before the first."""
        ordered = sorted(self.last)
        return ordered[min(len(ordered) - 1, int(len(ordered) * q))] if ordered else 0.0

    def mean(self) -> float:
        """Of the last ones; 0 before the first."""
        return sum(self.last) / len(self.last) if self.last else 0.0


class Hourly:
    """How often something happened: ever, and in the last sixty minutes. Reads no clock."""

    __slots__ = ("_minutes", "total")

    def __init__(self) -> None:
        self.total = 0
        self._minutes: deque[list[int]] = deque(maxlen=HOUR)  # [minute, count], oldest first

    def add(self, now: float) -> None:
        """It happened, at this time in seconds."""
        self.total += 1
        minute = int(now // 60)
        if not self._minutes or self._minutes[-1][0] != minute:
            self._minutes.append([minute, 0])
        self._minutes[-1][1] += 1

    def last_hour(self, now: float) -> int:
        """How often in the sixty minutes before."""
        since = int(now // 60) - HOUR
        return sum(count for minute, count in self._minutes if minute > since)
