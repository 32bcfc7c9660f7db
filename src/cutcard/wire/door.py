"""The one public port. A connection is accepted here, its first bytes are looked at but left in
place, and the whole socket is handed on: `GET /ws` to the WebSocket protocol, the rest to HTTP.

Nothing is read here but a proxy's PROXY header, so neither side needs to know of the other. Whoever
sends too little waits for its bytes without costing a turn of the loop (SO_RCVLOWAT), and is closed
when time is up.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
from collections import Counter
from collections.abc import Callable

from .accepting import BACKLOG, Accepting
from .limits import group
from .proxy import BadHeader, Proxies, begins, header

NOBODY = Proxies()
ENOUGH = 8  # bytes that tell: "GET /ws " or "GET /ws?"; the shortest request has 18
RETRY = 0.1  # seconds between looks where the system wakes us for fewer bytes than ENOUGH
HEADER = 2048  # bytes in which a PROXY header must be
Protocols = Callable[[str], asyncio.BaseProtocol]
"""Makes the protocol of a connection, given whose it is."""
Admit = Callable[[str, int], bool]
"""Whether one more is let in from there, beside so many that have not said what they want."""

log = logging.getLogger("cutcard.wire")


class PortTaken(OSError):
    """Somebody else listens there; the message is the sentence to print."""


def listen(
    host: str, port: int, *, shared: bool = False, accepts: bool = True
) -> list[socket.socket]:
    """Sockets listening on every address of the host; PortTaken says so in a sentence. A `shared`
    port is listened on by several processes, among which the system spreads who comes; one that
    does not `accept` only keeps it for them."""
    found = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    sockets: list[socket.socket] = []
    try:
        for family, kind, proto, _, address in dict.fromkeys(found):
            sock = socket.socket(family, kind, proto)
            sockets.append(sock)
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if shared:
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
            if family == socket.AF_INET6:
                sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            # A free port is chosen once: every address of the host listens on the same.
            chosen = sockets[0].getsockname()[1] if len(sockets) > 1 else port
            sock.bind((address[0], chosen, *address[2:]))
            if accepts:
                sock.listen(BACKLOG)
            sock.setblocking(False)
    except OSError as reason:
        for sock in sockets:
            sock.close()
        if reason.errno == errno.EADDRINUSE:
            raise PortTaken(
                f"port {port} on {host} is in use; stop what listens there or choose another --port"
            ) from None
        raise
    return sockets


class Door:
    """Accepts, looks and hands on. `websocket` and `http` make the protocol for a connection."""

    def __init__(
        self,
        sockets: list[socket.socket],
        websocket: Protocols,
        http: Protocols,
        patience: float,
        proxies: Proxies = NOBODY,
        *,
        admit: Admit = lambda host, waiting: True,
    ) -> None:
        self._accepting = Accepting(sockets, self._came)
        self._admit = admit
        self._counted: dict[socket.socket, str] = {}  # whose they are, where it is known
        self._waiting: Counter[str] = Counter()  # and how many of each
        self._proxies = proxies
        self._hosts: dict[socket.socket, str] = {}
        self._proxied: set[socket.socket] = set()  # from a proxy, and its header has not come
        self.patience = patience
        self._websocket = websocket
        self._http = http
        self._loop = asyncio.get_running_loop()
        self._looking: dict[socket.socket, asyncio.TimerHandle] = {}
        self._handing: set[asyncio.Task[None]] = set()

    def open(self) -> None:
        """From now on connections are accepted."""
        self._accepting.open()

    def close(self) -> None:
        """No new connections, and those that have not said what they want are closed."""
        self._accepting.close()
        for sock in list(self._looking):
            self._forget(sock)
            sock.close()

    def _came(self, sock: socket.socket, host: str) -> None:
        if self._proxies.trusts(host):
            self._proxied.add(sock)
        elif not self._take(sock, host):
            sock.close()
            return
        self._looking[sock] = self._loop.call_later(self.patience, self._too_slow, sock)
        self._hosts[sock] = host
        self._look(sock)

    def _take(self, sock: socket.socket, host: str) -> bool:
        """It waits here as that host's, unless there are too many of them."""
        key = group(host)
        if not self._admit(host, self._waiting[key]):
            return False
        self._counted[sock] = key
        self._waiting[key] += 1
        return True

    def _look(self, sock: socket.socket) -> None:
        """Decide by the first bytes, or come back when there are enough."""
        if sock not in self._looking:
            return
        try:
            start = sock.recv(ENOUGH, socket.MSG_PEEK)
        except (BlockingIOError, InterruptedError):
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVLOWAT, ENOUGH)
            self._loop.add_reader(sock, self._look, sock)
            return
        except OSError:
            start = b""
        self._loop.remove_reader(sock)
        if not start:
            self._forget(sock)
            sock.close()
        elif len(start) < ENOUGH:
            # Too few bytes were there at once, or the system ignores SO_RCVLOWAT, or the other
            # side has sent all it ever will: look again, by the clock and not by the reader.
            self._loop.call_later(RETRY, self._look, sock)
        elif sock in self._proxied and begins(start):
            self._unwrap(sock)
        else:
            host = self._hosts[sock]
            self._forget(sock)
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVLOWAT, 1)
            chosen = self._websocket if start in (b"GET /ws ", b"GET /ws?") else self._http
            task = self._loop.create_task(self._hand_on(sock, lambda: chosen(host)))
            self._handing.add(task)
            task.add_done_callback(self._handing.discard)

    def _unwrap(self, sock: socket.socket) -> None:
        """Take the PROXY header off, once it is whole, and look at what comes after it."""
        try:
            found = header(sock.recv(HEADER, socket.MSG_PEEK))
            if found is None:
                self._loop.call_later(RETRY, self._look, sock)
                return
            sock.recv(found[0])
        except (BadHeader, OSError) as reason:
            log.warning("a trusted proxy sent what cannot be read: %s; it is hung up on", reason)
            self._forget(sock)
            sock.close()
            return
        self._proxied.discard(sock)
        if found[1] is not None:
            if not self._take(sock, found[1]):
                self._forget(sock)
                sock.close()
                return
            self._hosts[sock] = found[1]
        self._look(sock)

    async def _hand_on(
        self, sock: socket.socket, protocol: Callable[[], asyncio.BaseProtocol]
    ) -> None:
        try:
            await self._loop.connect_accepted_socket(protocol, sock)
        except OSError as reason:
            log.debug("lost while it was handed on: %s", reason)
            sock.close()

    def _forget(self, sock: socket.socket) -> None:
        key = self._counted.pop(sock, None)
        if key is not None:
            self._waiting[key] -= 1
            if not self._waiting[key]:
                del self._waiting[key]
        timer = self._looking.pop(sock, None)
        self._hosts.pop(sock, None)
        self._proxied.discard(sock)
        if timer is not None:
            timer.cancel()
            self._loop.remove_reader(sock)

    def _too_slow(self, sock: socket.socket) -> None:
        self._forget(sock)
        sock.close()
