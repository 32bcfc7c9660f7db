"""The house's tables as people outside see them: listed, opened, filled, described."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Annotated, Any

from msgspec import Meta, Struct

from cutcard.table.house import LONGEST_DELAY, House
from cutcard.table.words import Refusal, TableInfo, User

FRESH = 0.1  # seconds for which one list serves all who ask
LISTED = 100  # tables in an answer
OPEN = ("WAITING_TO_START", "IN_PROGRESS")

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


Later = Callable[[TableInfo], bool]


def _begun(info: TableInfo) -> bool:
    return info.status != "WAITING_TO_START"


def _full(info: TableInfo) -> bool:
    return len(info.roster) >= info.seats


class Tables:
    """Lists and opens tables; `most` is how many one user may have open."""

    def __init__(self, house: House, most: int) -> None:
        self.house = house
        self._most = most
        self._hosted: dict[str, list[int]] = {}
        self._listed: dict[Later, tuple[float, list[TableInfo]]] = {}

    def relist(self) -> None:
        """Somebody sat down or left, and looks at once: the next list is made anew."""
        self._listed.clear()

    def _public(self, later: Later) -> list[TableInfo]:
        """The tables anyone may see, the newest first, but some of them after the others."""
        now = monotonic()
        listed = self._listed.get(later)
        if listed is None or now - listed[0] > FRESH:
            public = [info for info in self.house.tables() if not info.private]
            public.sort(key=lambda info: (later(info), -info.table))
            listed = self._listed[later] = (now, public)
        return listed[1]

    def tables(self, game: str | None = None) -> list[TableInfo]:
        """The tables anyone may see, of one game or all: those that wait for players first, then
        the newest, and no more than somebody would look through."""
        found = self._public(_begun)
        return [info for info in found if game is None or info.game == game][:LISTED]

    def free_first(self) -> list[TableInfo]:
        """The tables anyone may see: those with a free seat first, then the newest."""
        return self._public(_full)

    def tables_of(self, user: User) -> list[TableInfo]:
        """Where a user sits."""
        return [self.house.info(table) for table in self.house.tables_of(user.id)]

    async def create(self, user: User, wish: CreateTable) -> tuple[int, int | None]:
        """Open a table as wished; its host sits down unless they do not want to."""
        if wish.name and not wish.name.isprintable():
            raise Refusal("INVALID_REQUEST", "A table's name has printable characters only")
        hosted = [table for table in self._hosted.get(user.id, ()) if self._is_open(table)]
        if len(hosted) >= self._most:
            raise Refusal(
                "RATE_LIMITED", f"You have {self._most} tables open; finish or leave one first"
            )
        info = await self.house.open(
            wish.game,
            wish.options or {},
            wish.seats,
            host=user,
            name=wish.name,
            private=wish.private,
            bots={int(seat): bot for seat, bot in (wish.bots or {}).items()},
            watchable=wish.watchable,
            delay=wish.spectator_delay_seconds,
            sit=[user] if wish.sit else [],
        )
        self._hosted[user.id] = [*hosted, info.table]
        return info.table, self.house.peek(info.table).seat_of(user.id)

    async def fill(self, user: User, table: int, bot: str | None) -> None:
        """Bots into the empty seats, asked for by somebody who sits there or opened the table."""
        info = self.house.info(table)
        if info.host != user.id and all(one["id"] != user.id for one in info.roster):
            raise Refusal("INVALID_PLAYER", "Only who sits at a table may fill it with bots")
        await self.house.fill(table, bot)

    def _is_open(self, table: int) -> bool:
        try:
            return self.house.info(table).status in OPEN
        except Refusal:
            return False
