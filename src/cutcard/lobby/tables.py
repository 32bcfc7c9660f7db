"""The house's tables as people outside see them: listed, opened, filled, described."""

from __future__ import annotations

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


class Tables:
    """Lists and opens tables; `most` is how many one user may have open."""

    def __init__(self, house: House, most: int) -> None:
        self.house = house
        self._most = most
        self._hosted: dict[str, list[int]] = {}
        self._listed: tuple[float, list[TableInfo]] = (-1.0, [])

    def tables(self, game: str | None = None) -> list[TableInfo]:
        """The tables anyone may see, of one game or all: those that wait for players first, then
        the newest, and no more than somebody would look through."""
        now = monotonic()
        if now - self._listed[0] > FRESH:
            public = [info for info in self.house.tables() if not info.private]
            public.sort(key=lambda info: (info.status != "WAITING_TO_START", -info.table))
            self._listed = (now, public)
        return [info for info in self._listed[1] if game is None or info.game == game][:LISTED]

    def tables_of(self, user: User) -> list[TableInfo]:
        """Where a user sits."""
        return [self.house.info(table) for table in self.house.tables_of(user.id)]

    async def create(self, user: User, wish: CreateTable) -> tuple[int, int | None]:
        """Open a table as wished; its host sits down unless he does not want to."""
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

    def described(self, table: int, seat: int | None, user: User | None = None) -> dict[str, Any]:
        """A table in an answer; with its link for a user who may know it."""
        told: dict[str, Any] = {"table": table, "info": self.house.info(table)}
        link = None if user is None else self.house.link(table, user)
        if link is not None:
            told["link"] = link
        return told if seat is None else {**told, "seat": seat}

    def _is_open(self, table: int) -> bool:
        try:
            return self.house.info(table).status in OPEN
        except Refusal:
            return False
