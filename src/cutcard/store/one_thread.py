"""One thread that does one thing after another. What moves wait for goes before all that waits:
whoever asks for lists and histories by the hundred waits for themselves, not the players."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")
Waiting = tuple[Callable[[], Any], "Future[Any]"]


class OneThread:
    """`await one.do(work)`; with `first` next of all that waits, in its order among such."""

    def __init__(self, name: str) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._first: deque[Waiting] = deque()
        self._others: deque[Waiting] = deque()

    def do(self, work: Callable[[], T], *, first: bool = False) -> asyncio.Future[T]:
        done: Future[T] = Future()
        (self._first if first else self._others).append((work, done))
        # As often as there is something to do, whatever it is; by the loop, which may do it itself.
        asyncio.get_running_loop().run_in_executor(self._thread, self._next)
        return asyncio.wrap_future(done)

    def end(self) -> None:
        """When all is done."""
        self._thread.shutdown()

    def _next(self) -> None:
        work, done = (self._first or self._others).popleft()
        if not done.set_running_or_notify_cancel():
            return
        try:
            done.set_result(work())
        except BaseException as error:  # it is for whoever waits
            done.set_exception(error)
