"""A guest that speaks in packets: a TCP connection of another worker, at this one's tables. It is a
Caller without a socket: its answers and what it is told go over the link as whole packets, each
with whether it is the answer its gate waits for."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, NoReturn

from msgspec import json, msgpack

from cutcard.lobby.bucket import Bucket
from cutcard.lobby.fairplay import Whence
from cutcard.table.words import Notice, Refusal, User

from ..tcp.caller import Caller
from ..tcp.chair import Chair
from ..tcp.packet import Kind as Type
from ..tcp.packet import Packet, pack
from .frames import ANSWER, FIRST, TABLE, TOLD, Attach, Kind, Opened, Passed, Shut, Told
from .guest import ROOM

if TYPE_CHECKING:
    from .bridge import Bridge
    from .link import Link

WAITING = 16  # packets: its gate sends one at a time


class PacketGuest(Caller):
    """One TCP connection of the worker at the other end of a link."""

    def __init__(self, bridge: Bridge, link: Link, number: int, who: Opened) -> None:
        self._chair: Chair | None = None
        super().__init__(bridge.desk)
        self.number = number
        self._bridge = bridge
        self._link = link
        self._given: str | None = None  # the key of the packet that is being done
        self._frames: deque[Passed | Attach] = deque()
        self._present = False
        self._limited: str | None = None
        now = self.hall.loop.time()
        self.since = self.heard = now
        limits = self.hall.limits
        self.bucket = Bucket(ROOM * limits.rate, ROOM * limits.burst, now)
        self.be(who)

    def be(self, who: Opened) -> None:
        """Whose connection it is."""
        user, name, number, guest = who.user
        before, self.user = self.user, User(user, name, False, number, guest)
        self.host, self._limited, self.greeted = who.host, who.limited, who.greeted
        if who.limited is not None:
            self.hall.lobby.fairplay.came(user, Whence(who.limited))
        presence = self.hall.lobby.presence
        if self._present and before is not None and before.id != user:
            presence.went(before, self._pass_notice)
            self._present = False
        if self._present:
            presence.rename(self.user)
        elif who.lobby:
            self._present = True
            presence.came(self.user, self._pass_notice)

    @property
    def limited_host(self) -> str | None:
        return self._limited

    @property
    def raw(self) -> NoReturn:
        raise AssertionError("a guest has no socket")

    @property
    def chair(self) -> Chair | None:
        """Where it sits; its gate is told."""
        return self._chair

    @chair.setter
    def chair(self, chair: Chair | None) -> None:
        was, self._chair = self._chair, chair
        before, now = (None if one is None else one.table for one in (was, chair))
        if before != now:
            kind, table = (Kind.OFF, before) if now is None else (Kind.ON, now)
            self._link.send(kind, self.number, TABLE.pack(table))

    # What comes

    def took(self, body: bytes) -> None:
        """Its client has sent a packet."""
        self.heard = self.hall.loop.time()
        if len(self._frames) < WAITING:
            self._frames.append(msgpack.decode(body, type=Passed))
            self.work()

    def work(self) -> None:
        while self._frames and not self.busy and not self.over:
            self._do(self._frames.popleft())

    def _do(self, passed: Passed | Attach) -> None:
        if isinstance(passed, Attach):
            self.busy = True
            self._task = self.hall.loop.create_task(self._sit_again(passed))
        elif passed.table and passed.table not in self.hall.house.numbers():
            self.busy = True
            self._task = self.hall.loop.create_task(self._not_here(passed))
        else:
            self._do_here(passed)

    async def _not_here(self, passed: Passed) -> None:
        """It was here, or never was."""
        elsewhere = await self._bridge.went(passed.table)
        self.busy = False
        if elsewhere:
            self._link.send(Kind.NOT_MINE, self.number, passed.key.encode())
        else:
            self._do_here(passed)
        self.work()

    def _do_here(self, passed: Passed) -> None:
        self._given = passed.key
        if passed.link is not None:
            self.links = {passed.table: passed.link}
        if passed.again and passed.kind == Type.LEAVE_TABLE and not self._sits(passed.table):
            self.answer(pack(Type.LEAVE_TABLE, {"res": 701}))  # it was done before
            return
        self.take(Packet(passed.kind, passed.body), self.allowed())

    def _sits(self, table: int) -> bool:
        return self.user in self.desk.roster(table)

    def next_key(self) -> str:
        given, self._given = self._given, None
        return given or super().next_key()

    def listen_at(self, there: Attach) -> None:
        """It sat at a table of a worker that is gone, or gave the table away; it is here now, or
        will be. What was sent after waits for the seat."""
        self._frames.append(there)
        self.work()

    async def _sit_again(self, there: Attach) -> None:
        table = there.table
        if table not in self.hall.house.numbers() and await self._bridge.went(table):
            self._link.send(Kind.MOVED, self.number, TABLE.pack(table))
        else:
            try:
                await self.take_chair(table, eager=there.eager)
            except Refusal:
                if self.chair is None:
                    self._link.send(Kind.OFF, self.number, TABLE.pack(table))
        self.busy = False
        self.speak()
        self.work()

    def wait_in(self, chair: Chair, eager: bool) -> None:
        """Its gate knows it too: the wait outlives this worker."""
        if chair.eager != eager:
            self._link.send(Kind.EAGER, self.number, TABLE.pack(chair.table) + bytes((eager,)))
        super().wait_in(chair, eager)

    def moved(self, table: int) -> None:
        """A table at which it sits is another worker's from now on."""
        self._chair = None
        self._link.send(Kind.MOVED, self.number, TABLE.pack(table))

    # What is told

    def _pass_notice(self, word: Notice) -> None:
        """What concerns its user, and no table: its gate says it in packets."""
        told = Told("", word.type, word.table, word.match, word.payload)
        self._link.send(Kind.NOTICE, self.number, json.encode(told))

    def answer(self, packet: bytes) -> None:
        self.busy = False
        if self.over:
            return
        self._link.send(Kind.SAID, self.number, bytes((ANSWER,)) + packet)
        if not self._soon:
            self._soon = True
            self.hall.loop.call_soon(self.flush)  # its gate keeps the two apart

    def tell_first(self, packet: bytes) -> None:
        if not self.over:
            self._link.send(Kind.SAID, self.number, bytes((FIRST,)) + packet)

    def write(self) -> None:
        packets = b"".join(self._out)
        self._out.clear()
        self._link.send(Kind.SAID, self.number, bytes((TOLD,)) + packets)

    def waiting(self) -> int:
        return self._held

    # How it ends

    def hang_up(self, reason: str, code: int = 0, message: str = "") -> None:
        """Its gate does."""
        if self.over:
            return
        self.busy = False
        self.flush()
        said = Shut(reason, code, message)
        self._link.send(Kind.SHUT, self.number, json.encode(said))
        self.over = True
        self.hall.loop.call_soon(self._bridge.let_go, self._link, self.number)

    def too_slow(self) -> None:
        self.hang_up("slow")

    def gone(self) -> None:
        """Its client, or its gate, is gone."""
        self.over = True
        self.end()

    def end(self) -> None:
        if self._task is not None:
            self._task.cancel()
        if self.user is not None and self._present:
            self.hall.lobby.presence.went(self.user, self._pass_notice)
        self.hall.house.detach(self)
