"""One attacker: where the server is, until when, and how much it sent; and how it connects."""

from __future__ import annotations

import asyncio
import json
import struct
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

LINES = 16  # connections an attack has
SILENT = 200  # and so many each, where they say nothing
SOURCE = "127.0.0.66"
LOST = (ConnectionError, OSError, asyncio.IncompleteReadError, TimeoutError)
UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
PING = b"\x89\x80\0\0\0\0"
Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]


def frame(kind: str, payload: Mapping[str, Any], match: str | None = None) -> bytes:
    """A message as a masked WebSocket frame."""
    said: dict[str, Any] = {"v": 1, "type": kind, "correlationId": "k", "payload": payload}
    if match is not None:
        said["matchId"] = match
    body = json.dumps(said).encode()
    size = len(body)
    head = bytes([0x80 | size]) if size < 126 else b"\xfe" + struct.pack(">H", size)
    return b"\x81" + head + bytes(4) + body  # a mask of zeros changes nothing


class Foe:
    """What an attack knows: where the server is, until when it goes on, whom it is after."""

    def __init__(
        self,
        host: str,
        port: int,
        seconds: float,
        victim: str = "Ann",
        *,
        tcp_port: int = 0,
        enough: Callable[[], bool] = lambda: False,
    ) -> None:
        self.host, self.port, self.victim, self.tcp_port = host, port, victim, tcp_port
        self.until = asyncio.get_running_loop().time() + seconds
        self.enough = enough
        self.sent = 0

    @property
    def on(self) -> bool:
        """Until its time is over, or for longer until it sent something: else nothing is shown."""
        over = asyncio.get_running_loop().time() >= self.until and self.sent > 0
        return not over and not self.enough()

    async def dial(self, port: int | None = None) -> Line:
        where = (SOURCE, 0) if self.host.startswith("127.") else None
        return await asyncio.open_connection(self.host, port or self.port, local_addr=where)

    async def visit(self) -> Line:
        """A connection that speaks WebSocket."""
        reader, writer = await self.dial()
        writer.write(UPGRADE % self.host.encode())
        await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 60)
        return reader, writer

    async def pour(
        self,
        first: list[bytes],
        again: Callable[[int], bytes],
        dial: Callable[[], Any] | None = None,
    ) -> None:
        """Connect, say who one is, and send the same for ever; connect again when sent away."""
        while self.on:
            with suppress(*LOST):
                reader, writer = await (dial or self.visit)()
                drain = asyncio.create_task(swallow(reader))
                try:
                    for one in first:
                        writer.write(one)
                    while self.on and not drain.done():
                        writer.write(b"".join(again(self.sent + n) for n in range(20)))
                        self.sent += 20
                        await asyncio.wait_for(writer.drain(), 5)
                        await asyncio.sleep(0)
                finally:
                    drain.cancel()
                    writer.close()
            await asyncio.sleep(0.01)

    async def stay_deaf(self, line: Line, first: bytes, ask: bytes) -> None:
        """Ask for much and read nothing, until one is sent away."""
        _, writer = line
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        writer.write(first)
        while self.on:
            writer.write(ask)
            self.sent += 20
            await asyncio.wait_for(writer.drain(), 5)
            await asyncio.sleep(0.05)

    async def hold(self, port: int | None = None, first: bytes = b"") -> None:
        """Connections that never say all they want, as many as it takes."""
        held: list[asyncio.StreamWriter] = []
        while self.on:
            with suppress(*LOST):
                _, writer = await self.dial(port)
                writer.write(first)
                self.sent += 1
                held.append(writer)
                if len(held) > SILENT:
                    held.pop(0).close()
            await asyncio.sleep(0)
        for writer in held:
            writer.close()

    async def come_and_go(self, dial: Callable[[], Any]) -> None:
        """Connect, hang up, and connect again."""
        while self.on:
            with suppress(*LOST):
                _, writer = await dial()
                writer.close()
            self.sent += 1
            await asyncio.sleep(0)


async def swallow(reader: asyncio.StreamReader) -> None:
    """Read all that comes, and think nothing of it."""
    with suppress(*LOST):
        while await reader.read(65_536):
            pass
