"""One alarm clock for the whole house: a heap of times, and one timer of the event loop.

Every table has a bell of its own, which is dropped with it: no time that nobody waits for any
more keeps a table in memory. What is due together is done in slices, between which the loop does
what else there is to do.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from heapq import heapify, heappop, heappush
from itertools import count
from time import perf_counter

log = logging.getLogger("cutcard.table")

SLICE = 0.004  # seconds of work in one turn of the loop
NEVER = 1 << 62
FEW = 64  # dropped calls that are not worth tidying up


class Call:
    """What is to be done at a time; None once it is dropped."""

    __slots__ = ("bell", "do")

    def __init__(self, bell: Bell, do: Callable[[], None]) -> None:
        self.bell = bell
        self.do: Callable[[], None] | None = do


class Bell:
    """The times one table, or another part of the house, waits for."""

    __slots__ = ("_alarm", "_calls", "_waking", "set_for")

    def __init__(self, alarm: Alarm) -> None:
        self._alarm = alarm
        self._calls: set[Call] = set()
        self._waking: Call | None = None
        self.set_for = NEVER  # when `wake` rings

    def at(self, when: int, do: Callable[[], None]) -> Call:
        call = Call(self, do)
        self._calls.add(call)
        self._alarm.add(when, call)
        return call

    def wake(self, when: int, do: Callable[[], None]) -> None:
        """In the place of the waking set before."""
        if self._waking is not None:
            self._drop(self._waking)
        self.set_for, self._waking = when, self.at(when, do)

    def drop(self) -> None:
        """Nobody waits any longer for what this bell was to ring for."""
        for call in tuple(self._calls):
            self._drop(call)
        self.set_for, self._waking = NEVER, None

    def rings(self, call: Call) -> Callable[[], None] | None:
        """What is to be done now; it is off the list."""
        self._calls.discard(call)
        if call is self._waking:
            self.set_for, self._waking = NEVER, None
        return call.do

    def _drop(self, call: Call) -> None:
        self._calls.discard(call)
        call.do = None
        self._alarm.dropped()


class Alarm:
    """Calls at times on the house's clock, earliest first."""

    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock = clock
        self._heap: list[tuple[int, int, Call]] = []
        self._dropped = 0  # calls in the heap that are not to be made
        self._order = count()
        self._timer: asyncio.Handle | None = None
        self._set_for = 0
        self._stopped = False

    def __len__(self) -> int:
        return len(self._heap) - self._dropped

    def add(self, when: int, call: Call) -> None:
        heappush(self._heap, (when, next(self._order), call))
        if self._timer is None or when < self._set_for:
            self._set()

    def dropped(self) -> None:
        """A call in the heap is not to be made; where most are like that, they are thrown out."""
        self._dropped += 1
        if self._dropped > FEW and self._dropped * 2 > len(self._heap):
            self._heap = [item for item in self._heap if item[2].do is not None]
            heapify(self._heap)
            self._dropped = 0

    def ring(self) -> None:
        """Makes all calls that are due, however long it takes."""
        now = self._clock()
        while self._heap and self._heap[0][0] <= now:
            self._call()
        self._set()

    def stop(self) -> None:
        self._stopped = True
        self._heap.clear()
        self._dropped = 0
        self._set()

    def _slice(self) -> None:
        """Makes calls that are due for a while; the loop comes back for the rest."""
        now, until = self._clock(), perf_counter() + SLICE
        self._set_for = -1  # none that is added meanwhile sets the timer
        while self._heap and self._heap[0][0] <= now:
            self._call()
            if perf_counter() >= until:
                self._timer = asyncio.get_running_loop().call_soon(self._slice)
                return
        self._set()

    def _call(self) -> None:
        _, _, call = heappop(self._heap)
        do = call.bell.rings(call)
        if do is None:
            self._dropped -= 1
            return
        try:
            do()
        except Exception:
            log.exception("a timer's call failed; the other timers run on")

    def _set(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._heap and not self._stopped:
            self._set_for = self._heap[0][0]
            wait = max(self._set_for - self._clock(), 0) / 1000
            self._timer = asyncio.get_running_loop().call_later(wait + 0.0005, self._slice)
