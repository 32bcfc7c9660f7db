"""The last lines said at each table, in a cache beside the process, for whichever takes the table
up next: after a restart, or when another process goes on with it.

cc:chat:<table>   a list of the last lines, for an hour from the last of them

It is a hint as all in the cache is: lines come late and without anybody waiting, and where it does
not answer a table taken up is silent at first. What is found there is believed only if it is a line
as we would have let somebody say it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Container
from typing import TYPE_CHECKING

from msgspec import DecodeError, json

from cutcard.table.tasks import Tasks

from .chat import KEPT, LONGEST, SPECTATORS, TABLE, Chat, ChatLine

if TYPE_CHECKING:
    from cutcard.store.valkey import Valkey

HOUR = 3600  # seconds
WAITING = 1000  # lines to be written; where there are more the oldest are left out


class Tails:
    """Between the chat of this process and the cache; without one it does nothing."""

    def __init__(self, chat: Chat, cache: Valkey | None = None) -> None:
        self.cache = cache
        self._chat = chat
        self._known: set[int] = set()  # tables whose tail was looked for
        self._said: deque[ChatLine] = deque(maxlen=WAITING)
        self._tasks = Tasks("writing chat to the cache")

    async def take_up(self, table: int) -> None:
        """Before the first look at a table's lines: what was said there before us."""
        if self.cache is None or table in self._known:
            return
        found = await self.cache.tail(_key(table))
        if table not in self._known:  # nobody was faster
            self._known.add(table)
            lines = [one for one in map(_read, found) if one is not None and _fits(one, table)]
            self._chat.take_up(table, lines)

    def said(self, line: ChatLine) -> None:
        """A line more, written soon."""
        if self.cache is None:
            return
        self._said.append(line)
        if not len(self._tasks):
            self._tasks.start(self._write())

    async def _write(self) -> None:
        while self._said and self.cache is not None:
            table = self._said[0].table
            some = []
            while self._said and self._said[0].table == table:
                some.append(json.encode(self._said.popleft()))
            await self.cache.append(_key(table), some, KEPT, HOUR)

    def sweep(self, tables: Container[int]) -> None:
        """Forgets tables that are here no longer: should they come back, others spoke meanwhile."""
        self._known = {table for table in self._known if table in tables}


def _key(table: int) -> str:
    return f"cc:chat:{table}"


def _read(line: bytes) -> ChatLine | None:
    try:
        return json.decode(line, type=ChatLine)
    except DecodeError:
        return None


def _fits(line: ChatLine, table: int) -> bool:
    return (
        line.table == table
        and line.channel in (TABLE, SPECTATORS)
        and 0 < len(line.text) <= LONGEST
    )
