"""The bridge of a worker: its door for others, its links to them, the connections on both sides."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from ipaddress import ip_address
from itertools import count
from math import ceil
from typing import TYPE_CHECKING

from msgspec import json

from cutcard.store.postgres_workers import Crew
from cutcard.store.protocol import StoreError
from cutcard.table.words import Notice, Refusal

from ..envelope import Codec
from ..hall import Hall
from ..tcp.desk import Desk
from . import gate
from .asks import Asks
from .finder import Finder
from .frames import Asked, Attach, Kind, News, Opened, Tables, Told
from .gate import Gate
from .guest import Guest
from .lead import Lead
from .link import Link
from .moves import Moves
from .packet_gate import PacketGate
from .packet_guest import PacketGuest

if TYPE_CHECKING:
    from cutcard.store.postgres import PostgresStore

log = logging.getLogger("cutcard.bridge")

DIAL = 3.0  # seconds to reach another worker
CHECK = 1.0  # seconds between two looks whether links live,
MEET = 2.0  # and between two at who else is there
PAUSE = 0.05  # seconds between two groups of those who are sent to other workers,
FEW = 2  # connections in a group, or more,
PARTING = 10.0  # so that all are gone in so many seconds
FENCED = 1.0  # and where their tables are elsewhere already: they stood still for long enough
NOWHERE = "No worker that has tables is reached from here; try again in a moment"


class Bridge:
    """`await open()` before the hall is; `start(hall, desk)`, `await
    stop()`. `address` is where others
    reach it."""

    def __init__(
        self, store: PostgresStore, host: str, port: int, *, gateway: bool = False
    ) -> None:
        self.store = store
        self.crew: Crew = store.crew
        self.host, self.port = host, port
        self.gateway = gateway  # this worker has no tables: others open those of its connections
        self.address = ""
        self.secret = b""
        self.hall: Hall
        self.desk: Desk
        self.gates: dict[int, Gate | PacketGate] = {}
        self.guests: dict[tuple[Link, int], Guest | PacketGuest] = {}
        self._numbers = count(1)
        self._dialled: dict[str, Link] = {}
        self._came: set[Link] = set()
        self._server: asyncio.Server | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._takes: set[asyncio.Task[None]] = set()

    async def listen(self) -> str:
        """Opens the door for others, who are heard when the hall is there; its address."""
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(
            lambda: Link(self, dialled=False), self.host, self.port, start_serving=False
        )
        port = self._server.sockets[0].getsockname()[1]
        shown = f"[{self.host}]" if ":" in self.host else self.host
        self.address = f"{shown}:{port}"
        return self.address

    @property
    def first(self) -> bool:
        """Whether nobody else was there when this worker began."""
        return self.store.first

    async def reachable(self) -> None:
        """StoreError where workers of other machines could not reach this one, or it not them."""
        here = self.crew.machine
        for worker in await self.crew.living():
            host = worker.address.rpartition(":")[0]
            if worker.machine != here and (_loopback(self.host) or _loopback(host)):
                whose = "this worker" if _loopback(self.host) else f"the one on {worker.machine}"
                raise StoreError(
                    f"Workers on {worker.machine} use this database too, and {whose} is reached on"
                    " its own machine only; name the address at which the others reach it, with"
                    " --bridge, on every machine."
                )

    async def start(self, hall: Hall, desk: Desk) -> None:
        """The hall is there: from now on connections may come over links."""
        self.hall, self.desk = hall, desk
        self.secret = await self.crew.secret()
        self.finder = Finder(self, self.crew)
        self.asks = Asks(self)
        self.lead = Lead(self, self.store)
        self.moves = Moves(self, self.store)
        assert self._server is not None
        await self._server.start_serving()
        self._tasks = [
            asyncio.create_task(self._check(), name="links"),
            asyncio.create_task(self._meet(), name="other workers"),
        ]
        await self.lead.start()
        self.moves.start()
        self.store.serve()

    async def leave(self) -> None:
        """This worker stops: its tables and duties go to others, as far as there are any. Of one
        that stood still past its lease they have gone already: it can give nothing, and whoever is
        connected here would be refused until it had tried."""
        if self.store.over.is_set():
            await self._part(FENCED)
            return
        try:
            await self.crew.leave()
            self.lead.leave()
            left = await self.moves.leave()
            if self.gates and await self.moves.taker() is not None:
                await self._part(PARTING)
        except (StoreError, OSError) as reason:
            log.warning("tables were not handed over; others will claim them: %s", reason)
        else:
            log.info("tables were handed over; %d are left to be claimed", left)

    async def _part(self, within: float) -> None:
        """Everybody goes to the others, few at a time (S19): who comes back has to be known again,
        and all at once would hold up those who play."""
        there = list(self.gates.values())
        many = max(FEW, ceil(len(there) * PAUSE / within))
        for first in range(0, len(there), many):
            for one in there[first : first + many]:
                one.part()
            await asyncio.sleep(PAUSE)

    async def rest(self) -> None:
        """It asks the store nothing more."""
        tasks = [*self._tasks, *self._takes, *self.lead.stop(), *self.moves.stop()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def stop(self) -> None:
        """Those who take its place may look at once: the store is closed."""
        for link in self._dialled.values():
            link.send(Kind.NEWS, 0, json.encode(News(claim=True)))
        if self._server is not None:
            self._server.close()
        for link in [*self._dialled.values(), *self._came]:
            link.flush()
            link.close("this worker stops")

    # Connections

    def next_number(self) -> int:
        return next(self._numbers) % 2**32

    def visit(self, codec: Codec) -> Gate:
        """A new connection."""
        return Gate(self, codec)

    def call(self, desk: Desk) -> PacketGate:
        """A new connection over TCP."""
        return PacketGate(self, desk)

    def let_go(self, link: Link, number: int) -> None:
        """A guest is gone."""
        guest = self.guests.pop((link, number), None)
        if guest is not None:
            guest.gone()

    # Where things are

    @property
    def leads(self) -> bool:
        """Whether this worker has the lobby."""
        return self.lead.mine

    def lead_link(self) -> Link | None:
        return self.lead.link

    async def lobby_up(self, patience: float) -> bool:
        return await self.lead.up(patience)

    def has_link(self, link: str) -> bool:
        return link in self.hall.house.floor.links

    def link_of(self, table: int) -> Link | None:
        """The link to a table's worker, where it is known and up."""
        address = self.finder.known(table)
        link = None if address is None else self._dialled.get(address)
        return link if link is not None and link.up else None

    def forget(self, table: int) -> None:
        self.finder.forget(table)

    async def find(self, table: int, patience: float) -> Link | None:
        return await self.finder.find(table, patience)

    async def elsewhere(self, table: int) -> bool:
        """Whether a table that is not here is open at another worker, or soon will be."""
        return table in await self.crew.whose([table])

    async def went(self, table: int) -> bool:
        """Whether a table that is not here is another worker's. One that is on its way, from here
        or to here, is waited for: who asked would only be sent to and fro."""
        if table in self.hall.house.unfit:
            return False
        try:
            return await self.find(table, gate.HELD) is not None
        except TimeoutError:
            return True

    async def opener(self) -> Link:
        """The link to a worker at which a table can be opened, those with fewest first; Refusal:
        there is none."""
        try:
            others = await self.moves.others()
        except (StoreError, OSError) as reason:
            log.warning("who could open a table is not known: %s", reason)
            others = []
        for worker in others:
            link = await self.dial(worker.address)
            if link is not None:
                return link
        raise Refusal("GAME_ERROR", NOWHERE)

    # Links

    async def dial(self, address: str) -> Link | None:
        """The link to a worker; None where it is not reached."""
        link = self._dialled.get(address)
        if link is None or link.over:
            link = self._dialled[address] = Link(self, address, dialled=True)
            host, _, port = address.rpartition(":")
            host = host.removeprefix("[").removesuffix("]")
            made: Callable[[], asyncio.Protocol] = lambda: link  # noqa: E731 # it is this one
            try:
                async with asyncio.timeout(DIAL):
                    await asyncio.get_running_loop().create_connection(made, host, int(port))
            except (OSError, TimeoutError, ValueError) as reason:
                link.close(str(reason) or "it was not reached in time")
                return None
        with suppress(ConnectionError, TimeoutError):
            await asyncio.wait_for(asyncio.shield(link.ready), DIAL)
        return link if link.up else None

    def came_up(self, link: Link) -> None:
        if not link.dialled:
            self._came.add(link)
        log.info("the link with %s is up", link.address)

    def went_down(self, link: Link) -> None:
        if link.met:
            self.store.hung_up(link.address)
        if not link.dialled:
            self._came.discard(link)
            for guest in [guest for at, guest in self.guests.items() if at[0] is link]:
                self.let_go(link, guest.number)
            self.lead.left(link.address)
            return
        if self._dialled.get(link.address) is link:
            del self._dialled[link.address]
        self.finder.gone(link.address)
        self.asks.lost(link)
        self.lead.lost(link)
        for one in list(self.gates.values()):
            one.lost(link)

    async def _meet(self) -> None:
        """Links are there before somebody waits for one."""
        while True:
            try:
                there = {worker.address for worker in await self.crew.living()} - {self.address}
                await asyncio.gather(*(self.dial(address) for address in there))
            except (StoreError, OSError) as reason:
                log.warning("the other workers are not known: %s", reason)
            await asyncio.sleep(MEET)

    async def _check(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(CHECK)
            for link in [*self._dialled.values(), *self._came]:
                link.check(loop.time())

    # What comes over them

    def heard(self, link: Link, kind: Kind, connection: int, body: bytes) -> None:
        try:
            if link.dialled:
                self._answered(link, kind, connection, body)
            else:
                self._asked(link, kind, connection, body)
        except Exception:
            log.exception("a message of %s was not understood; the link is closed", link.address)
            link.close("a message that was not understood")

    def _answered(self, link: Link, kind: Kind, connection: int, body: bytes) -> None:
        if kind is Kind.ANSWER:
            self.asks.answered(connection, body)
        elif kind is Kind.TAKEN:
            self.moves.taken(connection)
        else:
            one = self.gates.get(connection)
            if one is not None:
                one.passed(link, kind, body)

    def _asked(self, link: Link, kind: Kind, connection: int, body: bytes) -> None:
        guest = self.guests.get((link, connection))
        if kind is Kind.FRAME:
            if guest is not None:
                guest.took(body)
        elif kind is Kind.OPEN:
            who = json.decode(body, type=Opened)
            if guest is None:
                made = PacketGuest if who.packets else Guest
                self.guests[link, connection] = made(self, link, connection, who)
            else:
                guest.be(who)
        elif kind is Kind.ATTACH:
            if guest is not None:
                guest.listen_at(json.decode(body, type=Attach))
        elif kind is Kind.GONE:
            self.let_go(link, connection)
        elif kind is Kind.ASK:
            self.asks.asked(link, connection, json.decode(body, type=Asked))
        elif kind is Kind.TELL:
            told = json.decode(body, type=Told)
            word = Notice(told.type, told.table, told.match, told.payload)
            self.hall.lobby.presence.tell(told.user, word)
        elif kind is Kind.TABLES:
            self.lead.shown(link.address, json.decode(body, type=Tables))
        elif kind is Kind.TAKE:
            self.take(link, connection, json.decode(body, type=list[int]))
        elif kind is Kind.NEWS:
            self.lead.news(json.decode(body, type=News))

    def take(self, link: Link, portion: int, numbers: list[int]) -> None:
        """Tables were given to this worker; who gave them hears when they are here."""
        task = asyncio.create_task(self._take(link, portion, numbers))
        self._takes.add(task)
        task.add_done_callback(self._takes.discard)

    async def _take(self, link: Link, portion: int, numbers: list[int]) -> None:
        try:
            await self.moves.take(numbers)
        except (StoreError, OSError) as reason:  # they are found again by a look at what is ours
            log.warning("tables that were given could not be read yet: %s", reason)
        link.send(Kind.TAKEN, portion)
        link.flush()

    async def spread(self, news: News) -> None:
        """All other workers hear it, as far as they are reached."""
        said = json.encode(news)
        for worker in await self.crew.living():
            if worker.address != self.address:
                link = await self.dial(worker.address)
                if link is not None:
                    link.send(Kind.NEWS, 0, said)


def _loopback(host: str) -> bool:
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"
