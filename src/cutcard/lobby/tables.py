"""The house's tables as people outside see them: listed, opened, filled, described."""

from __future__ import annotations

from collections.abc import Coroutine, Sequence
from contextlib import suppress
from typing import Annotated, Any

from msgspec import Meta, Struct

from cutcard import games
from cutcard.table.house import LONGEST_DELAY, House
from cutcard.table.words import Refusal, TableInfo, User

from .board import Board, Page, TableLine, full, line_of
from .forms import heaped
from .hosting import Hosting
from .looks import visible
from .rooms import Rooms
from .unwanted import Unwanted

Name = Annotated[str, Meta(min_length=1, max_length=64)]
SeatNumber = Annotated[int, Meta(ge=0, le=255)]
BotSeat = Annotated[str, Meta(pattern="^[0-9]{1,3}$")]
Delay = Annotated[int, Meta(ge=0, le=LONGEST_DELAY)]


class CreateTable(Struct, rename="camel"):
    """What somebody wants to open."""

    game: Name
    options: dict[str, Any] | None = None
    seats: SeatNumber | None = None
    name: Annotated[str, Meta(max_length=64)] = ""
    private: bool = False
    watchable: bool = True
    sit: bool = True
    bots: dict[BotSeat, Name] | None = None
    spectator_delay_seconds: Delay = 0
    ranked: bool = False


class CreateTwice(Struct):
    """The same deals at two tables, as somebody wants them opened."""

    game: Name
    options: dict[str, Any] | None = None
    name: Annotated[str, Meta(max_length=64)] = ""
    sit: bool = True


class Tables:
    """Lists and opens tables; `most` is how many one user may have open."""

    def __init__(self, house: House, most: int, words: Unwanted | None = None) -> None:
        self.house = house
        self.words = words or Unwanted()
        self.hosting = Hosting(house, most)
        self.rooms = Rooms(house)
        self.board = Board(self.rooms)

    def tables(self, game: str | None = None, *, free: bool = False, page: int = 0) -> Page:
        """A page of the tables anyone may see, of one game or all: those that wait for players
        first, then the newest."""
        if game is not None and game not in games.game_names():
            return Page([])
        return self.board.page((game, free), page)

    def free_first(self, most: int) -> list[TableInfo]:
        """The tables anyone may see: those with a free seat first, then the newest."""
        found = []
        for line in self.board.sorted(full)[:most]:
            with suppress(Refusal):  # closed, but that is not durable yet
                found.append(self.rooms.info(line.table))
        return found

    def tables_of(self, user: User) -> list[TableLine]:
        """Where a user sits."""
        return [line_of(self.rooms.info(table)) for table in self.rooms.tables_of(user.id)]

    async def create(
        self, user: User, wish: CreateTable, address: str | None = None
    ) -> tuple[int, int | None]:
        """Open a table as wished; its host sits down unless they do not want to."""
        if wish.ranked and wish.private:
            raise Refusal("INVALID_REQUEST", "A table found by a private link is casual")
        opening = self._open(user, wish)
        (info,) = await self._opened(user, wish.name, 1, opening, address)
        return info.table, self.house.peek(info.table).seat_of(user.id)

    async def create_twice(
        self, user: User, wish: CreateTwice, address: str | None = None
    ) -> list[int]:
        """Open two tables with the same deals; they count as two."""
        named = visible(wish.name)
        opening = self.house.open_twice(
            wish.game, wish.options or {}, host=user, name=named, sit=wish.sit
        )
        infos = await self._opened(user, wish.name, 2, opening, address)
        return [info.table for info in infos]

    async def _opened(
        self,
        user: User,
        name: str,
        count: int,
        opening: Coroutine[Any, Any, Sequence[TableInfo]],
        address: str | None,
    ) -> Sequence[TableInfo]:
        """So many tables for their host, if they may have them."""
        try:
            self.fit(name, "table")
            self.hosting.refuse_more(user.id, address, count)
            await self.hosting.refuse_elsewhere(user.id, count)
        except BaseException:
            opening.close()
            raise
        return await self.hosting.opened([user.id], address, count, opening)

    def fit(self, name: str, what: str) -> str:
        """The name of a table or an event as it is shown to all; refuses what is not to be."""
        if name and (not name.isprintable() or heaped(name)):
            raise Refusal("INVALID_REQUEST", f"The {what}'s name has printable characters only")
        if name:
            self.words.refuse(name, f"The {what}'s name")
        return visible(name)

    async def _open(self, user: User, wish: CreateTable) -> tuple[TableInfo]:
        info = await self.house.open(
            wish.game,
            wish.options or {},
            wish.seats,
            host=user,
            name=visible(wish.name),
            private=wish.private,
            bots={int(seat): bot for seat, bot in (wish.bots or {}).items()},
            watchable=wish.watchable,
            delay=wish.spectator_delay_seconds,
            sit=[user] if wish.sit else [],
            ranked=wish.ranked,
        )
        return (info,)

    async def fill(self, user: User, table: int, bot: str | None, seat: int | None = None) -> None:
        """Bots into the empty seats, asked for by somebody who sits there or opened the table."""
        info = self.house.info(table)
        if info.host != user.id and all(one["id"] != user.id for one in info.roster):
            raise Refusal("INVALID_PLAYER", "Only who sits at a table may fill it with bots")
        await self.house.fill(table, bot, seat)
