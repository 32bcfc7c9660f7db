"""A link: one connection between two workers. Both prove that they know the secret which is in the
database, before either says or believes anything else. What is said in one turn of the loop goes
out in one write."""

from __future__ import annotations

import asyncio
import hmac
import logging
import secrets
from typing import Protocol, cast

from msgspec import DecodeError, json

from .frames import HEAD, MOST, Hello, Kind

log = logging.getLogger("cutcard.bridge")

SILENCE = 4.0  # seconds after which the other is taken for dead
STRANGER = 2048  # bytes that one who has proved nothing may send,
PATIENCE = 5.0  # and seconds in which to prove it
KINDS = frozenset(Kind)
BEHIND = 64 * 1024 * 1024  # bytes the other has not taken


class Ends(Protocol):
    """Who a link belongs to."""

    address: str
    secret: bytes

    def came_up(self, link: Link) -> None:
        """Both have proved who they are."""

    def heard(self, link: Link, kind: Kind, connection: int, body: bytes) -> None: ...

    def went_down(self, link: Link) -> None:
        """It is gone; what was said last may not have come."""


class Link(asyncio.Protocol):
    """One end. `dialled`: we have dialled; the other end's address is `address`, once it is up."""

    def __init__(self, ends: Ends, address: str = "", *, dialled: bool) -> None:
        self.address = address
        self.dialled = dialled
        self.up = False
        self.over = False
        self._ends = ends
        self._loop = asyncio.get_running_loop()
        self._nonce = secrets.token_hex(32)
        self._door = ""  # the nonce of who was dialled
        self._in = bytearray()
        self._out: list[bytes] = []
        self._transport: asyncio.Transport | None = None
        self._heard = self._loop.time()
        self.ready: asyncio.Future[None] = self._loop.create_future()

    @property
    def met(self) -> bool:
        """Whether it is or was up: both have proved who they are."""
        return self.ready.done() and self.ready.exception() is None

    # What asyncio calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # uvloop's is one by its methods only
        self._transport = cast("asyncio.Transport", transport)
        self._loop.call_later(PATIENCE, self._prove)
        if not self.dialled:
            self._hello(Hello(nonce=self._nonce))

    def data_received(self, data: bytes) -> None:
        self._heard = self._loop.time()
        self._in += data
        most = MOST if self.up else STRANGER
        at = 0
        while len(self._in) - at >= HEAD.size and not self.over:
            size, connection, kind = HEAD.unpack_from(self._in, at)
            most = MOST if self.up else STRANGER
            if size > most:
                self.close(f"a message of {size} bytes")
                return
            if len(self._in) - at < HEAD.size + size:
                break
            begin = at + HEAD.size
            body = bytes(self._in[begin : begin + size])
            at = begin + size
            self._take(kind, connection, body)
        del self._in[:at]
        if not self.up and len(self._in) > most:
            self.close("a stranger who says too much")

    def connection_lost(self, reason: Exception | None) -> None:
        self._ended(str(reason or "the other end is gone"))

    # What we do

    def send(self, kind: Kind, connection: int, body: bytes = b"") -> None:
        """Say something, at the end of this turn."""
        if self.over:
            return
        if not self._out:
            self._loop.call_soon(self.flush)
        self._out.append(HEAD.pack(len(body), connection, kind))
        self._out.append(body)

    def flush(self) -> None:
        if self._out and self.up and not self.over and self._transport is not None:
            self._transport.write(b"".join(self._out))
            self._out.clear()
            if self._transport.get_write_buffer_size() > BEHIND:
                self.close("the other end does not read")

    def check(self, now: float) -> None:
        """Once a second: a sign of life, and whether the other gave one."""
        if self.up and now - self._heard > SILENCE:
            self.close(f"nothing was heard for {SILENCE:g} s")
        elif self.up:
            self.send(Kind.PING, 0)

    def close(self, why: str) -> None:
        if self._transport is not None:
            self._transport.abort()
        self._ended(why)

    # Inside

    def _ended(self, why: str) -> None:
        if self.over:
            return
        was, self.over, self.up = self.up, True, False
        if not self.ready.done():
            self.ready.set_exception(ConnectionError(why))
            self.ready.exception()  # whoever waits has it; nobody need
        if was:
            log.info("the link with %s is down: %s", self.address, why)
        elif not self.dialled:
            log.warning("somebody who is no worker was hung up on at the bridge: %s", why)
        self._ends.went_down(self)

    def _prove(self) -> None:
        if not self.up and not self.over:
            self.close("it did not prove who it is in time")

    def _hello(self, said: Hello) -> None:
        assert self._transport is not None
        body = json.encode(said)
        self._transport.write(HEAD.pack(len(body), 0, Kind.HELLO) + body)

    def _proof(self, side: str, dialler: str, door: str, address: str) -> str:
        said = f"{side} {dialler} {door} {address}".encode()
        return hmac.new(self._ends.secret, said, "sha256").hexdigest()

    def _take(self, kind: int, connection: int, body: bytes) -> None:
        if self.up:
            if kind not in KINDS:  # a later version's: what it cannot do without, it asks of others
                log.debug("a message of a later version's kind %d is left out", kind)
            elif kind != Kind.PING:
                self._ends.heard(self, Kind(kind), connection, body)
            return
        try:
            if kind != Kind.HELLO:
                raise DecodeError("it begins with something else than HELLO")
            said = json.decode(body, type=Hello)
        except DecodeError as reason:
            self.close(str(reason))
            return
        (self._greeted if self.dialled else self._judged)(said)

    def _greeted(self, said: Hello) -> None:
        """We have dialled: first it gives its nonce, then its proof."""
        if said.nonce:
            self._door = said.nonce
            me = self._ends.address
            proof = self._proof("dialled", self._nonce, said.nonce, me)
            self._hello(Hello(self._nonce, proof, me))
        elif _same(said.proof, self._proof("opened", self._nonce, self._door, self.address)):
            self._came_up()
        else:
            self.close("it does not know the database's secret")

    def _judged(self, said: Hello) -> None:
        """Somebody dialled."""
        wanted = self._proof("dialled", said.nonce, self._nonce, said.address)
        if not _same(said.proof, wanted):
            self.close("it does not know the database's secret")
            return
        self.address = said.address
        me = self._ends.address
        self._hello(Hello(proof=self._proof("opened", said.nonce, self._nonce, me)))
        self._came_up()

    def _came_up(self) -> None:
        self.up = True
        if not self.ready.done():
            self.ready.set_result(None)
        self._ends.came_up(self)
        self.flush()


def _same(proof: str, wanted: str) -> bool:
    return hmac.compare_digest(proof.encode(), wanted.encode())
