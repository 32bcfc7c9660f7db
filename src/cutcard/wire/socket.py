"""One WebSocket connection as such: messages in, frames out, and when it has to end.

It bounds the size of what comes in, asks the silent for a life sign, and hangs up with a reason.
What a message means is a Visit's business; what it shares with TCP is a Connection's.
"""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from base64 import b64decode
from typing import cast

from picows import WSCloseCode, WSFrame, WSListener, WSMsgType, WSTransport

from cutcard.table.words import Refusal

from .codes import BROKEN, FLOOD, LOGGED_OUT, REASONS, SILENT, TOO_BIG, TOO_SLOW
from .connection import KILOBYTE, Connection
from .envelope import MAX_FRAME, Codec
from .hall import Hall

PARTS = 64  # fragments of one message,
PART = 0.125  # and what each of them costs, as messages
AT_ONCE = 512  # frames queued before they are written though the turn goes on
_DATA = (WSMsgType.TEXT, WSMsgType.BINARY)
_KINDS = {kind.value: kind for kind in _DATA}


class Socket(WSListener, Connection):
    """A connection on `/ws`. A Visit says what is done with its messages."""

    def __init__(self, hall: Hall, codec: Codec) -> None:
        Connection.__init__(self, hall, hall.limits)
        self.codec = codec
        self.transport: WSTransport
        self._parts: list[bytes] | None = None  # of a message sent in fragments
        self._size = 0  # of all of them
        self._pinged = False
        self.counted = False  # among its address's arrivals, when it was accepted
        self.brought: str | None = None  # its first message, in base64url, if it came along

    @abstractmethod
    def begin(self) -> None:
        """It is connected."""

    @abstractmethod
    def receive(self, body: bytes, allowed: bool) -> None:
        """A whole message came; `allowed` where it is within the limits."""

    @abstractmethod
    def mistaken(self, message: str, allowed: bool) -> None:
        """A frame came that can be no message; it is answered all the same."""

    @abstractmethod
    def warn(self, in_ms: int) -> None:
        """The server will stop."""

    @abstractmethod
    def turn_out(self, why: Refusal) -> None:
        """It may not stay: it is told why, and closed."""

    def end_session(self) -> None:
        """The session it was opened with has ended."""
        self.hall.loop.call_soon(self.close, LOGGED_OUT)  # after what is being answered

    # What picows calls

    @property
    def raw(self) -> asyncio.Transport:
        return self.transport.underlying_transport

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport
        self.hall.sockets.add(self)
        self.arrived()
        if self.comes_from(self.host or self.peer, new=not self.counted):
            self.begin()
            if self.brought is not None and not self.over:
                self._unpack(self.brought)
        else:
            self.close(FLOOD)

    def _unpack(self, brought: str) -> None:
        """The message that came with the handshake is the first there is: who is far away is
        known a whole way there and back earlier."""
        self.brought = None
        allowed = self.allowed()
        try:
            body = b64decode(brought + "=" * (-len(brought) % 4), b"-_", validate=True)
        except ValueError:
            self.mistaken(_NO_BASE64, allowed)
        else:
            self.receive(body, allowed)

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self.hall.sockets.discard(self)
        self.departed()

    def pause_writing(self) -> None:  # not a WSListener's, which come first
        Connection.pause_writing(self)

    def resume_writing(self) -> None:
        Connection.resume_writing(self)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        kind = frame.msg_type
        if kind == WSMsgType.CLOSE:
            transport.send_close(frame.get_close_code())
            transport.disconnect()
        if self.over:
            return
        self.heard = self.hall.loop.time()
        self._pinged = False
        if frame.rsv1 or frame.rsv2 or frame.rsv3:  # compressed, say, which nobody agreed to
            self.close(BROKEN)
            return
        if self._parts is None and frame.fin and kind in _DATA:
            allowed = self.allowed()
            if kind == _KINDS[self.codec.opcode]:
                self.receive(frame.get_payload_as_bytes(), allowed)
            else:
                if not allowed:  # what is long counts by its length, whatever it is
                    self._refused += len(frame.get_payload_as_memoryview()) // KILOBYTE
                self.mistaken(_WRONG[self.codec.opcode], allowed)
        elif kind in _DATA or kind == WSMsgType.CONTINUATION:
            self._gather(frame)
        elif kind == WSMsgType.PING:
            self._pong(frame)

    def _pong(self, frame: WSFrame) -> None:
        """A ping costs what a message does, answered or not."""
        if self.allowed():
            self.transport.send_pong(frame.get_payload_as_bytes())
        else:
            self.flooded()

    def _gather(self, frame: WSFrame) -> None:
        """A message in fragments; together they are bound by the same size. Each has a price: a
        message may have many, and need never end."""
        first = frame.msg_type != WSMsgType.CONTINUATION
        wrong = first and frame.msg_type != _KINDS[self.codec.opcode]
        if wrong or first == (self._parts is not None):
            self.close(BROKEN)
            return
        if self._parts is None:
            self._parts, self._size = [], 0
        part = frame.get_payload_as_bytes()
        self._parts.append(part)
        self._size += len(part)
        self.owe(PART)
        if self._size > MAX_FRAME or len(self._parts) > PARTS:
            self.close(TOO_BIG)
        elif not self.solvent():
            self.close(FLOOD)
        elif frame.fin:
            body, self._parts = b"".join(self._parts), None
            self.receive(body, self.allowed())

    # What we do

    def send(self, frame: bytes) -> None:
        """Queue a frame; all of this turn's go out in one write."""
        if self.over:
            return
        out = self._out
        if not out:
            self.hall.unsent(self)
        out.append(frame)
        if len(out) >= AT_ONCE:  # one turn's requests alone may not fill our memory
            self.flush()

    def flush(self) -> None:
        """Write what is queued."""
        if self._out and not self.over:
            self.write()

    def close(self, code: int) -> None:
        """Say why and hang up; to a slow consumer there is no way left to say it."""
        if self.over:
            return
        if code != TOO_SLOW:
            self.flush()
        if self.over:  # the flush found it too slow
            return
        self.ended(REASONS[code])
        if code != TOO_SLOW:
            self.transport.send_close(cast(WSCloseCode, code))
        self.transport.disconnect(graceful=code != TOO_SLOW)

    def too_slow(self) -> None:
        self.close(TOO_SLOW)

    def flooding(self) -> None:
        self.close(FLOOD)

    def listen(self, now: float) -> None:
        limits = self.hall.limits
        silent = now - self.heard
        if silent > limits.dead or (self.user is None and now - self.since > limits.auth):
            self.close(SILENT)
        elif silent > limits.idle and not self._pinged:
            self._pinged = True
            self.transport.send_ping()


_NO_BASE64 = "What came with the handshake is no base64url"
_WRONG = {
    1: "This connection speaks JSON in text frames; MessagePack needs its subprotocol",
    2: "This connection speaks MessagePack in binary frames",
}
