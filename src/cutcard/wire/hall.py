"""What all visits share: the house, the limits, the counts, and the one write per socket and turn.

Frames queue on their visit while the loop turns and go out together: an ACK and its update are
one write. Once a second the hall looks who has fallen silent or behind.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from time import thread_time
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from cutcard.events.holder import Holder
from cutcard.lobby.accounts import Accounts
from cutcard.lobby.bars import refusal
from cutcard.lobby.entrance import user_of
from cutcard.lobby.lobby import Lobby
from cutcard.lobby.unwanted import Unwanted
from cutcard.store.people import ADMIN
from cutcard.store.valkey_limits import ValkeyLimits
from cutcard.table.alarm import SLICE
from cutcard.table.house import House
from cutcard.table.words import Notice

from .limits import Address, Addresses, Limits, group
from .proxy import Proxies
from .tally import Tally

if TYPE_CHECKING:
    from .bridge.bridge import Bridge
    from .connection import Connection
    from .http.line import HttpLine
    from .socket import Socket
    from .visit import Visit

log = logging.getLogger("cutcard.wire")

NOBODY = Proxies()
SWEEP = 1.0  # seconds between two looks at everybody
FEW = 16  # connections written to without a look at the time,
MANY = 500  # and looked after
LAG = 0.25  # seconds between two measurements of the loop


class Origins(Struct, frozen=True):
    """Which pages may open a socket: the server's own host, those named, and programs."""

    named: frozenset[str] = frozenset()

    def allow(self, origin: str | None, host: str | None) -> bool:
        """A program sends no Origin; a page sends its own, and it must be ours."""
        if origin is None or "*" in self.named or origin in self.named:
            return True
        scheme, _, rest = origin.partition("://")
        return scheme in ("http", "https") and bool(rest) and rest == host


class Elsewhere(Protocol):
    """Connections of users that are none of /ws: TCP's."""

    def tokens(self, user: str) -> set[str]: ...

    def session_ended(self, user: str, token: str | None) -> None:
        """A session of a user, or all of them: so do its connections."""


