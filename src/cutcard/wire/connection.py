"""What a connection is, whatever it speaks: where it comes from, how much it may ask, what waits to
be sent, and when it has to end. Under WebSocket and TCP alike."""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from typing import Protocol

from cutcard.lobby.bucket import Bucket
from cutcard.table.words import User

from .hall import Hall
from .limits import Address, group
from .paying import Paying
from .proxy import plain

FAREWELL = 3.0  # seconds to take the last bytes before we hang up without ceremony
KILOBYTE = 1024  # of a refused message count as one more that was refused
SOME = 20  # in a row are forgiven whoever comes from the same address
FLOODED = 10.0  # new connections is one that was closed for it worth


class Bounds(Protocol):
    """How far behind a consumer may be. Who reads may be sent much at once: only `most` is a bound
    in itself, because memory is."""

    @property
    def queue(self) -> int: ...  # bytes unsent,

    @property
    def behind(self) -> float: ...  # of which there may be more for so many seconds,

    @property
    def most(self) -> int: ...  # but never more than these

    @property
    def stall(self) -> float: ...  # seconds for which there are more than a few


class Connection(Paying):
    """One connection. `since` is when it began, once it is over when it ended; `heard` when
    something last came."""

    def __init__(self, hall: Hall, bounds: Bounds) -> None:
        self.hall = hall
        self.bounds = bounds
        self.user: User | None = None
        self.token: str | None = None  # of the session, to end it
        self.address: Address | None = None
        self.host = ""
        self.over = False  # nothing is sent or taken any more
        self._out: list[bytes] = []
        self._refused = 0  # in a row, for sending too much
        self._slow: float | None = None  # since when it does not take what we send
        self._late: float | None = None  # since when it is far behind

    # What a dialect says

    @property
    @abstractmethod
    def raw(self) -> asyncio.Transport:
        """Where its bytes go."""

    @abstractmethod
    def end(self) -> None:
        """It is gone."""

    @abstractmethod
    def flush(self) -> None:
        """Write what waits."""

    @abstractmethod
    def too_slow(self) -> None:
        """Hang up at once: whoever does not read cannot be told."""

    @abstractmethod
    def flooding(self) -> None:
        """Hang up: it goes on though it was refused again and again."""

    @abstractmethod
    def listen(self, now: float) -> None:
        """Ask the silent for a life sign, close the dead and the late."""

    # Coming and going

    def arrived(self) -> None:
        """It is connected."""
        hall = self.hall
        now = hall.loop.time()
        self.since = self.heard = now
        self.bucket = Bucket(hall.limits.rate, hall.limits.burst, now)
        hall.tally.opened += 1

    @property
    def peer(self) -> str:
        """Who is at the other end: who asks, or a proxy."""
        peer = self.raw.get_extra_info("peername")
        return plain(str(peer[0])) if peer else ""

    def comes_from(self, host: str, *, new: bool = True) -> bool:
        """It is known whose it is; whether their address may have one more, and so many new ones,
        where it was not counted as `new` when it was accepted."""
        hall = self.hall
        self.host = host
        now = hall.loop.time()
        self.address = hall.addresses.of(host, now)
        if self.address is None:
            return True
        self.address.connections += 1
        few = self.address.connections <= hall.limits.address_connections
        return few and (not new or self.address.arrivals.take(now))

    def departed(self) -> None:
        """It is disconnected."""
        self.over = True
        if self.address is not None:
            self.address.connections -= 1
        self.end()

    def ended(self, reason: str) -> None:
        """It is over, and counted by why; its last bytes may still be taken."""
        self.over = True
        self.since = self.hall.loop.time()
        self.hall.tally.closed[reason] += 1

    # How much it may ask

    def allowed(self) -> bool:
        """Whether one more message is within this connection's and its address's limits."""
        self.hall.tally.messages += 1
        allowed = self.bucket.take(self.heard)
        if self.address is not None and not self.address.messages.take(self.heard):
            allowed = False
        if allowed:
            self._refused = 0
        return allowed

    def owe(self, more: float) -> None:
        """The message that was let in costs so much more; never so much that who asked for it
        could not ask anything for longer than filling the bucket takes."""
        if more > 0:
            more = min(more, self.bucket.burst)
            self.bucket.owe(more)
            if self.address is not None:
                self.address.messages.owe(more)

    def solvent(self) -> bool:
        """Whether it, and its address, owe nothing for what they were given already."""
        now = self.hall.loop.time()
        return self.bucket.solvent(now) and (
            self.address is None or self.address.messages.solvent(now)
        )

    def flooded(self, size: int = 0) -> None:
        """It was refused for sending too much; not for ever, and less often what is long: it was
        received, however little of it was read. An address that has many such connections has
        fewer refusals for each, and for each that is closed comes back the later: else sixteen of
        them, again and again, would be a flood of refusals."""
        more = 1 + size // KILOBYTE
        self._refused += more
        enough = self._refused > self.hall.limits.refusals
        address = self.address
        if address is not None:
            if not address.refusals.take(self.heard):
                enough = enough or self._refused > SOME
            address.refusals.owe(min(more - 1, address.refusals.burst))
        if enough:
            if address is not None:
                address.arrivals.owe(FLOODED)
            self.flooding()

    @property
    def limited_host(self) -> str | None:
        """The address it comes from; None where addresses are not limited."""
        return None if self.address is None else group(self.host)

    async def may_be_guest(self) -> bool:
        """Whether one more new guest may come from its address."""
        return self.address is None or await self.hall.may_be_guest(self.address, self.host)

    # What is sent

    def pause_writing(self) -> None:
        self._slow = self.hall.loop.time()

    def resume_writing(self) -> None:
        self._slow = self._late = None

    def write(self) -> None:
        """All that waits, in one write; a consumer too far behind is closed."""
        out, raw = self._out, self.raw
        self.hall.tally.frames_out += len(out)
        raw.write(out[0] if len(out) == 1 else b"".join(out))
        out.clear()
        if self._slow is not None and self.too_far(self.hall.loop.time()):
            self.too_slow()

    def waiting(self) -> int:
        """Bytes it has not taken."""
        return self.raw.get_write_buffer_size()

    def too_far(self, now: float) -> bool:
        """Whether it has left more unread than may be, for longer than may be."""
        bounds, waiting = self.bounds, self.waiting()
        if waiting <= bounds.queue:
            self._late = None
            return False
        if self._late is None:
            self._late = now
        return waiting > bounds.most or now - self._late > bounds.behind

    # Now and then

    def check(self, now: float) -> None:
        """Close the slow, the silent and those who do not go."""
        if self.over:
            if now - self.since > FAREWELL:
                self.raw.abort()
        elif self._slow is not None and (now - self._slow > self.bounds.stall or self.too_far(now)):
            self.too_slow()
        else:
            self.listen(now)
