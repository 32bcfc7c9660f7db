"""Two stopwatches: the median of single calls, and a rate over a while."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import perf_counter


def median_us(call: Callable[[], object], times: int = 2000) -> float:
    """Microseconds of the median call."""
    spans = []
    for _ in range(times):
        start = perf_counter()
        call()
        spans.append(perf_counter() - start)
    return median(spans) * 1e6


def per_second(call: Callable[[], object], seconds: float = 1.0) -> float:
    """Calls a second, the best of three whiles: the machine's noise only ever slows."""
    best = 0.0
    for _ in range(3):
        count, start = 0, perf_counter()
        while (passed := perf_counter() - start) < seconds / 3:
            call()
            count += 1
        best = max(best, count / passed)
    return best