class Hall:
    """The wire of one server."""

    def __init__(
        self,
        house: House,
        accounts: Accounts,
        limits: Limits,
        origins: Origins,
        proxies: Proxies = NOBODY,
        *,
        words: Unwanted | None = None,
        events: Holder | None = None,
    ) -> None:
        self.house = house
        self.accounts = accounts
        self.limits = limits
        self.origins = origins
        self.proxies = proxies
        self.addresses = Addresses(limits)
        distinct = limits.distinct_addresses
        events = events or Holder(house)
        self.lobby = Lobby(house, limits.tables, events, words=words, distinct=distinct)
        self.tally = Tally()
        self.sockets: set[Socket] = set()
        self.lines: set[HttpLine] = set()
        self.barring: list[Callable[[], None]] = [self._turn_out]  # TCP has its own
        self.others: list[Elsewhere] = []
        self.bridge: Bridge | None = None  # to other workers on the same database
        self.leaving = False  # nobody new is to be sent here
        self.closing = False
        self.probe: tuple[Visit, str, float] | None = None  # one move at a time is timed
        self.loop = asyncio.get_running_loop()
        self.tally.gauges = {
            "cutcard_connections": ("Open connections on /ws", lambda: len(self.sockets)),
            "cutcard_http_connections": ("Open connections over HTTP", lambda: len(self.lines)),
            "cutcard_online": ("Users connected", lambda: len(self.lobby.presence)),
            "cutcard_quick_match": (
                "Waiting for a match",
                lambda: len(self.lobby.matchmaker.pool),
            ),
        }
        self.tally.families = {
            "cutcard_house": (
                "Tables, matches under way, people and bots seated, spectators",
                "what",
                house.counts,
            ),
            "cutcard_queue": ("What waits for the disk or its time", "queue", house.queue),
        }
        house.witness(deal_over=self.tally.deal_over)
        accounts.logged_out.append(self._logged_out)
        accounts.named += [self.lobby.words.refuse_name, self.lobby.bars.refuse_name]
        moderation = self.lobby.moderation
        bars = self.lobby.bars
        house.spare(lambda row: bars.staff.get(row.host) == ADMIN)  # the operator's tables stay
        moderation.barred.append(self._barred)
        moderation.renamed.append(lambda person: accounts.tell_renamed(user_of(person)))
        self.tally.counters = {
            "cutcard_commits": ("Transactions written", lambda: house.commits),
        }
        self._unsent: list[Connection] = []
        self._watch: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin to watch over the visits and the loop."""
        self._watch = [
            self.loop.create_task(self._sweep()),
            self.loop.create_task(self._measure()),
            self.loop.create_task(self._follow()),
            self.loop.create_task(self._score()),
        ]
        if self.accounts.counts is not None:
            self._watch.append(self.loop.create_task(self._share(self.accounts.counts)))

    def stop(self) -> None:
        """Stop watching."""
        for task in self._watch:
            task.cancel()

    def admits(self, host: str, waiting: int) -> bool:
        """Whether one more connection is let in from there, beside so many that wait."""
        admitted = self.addresses.admit(host, waiting, self.loop.time())
        if not admitted:
            self.tally.closed["door"] += 1
        return admitted

    async def may_be_guest(self, address: Address, host: str) -> bool:
        """Whether one more new guest may come from an address, by all processes' count."""
        limits, counts = self.limits, self.accounts.counts
        if not address.guests.take(self.loop.time()):
            return False
        if counts is None:
            return True
        may = await counts.take("guest", group(host), limits.guest_rate, limits.guest_burst)
        if may is None:
            address.guests.owe(counts.processes() - 1)
        return may is not False

    def close(self, in_ms: int) -> None:
        """The server stops: everybody is told, at a table or not."""
        self.leaving = self.closing = True
        for socket in self.sockets:
            socket.warn(in_ms)

    async def empty(self, patience: float) -> None:
        """Wait until everybody is gone, but not for ever."""
        until = self.loop.time() + patience
        while self.sockets and self.loop.time() < until:  # noqa: ASYNC110 # polled at a stop only
            await asyncio.sleep(0.01)

    def _logged_out(self, user: str) -> None:
        """All sessions of a user have ended; their connections hear it, and end."""
        self.lobby.presence.tell(user, Notice("LOGGED_OUT", None, None, {}))

    def _barred(self) -> None:
        for turn_out in self.barring:
            turn_out()

    def _turn_out(self) -> None:
        """Who is banned by now is told so and sent away."""
        for socket in list(self.sockets):
            user = None if socket.user is None else socket.user.id
            found = self.lobby.bars.ban_on(user, socket.host)
            if found is not None and not socket.over:
                socket.turn_out(refusal(found, "BANNED"))

    def figures(self) -> dict[str, float]:
        return self.tally.now()

    def end_sessions(self, user: str, *, token: str | None = None, keep: str | None = None) -> None:
        """A session of a user has ended, or all but one: so do the connections it was opened
        with, for a token may not outlive its end on a connection that has shown it before."""
        for socket in list(self.sockets):
            if socket.user is None or socket.user.id != user:
                continue
            if socket.token == token if token is not None else socket.token != keep:
                socket.end_session()
        for other in self.others:
            other.session_ended(user, token)

    def tokens(self, user: str) -> set[str]:
        """Of the sessions that a user's connections were opened with."""
        found = {
            socket.token
            for socket in self.sockets
            if socket.user is not None and socket.user.id == user and socket.token is not None
        }
        return found.union(*(other.tokens(user) for other in self.others))

    def unsent(self, connection: Connection) -> None:
        """This connection has something to send at the end of the turn."""
        if not self._unsent:
            self.loop.call_soon(self._flush)
        self._unsent.append(connection)

    def _flush(self) -> None:
        """Writes for a slice; the loop comes back for the rest: thousands may watch one table."""
        connections, self._unsent = self._unsent, []
        until = thread_time() + SLICE
        for done, connection in enumerate(connections, 1):
            connection.flush()
            if done % FEW == 0 and thread_time() >= until and done < len(connections):
                if not self._unsent:
                    self.loop.call_soon(self._flush)
                self._unsent = connections[done:] + self._unsent
                return

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            now = self.loop.time()
            for done, one in enumerate([*self.sockets, *self.lines], 1):
                if one in self.sockets or one in self.lines:  # it may be gone by now
                    one.check(now)
                if done % MANY == 0:
                    await asyncio.sleep(0)
            self.addresses.sweep(now)
            try:
                self.lobby.sweep()
            except Exception:  # the sockets must be looked after all the same
                log.exception("the lobby's sweep failed; it runs again in %s s", SWEEP)

    async def _share(self, counts: ValkeyLimits) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            await self.addresses.share(counts)

    async def _follow(self) -> None:
        """What moderators did elsewhere takes effect here; what has ended is looked at."""
        while True:
            await asyncio.sleep(SWEEP)
            try:
                await self.lobby.moderation.follow()
                await self.lobby.fairplay.look()
            except Exception as reason:
                log.warning("moderation: reading failed, next try in %s s: %s", SWEEP, reason)

    async def _score(self) -> None:
        """What has ended is counted, beside the play."""
        while True:
            await asyncio.sleep(SWEEP)
            try:
                if self.lobby.leads:
                    await self.lobby.scorer.look()
            except Exception as reason:
                log.warning("statistics: counting failed, next try in %s s: %s", SWEEP, reason)

    async def _measure(self) -> None:
        while True:
            due = self.loop.time() + LAG
            await asyncio.sleep(LAG)
            self.tally.lag.add(max(0.0, self.loop.time() - due))
