"""How a client asks how its tables stand: after a lost connection, and where an update is missing.

Where nobody can say it for the moment (the table's server is gone, and no other has it yet) it is
asked again after a pause, each longer than the one before, until it is said or `PATIENCE` is over.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from secrets import token_hex

from .line import ErrorBody

BUSY = "GAME_ERROR"  # the server cannot say it just now: it may be asked again
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 3.0  # seconds between two tries
PATIENCE = 60.0  # seconds after which a refusal is the last


def next_pause(pause: float) -> float:
    """The one after it."""
    return min(2 * pause, LONGEST_PAUSE)


class _Asked:
    """A table that is asked for, or will be again."""

    def __init__(self, until: float) -> None:
        self.until = until
        self.pause = FIRST_PAUSE
        self.key = ""
        self.again: asyncio.TimerHandle | None = None


class Asking:
    """The tables a client asks for; `send(table, key)` asks for one."""

    def __init__(self, send: Callable[[int, str], None]) -> None:
        self._send = send
        self._tables: dict[int, _Asked] = {}

    def ask(self, table: int) -> None:
        """Asks how it stands, unless the answer is on its way."""
        if table not in self._tables:
            now = asyncio.get_running_loop().time()
            self._tables[table] = asked = _Asked(now + PATIENCE)
            self._try(table, asked)

    def _try(self, table: int, asked: _Asked) -> None:
        asked.key = token_hex(8)
        self._send(table, asked.key)

    def answered(self, key: str, error: ErrorBody | None) -> bool:
        """Whether this answers one that was asked here, and needs nobody else's attention: only the
        last refusal does."""
        table = next((at for at, one in self._tables.items() if one.key == key), None)
        if table is None:
            return False
        asked = self._tables[table]
        loop = asyncio.get_running_loop()
        if error is not None and error.code == BUSY and loop.time() < asked.until:
            asked.again = loop.call_later(asked.pause, self._try, table, asked)
            asked.pause = next_pause(asked.pause)
            return True
        del self._tables[table]
        return error is None

    def shown(self, table: int) -> None:
        """It was told how that one stands, asked or not."""
        asked = self._tables.pop(table, None)
        if asked is not None and asked.again is not None:
            asked.again.cancel()

    def stop(self) -> None:
        """The connection is lost: all are asked for anew on the next."""
        for table in list(self._tables):
            self.shown(table)
