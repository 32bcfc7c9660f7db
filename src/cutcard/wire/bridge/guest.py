"""A guest: a connection of another worker, at this one's tables. It is a Visit without a socket:
what it is told goes over the link as whole frames, with what the gateway must know of each (which
update it was, whose question it answers) to go on elsewhere when this worker is gone."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from msgspec import json

from cutcard.lobby.bucket import Bucket
from cutcard.lobby.fairplay import Whence
from cutcard.table.words import Ack, Nack, Refusal, Snapshot, Update, User, Word

from ..envelope import JSON, PACKED, Refused, Request
from ..visit import Visit
from .again import Again
from .frames import CODE, SEEN, TABLE, Attach, Kind, Opened
from .where import table_wished

if TYPE_CHECKING:
    from .bridge import Bridge
    from .link import Link

HAS_SEEN, HAS_KEY = 1, 2
ROOM = 4  # times the rate of a connection: its gateway has counted its messages already


class Guest(Again):
    """One connection of the worker at the other end of a link."""

    def __init__(self, bridge: Bridge, link: Link, number: int, who: Opened) -> None:
        super().__init__(bridge.hall, PACKED if who.packed else JSON)
        self.number = number
        self._bridge = bridge
        self._link = link
        self._seen: tuple[int, int] | None = None
        self._answers: str | None = None
        self._at: set[int] = set()
        self._coming: set[asyncio.Task[None]] = set()  # it will listen at tables on their way here
        self._present = False
        now = self.hall.loop.time()
        self.since = self.heard = now
        limits = self.hall.limits
        self.bucket = Bucket(ROOM * limits.rate, ROOM * limits.burst, now)
        self._limited: str | None = None
        self.be(who)

    def be(self, who: Opened) -> None:
        """Whose connection it is, and what it wants to be shown."""
        user, name, number, guest = who.user
        self.user = User(user, name, False, number, guest)
        self.token, self.host, self.agent = who.token, who.host, who.agent
        self._limited = who.limited
        self.legal = who.legal
        if who.limited is not None:
            self.hall.lobby.fairplay.came(user, Whence(who.limited, who.agent))
        if who.fair:
            self.speak_fair()
        presence = self.hall.lobby.presence
        if self._present:
            presence.rename(self.user)
        elif who.lobby:
            self._present = True
            presence.came(self.user, self.hear)

    @property
    def limited_host(self) -> str | None:
        return self._limited

    @property
    def raw(self) -> asyncio.Transport:
        raise AssertionError("a guest has no socket")

    # What comes

    def took(self, body: bytes) -> None:
        """Its client has sent a message."""
        self.heard = self.hall.loop.time()
        self.receive(body, self.allowed())

    def _take(self, request: Request) -> None:
        table = table_wished(self.codec, request)
        if table is None or table in self.hall.house.numbers():
            self._at_home(request)
        else:
            self._busy = self.hall.loop.create_task(self._not_here(table, request))

    async def _not_here(self, table: int, request: Request) -> None:
        """It was here, or never was: closed tables still answer for what was played there."""
        elsewhere = await self._bridge.went(table)
        self._busy = None
        if elsewhere:
            self._link.send(Kind.NOT_MINE, self.number, self.codec.body(request))
        else:
            self._doing = None
            super()._take(request)
        if self._busy is None:
            self._go_on()

    def listen_at(self, there: Attach) -> None:
        """It listened at a table of a worker that is gone, or gave the table away; it is here
        now."""
        if there.table in self.hall.house.numbers():
            self._listen(there)
        else:
            task = self.hall.loop.create_task(self._listen_later(there))
            self._coming.add(task)
            task.add_done_callback(self._coming.discard)

    async def _listen_later(self, there: Attach) -> None:
        if await self._bridge.went(there.table):
            self._link.send(Kind.MOVED, self.number, TABLE.pack(there.table))
        elif not self.over:
            self._listen(there)

    def _listen(self, there: Attach) -> None:
        try:
            self.hall.house.attach(
                there.table,
                self,
                self.user,
                there.seq,
                legal=self.legal,
                watch=there.watch,
                link=there.link,
            )
        except Refusal:
            self._link.send(Kind.OFF, self.number, TABLE.pack(there.table))
        else:
            self._at.add(there.table)

    # At the tables

    def attach(self, table: int, *, watch: bool = False, link: str | None = None) -> None:
        if self.over:
            return
        told = json.encode(Attach(table, None, watch, link))
        if table not in self.hall.house.numbers():
            self._link.send(Kind.GO, self.number, told)
            return
        super().attach(table, watch=watch, link=link)
        self._at.add(table)
        self._link.send(Kind.ON, self.number, told)

    def look(self, table: int, last_seq: int | None) -> None:
        super().look(table, last_seq)
        if table not in self._at:
            self._at.add(table)
            self._link.send(Kind.ON, self.number, json.encode(Attach(table)))

    def detach(self, table: int) -> None:
        super().detach(table)
        self.left(table)

    def left(self, table: int) -> None:
        """It listens there no more."""
        self._at.discard(table)
        self._link.send(Kind.OFF, self.number, TABLE.pack(table))

    def moved(self, table: int) -> None:
        """A table it listens at is another worker's from now on."""
        self._at.discard(table)
        self._link.send(Kind.MOVED, self.number, TABLE.pack(table))

    # What is told

    def hear(self, word: Word) -> None:
        if isinstance(word, Update):
            self._seen = (word.table, word.seq)
        elif isinstance(word, Snapshot):
            self._seen = (word.table, word.seq)
            self._answers = self.resyncs.get(word.table)
        elif isinstance(word, Ack | Nack):
            self._answers = word.key
        super().hear(word)
        self._seen = self._answers = None

    def tell(
        self,
        kind: str,
        key: str | None,
        payload: Any,
        match: str | None = None,
        seq: int | None = None,
    ) -> None:
        seen, self._seen, self._answers = self._seen, None, key
        super().tell(kind, key, payload, match, seq)
        self._seen, self._answers = seen, None

    def refuse(
        self, kind: str | None, key: str | None, code: str, message: str, details: Any = None
    ) -> None:
        self._answers = key
        super().refuse(kind, key, code, message, details)
        self._answers = None

    def send(self, frame: bytes) -> None:
        if self.over:
            return
        head = b""
        flags = 0
        if self._seen is not None:
            flags, head = HAS_SEEN, SEEN.pack(*self._seen)
        if self._answers is not None:
            key = self._answers.encode()[:255]
            flags |= HAS_KEY
            head += bytes((len(key),)) + key
        self._link.send(Kind.SAID, self.number, bytes((flags,)) + head + frame)

    def flush(self) -> None:
        """The link does it for all of its guests."""

    def close(self, code: int) -> None:
        """Its gateway hangs up."""
        if not self.over:
            self._link.send(Kind.SHUT, self.number, CODE.pack(code))
            self.over = True
            self.hall.loop.call_soon(self._bridge.let_go, self._link, self.number)

    def gone(self) -> None:
        """Its client, or its gateway, is gone."""
        self.over = True
        for task in self._coming:
            task.cancel()
        self.end()


def said(body: bytes) -> tuple[tuple[int, int] | None, str | None, bytes]:
    """What `send` has sent: which update it is, whose question it answers, the frame."""
    flags, at = body[0], 1
    seen = key = None
    if flags & HAS_SEEN:
        table, seq = SEEN.unpack_from(body, at)
        seen, at = (table, seq), at + SEEN.size
    if flags & HAS_KEY:
        size = body[at]
        key = body[at + 1 : at + 1 + size].decode(errors="replace")
        at += 1 + size
    return seen, key, body[at:]


def request_of(guest: Visit, body: bytes) -> Request | None:
    """A message as it was sent on."""
    try:
        return guest.codec.read(body)
    except Refused:
        return None
