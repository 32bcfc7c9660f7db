"""A gate for packets: a TCP connection of this worker, whose player may sit at a table of another.

What it asks of that table goes over as it came and is answered there, in packets; what concerns
people of all workers is asked of the one that has the lobby. One table a connection, and one
request at a time: what waits for its answer is sent again where the table is, when its worker is
gone or gave the table away. An action has its key, so it is played once.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from msgspec import DecodeError, convert, json, msgpack

from cutcard.lobby.requests import REQUESTS
from cutcard.table.words import Notice, Refusal, User

from ..tcp.asks import ASKS, Ask
from ..tcp.caller import EMPTY, NIL, Caller
from ..tcp.desk import Desk
from ..tcp.packet import Kind as Type
from ..tcp.packet import Packet
from . import gate
from .frames import ANSWER, FIRST, TABLE, Attach, Kind, Opened, Passed, Shut, Told
from .known import Known

if TYPE_CHECKING:
    from .bridge import Bridge
    from .link import Link

log = logging.getLogger("cutcard.bridge")

NAMING = (Type.JOIN_TABLE, Type.RESYNC, Type.LEAVE_TABLE)
"""Packets that may name a table; an ACTION is for the one its player sits at."""


class PacketGate(Known, Caller):
    """A Caller of a worker among others. `far` is the table of another at which its player sits."""

    def __init__(self, bridge: Bridge, desk: Desk) -> None:
        super().__init__(desk)
        self.numbered(bridge)
        self.far: int | None = None
        self._at = ""  # the address of its worker
        self._eager = False  # its player waits there to be let in
        self._sent: Passed | None = None  # what waits for an answer from afar,
        self._to = ""  # and from whom
        self._moving: asyncio.Task[None] | None = None
        self._last: tuple[Packet, bool] | None = None  # what is being done here; was it tried again

    # Who it is

    def enter(self, user: User, token: str) -> str | None:
        before = super().enter(user, token)
        self.bridge.gates[self.number] = self
        self.introduce()
        return before

    def end(self) -> None:
        if self._moving is not None:
            self._moving.cancel()
        self.forgotten()
        super().end()

    def part(self) -> None:
        """This worker stops, and others are there."""
        self.hang_up("shutdown", 503, "The server is stopping; come back in a moment")

    def may_be(self, user: User) -> None:
        if self.far is not None and user != self.user:
            raise Refusal("INVALID_GAME_STATE", "Leave the table before another logs in")
        super().may_be(user)

    def must_be_free(self) -> None:
        if self.far is not None:
            raise Refusal("INVALID_GAME_STATE", "You sit at a table; leave it first")
        super().must_be_free()

    def lobby_changed(self) -> None:
        self.introduce()

    def described(self, user: User, lobby: bool) -> Opened:
        return Opened(
            (user.id, user.name, user.number, user.guest),
            packed=True,
            token=None,
            host=self.host,
            limited=self.limited_host,
            agent="",
            legal=0,
            fair=False,
            lobby=lobby,
            packets=True,
            greeted=self.greeted,
        )

    # What its client sends

    async def wants(self, name: str, wish: dict[str, Any]) -> Any:
        one = REQUESTS[name]
        return await self.bridge.asks.ask(self, one, convert(wish, one.shape))

    def take(self, packet: Packet, allowed: bool) -> None:
        self._last = (packet, False)
        if not allowed or self.user is None:
            super().take(packet, allowed)
            return
        if packet.kind == Type.CREATE_TABLE and self.bridge.gateway and self._place() is None:
            self._owe_and_keep(0, packet)
            self._task = self.hall.loop.create_task(self._open_elsewhere())
            return
        table = self._wished(packet)
        if table is None or (table in self.hall.house.numbers() and table != self.far):
            super().take(packet, allowed)
        else:
            self._send_over(table, packet)

    def _place(self) -> int | None:
        """The table its player sits at."""
        return self.far if self.far is not None or self.chair is None else self.chair.table

    def _wished(self, packet: Packet) -> int | None:
        """The table that is to be asked; None: it names none, or is mistaken."""
        place = self._place()
        if packet.kind == Type.ACTION:
            return place
        if packet.kind not in NAMING:
            return None
        try:
            wish = ASKS[packet.kind].read(_body(packet))
        except (DecodeError, UnicodeDecodeError, RecursionError):
            return None
        if packet.kind == Type.LEAVE_TABLE:
            return place if wish.table_id is None else int(wish.table_id)
        if place is not None:
            return place  # there it is known that they sit already
        named = wish.game_id if packet.kind == Type.RESYNC else wish.table_id
        if packet.kind == Type.JOIN_TABLE and wish.camel is not None:
            named = wish.camel
        return None if named is None else int(named)

    def _owe_and_keep(self, table: int, packet: Packet) -> None:
        ask = ASKS.get(packet.kind)
        if ask is not None:
            self.owe(ask.request.cost - 1)
        self.busy = True
        self._sent = Passed(
            table, packet.kind, _body(packet), self.next_key(), self.links.get(table)
        )

    async def _open_elsewhere(self) -> None:
        """This worker has no tables: another opens it."""
        try:
            self._pass(await self.bridge.opener())
        except Refusal as no:
            self._sorry(no.message)

    def _send_over(self, table: int, packet: Packet) -> None:
        self._owe_and_keep(table, packet)
        if self.chair is not None and table in self.bridge.moves.giving:
            self.given(table)
        link = self.bridge.link_of(table)
        if self._moving is not None and table == self.far:
            return  # it goes on with its player's seat
        if link is not None and self._sits(table, link):
            self._pass(link)
        else:
            self._task = self.hall.loop.create_task(self._find(table))

    def _sits(self, table: int, link: Link | None) -> bool:
        """Whether a table may be asked there, or here (None): if its player sits at it, then from
        their seat."""
        if table == self.far:
            return link is not None and self._at == link.address
        return self.chair is None or self.chair.table != table or link is None

    def _pass(self, link: Link) -> None:
        assert self._sent is not None
        self._to = link.address
        self.leg(link).send(Kind.FRAME, self.number, msgpack.encode(self._sent))

    async def _find(self, table: int) -> None:
        """Wait until it is known who has the table, and that one is reached."""
        sent = self._sent
        found, link = True, None
        try:
            link = await self.bridge.find(table, gate.HELD)
        except TimeoutError:
            found = False
        if self._sent is not sent or self._to or (self._moving is not None and table == self.far):
            return  # it was answered, or goes on with its player's seat
        if not found:
            self._sorry(gate.NOBODYS)
        elif not self._sits(table, link):
            self._stand_up()
            self.move(table)  # the seat goes first
        elif link is None:
            self._here()
        else:
            self._pass(link)

    def _here(self) -> None:
        """It is ours, or nobody's: answered here."""
        sent, self._sent, self._to = self._sent, None, ""
        if sent is None:
            return
        self.busy = False
        self._last = (Packet(sent.kind, sent.body), True)
        super().take(self._last[0], True)
        if not self.busy:
            self.work()

    def _sorry(self, why: str) -> None:
        sent, self._sent, self._to = self._sent, None, ""
        if sent is None:
            return
        if sent.kind == Type.ACTION:
            self.acts.failed(sent.body, why)
        else:
            self.refuse(ASKS[sent.kind], "GAME_ERROR", why)
        self.work()

    def _failed(self, ask: Ask, reason: Exception) -> None:
        """A table that was given to another worker in the middle of a request is asked there."""
        packet, tried = self._last or (None, True)
        table = None if packet is None or packet.kind != ask.kind else self._wished(packet)
        lost = isinstance(reason, Refusal) and reason.code == "GAME_NOT_FOUND"
        if lost and not tried and table is not None and packet is not None:
            self.desk.start(self._elsewhere(ask, reason, table, packet))
        else:
            super()._failed(ask, reason)

    async def _elsewhere(self, ask: Ask, reason: Exception, table: int, packet: Packet) -> None:
        try:
            there = await self.bridge.elsewhere(table)
        except Exception as failure:  # the database is away: what was refused stays refused
            log.warning("whose table %s is is not known: %s", table, failure)
            there = False
        self.busy = True
        if there:
            self._last = (packet, True)
            self._send_over(table, packet)
        else:
            super()._failed(ask, reason)
            self.work()

    # What comes back

    def passed(self, link: Link, kind: Kind, body: bytes) -> None:
        """Something for this connection came over a link."""
        if self.over or self.legs.get(link.address) is not link:
            return
        if kind is Kind.SAID:
            self._said(link, body[0], body[1:])
        elif kind is Kind.NOTICE:
            told = json.decode(body, type=Told)
            self.notice(Notice(told.type, told.table, told.match, told.payload))
        elif kind is Kind.ON:
            (table,) = TABLE.unpack(body)
            self._eager = self._eager and self.far == table
            self.far, self._at = table, link.address
        elif kind is Kind.OFF:
            if self.far == TABLE.unpack(body)[0] and self._at == link.address:
                self.far = None
        elif kind is Kind.MOVED:
            (table,) = TABLE.unpack(body)
            self.bridge.forget(table)
            if self.far == table and self._at == link.address:
                self.move(table)
        elif kind is Kind.EAGER:
            if self.far == TABLE.unpack_from(body)[0] and self._at == link.address:
                self._eager = bool(body[-1])
        elif kind is Kind.NOT_MINE:
            sent = self._sent
            if sent is not None and self._to == link.address and sent.key.encode() == body:
                self.bridge.forget(sent.table)
                self._again(None)
        elif kind is Kind.SHUT:
            shut = json.decode(body, type=Shut)
            self.hang_up(shut.reason, shut.code, shut.message)

    def _said(self, link: Link, what: int, packets: bytes) -> None:
        if what == ANSWER:
            if self._sent is not None and self._to == link.address:
                self._sent, self._to = None, ""
                self.weighed(len(packets))
                self.answer(packets)
                self.work()
        elif what == FIRST:
            self.tell_first(packets)
        else:
            self.tell(packets)

    def notice(self, word: Notice) -> None:
        if word.type == "LOGGED_OUT":
            self.hang_up("logged out", 401, "You have been logged out")
        else:
            super().notice(word)

    # When a worker is gone, or a table went elsewhere

    def lost(self, link: Link) -> None:
        if not self.lose(link):
            return
        if self.far is not None and self._at == link.address:
            self.move(self.far)
        if self._sent is not None and self._to == link.address and self._sent.table != self.far:
            self._again(None)

    def given(self, table: int) -> None:
        """A table of this worker at which it sits went to another."""
        if self.chair is not None and self.chair.table == table:
            self._stand_up()
            self.move(table)

    def _stand_up(self) -> None:
        """The table goes elsewhere; a player who waited to be let in waits there."""
        if self.chair is not None:
            self._eager, self.chair = self.chair.eager, None

    def move(self, table: int) -> None:
        """Sit where the table is now; what was not answered is sent again."""
        self.far, self._at = table, ""
        if self._moving is None and not self.over:
            self._moving = self.hall.loop.create_task(self._move(table))

    async def _move(self, table: int) -> None:
        link = await self._new_home(table)
        self._moving = None
        if self.over:
            return
        if link is not None:
            self._stand_up()
            self._at = link.address
            there = Attach(table, eager=self._eager)
            self.leg(link).send(Kind.ATTACH, self.number, json.encode(there))
        else:
            self.far = None
            self.speak()
        if self._sent is not None and self._sent.table == table:
            self._again(link)

    async def _new_home(self, table: int) -> Link | None:
        """The link to who has the table now; None: it is here, and so is its player. However long
        it takes until somebody has it, the player's seat is theirs; who asked something is told."""
        while True:
            try:
                link = await self.bridge.find(table, 2 * gate.HELD)
                if link is not None and not link.up:
                    continue
                if link is None and table in self.hall.house.numbers():
                    with suppress(Refusal):  # it may not: it was sent away meanwhile
                        # what is asked before it is told waits
                        await self.take_chair(table, eager=self._eager)
                    if table not in self.hall.house.numbers():
                        continue  # given away in the meantime
                return link
            except TimeoutError:
                log.warning("table %s has no worker yet; who asked something there is told", table)
                if self._sent is not None and self._sent.table == table:
                    self._sorry(gate.NOBODYS)

    def _again(self, link: Link | None) -> None:
        assert self._sent is not None
        if self._sent.kind == Type.CREATE_TABLE:  # it may have been opened: not once more
            self._sorry(gate.UNSURE)
            return
        self._sent.again, self._to = True, ""
        if link is not None and link.up:
            self._pass(link)
        else:
            self._task = self.hall.loop.create_task(self._find(self._sent.table))


def _body(packet: Packet) -> bytes:
    return EMPTY if packet.body in (b"", NIL) else packet.body
