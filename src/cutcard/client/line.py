"""One connection to `/ws`: sends requests, hands on messages. It knows no table and comes back to
nobody; `Client` does that."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Raw, Struct
from picows import WSError, WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

VERSION = 1
MSGPACK = "cutcard.msgpack"  # the subprotocol that asks for binary frames
MAX_ANSWER = 4 * 1024 * 1024  # bytes of one message of the server


# An adapter, because picows gives every connection a Logger of its own out of a plain one.
_QUIET = logging.LoggerAdapter(logging.getLogger("cutcard.client"))


class ErrorBody(Struct):
    """Why something was refused."""

    code: str
    message: str
    category: str | None = None
    details: Any = None


class Message(Struct, rename="camel"):
    """What the server said; `payload` is decoded by who wants it."""

    type: str
    correlation_id: str | None = None
    timestamp: int = 0
    user_id: str | None = None
    match_id: str | None = None
    seq: int | None = None
    payload: Raw = Raw(b"")
    error: ErrorBody | None = None


class Post(Struct, rename="camel", omit_defaults=True):
    """A request as it is sent."""

    v: int
    type: str
    correlation_id: str | None = None
    match_id: str | None = None
    seq: int | None = None
    payload: Any = None


class Refused(Exception):
    """The server refused; `code` is stable, the message is for people."""

    def __init__(self, fault: ErrorBody) -> None:
        super().__init__(f"{fault.code}: {fault.message}")
        self.code = fault.code
        self.message = fault.message
        self.details = fault.details


class Lost(ConnectionError):
    """The connection ended; `code` is the WebSocket's close code, 0 where there was none."""

    def __init__(self, code: int) -> None:
        super().__init__(f"the connection was closed ({code or 'without a word'})")
        self.code = code


class ClientLine(WSListener):
    """A connection. `heard(message)` and `lost(code)` are called as things happen."""

    def __init__(
        self,
        packed: bool,
        heard: Callable[[Message], object],
        lost: Callable[[int], object] = lambda code: None,
    ) -> None:
        self.packed = packed
        self.heard = heard
        self.lost = lost
        self.open = False
        self._kind = WSMsgType.BINARY if packed else WSMsgType.TEXT
        self._read = _PACKED if packed else _JSON
        self._write = _PACK if packed else _TEXT

    async def dial(self, url: str, headers: dict[str, str] | None = None) -> None:
        """Connect. What the server says may be heard before this returns."""
        extra = dict(headers or {})
        if self.packed:
            extra.setdefault("Sec-WebSocket-Protocol", MSGPACK)
        try:
            await ws_connect(
                lambda: self,
                url,
                extra_headers=extra,
                max_frame_size=MAX_ANSWER,
                read_buffer_init_size=4096,
                logger_name=_QUIET,
            )
        except WSError as reason:
            raise ConnectionError(f"the server takes no connection: {reason}") from reason
        if not self.open:  # picows returns without a word when the server hangs up meanwhile
            raise Lost(0)

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport
        self.open = True

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        kind = frame.msg_type
        if kind == self._kind:
            self.heard(self._read(frame.get_payload_as_bytes()))
        elif kind == WSMsgType.CLOSE:
            transport.send_close(frame.get_close_code())
            transport.disconnect()

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self.open = False
        ended = transport.close_handshake
        self.lost(int(ended.recv.code) if ended is not None and ended.recv is not None else 0)  # type: ignore[call-overload] # an IntEnum at run time

    def send(
        self,
        kind: str,
        payload: Any = None,
        *,
        key: str | None = None,
        match: str | None = None,
        seq: int | None = None,
    ) -> None:
        """Send a request; nobody waits here for its answer."""
        self.transport.send(self._kind, self._write(Post(VERSION, kind, key, match, seq, payload)))

    def payload(self, message: Message, shape: Any = dict[str, Any]) -> Any:
        """A message's payload as this type; nothing is an empty one."""
        return (
            self.decode(message.payload, shape) if message.payload else msgspec.convert({}, shape)
        )

    def decode(self, part: Raw, shape: Any = dict[str, Any]) -> Any:
        """A part of a message as this type."""
        if self.packed:
            return msgspec.msgpack.decode(part, type=shape)
        return msgspec.json.decode(part, type=shape)

    def close(self) -> None:
        """Hang up."""
        if self.open:
            self.transport.send_close()
            self.transport.disconnect()


async def open_line(
    url: str,
    heard: Callable[[Message], object],
    lost: Callable[[int], object] = lambda code: None,
    *,
    packed: bool = False,
    headers: dict[str, str] | None = None,
) -> ClientLine:
    """A connection to a server's `/ws`."""
    line = ClientLine(packed, heard, lost)
    await line.dial(url, headers)
    return line


_JSON = msgspec.json.Decoder(Message).decode
_PACKED = msgspec.msgpack.Decoder(Message).decode
_TEXT = msgspec.json.Encoder().encode
_PACK = msgspec.msgpack.Encoder().encode
