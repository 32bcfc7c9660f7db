"""Guests who are gone for good: their rows and chips go too, a few at a time. One who left no trace
is removed; of one who played, the games stay without them, as of a deleted account."""

from __future__ import annotations

from collections.abc import Callable

from cutcard.store.protocol import Store

from .sessions import DAY

GUEST_DAYS = 90  # without use
UNTOUCHED_DAYS = 7  # likewise, of one who has done nothing


async def sweep_guests(
    store: Store, now: int, days: float, busy: Callable[[str], bool]
) -> tuple[int, int]:
    """How many were removed, and how many emptied. `now` is epoch ms; who is `busy` stays."""
    removed = emptied = 0
    for unused, whole in ((min(UNTOUCHED_DAYS, days), False), (days, True)):
        after, before = 0, now - int(unused * DAY)
        while page := await store.idle_guests(before, after):
            after = page[-1][0]
            for user in (user for _, user in page if not busy(user)):
                if not whole:
                    removed += await store.forget_guest(user)
                else:
                    await store.delete_user(user, now)
                    emptied += 1
    return removed, emptied
