"""Work that goes on beside requests: held so that it is not lost, never raising into nowhere."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from .words import Refusal

log = logging.getLogger("cutcard.table")


class Tasks:
    """The tasks of a part of the house; `what` names them in the log where one fails."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._tasks: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        return len(self._tasks)

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def cancel(self) -> None:
        for task in self._tasks:
            task.cancel()

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, Refusal):
            log.error("%s failed; what it was about stands as before", self._what, exc_info=error)
