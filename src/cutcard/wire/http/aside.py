"""What plays a whole log again is done in a thread of its own, so that no table waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from cutcard.table.words import Refusal

T = TypeVar("T")
WAITING = 16  # replays asked for at a time; each takes some of the tables' time
_threads = ThreadPoolExecutor(1, thread_name_prefix="cutcard-replay")
_waiting: set[asyncio.Future[Any]] = set()


async def aside(telling: Callable[[], T]) -> T:
    """In the thread for replays; refused where many wait already."""
    if len(_waiting) >= WAITING:
        raise Refusal("RATE_LIMITED", "Many replays are asked for; try again in a moment")
    told = asyncio.get_running_loop().run_in_executor(_threads, telling)
    _waiting.add(told)
    told.add_done_callback(_waiting.discard)
    return await told
