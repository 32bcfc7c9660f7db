"""The board by the door: the public tables in few words, and what changes on it.

A line has what a list shows, and no options: a card set alone may have kilobytes. Lines are made
anew for tables about which something was written down, and for some of the others once a second, so
that a list costs what happened since the last one and not how many tables there are. A page is made
once for all who ask for it until then.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from msgspec import Struct, json

from cutcard.store.protocol import Batch
from cutcard.table.words import Notice, Refusal, TableInfo, Word

from .rooms import Rooms

LISTED = 100  # tables on a page
ROOM = 60_000  # bytes of a page, and of a change that is told
LOOKED_AT = 200  # lines made anew once a second, though nothing was written about them
TOLD = 200  # changes told at a time

Later = Callable[["TableLine"], bool]
Which = tuple[str | None, bool]
"""One game or all, and whether only those with a free seat."""


class TableLine(Struct, frozen=True, rename="camel", omit_defaults=True):
    """A table as a list shows it; TABLE and JOIN_TABLE tell the rest."""

    table: int
    match: str
    game: str
    name: str
    seats: int
    roster: list[dict[str, Any]]
    status: str
    host: str
    private: bool = False
    watchable: bool = True
    spectators: int = 0
    spectator_delay_seconds: int = 0


class Page(Struct, omit_defaults=True):
    """Tables; `next` is the page after it, where there is one."""

    tables: list[TableLine]
    next: int | None = None


class Reader(Protocol):
    """A connection that is told what changes."""

    def hear(self, word: Word) -> None: ...


def line_of(info: TableInfo) -> TableLine:
    """A table in few words."""
    return TableLine(
        info.table,
        info.match,
        info.game,
        info.name,
        info.seats,
        info.roster,
        info.status,
        info.host,
        info.private,
        info.watchable,
        info.spectators,
        info.spectator_delay_seconds,
    )


def begun(line: TableLine) -> bool:
    """Those that wait for players come first."""
    return line.status != "WAITING_TO_START"


def full(line: TableLine) -> bool:
    return len(line.roster) >= line.seats


class Board:
    """The public tables there are."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._lines: dict[int, TableLine] = {}
        self._old = set(rooms.numbers())  # tables whose line is to be made anew
        self._changed: set[int] = set()  # tables of which the readers were not told yet
        self._readers: dict[Reader, str | None] = {}
        self._pages: dict[Which, list[Page]] = {}
        self._sorted: dict[Later, list[TableLine]] = {}
        rooms.house.witness(batch=self.see)
        rooms.changed.append(self._old_by_others)

    def see(self, batch: Batch) -> None:
        """A batch is durable."""
        old = self._old
        old.update(row.table for row in batch.tables)
        old.update(row.table for row in batch.seats)
        old.update(row.table for row in batch.matches)
        old.update(batch.closed)

    def _old_by_others(self, tables: Sequence[int]) -> None:
        self._old.update(tables)

    def touch(self, table: int) -> None:
        """Something about a table changed that is not written down."""
        self._old.add(table)

    def sorted(self, later: Later) -> list[TableLine]:
        """All lines, the newest first, but some of them after the others."""
        self._refresh()
        found = self._sorted.get(later)
        if found is None:
            found = sorted(self._lines.values(), key=lambda line: (later(line), -line.table))
            self._sorted[later] = found
        return found

    def page(self, which: Which, number: int = 0) -> Page:
        """Those that wait for players first, then the newest."""
        self._refresh()
        pages = self._pages.get(which)
        if pages is None:
            game, free = which
            lines = [
                line
                for line in self.sorted(begun)
                if game in (None, line.game) and not (free and full(line))
            ]
            pages = self._pages[which] = _cut(lines)
        return pages[number] if number < len(pages) else Page([])

    # Who reads on

    def read(self, reader: Reader, game: str | None) -> None:
        """Tell this one what changes from now on, once a second at most."""
        self._readers[reader] = game

    def leave(self, reader: Reader) -> None:
        """It wants to hear no more, or is gone."""
        self._readers.pop(reader, None)

    def sweep(self) -> None:
        """Once a second: a look at some tables, and what changed is told to those who read."""
        for number in list(self._lines)[:LOOKED_AT]:
            self._lines[number] = self._lines.pop(number)  # the others come first next time
            self._old.add(number)
        self._refresh()
        if not self._readers:
            self._changed.clear()
            return
        some = sorted(self._changed)[:TOLD]
        games: dict[str | None, Notice] = {}
        writer = self._rooms.house.floor.writer
        for reader, game in list(self._readers.items()):
            if game not in games:
                games[game] = self._change(some, game)
            if games[game].payload["tables"] or games[game].payload["gone"]:
                writer.say(None, (reader,), games[game])  # it may have been looked at too early
        self._changed.difference_update(some)

    def _change(self, numbers: list[int], game: str | None) -> Notice:
        there = [self._lines[number] for number in numbers if number in self._lines]
        lines = [line for line in there if game in (None, line.game)]
        (page, *rest) = _cut(lines) or [Page([])]
        self._old.update(line.table for one in rest for line in one.tables)
        gone = [number for number in numbers if number not in self._lines]
        return Notice("TABLES_CHANGED", None, None, {"tables": page.tables, "gone": gone})

    def _refresh(self) -> None:
        """Make the lines anew that are out of date."""
        if not self._old:
            return
        old, self._old = self._old, set()
        changed = [number for number in old if self._look(number)]
        if changed:
            self._changed.update(changed)
            self._pages.clear()
            self._sorted.clear()

    def _look(self, number: int) -> bool:
        """Whether a table's line is another than before."""
        before = self._lines.get(number)
        try:
            info = self._rooms.info(number)
        except Refusal:  # it is closed
            return self._lines.pop(number, None) is not None
        if info.private or info.event:  # an event's tables are found through it
            return False
        line = self._lines[number] = line_of(info)
        return line != before


def _cut(lines: list[TableLine]) -> list[Page]:
    """Pages of no more tables, and no more bytes, than an answer has."""
    pages: list[Page] = []
    room = 0
    for line in lines:
        size = len(json.encode(line))
        if not pages or room < size or len(pages[-1].tables) >= LISTED:
            if pages:
                pages[-1].next = len(pages)
            pages.append(Page([]))
            room = ROOM
        pages[-1].tables.append(line)
        room -= size
    return pages
