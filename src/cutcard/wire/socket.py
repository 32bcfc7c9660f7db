"""One WebSocket connection as such: messages in, frames out, and when it has to end.

It bounds what comes in (size, rate) and what goes out (a queue), asks the silent for a life sign,
and hangs up with a reason. What a message means is a Visit's business.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import cast

from picows import WSCloseCode, WSFrame, WSListener, WSMsgType, WSTransport

from cutcard.lobby.bucket import Bucket

from .codes import BROKEN, FLOOD, LOGGED_OUT, REASONS, SILENT, TOO_BIG, TOO_SLOW
from .envelope import MAX_FRAME, Codec
from .hall import Hall
from .limits import Address

FAREWELL = 3.0  # seconds to take the last bytes before we hang up without ceremony
AT_ONCE = 512  # frames queued before they are written though the turn goes on
_DATA = (WSMsgType.TEXT, WSMsgType.BINARY)
_KINDS = {kind.value: kind for kind in _DATA}


class Socket(WSListener, ABC):
    """A connection on `/ws`. A Visit says what is done with its messages."""

    __slots__ = (
        "_out",
        "_parts",
        "_paused",
        "_pinged",
        "address",
        "bucket",
        "codec",
        "hall",
        "heard",
        "known",
        "over",
        "since",
        "transport",
    )

    def __init__(self, hall: Hall, codec: Codec) -> None:
        self.hall = hall
        self.codec = codec
        self.known = False  # it has said who it is
        self.over = False  # nothing is sent or taken any more
        self._out: list[bytes] = []
        self._parts: list[bytes] | None = None  # of a message sent in fragments
        self._paused: float | None = None
        self._pinged = False

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

    def end_session(self) -> None:
        """The session it was opened with has ended."""
        self.hall.loop.call_soon(self.close, LOGGED_OUT)  # after what is being answered

    @abstractmethod
    def end(self) -> None:
        """It is gone."""

    # What picows calls

    def on_ws_connected(self, transport: WSTransport) -> None:
        hall = self.hall
        now = hall.loop.time()
        self.transport = transport
        self.since = self.heard = now
        self.bucket = Bucket(hall.limits.rate, hall.limits.burst, now)
        peer = transport.underlying_transport.get_extra_info("peername")
        self.address: Address | None = hall.addresses.of(str(peer[0]) if peer else "", now)
        hall.sockets.add(self)
        hall.tally.opened += 1
        if self.address is not None:
            self.address.connections += 1
            if self.address.connections > hall.limits.address_connections:
                self.close(FLOOD)
                return
        self.begin()

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self.over = True
        self.hall.sockets.discard(self)
        if self.address is not None:
            self.address.connections -= 1
        self.end()

    def pause_writing(self) -> None:
        self._paused = self.hall.loop.time()

    def resume_writing(self) -> None:
        self._paused = None

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        kind = frame.msg_type
        if kind == WSMsgType.CLOSE:
            transport.send_close(frame.get_close_code())
            transport.disconnect()
        if self.over:
            return
        self.heard = self.hall.loop.time()
        self._pinged = False
        if self._parts is None and frame.fin and kind in _DATA:
            allowed = self._allowed()
            if kind == _KINDS[self.codec.opcode]:
                self.receive(frame.get_payload_as_bytes(), allowed)
            else:
                self.mistaken(_WRONG[self.codec.opcode], allowed)
        elif kind in _DATA or kind == WSMsgType.CONTINUATION:
            self._gather(frame)

    def _allowed(self) -> bool:
        """Whether one more message is within this connection's and its address's limits."""
        self.hall.tally.messages += 1
        allowed = self.bucket.take(self.heard)
        if self.address is not None and not self.address.messages.take(self.heard):
            return False
        return allowed

    def _gather(self, frame: WSFrame) -> None:
        """A message in fragments; together they are bound by the same size."""
        first = frame.msg_type != WSMsgType.CONTINUATION
        wrong = first and frame.msg_type != _KINDS[self.codec.opcode]
        if wrong or first == (self._parts is not None):
            self.close(BROKEN)
            return
        if self._parts is None:
            self._parts = []
        self._parts.append(frame.get_payload_as_bytes())
        if sum(map(len, self._parts)) > MAX_FRAME or len(self._parts) > MAX_FRAME // 16:
            self.close(TOO_BIG)
        elif frame.fin:
            body, self._parts = b"".join(self._parts), None
            self.receive(body, self._allowed())

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
        """Write what is queued; a consumer too far behind is closed."""
        out = self._out
        if not out or self.over:
            return
        self.hall.tally.frames_out += len(out)
        transport = self.transport.underlying_transport
        transport.write(out[0] if len(out) == 1 else b"".join(out))
        out.clear()
        if self._paused is not None and (
            transport.get_write_buffer_size() > self.hall.limits.queue
        ):
            self.close(TOO_SLOW)

    def close(self, code: int) -> None:
        """Say why and hang up; to a slow consumer there is no way left to say it."""
        if self.over:
            return
        self.hall.tally.closed[REASONS[code]] += 1
        if code != TOO_SLOW:
            self.flush()
        if self.over:  # the flush found it too slow
            return
        self.over = True
        self.since = self.hall.loop.time()
        if code != TOO_SLOW:
            self.transport.send_close(cast(WSCloseCode, code))
        self.transport.disconnect(graceful=code != TOO_SLOW)

    def check(self, now: float) -> None:
        """Once a second: ask the silent for a life sign, close the dead, late and slow."""
        limits = self.hall.limits
        silent = now - self.heard
        if self.over:
            if now - self.since > FAREWELL:
                self.transport.disconnect(graceful=False)
        elif self._paused is not None and (
            now - self._paused > limits.stall
            or self.transport.underlying_transport.get_write_buffer_size() > limits.queue
        ):
            self.close(TOO_SLOW)
        elif silent > limits.dead or (not self.known and now - self.since > limits.auth):
            self.close(SILENT)
        elif silent > limits.idle and not self._pinged:
            self._pinged = True
            self.transport.send_ping()


_WRONG = {
    1: "This connection speaks JSON in text frames; MessagePack needs its subprotocol",
    2: "This connection speaks MessagePack in binary frames",
}
