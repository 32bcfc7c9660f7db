"""One connection of the TCP protocol: sends packets, hands on what comes. It knows no table and
comes back to nobody; `PacketClient` does that.

The protocol numbers no request: answers come in the order of the requests, and four types of
packets are never answers.
"""

from __future__ import annotations

import asyncio
import ssl
import struct
from collections import deque
from collections.abc import Callable
from typing import Any, cast

import msgspec

from .line import ErrorBody, Lost, Refused

VERSION = 1
PING, LOGIN, SIGNUP, CREATE_TABLE, JOIN_TABLE, TABLES = 10, 100, 200, 300, 400, 500
ACTION, UPDATE_BUNDLE, RESYNC, GAME_STATE, LEAVE_TABLE = 450, 460, 470, 600, 700
SCOREBOARD, FRIENDS, ADD_FRIEND, BALANCE, INVITED_TO_TABLE = 800, 900, 910, 970, 985
ERROR = FRIENDS  # with a map in the place of the list
TOLD = (UPDATE_BUNDLE, GAME_STATE, BALANCE, INVITED_TO_TABLE)
HELLO = struct.pack(">HH", 2, VERSION)
GREETING = 3  # bytes
PATIENCE = 10.0  # seconds to connect and shake hands
REFUSED = {1: "the server does not speak this version", 2: "the server is full"}
_HEADER = struct.Struct(">HBH")

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder().decode


def pack(kind: int, payload: Any = None) -> bytes:
    """A whole packet."""
    body = b"" if payload is None else _encode(payload)
    return _HEADER.pack(_HEADER.size + len(body), VERSION, kind) + body


class PacketLine(asyncio.Protocol):
    """A connection. `told(type, payload)` and `lost()` are called as things happen."""

    def __init__(
        self, told: Callable[[int, Any], object], lost: Callable[[], object] = lambda: None
    ) -> None:
        self.told = told
        self.lost = lost
        self.open = False
        self._bytes = bytearray()
        self._answers: deque[asyncio.Future[tuple[int, Any]]] = deque()
        self._greeting: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    async def dial(self, host: str, port: int, tls: ssl.SSLContext | None = None) -> None:
        """Connect and shake hands; ConnectionRefusedError where the server does not want us."""
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(PATIENCE):
            await loop.create_connection(
                lambda: self, host, port, ssl=tls, server_hostname=host if tls else None
            )
            code = await self._greeting
        if code:
            self.close()
            raise ConnectionRefusedError(REFUSED.get(code, "the server refused the handshake"))

    async def request(self, kind: int, payload: Any = None) -> Any:
        """Ask, and wait for the answer; Refused where it is an ERROR, Lost where none comes."""
        if not self.open:
            raise Lost(0)
        answer: asyncio.Future[tuple[int, Any]] = asyncio.get_running_loop().create_future()
        self._answers.append(answer)
        self.transport.write(pack(kind, payload))
        got, said = await answer
        if got == ERROR and isinstance(said, dict):
            raise Refused(ErrorBody(str(said.get("code")), str(said.get("message", ""))))
        return said

    def close(self) -> None:
        """Hang up."""
        if self.open:
            self.transport.close()

    # What asyncio calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.WriteTransport", transport)  # uvloop's is one by its methods
        self.open = True
        self.transport.write(HELLO)

    def connection_lost(self, exc: Exception | None) -> None:
        self.open = False
        waiting: list[asyncio.Future[Any]] = [self._greeting, *self._answers]
        for answer in waiting:
            if not answer.done():
                answer.set_exception(Lost(0))
                answer.exception()  # whoever waits has it, and nobody has to
        self._answers.clear()
        self.lost()

    def data_received(self, data: bytes) -> None:
        self._bytes += data
        if not self._greeting.done():
            if len(self._bytes) < GREETING:
                return
            self._greeting.set_result(self._bytes[2])
            del self._bytes[:GREETING]
        while len(self._bytes) >= _HEADER.size:
            length, _, kind = _HEADER.unpack_from(self._bytes)
            if len(self._bytes) < length:
                return
            body = bytes(self._bytes[_HEADER.size : length])
            del self._bytes[:length]
            self._heard(kind, _decode(body) if body else None)

    def _heard(self, kind: int, said: Any) -> None:
        if kind in TOLD or not self._answers:
            self.told(kind, said)
            return
        answer = self._answers.popleft()
        if not answer.done():
            answer.set_result((kind, said))
