"""One alarm clock for the whole house: a heap of times, and one timer of the event loop."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count

log = logging.getLogger("cutcard.table")


class Alarm:
    """Calls at times on the house's clock. Whoever is called checks whether it still matters."""

    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock = clock
        self._heap: list[tuple[int, int, Callable[[], None]]] = []
        self._order = count()
        self._timer: asyncio.TimerHandle | None = None
        self._set_for = 0
        self._stopped = False

    def at(self, when: int, call: Callable[[], None]) -> None:
        heappush(self._heap, (when, next(self._order), call))
        if self._timer is None or when < self._set_for:
            self._set()

    def __len__(self) -> int:
        return len(self._heap)

    def ring(self) -> None:
        """Makes all calls that are due."""
        now = self._clock()
        while self._heap and self._heap[0][0] <= now:
            _, _, call = heappop(self._heap)
            try:
                call()
            except Exception:
                log.exception("what was due failed")
        self._set()

    def stop(self) -> None:
        self._stopped = True
        self._heap.clear()
        self._set()

    def _set(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._heap and not self._stopped:
            self._set_for = self._heap[0][0]
            wait = max(self._set_for - self._clock(), 0) / 1000
            self._timer = asyncio.get_running_loop().call_later(wait + 0.0005, self.ring)
