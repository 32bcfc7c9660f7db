"""What all TCP connections share: the listeners, the limits, and what they ask of the house. Now
and then it looks who has fallen silent or behind, and whether the certificate changed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from cutcard.lobby.bars import refusal
from cutcard.table.words import Refusal, User

from ..door import BACKLOG
from ..hall import Hall
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
        self._servers: list[asyncio.Server] = []
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

    async def open(self, port: Port) -> None:
        """Take connections there from now on."""
        certificate = port.certificate
        for sock in port.sockets:
            self._servers.append(
                await self.loop.create_server(
                    lambda: self._caller(self),
                    sock=sock,
                    backlog=BACKLOG,
                    ssl=None if certificate is None else certificate.context,
                    ssl_handshake_timeout=None if certificate is None else self.limits.tls,
                )
            )
        if certificate is not None:
            self.start(self._watch(certificate))

    def begin(self) -> None:
        """Watch over the connections from now on."""
        self.start(self._sweep())

    def shut(self) -> None:
        """The server stops: nobody new."""
        self.closing = True
        for server in self._servers:
            server.close()

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
