"""What plays a whole log again is done in a thread of its own, so that no table waits for it. That
thread is everybody's: an address has a part of what waits for it, and pays for what it used."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import thread_time
from typing import Any, TypeVar

from cutcard.lobby.requests import Asker
from cutcard.table.words import Refusal

from ..paying import UNIT

T = TypeVar("T")
WAITING = 16  # replays asked for at a time; each takes some of the tables' time,
OF_ADDRESS = 4  # and so many of them may be one address's
BESIDE = 4 * UNIT  # seconds in the thread that cost a message: the loop goes on meanwhile
_threads = ThreadPoolExecutor(1, thread_name_prefix="cutcard-replay")
_waiting: dict[asyncio.Future[Any], str | None] = {}


async def aside(asker: Asker, telling: Callable[[], T]) -> T:
    """In the thread for replays; refused where many wait already."""
    host = asker.limited_host
    theirs = 0 if host is None else sum(one == host for one in _waiting.values())
    if len(_waiting) >= WAITING or theirs >= OF_ADDRESS:
        raise Refusal("RATE_LIMITED", "Many replays are asked for; try again in a moment")
    took = 0.0

    def timed() -> T:
        nonlocal took
        began = thread_time()
        try:
            return telling()
        finally:
            took = thread_time() - began

    told = asyncio.get_running_loop().run_in_executor(_threads, timed)
    _waiting[told] = host
    told.add_done_callback(lambda done: _waiting.pop(done, None))
    try:
        return await told
    finally:
        asker.owe(took / BESIDE)
