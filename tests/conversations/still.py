"""A world that stands still: time passes when we say so, chance is always the same, and what a
thread would do is done when the loop has nothing else to do."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import selectors
import sys
import time
from base64 import urlsafe_b64encode
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType, SimpleNamespace
from typing import Any

EPOCH = 1_700_000_000_000
GRAIN = 0.0009  # seconds by which a timer may be early: the house sets its own half a ms late
PATIENCE = 0.05  # real seconds between two looks at sockets that are silent


class _Selector(selectors.DefaultSelector):
    """Looks at the sockets, and says when there is nothing to do."""

    loop: StillLoop

    def select(self, timeout: float | None = None) -> Any:
        found = super().select(0)
        if found or (timeout is not None and timeout <= GRAIN) or self.loop.quiet():
            return found
        return super().select(PATIENCE)


class StillLoop(asyncio.SelectorEventLoop):
    """An event loop whose clock is moved by hand. A thread's work is done in its turn, and only
    when nothing else is to do: a disk that is slower than everything else, always alike."""

    def __init__(self) -> None:
        selector = _Selector()
        selector.loop = self
        self.now = 0  # ms
        self.runs = False  # time goes on by itself where everybody waits
        self._jobs: deque[tuple[asyncio.Future[Any], Callable[[], Any]]] = deque()
        self._idle: list[asyncio.Future[None]] = []
        super().__init__(selector)
        self._clock_resolution = GRAIN

    def time(self) -> float:
        return self.now / 1000

    def run_in_executor(self, executor: Any, func: Any, *args: Any) -> Any:
        done = self.create_future()
        self._jobs.append((done, lambda: func(*args)))
        return done

    def quiet(self) -> bool:
        """Nothing is to be read and nothing to be called: what waited for that goes on."""
        if self._jobs:
            done, work = self._jobs.popleft()
            if not done.cancelled():
                try:
                    done.set_result(work())
                except Exception as reason:
                    done.set_exception(reason)
            return True
        waiting, self._idle = self._idle, []
        for one in waiting:
            one.set_result(None)
        if not waiting and self.runs:
            self.now += 10
        return bool(waiting) or self.runs

    async def idle(self) -> None:
        """Returns when nothing is left to do."""
        done = self.create_future()
        self._idle.append(done)
        await done

    async def wait(self, ms: int) -> None:
        """Time passes, and every timer rings at its moment."""
        until = self.now + ms
        while True:
            await self.idle()
            due = [int(one._when * 1000 + 0.4) for one in self._scheduled if not one._cancelled]
            then = min(due, default=until)
            if then > until or self.now == until:
                break
            self.now = max(then, self.now + 1)
        self.now = until
        await self.idle()


class _Chance:
    """The same draws each time; a kind of draw does not depend on how many there were of others.
    A kind is a call and a size: a user's id is the same kind as what scopes the keys of a TCP
    connection, so one more connection before somebody signs up gives them another id."""

    def __init__(self) -> None:
        self._drawn: Counter[str] = Counter()

    def draw(self, kind: str, size: int) -> bytes:
        self._drawn[kind] += 1
        return hashlib.shake_256(f"{kind} {self._drawn[kind]}".encode()).digest(size)

    def token_bytes(self, size: int = 32) -> bytes:
        return self.draw(f"bytes {size}", size)

    def token_hex(self, size: int = 32) -> str:
        return self.draw(f"hex {size}", size).hex()

    def token_urlsafe(self, size: int = 32) -> str:
        return urlsafe_b64encode(self.draw(f"url {size}", size)).rstrip(b"=").decode()


def _like(module: ModuleType, replaced: dict[str, Any]) -> SimpleNamespace:
    return SimpleNamespace(**{**vars(module), **replaced})


@contextmanager
def still(loop: StillLoop) -> Iterator[Callable[[], bytes]]:
    """Every module of ours that asks the system for the time or for chance asks us instead,
    whatever it calls them. Gives the seeds of deals."""
    chance = _Chance()
    clocks = {
        "time": lambda: (EPOCH + loop.now) / 1000,
        "time_ns": lambda: (EPOCH + loop.now) * 1_000_000,
        "monotonic": loop.time,
        "monotonic_ns": lambda: loop.now * 1_000_000,
    }
    draws = {name: getattr(chance, name) for name in ("token_bytes", "token_hex", "token_urlsafe")}
    instead = {id(getattr(time, name)): call for name, call in clocks.items()}
    instead |= {id(getattr(secrets, name)): call for name, call in draws.items()}
    instead |= {id(time): _like(time, clocks), id(secrets): _like(secrets, draws)}
    was: list[tuple[ModuleType, str, Any]] = []
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == "cutcard":
            for word, value in list(vars(module).items()):
                if id(value) in instead:
                    was.append((module, word, value))
                    setattr(module, word, instead[id(value)])
    try:
        yield lambda: chance.draw("seed", 32)
    finally:
        for module, word, value in was:
            setattr(module, word, value)
