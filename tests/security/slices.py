"""How long the loop was held by one callback: CPU time of its own thread, which no neighbour on a
busy machine adds to."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from threading import get_ident
from time import thread_time

from ..running import seldom_collected

BOUND = 0.020  # seconds of CPU time, the longest any one client may hold the loop


class Slices:
    """The longest callbacks seen, longest first, and how long all of them took together."""

    def __init__(self) -> None:
        self.longest: list[tuple[float, str]] = []
        self.total = 0.0
        self.over = False

    def add(self, took: float, what: str) -> None:
        self.longest = sorted([*self.longest, (took, what)], reverse=True)[:5]

    @property
    def worst(self) -> float:
        return self.longest[0][0] if self.longest else 0.0

    def __str__(self) -> str:
        return "; ".join(f"{took * 1000:.1f} ms in {what[:200]}" for took, what in self.longest)


@contextmanager
def measured() -> Iterator[Slices]:
    """Measures every callback of this thread's loop until it ends. What the interpreter does for
    itself is left out, as `cutcard serve` sets it (seldom, and not over what was there before)."""
    seen, run = Slices(), asyncio.Handle._run
    here = get_ident()  # an adversary may have a loop in a thread of its own

    def timed(self: asyncio.Handle) -> None:
        if get_ident() != here:
            run(self)
            return
        what = self._callback
        began = thread_time()
        run(self)
        took = thread_time() - began
        if seen.over:  # the step in which the measuring ended is the test's own
            return
        seen.total += took
        if took > seen.worst / 2:
            seen.add(took, repr(getattr(what, "__self__", what)) + " " + repr(what))

    with seldom_collected():
        asyncio.Handle._run = timed
        try:
            yield seen
        finally:
            seen.over = True
            asyncio.Handle._run = run
