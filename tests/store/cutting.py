"""A way to the database that can be cut: before a statement arrives there, or after it was carried
out and before its answer is back."""

from __future__ import annotations

import asyncio
from urllib.parse import urlsplit, urlunsplit

BEFORE, AFTER = "before", "after"
VOID = b"\0\0\0\0C\0\0\0\rSELECT 1\0"  # what PostgreSQL answers to a function that returns nothing,
DONE = (VOID, b"UPDATE 1\0")  # and to an update


class Way:
    """Listens on a port of its own and passes bytes on, until it is told to cut."""

    def __init__(self, url):
        self.parts = urlsplit(url)
        self.cuts = 0
        self._next = None
        self._open = []

    async def __aenter__(self):
        self.server = await asyncio.start_server(self._meet, "127.0.0.1", 0)
        port = self.server.sockets[0].getsockname()[1]
        user = f"{self.parts.username}@" if self.parts.username else ""
        self.url = urlunsplit(self.parts._replace(netloc=f"{user}127.0.0.1:{port}"))
        return self

    async def __aexit__(self, *_):
        self.server.close()
        for _, writer in self._open:
            writer.close()

    def cut(self, when):
        """The connections there are now are cut when the next statement comes."""
        self._next = (when, {number for number, _ in self._open})

    async def _meet(self, reader, writer):
        number = id(writer)
        there = await asyncio.open_connection(self.parts.hostname, self.parts.port or 5432)
        self._open.append((number, writer))
        try:
            await asyncio.gather(
                self._pass(number, reader, there[1], BEFORE),
                self._pass(number, there[0], writer, AFTER),
            )
        except (OSError, EOFError, asyncio.CancelledError):
            pass  # cut, or the test is over
        finally:
            self._open = [one for one in self._open if one[0] != number]
            writer.close()
            there[1].close()

    async def _pass(self, number, reader, writer, when):
        while data := await reader.read(65536):
            wanted = self._next and self._next[0] == when and number in self._next[1]
            if wanted and (when == BEFORE or any(done in data for done in DONE)):
                self._next = None
                self.cuts += 1
                raise EOFError
            writer.write(data)
            await writer.drain()
        raise EOFError
