"""One connection as such: bytes in, packets out in the right order, and when it has to end.

Many clients call `recv` once and read the first packet. So while a request waits for its answer
nothing else is sent; the answer goes out alone, in one write, and what it caused follows a moment
later. Requests are taken one at a time, in the order they came. What a request means is a
Caller's business; what it shares with WebSocket is a Connection's.
"""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from time import thread_time
from typing import TYPE_CHECKING, cast

from ..connection import Connection
from ..proxy import BadHeader, begins, header
from .packet import ACCEPTED, FULL, UNSUPPORTED, VERSION, Broken, Cutter, Packet, greeting

if TYPE_CHECKING:
    from .desk import Desk


class TcpLine(Connection, asyncio.Protocol):
    """A connection; a Caller says what is done with its packets."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.hall, desk.limits)
        self.desk = desk
        self.greeted = False  # it made the handshake: it wants UPDATE_BUNDLEs
        self.busy = False  # a request waits for its answer
        self._full = False
        self._cutter = Cutter()
        self._head: bytes | None = None  # of what a proxy says first, not yet whole
        self._begun: float | None = None  # when the packet not yet whole was begun
        self._held = 0  # bytes that wait
        self._soon = False  # it will be flushed at the end of this turn
        self._paused = False  # we do not read

    # What a Caller does

    @abstractmethod
    def take(self, packet: Packet, allowed: bool) -> None:
        """A packet came; `allowed` where it is within the limits."""

    @abstractmethod
    def error(self, code: int, message: str) -> None:
        """Send an ERROR."""

    @abstractmethod
    def last_word(self) -> bytes:
        """What is said once after all else that is sent at a time; nothing, where nothing is."""

    # What asyncio calls

    @property
    def raw(self) -> asyncio.Transport:
        return self.transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        desk = self.desk
        self.transport = cast(asyncio.Transport, transport)
        self.started = False  # its first packet or handshake has come
        self.arrived()
        self._full = len(desk.lines) >= desk.limits.connections or desk.closing
        self.welcome = self.since
        desk.lines.add(self)
        if desk.hall.proxies.trusts(self.peer):
            self._head = b""
        elif not self.comes_from(self.peer, new=False):
            self._full = True

    def connection_lost(self, exc: Exception | None) -> None:
        self.desk.lines.discard(self)
        self.departed()

    def data_received(self, data: bytes) -> None:
        if self.over:
            return
        self.heard = self.hall.loop.time()
        if self._head is not None:
            data = self._unwrap(self._head + data)
        if data:
            self._cutter.feed(data)
            self.work()

    def _unwrap(self, data: bytes) -> bytes:
        """What a proxy sent after its PROXY header; nothing before that has come."""
        host: str | None = None
        try:
            if begins(data):
                found = header(data)
                if found is None:
                    self._head = data
                    return b""
                size, host = found
                data = data[size:]
        except BadHeader as reason:
            self.hang_up("broken", 400, str(reason))
            return b""
        self._head = None
        if not self.comes_from(host or self.peer):
            self._full = True
            most = 2 * self.hall.limits.address_connections
            if self.address is not None and self.address.connections > most:
                self.hang_up("full")  # as where no proxy is between: some are told, not all
                return b""
        return data

    # Requests

    def work(self) -> None:
        """Take what has come, until a request takes its time."""
        cutter = self._cutter
        while not self.busy and not self.over:
            try:
                found = cutter.cut()
            except Broken as reason:
                self.hang_up("broken", 400, str(reason))
                return
            if found is None:
                break
            self._begun = None
            self.started = True
            if isinstance(found, Packet):
                self._packet(found)
            else:
                self._handshake(found.version)
        if self.over:
            return
        ahead = self.busy and cutter.waiting > self.desk.limits.ahead
        if ahead != self._paused:
            self._paused = ahead
            (self.transport.pause_reading if ahead else self.transport.resume_reading)()
        if cutter.waiting and self._begun is None:
            self._begun = self.heard

    def _handshake(self, version: int) -> None:
        code = FULL if self._full else ACCEPTED if version == VERSION else UNSUPPORTED
        self.transport.write(greeting(code))
        self.greeted = code == ACCEPTED
        self.welcome = self.heard
        if code != ACCEPTED:
            self.hang_up("full" if code == FULL else "version")

    def _packet(self, packet: Packet) -> None:
        if self._full:
            self.hang_up("full", 503, "The server is full; come back later")
            return
        began = thread_time()
        self.take(packet, self.allowed())
        self.spent(thread_time() - began)

    # What is sent

    def answer(self, packet: bytes) -> None:
        """The answer to the request that was taken: the next thing its sender is sent."""
        self.busy = False
        if not self.over:
            self.transport.write(packet)
            if self._slow is not None and self.too_far(self.heard):  # who asks and never reads
                self.too_slow()
            elif not self._soon:
                self._soon = True
                self.hall.loop.call_later(self.desk.limits.gap, self.flush)

    def tell(self, packet: bytes) -> None:
        """What is no answer: held back while one is due, else sent at the end of this turn."""
        if self.over:
            return
        self._out.append(packet)
        self._held += len(packet)
        if self._held > self.desk.limits.most:
            self.too_slow()
        else:
            self.speak_soon()

    def tell_first(self, packet: bytes) -> None:
        """What the request that waits for its answer has caused, and is to come before it."""
        if not self.over:
            self.transport.write(packet)

    def speak_soon(self) -> None:
        """There is something to send at the end of this turn."""
        if not self._soon and not self.busy and not self.over:
            self._soon = True
            self.hall.unsent(self)

    def flush(self) -> None:
        """Write what was held back, unless another request is being answered by now."""
        self._soon = False
        if self.busy or self.over:
            return
        last = self.last_word()
        if last:
            self._out.append(last)
        if self._out:
            self._held = 0
            self.write()

    def waiting(self) -> int:
        return super().waiting() + self._held

    # How it ends

    def hang_up(self, reason: str, code: int = 0, message: str = "") -> None:
        """Say why, where there is a code for it, and close when all is sent."""
        if self.over:
            return
        self.busy = False
        self.flush()
        if code and not self.over:
            self.error(code, message)
        self.ended(reason)
        self.transport.close()

    def too_slow(self) -> None:
        self.ended("slow")
        self.transport.abort()

    def flooding(self) -> None:
        self.hang_up("flood")

    def listen(self, now: float) -> None:
        limits = self.desk.limits
        if not self.started and now - self.since > limits.hello:
            self.hang_up("silent")
        elif self._begun is not None and not self.busy and now - self._begun > limits.packet:
            self.hang_up("silent", 400, "The rest of the packet did not come")
        elif self.user is None and now - self.welcome > limits.login:
            self.hang_up("silent", 401, "Log in first")
        elif now - self.heard > limits.idle:
            self.hang_up("silent")
