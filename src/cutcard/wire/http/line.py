"""One HTTP connection as such: whose it is, that its address has not too many, and that it reads
what it asked for."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, cast

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError

from ..connection import FLOODED, SOME
from ..envelope import MAX_FRAME
from ..limits import Address

if TYPE_CHECKING:
    from ..hall import Hall

BODY = 4 * MAX_FRAME  # bytes of a body as it comes: what stands between its chunks costs us, too
SERVER = "cutcard"  # no version: it helps nobody but who looks for old ones


class HttpLine(web.RequestHandler):
    """aiohttp's connection, with bounds of ours."""

    __slots__ = ("_address", "_body", "_hall", "_left", "_raw", "_refused", "_since", "host")

    def __init__(self, hall: Hall, host: str, server: web.Server, **how: Any) -> None:
        # a compressed body would be opened while it comes, whatever it grows to: it is refused
        how = {"access_log": None, "auto_decompress": False, **how}
        super().__init__(server, loop=hall.loop, **how)
        self.host = host
        self._hall = hall
        self._address: Address | None = None
        self._raw: asyncio.Transport | None = None
        self._body = 0  # bytes that came of the body that is being read
        self._refused = 0  # requests in a row
        self._left = 0  # bytes it had not taken when we last looked,
        self._since = 0.0  # and since when it takes none

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        hall = self._hall
        self._raw = cast(asyncio.Transport, transport)  # uvloop's are none by their class
        super().connection_made(transport)
        if not hall.proxies.trusts(self.host):  # a proxy's connections are many people's
            self._address = hall.addresses.of(self.host, hall.loop.time())
        if self._address is not None:
            self._address.connections += 1
        own = self._address is None or self._address.connections <= hall.limits.address_connections
        if not own or len(hall.lines) >= hall.limits.http_connections:
            hall.tally.closed["http full"] += 1
            self._raw.abort()
        hall.lines.add(self)

    def data_received(self, data: bytes) -> None:
        """A body in chunks of one byte, each with a kilobyte of remarks, is small to who counts
        what it says: aiohttp took all of it as long as there was time."""
        asked = self._current_request
        if asked is None or asked.content.is_eof():
            self._body = 0
        else:
            self._body += len(data)
            if self._body > BODY and self._raw is not None:
                self._hall.tally.closed["http body"] += 1
                self._raw.abort()
                return
        super().data_received(data)

    def connection_lost(self, exc: BaseException | None) -> None:
        if self in self._hall.lines and self._address is not None:
            self._address.connections -= 1
        self._hall.lines.discard(self)
        super().connection_lost(exc)

    def allowed(self) -> None:
        """A request of it was within the limits."""
        self._refused = 0

    def flooded(self, now: float) -> None:
        """It was refused for asking too much; not for ever, as over WebSocket and TCP: answering
        429 costs us nearly what an answer does. Those that were sent behind it, without waiting for
        an answer, will be refused as well, and count at once. A proxy's connection is many
        people's, and stays: only its own address's is known by `_address`."""
        address = self._address
        if address is None or self._raw is None or self._raw.is_closing():
            return
        self._refused += 1
        most = self._hall.limits.refusals if address.refusals.take(now) else SOME
        if self._refused + len(self._messages) > most:
            address.arrivals.owe(FLOODED)
            self._hall.tally.closed["http flood"] += 1
            self._raw.abort()

    def check(self, now: float) -> None:
        """Hang up on who asked and does not read: aiohttp would wait for ever."""
        assert self._raw is not None
        left = self._raw.get_write_buffer_size()
        if left == 0 or left < self._left or not self._left:
            self._since = now
        elif now - self._since > self._hall.limits.http_stall:
            self._hall.tally.closed["http slow"] += 1
            self._raw.abort()
        self._left = left

    def log_exception(self, *args: Any, **kwargs: Any) -> None:
        """What is no request is its sender's fault: to write a line, and a long one, for each would
        let anybody fill our disk."""
        if isinstance(kwargs.get("exc_info"), HttpProcessingError):
            self._hall.tally.closed["http broken"] += 1
            self.logger.debug(*args, **kwargs)
        else:
            super().log_exception(*args, **kwargs)

    def handle_error(self, *args: Any, **kwargs: Any) -> web.StreamResponse:
        answer = super().handle_error(*args, **kwargs)
        answer.headers["Server"] = SERVER
        return answer
