"""A server: a store, the house on it, and the one port to both `/ws` and HTTP. Starting replays
what was unfinished; stopping tells the players, writes down what is under way and hangs up."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable, Coroutine
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aiohttp import web
from msgspec import Struct
from picows import WSAutoPingStrategy, WSUpgradeRequest, WSUpgradeResponse
from picows import WSUpgradeResponseWithListener as Upgraded
from picows.picows import WSProtocol  # type: ignore[attr-defined] # left out of its type stubs

from cutcard import games
from cutcard.events.holder import Holder
from cutcard.lobby.accounts import Accounts, Registration
from cutcard.lobby.attempts import SIGN_UPS
from cutcard.lobby.cards import game_card
from cutcard.lobby.mail import Mail, Smtp
from cutcard.lobby.sessions import SESSION_DAYS
from cutcard.lobby.sweep import GUEST_DAYS
from cutcard.lobby.unwanted import Unwanted
from cutcard.lobby.worst import is_worst
from cutcard.store.protocol import Store
from cutcard.store.valkey_limits import ValkeyLimits
from cutcard.table.hot import Hot
from cutcard.table.house import House, epoch_ms
from cutcard.table.words import User
from cutcard.table.wrapped import bare

from . import logs
from .audit import Audit
from .codes import SHUTTING_DOWN
from .door import Door, listen
from .envelope import FIRST, JSON, MAX_FRAME, MSGPACK, PACKED, TEXTUAL, Codec
from .hall import Hall, Origins
from .http import app, openapi
from .http.call import FORWARDED
from .http.line import HttpLine
from .limits import Limits
from .proxy import Proxies
from .tcp.caller import Caller
from .tcp.desk import Desk
from .tcp.ports import TcpSettings, bind
from .upkeep import Upkeep
from .visit import Visit

if TYPE_CHECKING:
    from cutcard.store.valkey import Valkey

    from .bridge.bridge import Bridge

    _Adapter = logging.LoggerAdapter[logging.Logger]
else:
    _Adapter = logging.LoggerAdapter

READ_BUFFER = 2048  # what picows sets aside per socket; it grows with what comes
NOTICE = 1000  # ms after which who is told of a stop should try to come back
KEPT = 75.0  # seconds for which a proxy may keep a connection unused
LINGER = 0.5  # seconds for the rest of a request that is refused before it has come
FAREWELL = 3.0  # seconds for the last bytes to be taken
AGENT = 200  # characters of what a program calls itself


log = logging.getLogger("cutcard.wire")


class Settings(Struct, frozen=True):
    """How a server is run."""

    host: str = "127.0.0.1"
    port: int = 8000
    guests: bool = True
    origins: frozenset[str] = frozenset()
    limits: Limits = Limits()
    abandon_on_stop: bool = False
    audit: Path | None = None
    registration: Registration = "open"
    tcp: TcpSettings = TcpSettings()
    words: Path | None = None  # the list of unwanted words
    proxies: Proxies = Proxies()  # who may say for whom they speak
    sign_ups: float = SIGN_UPS  # accounts an hour of one address
    guest_days: float = GUEST_DAYS  # without use, after which a guest is forgotten; 0: never
    session_days: float = SESSION_DAYS  # without use, after which an account's session ends
    archive: tuple[Path, float] | None = None  # where the logs of old games go, and of how old
    cache: Valkey | None = None  # beside the store, for what is being played
    processes: int = 1  # that serve together on this machine: each counts its part without a cache
    smtp: Smtp | None = None  # where letters are handed in; None: none are sent
    bridge: tuple[str, int] | None = None  # where other workers on this database reach this one
    balance: bool = True  # tables go to workers with fewer
    gateway: bool = False  # this worker has no tables, only connections
    confirm_email: bool = False  # nobody signs up without the code of a letter


class Server:
    """`await start()`, play, `await stop()`."""

    def __init__(self, store: Store, house: House, settings: Settings) -> None:
        self.store = store
        self.house = house
        self.settings = settings
        self.audit: Audit | None = None
        self.words = Unwanted(settings.words)
        self.tcp_port: int | None = None  # where it listens, once it does
        self.tls_port: int | None = None
        self._hot: asyncio.Task[None] | None = None
        self.bridge: Bridge | None = None

    async def start(self) -> int:  # noqa: PLR0915 - everything there is, in its order
        """Open the port, and return its number; PortTaken if another has it."""
        settings = self.settings
        shared = settings.bridge is not None
        # A worker listens when it is ready: the others are there for who comes meanwhile.
        sockets = listen(settings.host, settings.port, shared=shared, accepts=not shared)
        try:
            ports = bind(settings.host, settings.tcp, shared=shared, accepts=not shared)
        except BaseException:
            _shut(sockets)
            raise
        try:
            await self._share()
            await self.store.open()
            if self.bridge is not None:
                await self._must_be_reached(self.bridge)
            self._let_look()
            events = Holder(self.house)
            if self.bridge is None:
                await events.load()
            await self.house.start()
            if self.bridge is None:  # else they are whose the lobby is
                events.take_up()
        except BaseException:
            _shut([*sockets, *(sock for port in ports for sock in port.sockets)])
            raise
        self.accounts = Accounts(
            self.store,
            self.house,
            registration=settings.registration,
            guests=settings.guests,
            post=None if settings.smtp is None else Mail(settings.smtp),
            confirm_email=settings.confirm_email,
            sign_ups=settings.sign_ups,
            counts=None if settings.cache is None else self._counts(settings.cache),
            session_days=settings.session_days,
        )
        self.hall = Hall(
            self.house,
            self.accounts,
            settings.limits,
            Origins(settings.origins),
            settings.proxies,
            words=self.words,
            events=events,
        )
        await self.hall.lobby.moderation.start()
        if self.hall.lobby.moderation.restored and self.bridge is None:  # files only are put back
            await events.call_off(self.hall.lobby.moderation.restored)
        self.accounts.renamed.append(self._renamed)
        if self.audit is not None:
            self.audit.start(self.house)
            waiting = ("Batches the audit trail has not written yet", self.audit.waiting)
            self.hall.tally.gauges["cutcard_audit_queue"] = waiting
        visits = websocket(self.hall, None if self.bridge is None else self.bridge.visit)
        self._runner = web.AppRunner(
            app(self.hall, visits), access_log=None, shutdown_timeout=FAREWELL
        )
        await self._runner.setup()
        lines = self._lines(self._runner.server)
        hello = settings.limits.hello
        self._door = Door(sockets, visits, lines, hello, settings.proxies, admit=self.hall.admits)
        self.hall.start()
        self.desk = Desk(
            self.hall, settings.tcp, Caller if self.bridge is None else self.bridge.call
        )
        if self.bridge is not None:
            self.hall.bridge = self.bridge
            if not self.bridge.first:  # others serve meanwhile: it begins as fast as they are
                await asyncio.to_thread(_warm)
            await self.bridge.start(self.hall, self.desk)
            self.bridge.moves.balance = settings.balance
        self._door.open()
        for port in ports:
            self.desk.open(port)
            if port.certificate is None:
                self.tcp_port = port.number
            else:
                self.tls_port = port.number
        self.desk.begin()
        self._keep_warm()
        self.upkeep = Upkeep(self.hall, settings.guest_days, settings.archive)
        await self.upkeep.start()
        for left in games.left_out():
            log.warning("%s (%s)", left, left.advice)
        self._warming = asyncio.get_running_loop().run_in_executor(None, _warm)
        return int(sockets[0].getsockname()[1])

    def also(self, work: Coroutine[Any, Any, None]) -> None:
        """Goes on beside it until the process ends."""
        self._beside = asyncio.create_task(work)

    def _counts(self, cache: Valkey) -> ValkeyLimits:
        return ValkeyLimits(cache, lambda: self.settings.processes)

    async def _share(self) -> None:
        """Where it is one of several workers: others find it before it has a table."""
        if self.settings.bridge is not None:
            from cutcard.store.postgres import PostgresStore  # noqa: PLC0415 # a part of its own

            from .bridge.bridge import Bridge  # noqa: PLC0415 # likewise

            store = bare(self.store)  # what workers know of each other has no cards in it
            assert isinstance(store, PostgresStore)
            gateway = self.settings.gateway
            self.bridge = Bridge(store, *self.settings.bridge, gateway=gateway)
            store.share(await self.bridge.listen(), gateway=gateway)

    async def _must_be_reached(self, bridge: Bridge) -> None:
        try:
            await bridge.reachable()
        except BaseException:
            await self.store.close()
            raise

    def _let_look(self) -> None:
        """Who is shown what becomes durable, from the first table on."""
        settings, house = self.settings, self.house
        if settings.audit is not None:
            self.audit = Audit(settings.audit)
            house.witness(batch=self.audit.see)
        if logs.log.isEnabledFor(logging.DEBUG):
            house.witness(batch=logs.diary)
        if settings.cache is not None:
            house.hot = Hot(house.floor, settings.cache, epoch_ms)
            house.witness(batch=house.hot.see)

    def _keep_warm(self) -> None:
        hot = self.house.hot
        if hot is not None:
            hot.here = self.hall.lobby.presence.ids
            self.hall.lobby.tails.cache = hot.cache
            self._hot = asyncio.create_task(hot.run(), name="what is hot")
            failures = ("Calls of the cache that came to nothing", hot.cache.failed)
            self.hall.tally.gauges["cutcard_cache_failures"] = failures

    def _lines(self, server: web.Server | None) -> Callable[[str], HttpLine]:
        """What makes the HTTP side of an accepted socket, given whose it is."""
        assert server is not None
        hello = self.settings.limits.hello

        def made(host: str) -> HttpLine:
            patient = self.hall.proxies.trusts(host)  # a proxy keeps its connections for others
            return HttpLine(
                self.hall,
                host,
                server,
                keepalive_timeout=KEPT if patient else hello,  # also for a head without an end
                lingering_time=LINGER,
            )

        return made

    def _renamed(self, user: User) -> None:
        """Somebody is called something else: so are their connections, and they and their friends
        hear it."""
        for one in self.hall.sockets:
            if one.user == user:
                one.user = user
        self.hall.lobby.rename(user)

    def leave(self) -> None:
        """A stop comes: `/ready` says so, and everything else goes on."""
        self.hall.leaving = True

    def reopen(self) -> None:
        """Files that are written into were moved away; go on in new ones. The list of words may be
        another."""
        self.words.reload()
        if self.audit is not None:
            self.audit.reopen()

    async def stop(self) -> None:
        """Drain: nobody new, everybody told, everything written, then goodbye."""
        self.upkeep.stop()
        self._door.close()
        self.desk.shut()
        if self.bridge is not None:
            await self.bridge.leave()
        self.hall.close(in_ms=NOTICE)
        await self.house.stop(abandon=self.settings.abandon_on_stop)
        if self.audit is not None:
            await asyncio.to_thread(self.audit.close)
        for one in list(self.hall.sockets):
            one.close(SHUTTING_DOWN)
        await self.desk.close()
        await self.hall.empty(FAREWELL)
        self.hall.stop()
        await self._runner.cleanup()
        if self._hot is not None and self.settings.cache is not None:
            self._hot.cancel()
            await self.settings.cache.close()
        self.accounts.close()
        if self.bridge is not None:
            await self.bridge.rest()
        await self.store.close()
        if self.bridge is not None:
            await self.bridge.stop()


@cache
def _warmed(warm: Callable[[], dict[str, Exception]]) -> dict[str, Exception]:
    """What games make ready serves every server of this process."""
    return warm()


def _warm() -> None:
    """Makes what the first to ask would wait for, and everybody with them."""
    for name in games.game_names():
        game_card(name)
    openapi.document()
    is_worst("")  # the list is made at its first use
    for name, error in _warmed(games.warm).items():
        log.error(
            "the game %s could not make ready what its first use needs; that use will be slow: %r",
            name,
            error,
        )


class _Quiet(_Adapter):
    """What picows logs through. Frames that are none are their sender's fault: to write a line
    for each would let anybody fill our disk. And out of a plain Logger picows would make one for
    every connection."""

    def error(self, msg: object, *args: object, **kwargs: Any) -> None:
        self.debug(msg, *args, **kwargs)


def websocket(
    hall: Hall, make: Callable[[Codec], Visit] | None = None
) -> Callable[[str], WSProtocol]:
    """What makes the WebSocket side of an accepted socket, given whose it is."""
    quiet = _Quiet(logging.getLogger("cutcard.wire.socket"))

    def visit(peer: str, request: WSUpgradeRequest) -> Upgraded:
        headers = request.headers
        if not hall.origins.allow(headers.get("Origin"), headers.get("Host")):
            hall.tally.refusals["ORIGIN"] += 1
            refused = WSUpgradeResponse.create_error_response(
                403, b"This page may not use this server"
            )
            return Upgraded(refused, None)
        if hall.closing:
            stopping = WSUpgradeResponse.create_error_response(503, b"The server is stopping")
            return Upgraded(stopping, None)
        said = ",".join(headers.getall("Sec-WebSocket-Protocol", []))
        offered = [one.strip() for one in said.split(",")]
        chosen = next((one for one in (MSGPACK, TEXTUAL) if one in offered), None)
        accepted = WSUpgradeResponse.create_101_response(
            None if chosen is None else {"Sec-WebSocket-Protocol": chosen}
        )
        codec = PACKED if chosen == MSGPACK else JSON
        one = Visit(hall, codec) if make is None else make(codec)
        if chosen is not None:  # who offers nothing else is not told of any, and brings nothing
            one.brought = next((b[len(FIRST) :] for b in offered if b.startswith(FIRST)), None)
        one.agent = (headers.get("User-Agent") or "")[:AGENT]
        one.host = hall.proxies.client(peer, headers.getall(FORWARDED, ()))
        one.counted = one.host == peer and not hall.proxies.trusts(peer)  # by the door, as theirs
        return Upgraded(accepted, one)

    def protocol(host: str) -> WSProtocol:
        return WSProtocol(
            None,  # a client's host and path
            None,
            False,  # the server's side
            partial(visit, host),
            quiet,
            True,  # a bug of ours while taking a frame ends that connection, and no other
            hall.limits.hello,
            False,  # pings are the hall's: one task for all
            hall.limits.idle,
            hall.limits.idle,
            WSAutoPingStrategy.PING_WHEN_IDLE,
            False,  # pings of the other side are a Socket's: they are counted
            MAX_FRAME,
            None,
            READ_BUFFER,
        )

    return protocol


def _shut(sockets: list[socket.socket]) -> None:
    for sock in sockets:
        sock.close()
