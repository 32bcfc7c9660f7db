"""How long the loop was held by one callback: CPU time of its own thread, which no neighbour on a
busy machine adds to."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from time import thread_time

BOUND = 0.020  # seconds of CPU time, the longest any one client may hold the loop


class Slices:
    """The longest callbacks seen, longest first."""

    def __init__(self) -> None:
        self.longest: list[tuple[float, str]] = []

    def add(self, took: float, what: str) -> None:
        self.longest = sorted([*self.longest, (took, what)], reverse=True)[:5]

    @property
    def worst(self) -> float:
        return self.longest[0][0] if self.longest else 0.0

    def __str__(self) -> str:
        return "; ".join(f"{took * 1000:.1f} ms in {what[:200]}" for took, what in self.longest)


@contextmanager
def measured() -> Iterator[Slices]:
    """Measures every callback of asyncio's own loops until it ends. What the interpreter does for
    itself is left out, as `cutcard serve` sets it (seldom, and not over what was there before)."""
    seen, run, thresholds = Slices(), asyncio.Handle._run, gc.get_threshold()

    def timed(self: asyncio.Handle) -> None:
        what = self._callback
        began = thread_time()
        run(self)
        took = thread_time() - began
        if took > seen.worst / 2:
            seen.add(took, repr(getattr(what, "__self__", what)) + " " + repr(what))

    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 50)
    asyncio.Handle._run = timed
    try:
        yield seen
    finally:
        asyncio.Handle._run = run
        gc.set_threshold(*thresholds)
        gc.unfreeze()
