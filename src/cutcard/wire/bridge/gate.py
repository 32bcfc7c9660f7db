"""A gate: a connection of this worker, whose client may be at tables of others. What it sends to
those goes over the links, and what they say is passed on as it comes.

When a worker is gone or a table moved, the connection stays: the gate finds the table's new worker,
listens there from the last update it passed on, and sends again what was not answered. A move has
its key, so it is played once, whoever was told of it.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING

from msgspec import Struct, json

from cutcard.table.words import Refusal, User

from ..codes import SHUTTING_DOWN
from ..envelope import Codec, Request
from ..requests import meaning
from .again import AGAIN, Again
from .frames import CODE, TABLE, Attach, Kind, Opened
from .guest import request_of, said
from .known import Known
from .where import OPENS, link_wished, of_lobby, table_wished

if TYPE_CHECKING:
    from .bridge import Bridge
    from .link import Link

log = logging.getLogger("cutcard.bridge")

HELD = 5.0  # seconds for which a request waits for its table's new worker
KEPT = 256  # requests without an answer that are remembered, and tables
QUICK = ("QUICK_MATCH", "WATCH_TABLES")
OVER = ("QUICK_MATCH_CANCEL", "QUICK_MATCH_BOTS")
UNSURE = "The table went to another server meanwhile; look how it stands and send it again"
NOBODYS = "The table's server is gone, and no other has it yet; send it again in a moment"


class Place(Struct):
    """A table of another worker at which a client listens, and the last update passed on."""

    address: str
    watch: bool = False
    link: str | None = None
    seq: int | None = None


class Gate(Known, Again):
    """A Visit of a worker among others."""

    def __init__(self, bridge: Bridge, codec: Codec) -> None:
        super().__init__(bridge.hall, codec)
        self.numbered(bridge)
        self.at: dict[int, Place] = {}
        self._unanswered: dict[str, tuple[str, int | None, Request]] = {}
        self._quick: dict[str, Request] = {}  # what the lobby's next holder is to be asked again
        self._moving: dict[int, asyncio.Task[None]] = {}

    def begin(self) -> None:
        self.bridge.gates[self.number] = self
        super().begin()

    def end(self) -> None:
        for task in self._moving.values():
            task.cancel()
        self.forgotten()
        super().end()

    def part(self) -> None:
        """This worker stops, and others are there."""
        self.warn(0)
        self.close(SHUTTING_DOWN)

    # Who it is

    def enter(self, user: User, token: str) -> None:
        super().enter(user, token)
        self.introduce()

    def show_legal(self, many: int) -> None:
        super().show_legal(many)
        self.known_again()

    def speak_fair(self) -> None:
        super().speak_fair()
        self.known_again()

    def described(self, user: User, lobby: bool) -> Opened:
        return Opened(
            (user.id, user.name, user.number, user.guest),
            self.codec.opcode != 1,
            self.token,
            self.host,
            self.limited_host,
            self.agent,
            self.legal,
            self.fair,
            lobby,
        )

    # What its client sends

    def _take(self, request: Request) -> None:
        if self.user is None:
            super()._take(request)
            return
        _, ask, _ = meaning(request.type)
        if ask is not None and of_lobby(ask.request.name):
            if self.bridge.leads:
                super()._take(request)
            else:
                self._to_lobby(request, ask.request.name)
            return
        if ask is not None and ask.request.name in OPENS and self.bridge.gateway:
            self._busy = self.hall.loop.create_task(self._open_elsewhere(request))
            return
        table = table_wished(self.codec, request)
        if table is None:
            link = link_wished(self.codec, request)
            if link is None or self.bridge.has_link(link):
                super()._take(request)
            else:
                self._busy = self.hall.loop.create_task(self._find_link(link, request))
        elif table in self.hall.house.numbers() and table not in self._moving:
            self._at_home(request)
        else:
            self._to_table(table, request)

    def _to_lobby(self, request: Request, name: str) -> None:
        link = self.bridge.lead_link()
        if link is None or not link.up:
            self._busy = self.hall.loop.create_task(self._wait_for_lobby(request, name))
            return
        if name in QUICK:
            self._quick[name] = request
        elif name in OVER:
            self._quick.pop("QUICK_MATCH", None)
        self._forward(self.leg(link), None, request)

    async def _open_elsewhere(self, request: Request) -> None:
        """This worker has no tables: another opens it."""
        try:
            link = await self.bridge.opener()
        except Refusal as no:
            self.refuse(meaning(request.type)[0], request.correlation_id, no.code, no.message)
        else:
            self._forward(self.leg(link), None, request)
        self._busy = None
        self._resume()

    async def _wait_for_lobby(self, request: Request, name: str) -> None:
        found = await self.bridge.lobby_up(HELD)
        self._busy = None
        if found:
            self._take(request)
        else:
            sorry = "The lobby's server is gone, and no other has taken its place yet; try again"
            self.refuse(name, request.correlation_id, "GAME_ERROR", sorry)
        self._resume()

    def _to_table(self, table: int, request: Request) -> None:
        link = None if table in self._moving else self.bridge.link_of(table)
        if link is not None:
            self._forward(self.leg(link), table, request)
        else:
            self._busy = self.hall.loop.create_task(self._find(table, request))

    async def _find_link(self, link: str, request: Request) -> None:
        table = await self.bridge.crew.linked(link)
        if table is None:
            self._here(request)
        else:
            await self._find(table, request)

    async def _find(self, table: int, request: Request) -> None:
        """Wait until it is known who has the table, and that one is reached. Where this connection
        listened there it listens again first: no answer comes before what was told until then."""
        await self._moved(table)
        try:
            link = await self.bridge.find(table, HELD)
            await self._moved(table)  # it may have begun meanwhile
        except TimeoutError:
            self._busy = None
            self.refuse(meaning(request.type)[0], request.correlation_id, "GAME_ERROR", NOBODYS)
            self._resume()
            return
        if link is None:
            self._here(request)
        else:
            self._busy = None
            self._forward(self.leg(link), table, request)
            self._resume()

    async def _moved(self, table: int) -> None:
        moving = self._moving.get(table)
        if moving is not None:
            with suppress(TimeoutError):
                await asyncio.wait_for(asyncio.shield(moving), HELD)

    def _here(self, request: Request) -> None:
        """It is ours, or nobody's: answered here."""
        self._busy = self._doing = None
        super()._take(request)
        self._resume()

    def _resume(self) -> None:
        if self._busy is None:
            self._go_on()

    def _forward(self, link: Link, table: int | None, request: Request) -> None:
        key = request.correlation_id
        if key is not None and not request.type.startswith("FAIR_"):
            self._unanswered[key] = (link.address, table, request)
            if len(self._unanswered) > KEPT:
                self._unanswered.pop(next(iter(self._unanswered)))
        link.send(Kind.FRAME, self.number, self.codec.body(request))

    # What comes back

    def passed(self, link: Link, kind: Kind, body: bytes) -> None:
        """Something for this connection came over a link."""
        if self.over or self.legs.get(link.address) is not link:
            return
        if kind is Kind.SAID:
            seen, key, frame = said(body)
            if key is not None:
                self._unanswered.pop(key, None)
            if seen is not None:
                place = self.at.get(seen[0])
                if place is None:
                    self.at[seen[0]] = Place(link.address, seq=seen[1])
                else:
                    place.seq = seen[1]
            self.send(frame)
        elif kind is Kind.ON:
            self._quick.pop("QUICK_MATCH", None)  # a table was found, or it plays elsewhere
            there = json.decode(body, type=Attach)
            before = self.at.get(there.table)
            seq = before.seq if before is not None else None
            self.at[there.table] = Place(link.address, there.watch, there.link, seq)
            if len(self.at) > KEPT:
                self.at.pop(next(iter(self.at)))
        elif kind is Kind.OFF:
            self.at.pop(TABLE.unpack(body)[0], None)
        elif kind is Kind.MOVED:
            (table,) = TABLE.unpack(body)
            self.bridge.forget(table)
            self.move(table, self.at.pop(table, None) or Place(link.address))
        elif kind is Kind.GO:
            self._quick.pop("QUICK_MATCH", None)
            there = json.decode(body, type=Attach)
            self.move(there.table, Place("", there.watch, there.link))
        elif kind is Kind.NOT_MINE:
            self._try_again(body)
        elif kind is Kind.SHUT:
            self.close(CODE.unpack(body)[0])

    def _try_again(self, body: bytes) -> None:
        """The table was not where it was thought to be."""
        request = request_of(self, body)
        if request is None:
            return
        table = table_wished(self.codec, request)
        if table is not None:
            self.bridge.forget(table)
        self._do(request, first=True)

    # When a worker is gone, or a table went elsewhere

    def lost(self, link: Link) -> None:
        """The other end of a link is gone; its tables go on somewhere."""
        if not self.lose(link):
            return
        waiting = [one for one in self._unanswered.values() if one[0] == link.address]
        tables = {at for _, at, _ in waiting if at is not None}
        places = {table: place for table, place in self.at.items() if place.address == link.address}
        for table in tables | places.keys():
            self.at.pop(table, None)
            self.move(table, places.get(table))
        for key, (address, at, request) in list(self._unanswered.items()):
            if address == link.address and at is None:
                del self._unanswered[key]
                if request.type not in QUICK:  # those are asked again where the lobby is then
                    self.refuse(meaning(request.type)[0], key, "GAME_ERROR", UNSURE)

    def lobby_changed(self) -> None:
        """Another worker has the lobby: it hears who is here, and what they waited for."""
        self.introduce()
        for request in self._quick.values():
            self._do(request)

    def move(self, table: int, place: Place | None) -> None:
        """Listen where the table is now; what was not answered is sent again."""
        if not self.over and table not in self._moving:
            self._moving[table] = self.hall.loop.create_task(self._move(table, place))

    async def _move(self, table: int, place: Place | None) -> None:
        try:
            link = await self._new_home(table, listens=place is not None)
        except TimeoutError:
            self._moving.pop(table, None)
            return
        self._moving.pop(table, None)
        if self.over:
            return
        if link is not None:
            if place is not None:
                place.address = link.address
                self.at[table] = place
                told = Attach(table, place.seq, place.watch, place.link)
                self.leg(link).send(Kind.ATTACH, self.number, json.encode(told))
        elif place is not None and table in self.hall.house.numbers():
            with suppress(Refusal):  # it may not: it was sent away meanwhile
                self.hall.house.attach(
                    table,
                    self,
                    self.user,
                    place.seq,
                    legal=self.legal,
                    watch=place.watch,
                    link=place.link,
                )
        self._send_again(table)

    async def _new_home(self, table: int, *, listens: bool) -> Link | None:
        """The link to who has the table now. However long it takes until somebody does, who listens
        there is to hear it; who only asked is told, and TimeoutError raised."""
        while True:
            here = table in self.hall.house.numbers()
            link = None if here else self.bridge.link_of(table)
            try:
                link = link or await self.bridge.find(table, 2 * HELD)
            except TimeoutError:
                log.warning("table %s has no worker yet; who asked something there is told", table)
                self._give_up(table)
                if not listens:
                    raise
            else:
                if link is None or link.up:
                    return link

    def _send_again(self, table: int) -> None:
        for key, (_, at, request) in list(self._unanswered.items()):
            if at != table:
                continue
            del self._unanswered[key]
            name, _, tag = meaning(request.type)
            if tag is None and name not in AGAIN:
                self.refuse(name, key, "GAME_ERROR", UNSURE)
            else:
                self._do(request)

    def _give_up(self, table: int) -> None:
        for key, (_, at, request) in list(self._unanswered.items()):
            if at == table:
                del self._unanswered[key]
                self.refuse(meaning(request.type)[0], key, "GAME_ERROR", NOBODYS)

    # At the tables

    def attach(self, table: int, *, watch: bool = False, link: str | None = None) -> None:
        if table in self.hall.house.numbers():
            super().attach(table, watch=watch, link=link)
        else:
            self.move(table, Place("", watch, link))
