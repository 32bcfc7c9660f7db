"""What both `/ws` and HTTP do in the lobby: list, open and describe tables and games."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from time import monotonic
from typing import Any

import msgspec

from cutcard import bots, games
from cutcard.table.house import House
from cutcard.table.words import Refusal, TableInfo, User

from .requests import CreateTable

FRESH = 0.1  # seconds for which one list serves all who ask
LISTED = 100  # tables in an answer
OPEN = ("WAITING_TO_START", "IN_PROGRESS")


class Lobby:
    """The house's tables as people outside see them."""

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
        )
        self._hosted[user.id] = [*hosted, info.table]
        seat = await self.house.sit(info.table, user) if wish.sit else None
        return info.table, seat

    async def fill(self, user: User, table: int, bot: str | None) -> None:
        """Bots into the empty seats, asked for by somebody who sits there or opened the table."""
        info = self.house.info(table)
        if info.host != user.id and all(one["id"] != user.id for one in info.roster):
            raise Refusal("INVALID_PLAYER", "Only who sits at a table may fill it with bots")
        await self.house.fill(table, bot)

    def described(self, table: int, seat: int | None) -> dict[str, Any]:
        """A table in an answer."""
        told: dict[str, Any] = {"table": table, "info": self.house.info(table)}
        return told if seat is None else {**told, "seat": seat}

    def _is_open(self, table: int) -> bool:
        try:
            return self.house.info(table).status in OPEN
        except Refusal:
            return False


def page_folder(name: str) -> Path:
    """Where a game's own part of the page lies, whether there is one or not."""
    return Path(vars(games.game(name))["__file__"]).parent / "page"


@lru_cache(64)
def game_card(name: str) -> dict[str, Any]:
    """A game as the lobby shows it, with the JSON schema of its options."""
    game = games.game(name)
    return {
        "name": game.name,
        "version": game.version,
        "seats": list(game.seats),
        "bots": list(bots.bots_of(name)),
        "showsSeed": game.shows_seed,
        "page": (page_folder(name) / "table.js").is_file(),
        "options": msgspec.json.schema(game.Options),
    }
