"""What all TCP connections share: the listeners, the limits, and what they ask of the house. Now
and then it looks who has fallen silent or behind, and whether the certificate changed."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from cutcard.lobby.bars import refusal
from cutcard.table.words import Refusal, User

from ..accepting import Accepting
from ..hall import Hall
from ..limits import group
from .ports import Port, TcpSettings
from .tls import Certificate

if TYPE_CHECKING:
    from .line import TcpLine

log = logging.getLogger("cutcard.wire")

BANNED = 403  # of an ERROR
FAREWELL = 3.0  # seconds for the last bytes to be taken
LOOKED = 256  # entries of a table's log among which an action that is sent again is looked for


class Desk:
    """The TCP side of one server."""

    def __init__(
        self, hall: Hall, settings: TcpSettings, caller: Callable[[Desk], TcpLine]
    ) -> None:
        self.hall = hall
        self._caller = caller
        self.limits = settings.limits
        self.balance_first = settings.balance_first
        self.least_password = settings.least_password
        self.lines: set[TcpLine] = set()
        self.closing = False
        self.loop = asyncio.get_running_loop()
        self._listening: list[Accepting] = []
        self._handing: Counter[str] = Counter()  # of an address, not yet connections
        self._tasks: set[asyncio.Task[None]] = set()
        hall.tally.gauges["cutcard_tcp_connections"] = (
            "Open connections over TCP and TLS",
            lambda: len(self.lines),
        )
        hall.accounts.logged_out.append(self._logged_out)
        hall.others.append(self)
        hall.barring.append(self._turn_out)
        hall.accounts.renamed.append(self._renamed)

    # Listening

    def open(self, port: Port) -> None:
        """Take connections there from now on."""
        certificate = port.certificate
        listening = Accepting(port.sockets, lambda sock, host: self._came(sock, host, certificate))
        listening.open()
        self._listening.append(listening)
        if certificate is not None:
            self.start(self._watch(certificate))

    def _came(self, sock: socket.socket, host: str, certificate: Certificate | None) -> None:
        """Somebody is there. Of an address that is over its limits some are told so; where there
        are too many new ones, or as many again as it may have, they are hung up on: neither a TLS
        handshake nor the time to say hello is theirs."""
        key = None
        if not self.hall.proxies.trusts(host):  # whose it is comes with its header
            key = group(host)
            one = self.hall.addresses.of(host, self.loop.time())
            here = self._handing[key] + (0 if one is None else one.connections)
            if not self.hall.admits(host, here // 2):
                sock.close()
                return
            self._handing[key] += 1
        self.start(self._hand_on(sock, key, certificate))

    async def _hand_on(
        self, sock: socket.socket, key: str | None, certificate: Certificate | None
    ) -> None:
        try:
            await self.loop.connect_accepted_socket(
                lambda: self._caller(self),
                sock,
                ssl=None if certificate is None else certificate.context,
                ssl_handshake_timeout=None if certificate is None else self.limits.tls,
            )
        except OSError as reason:  # a TLS handshake that was none, too
            log.debug("lost while it was handed on: %s", reason)
            sock.close()
        finally:
            if key is not None:
                self._handing[key] -= 1
                if not self._handing[key]:
                    del self._handing[key]

    def begin(self) -> None:
        """Watch over the connections from now on."""
        self.start(self._sweep())

    def shut(self) -> None:
        """The server stops: nobody new."""
        self.closing = True
        for one in self._listening:
            one.close()

    async def close(self) -> None:
        """It has stopped: everybody is sent away."""
        for line in list(self.lines):
            line.hang_up("shutdown", 503, "The server is stopping; come back in a moment")
        until = self.loop.time() + FAREWELL
        while self.lines and self.loop.time() < until:  # noqa: ASYNC110 # polled at a stop only
            await asyncio.sleep(0.01)
        for line in list(self.lines):
            line.transport.abort()
        for task in self._tasks:
            task.cancel()

    # What connections need

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Something goes on beside the requests."""
        task = self.loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        reason = None if task.cancelled() else task.exception()
        if reason is not None and not isinstance(reason, Refusal):
            log.error("TCP: a background task failed; it is not run again", exc_info=reason)

    def end_session(self, token: str) -> None:
        """A connection is gone; its session ends with it."""
        if not self.closing:
            self.start(self.hall.accounts.log_out(token))

    def tokens(self, user: str) -> set[str]:
        """Of the sessions that a user's connections here were opened with."""
        return {
            line.token
            for line in self.lines
            if line.user is not None and line.user.id == user and line.token is not None
        }

    def session_ended(self, user: str, token: str | None) -> None:
        """A session of a user, or all of them, has ended elsewhere: so do its connections."""
        for line in list(self.lines):
            if line.user is not None and line.user.id == user and token in (None, line.token):
                line.hang_up("logged out", 401, "You have been logged out")

    # What callers ask of the house

    def roster(self, table: int) -> list[User | None]:
        """Who sits at a table; nobody, where it is closed."""
        try:
            return self.hall.house.roster(table)
        except Refusal:
            return []

    def acted(self, number: int, seat: int | None, mark: str, seen: int) -> bool:
        """Whether a seat made an action with that mark, and was not told to act anew since; it has
        seen the updates up to that one."""
        try:
            table = self.hall.house.peek(number)
        except Refusal:
            return False
        if table.deal is None or seat is None:
            return False
        since = table.deal.since.get(seat)
        until = -1 if since is None or since > seen else since
        left = LOOKED
        for header, log in ((table.deal.header, table.deal.log), *reversed(table.past)):
            for entry in reversed(log) if header.deal >= table.held_since[seat] else ():
                left -= 1
                if left < 0 or header.first + entry.n + 1 <= until:
                    return False
                if entry.seat == seat and entry.key is not None and entry.key.startswith(mark):
                    return True
        return False

    # Watching

    def _logged_out(self, user: str) -> None:
        self.session_ended(user, None)

    def _turn_out(self) -> None:
        for line in list(self.lines):
            user = None if line.user is None else line.user.id
            found = self.hall.lobby.bars.ban_on(user, line.host)
            if found is not None:
                why = refusal(found, "BANNED")
                line.hang_up("banned", BANNED, why.message)

    def _renamed(self, user: User) -> None:
        """Users are the same by their id: this is the one with the new name."""
        for line in self.lines:
            if line.user == user:
                line.user = user

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(self.limits.sweep)
            now = self.loop.time()
            for line in list(self.lines):
                line.check(now)

    async def _watch(self, certificate: Certificate) -> None:
        while True:
            await asyncio.sleep(self.limits.reload)
            with suppress(OSError):
                certificate.refresh()
