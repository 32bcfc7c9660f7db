"""Slow work in a few threads, fair to those who wait for it: each address has a lane, and the lanes
are served in turn. So one address cannot keep the others waiting, however much it asks for.

Known devices have a room of their own, which is served every second time: a crowd of strange
addresses cannot keep them out either.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

from .attempts import late

T = TypeVar("T")
NOBODYS = ""  # the lane of who comes from no limited address
EACH = 8  # that may wait in the lane of one address


class _Job:
    """Work that waits, or is being done."""

    __slots__ = ("done", "work")

    def __init__(self, work: Callable[[], Any]) -> None:
        self.work = work
        self.done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()


class _Room:
    """Those who wait, lane by lane; the lane whose turn it is comes first."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.at_work = 0  # waiting, or being done
        self.lanes: OrderedDict[str, deque[_Job]] = OrderedDict()

    def put(self, lane: str, job: _Job) -> None:
        """Refuses where there is no room: then who has most waiting gives way to who has less."""
        mine = len(self.lanes.get(lane, ()))
        if lane != NOBODYS and mine >= EACH:
            raise late(1.0, "Too many log-ins from your address at once")
        if self.at_work >= self.most:
            longest = max(self.lanes, key=lambda one: len(self.lanes[one]), default=lane)
            if len(self.lanes.get(longest, ())) <= mine + 1:
                raise late(1.0, "Too many people log in at this moment")
            out = self.lanes[longest].pop()
            self.at_work -= 1
            if not out.done.done():
                out.done.set_exception(late(1.0, "Too many log-ins from your address at once"))
        self.at_work += 1
        self.lanes.setdefault(lane, deque()).append(job)

    def take(self) -> _Job | None:
        """The next; its lane goes behind the others."""
        while self.lanes:
            lane, jobs = next(iter(self.lanes.items()))
            job = jobs.popleft()
            if jobs:
                self.lanes.move_to_end(lane)
            else:
                del self.lanes[lane]
            if not job.done.done():
                return job
            self.at_work -= 1  # who asked is gone
        return None


class Lanes:
    """`threads` threads, and in each of two rooms so many who wait or are served."""

    def __init__(self, threads: int, most: int, name: str) -> None:
        self._free = threads
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._strangers, self._known = _Room(most), _Room(most)
        self._turn = False

    async def do(self, work: Callable[[], T], lane: str | None = None, *, known: bool = False) -> T:
        """Does it in a thread, in turn; Refusal where there is no room to wait."""
        room = self._known if known else self._strangers
        job = _Job(work)
        room.put(lane or NOBODYS, job)
        self._start()
        done: T = await job.done
        return done

    def close(self) -> None:
        """Nothing more is begun."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        for room in (self._strangers, self._known):
            while (job := room.take()) is not None:
                job.done.cancel()

    def _start(self) -> None:
        while self._free:
            self._turn = not self._turn
            first, then = (self._known, self._strangers)[:: 1 if self._turn else -1]
            room = first
            job = first.take()
            if job is None:
                room, job = then, then.take()
            if job is None:
                return
            self._free -= 1
            running = asyncio.get_running_loop().run_in_executor(self._threads, job.work)
            running.add_done_callback(partial(self._end, job, room))

    def _end(self, job: _Job, room: _Room, made: asyncio.Future[Any]) -> None:
        self._free += 1
        room.at_work -= 1
        if made.cancelled():
            job.done.cancel()
        elif not job.done.done():
            failed = made.exception()
            if failed is None:
                job.done.set_result(made.result())
            else:
                job.done.set_exception(failed)
        else:
            made.exception()  # who asked is gone; nobody else needs to know
        if not made.cancelled():
            self._start()
