"""Connections that say what they like; the servers are those of tests/running.py."""

from __future__ import annotations

import asyncio
import json
import os
import struct

import pytest

from cutcard.client import open_line

from ..running import asker, fetch, inside, players, serve

__all__ = ["asker", "fetch", "inside", "players", "serve"]


class Ear:
    """A bare connection that keeps what it heard."""

    def __init__(self) -> None:
        self.said: list = []
        self.closed: int | None = None
        self._turn = asyncio.Event()
        self._keys = 0

    @classmethod
    async def dial(cls, url: str, **hello):
        """Connected; with a hello, known too."""
        one = cls()
        one.line = await open_line(url, one._heard, one._lost)
        if hello:
            told = await one.ask("AUTH", hello)
            one.id, one.token = told["userId"], told.get("token", hello.get("token"))
        return one

    def _heard(self, message) -> None:
        self.said.append(message)
        self._turn.set()

    def _lost(self, code: int) -> None:
        self.closed = code
        self._turn.set()

    async def until(self, true, patience: float = 30.0):
        async with asyncio.timeout(patience):
            while not true():
                self._turn.clear()
                await self._turn.wait()

    async def answer(self, kind: str, payload=None, **how):
        """The message that answers."""
        self._keys += 1
        key = f"k{self._keys}"
        self.line.send(kind, payload or {}, key=key, **how)
        await self.until(lambda: self.closed is not None or self._found(key))
        return self._found(key)

    def _found(self, key: str):
        return next((m for m in self.said if m.correlation_id == key), None)

    async def ask(self, kind: str, payload=None, **how) -> dict:
        """What is answered; a refusal's code where it is refused."""
        message = await self.answer(kind, payload, **how)
        assert message is not None, f"closed with {self.closed}"
        if message.error is not None:
            return {"code": message.error.code}
        return self.line.payload(message)


@pytest.fixture
def ear():
    return Ear


class Mute:
    """A WebSocket client made by hand: it never answers a ping and never reads by itself."""

    @staticmethod
    def frame(kind: str, payload: dict) -> bytes:
        body = json.dumps({"v": 1, "type": kind, "payload": payload}).encode()
        key = os.urandom(4)
        size = len(body)
        head = bytes([0x80 | size]) if size < 126 else b"\xfe" + struct.pack(">H", size)
        return b"\x81" + head + key + bytes(b ^ key[i % 4] for i, b in enumerate(body))

    @staticmethod
    async def dial(port: int):
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**12)
        writer.write(
            b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 20)
        return reader, writer


@pytest.fixture
def mute():
    return Mute
