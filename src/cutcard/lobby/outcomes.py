"""Events that are over are counted once each, out of their logs (docs/rules/arena.md A66, A81)."""

from __future__ import annotations

import asyncio
import logging

from cutcard.arena.event import log as chips
from cutcard.arena.matches import words as matches
from cutcard.arena.results import of_chips, of_matches
from cutcard.events.holder import MATCHES
from cutcard.store.events import KeptEvent
from cutcard.store.protocol import Store
from cutcard.store.results import EventResult
from cutcard.table.ratings import season_of

log = logging.getLogger("cutcard.lobby")


async def count_event(store: Store, event: int) -> list[EventResult] | None:
    """One event, and what was counted of it; None: somebody else has counted it. One that cannot be
    read counts nothing, and no others wait for it."""
    kept = await store.event(event)
    results = (None if kept is None else await asyncio.to_thread(_results, kept)) or []
    return results if await store.count_event(event, results) else None


def _results(kept: KeptEvent) -> list[EventResult] | None:
    """What came of it: a long log takes its time. None: it cannot be read."""
    season = season_of(kept.entries[-1].at)
    number = kept.event.event
    try:
        if kept.event.kind == MATCHES:
            return of_matches(number, [matches.decode(one.what) for one in kept.entries], season)
        return of_chips(number, [chips.decode(one.what) for one in kept.entries], season)
    except Exception:
        log.exception("event %s cannot be counted", number)
        return None


async def recount_events(store: Store, *, check: bool) -> list[str]:
    """Every event that was counted is counted again; what differed from what was kept, in words.
    It is as its log says from now on, but for `check`."""
    found: list[str] = []
    after = 0
    while numbers := await store.counted_events(after):
        for number in numbers:
            after = number
            kept = await store.event(number)
            results = None if kept is None else await asyncio.to_thread(_results, kept)
            if results is None or results == await store.event_results(number):
                continue
            found.append(f"what event {number} came to")
            if not check:
                await store.put_results(number, results)
    return found
