"""Updates missed longer ago than a table keeps them at hand: made again from the log, in a thread,
so that no other table waits for it. Whoever waits for them hears nothing else of the table before.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from time import thread_time
from typing import TYPE_CHECKING, TypeVar

from .effects import Retell
from .life import Life
from .words import Refusal
from .writer import deliver

if TYPE_CHECKING:
    from .floor import Floor

log = logging.getLogger("cutcard.table")

T = TypeVar("T")


def _timed(work: Callable[[], T]) -> tuple[T, float]:
    """What is made, and the seconds it took."""
    began = thread_time()
    return work(), thread_time() - began


async def retell(floor: Floor, life: Life, effect: Retell) -> None:
    """Makes them, waits until all they tell of is durable, and lets them out."""
    updates = None
    try:
        loop = asyncio.get_running_loop()
        updates, took = await loop.run_in_executor(floor.aside, _timed, effect.work)
        spent = getattr(effect.ear, "spent", None)
        if spent is not None:
            spent(took)
        await floor.writer.durable(life.row.table)
    except Refusal:
        return  # it was not written: the table is read again, and shown to all who listen
    except Exception:
        log.exception(
            "table %s: reading past updates failed; the whole view is sent instead", life.row.table
        )
    if not life.closed and not life.broken:
        words = floor.run(life, Life.retold, effect.ear, effect.viewer, effect.seq, updates)
        deliver([(life, (effect.ear,), word) for word in words])
