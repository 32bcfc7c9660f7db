"""A real server on its real ports in a still world, and what people do there, step by step."""

from __future__ import annotations

import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from unittest.mock import patch

import argon2
from msgspec import Struct

import cutcard
from cutcard.arena.ratings import rate
from cutcard.store.sqlite import SqliteStore
from cutcard.table.house import House
from cutcard.wire.limits import Limits
from cutcard.wire.server import Server, Settings
from cutcard.wire.tcp.limits import TcpLimits
from cutcard.wire.tcp.ports import TcpSettings

from .mouths import KINDS, Mouth
from .still import StillLoop, still

MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None  # nobody waits for a disk here
LONG = 1e9
GONE = 0.003  # real seconds until a closed connection is known to be
OPEN = Limits(rate=LONG, burst=LONG, idle=LONG, dead=LONG, auth=LONG)
TCP = TcpSettings(port=0, limits=TcpLimits(gap=0.0, idle=LONG, packet=LONG, login=LONG))


class Step(Struct, frozen=True):
    """What somebody does, and what everybody hears until all is quiet again."""

    do: tuple[str, ...]  # dial NAME KIND · send NAME FRAME · hang NAME · wait MS
    heard: list[tuple[str, str]]


class Stage:
    """The server, and everybody's connections by name."""

    def __init__(self, loop: StillLoop) -> None:
        self.loop = loop
        self.people: dict[str, Mouth] = {}
        self._stack = ExitStack()

    async def __aenter__(self) -> Stage:
        cutcard.game_names()  # their modules are loaded before the world stands still
        stack = self._stack
        seeds = stack.enter_context(still(self.loop))
        quick = argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
        stack.enter_context(patch("cutcard.lobby.passwords._hasher", lambda: quick))
        stack.enter_context(patch("cutcard.games.warm", dict))
        stack.enter_context(patch("cutcard.lobby.scorer.REST", 0))  # no time passes while counting
        folder = stack.enter_context(tempfile.TemporaryDirectory(dir=MEMORY))
        self.store = SqliteStore(Path(folder) / "t.db")
        self.house = House(self.store, rate=rate, seeds=seeds)
        self.server = Server(self.store, self.house, Settings(port=0, limits=OPEN, tcp=TCP))
        self.port = await self.server.start()
        return self

    async def __aexit__(self, *why: Any) -> None:
        self.loop.runs = True
        try:
            await self.server.stop()
        finally:
            self._stack.close()

    async def take(self, do: tuple[str, ...]) -> Step:
        """Somebody does something, and all is quiet again."""
        match do:
            case ("dial", name, kind):
                await self._dial(name, kind)
            case ("send", name, frame):
                self.people[name].transport.write(self.people[name].framed(frame))
            case ("hang", name):
                self.people.pop(name).transport.close()
                time.sleep(GONE)  # noqa: ASYNC251 # the system tells the server, not the loop
            case ("wait", ms):
                await self.loop.wait(int(ms))
            case _:
                raise ValueError(f"nobody can do {do}")
        return Step(do, await self._settle())

    async def _dial(self, name: str, kind: str) -> None:
        port = self.server.tcp_port if kind == "tcp" else self.port
        _, mouth = await self.loop.create_connection(KINDS[kind], "127.0.0.1", port)
        self.people[name] = mouth
        await mouth.ready.wait()

    async def _settle(self) -> list[tuple[str, str]]:
        """Nothing is left to do for the server, and everybody has heard all it said."""
        for _ in range(2):
            await self.loop.idle()
            for mouth in self.people.values():
                await mouth.settled()
        await self.loop.idle()
        heard = []
        for name, mouth in list(self.people.items()):
            heard += [(name, frame) for frame in mouth.heard]
            mouth.heard.clear()
            if not mouth.open:
                del self.people[name]
        return heard
