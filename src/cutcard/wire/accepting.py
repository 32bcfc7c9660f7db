"""A port at which connections are accepted, a slice at a time: a storm of them leaves room for the
players, and who is not wanted costs an `accept` and a `close`, and no protocol of any kind."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable
from time import thread_time

from cutcard.table.alarm import SLICE

from .proxy import plain

BACKLOG = 1024
AT_ONCE = 64  # connections accepted in one turn, and none after a slice of it

log = logging.getLogger("cutcard.wire")


class Accepting:
    """Accepts at these sockets; `came` has what comes, and the address it comes from."""

    def __init__(
        self, sockets: list[socket.socket], came: Callable[[socket.socket, str], None]
    ) -> None:
        self._sockets = sockets
        self._came = came
        self._loop = asyncio.get_running_loop()

    def open(self) -> None:
        """From now on connections are accepted."""
        for sock in self._sockets:
            sock.listen(BACKLOG)  # where several share a port, nobody is sent here before
            self._loop.add_reader(sock, self._accept, sock)

    def close(self) -> None:
        """No new connections."""
        for sock in self._sockets:
            self._loop.remove_reader(sock)
            sock.close()
        self._sockets = []

    def _accept(self, listening: socket.socket) -> None:
        until = thread_time() + SLICE
        for _ in range(AT_ONCE):
            if thread_time() > until:  # the loop comes back: the port is still readable
                return
            try:
                sock, address = listening.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as reason:
                # Out of file descriptors or memory: leave the port alone for a moment, or this
                # reader would spin, and go on when somebody may have left.
                log.error("accepting a connection failed; next try in 1 s: %s", reason)
                self._loop.remove_reader(listening)
                self._loop.call_later(1.0, self._again, listening)
                return
            sock.setblocking(False)
            self._came(sock, plain(str(address[0])))

    def _again(self, listening: socket.socket) -> None:
        if listening in self._sockets:
            self._loop.add_reader(listening, self._accept, listening)
