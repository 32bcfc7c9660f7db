"""Connections that know only how bytes are framed: what is sent and heard is kept as it is.

A frame is one line of text: JSON as it came, MessagePack and packets in hex."""

from __future__ import annotations

import asyncio
import struct
from abc import ABC, abstractmethod
from typing import Any

import msgspec

HELLO = b"\x00\x02\x00\x01"
GREETING = 3  # bytes
MARK = "settled?"  # by which our own pings are known
TEXT, BINARY, CLOSE = 1, 2, 8
UPGRADE = (
    "GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)


class Mouth(asyncio.Protocol, ABC):
    """One connection."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.open = False
        self.ready = asyncio.Event()
        self.pong = asyncio.Event()
        self._bytes = bytearray()

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        self.open = True
        self.begin()

    def connection_lost(self, exc: Exception | None) -> None:
        self.open = False
        self.heard.append("(gone)")
        self.ready.set()
        self.pong.set()

    def data_received(self, data: bytes) -> None:
        self._bytes += data
        while self.cut():
            pass

    async def settled(self) -> None:
        """All that was said before is here."""
        if self.open:
            self.pong.clear()
            self.transport.write(self.ping())
            await self.pong.wait()

    def _hear(self, frame: str, body: bytes) -> None:
        if MARK.encode() in body:
            self.pong.set()
        else:
            self.heard.append(frame)

    @abstractmethod
    def begin(self) -> None: ...

    @abstractmethod
    def cut(self) -> bool:
        """Take one frame from the bytes that came, if it is whole."""

    @abstractmethod
    def ping(self) -> bytes: ...

    @abstractmethod
    def framed(self, frame: str) -> bytes:
        """The bytes to send for a line of text."""


class WsMouth(Mouth):
    """`/ws`, in JSON or MessagePack."""

    packed = False

    def begin(self) -> None:
        asked = "Sec-WebSocket-Protocol: cutcard.msgpack\r\n" if self.packed else ""
        self.transport.write(f"{UPGRADE}{asked}\r\n".encode())

    def cut(self) -> bool:
        data = self._bytes
        if not self.ready.is_set():
            head, found, _ = data.partition(b"\r\n\r\n")
            if found:
                assert head.startswith(b"HTTP/1.1 101"), bytes(head)
                del data[: len(head) + 4]
                self.ready.set()
            return bool(found)
        if len(data) < 4:
            return False
        size, start = data[1], 2
        if size == 126:
            size, start = struct.unpack_from(">H", data, 2)[0], 4
        elif size == 127:
            size, start = struct.unpack_from(">Q", data, 2)[0], 10
        if len(data) < start + size:
            return False
        assert data[0] & 0x80, "the server sends whole messages"
        kind, body = data[0] & 0xF, bytes(data[start : start + size])
        del data[: start + size]
        if kind == CLOSE:
            self.heard.append(f"(closed {struct.unpack_from('>H', body)[0]})")
            self.transport.write(_frame(CLOSE, body[:2]))
        else:
            assert kind == (BINARY if self.packed else TEXT)
            self._hear(body.hex() if self.packed else body.decode(), body)
        return True

    def ping(self) -> bytes:
        ask = {"v": 1, "type": "PING", "correlationId": MARK}
        encode = msgspec.msgpack.encode if self.packed else msgspec.json.encode
        return _frame(BINARY if self.packed else TEXT, encode(ask))

    def framed(self, frame: str) -> bytes:
        body = bytes.fromhex(frame) if self.packed else frame.encode()
        return _frame(BINARY if self.packed else TEXT, body)


class PackedMouth(WsMouth):
    packed = True


class TcpMouth(Mouth):
    """Packets, after the handshake."""

    def begin(self) -> None:
        self.transport.write(HELLO)

    def cut(self) -> bool:
        data = self._bytes
        if len(data) < GREETING:
            return False
        size = struct.unpack_from(">H", data)[0] if self.ready.is_set() else GREETING
        if len(data) < size:
            return False
        body = bytes(data[:size])
        del data[:size]
        if self.ready.is_set():
            self._hear(body.hex(), body)
        else:
            self.heard.append(body.hex())
            self.ready.set()
        return True

    def ping(self) -> bytes:
        return packet(10, {"t": MARK})

    def framed(self, frame: str) -> bytes:
        return bytes.fromhex(frame)


KINDS: dict[str, type[Mouth]] = {"json": WsMouth, "packed": PackedMouth, "tcp": TcpMouth}


def packet(kind: int, payload: Any = None) -> bytes:
    body = b"" if payload is None else msgspec.msgpack.encode(payload)
    return struct.pack(">HBH", 5 + len(body), 1, kind) + body


def decoded(kind: str, body: bytes) -> Any:
    """What a frame says; a packet's is (type, payload)."""
    if kind == "json":
        return msgspec.json.decode(body)
    if kind == "packed":
        return msgspec.msgpack.decode(body)
    number = struct.unpack_from(">H", body, 3)[0]
    return number, msgspec.msgpack.decode(body[5:]) if len(body) > 5 else None


def readable(kind: str, frame: str) -> Any:
    """A line of text for people; what cannot be read, as it is."""
    if frame.startswith("("):
        return frame
    try:
        return decoded(kind, frame.encode() if kind == "json" else bytes.fromhex(frame))
    except (msgspec.MsgspecError, ValueError, struct.error, UnicodeError):
        return frame


def _frame(kind: int, body: bytes) -> bytes:
    """A client's frame; the mask is nothing, so that what is sent can be read."""
    size = len(body)
    head = bytes((0x80 | kind, 0x80 | min(size, 126)))
    return head + (struct.pack(">H", size) if size >= 126 else b"") + bytes(4) + body
