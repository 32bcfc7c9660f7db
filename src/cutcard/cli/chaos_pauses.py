"""How long players waited in `cutcard chaos`: of each table the longest wait in each fault, and
what a move takes when there is none; of hand-overs what the server itself says of them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from statistics import median
from typing import Any

from .chaos_crowd import History

GAVE = re.compile(r"gave (\d+) tables to \S+ in (\d+) ms, of which (\d+) until")

Span = tuple[float, float]
"""From when to when."""


def pauses(histories: Iterable[History], faults: list[Span]) -> dict[str, int]:
    """In milliseconds: `pause_*` of tables in faults, `usual_*` of moves beside them."""
    longest: dict[tuple[int, int], float] = {}
    usual: list[float] = []
    every: list[float] = [0.0]
    for history in histories:
        for asked, heard in history.waits:
            every.append(heard - asked)
            met = [n for n, (first, last) in enumerate(faults) if heard >= first and asked <= last]
            for n in met:
                at = (history.table, n)
                longest[at] = max(longest.get(at, 0.0), heard - asked)
            if not met:
                usual.append(heard - asked)
    paused = sorted(longest.values())
    return {
        "slowest_ms": round(max(every) * 1000),
        "pause_ms_p50": _ms(paused),
        "pause_ms_max": round(max(paused, default=0.0) * 1000),
        "usual_ms_p50": _ms(usual),
        "usual_ms_max": round(max(usual, default=0.0) * 1000),
    }


def _ms(seconds: list[float]) -> int:
    return round(median(seconds) * 1000) if seconds else 0


def given(log: Path) -> dict[str, Any]:
    """What the server's log says of tables that went from one worker to another: how many, in how
    many portions, how long a portion took at most, and until its tables were the other's."""
    found = [tuple(map(int, one)) for one in GAVE.findall(log.read_text("utf-8", "replace"))]
    tables, whole, written = zip(*found, strict=True) if found else ((), (), ())
    return {
        "given": sum(tables),
        "portions": len(found),
        "portion_ms_max": max(whole, default=0),
        "portion_written_ms_max": max(written, default=0),
    }
