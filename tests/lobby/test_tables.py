"""What the lobby remembers of who opened what has a bound."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

from cutcard.lobby.hosting import HOSTS
from cutcard.lobby.tables import CreateTable, Tables
from cutcard.table.words import User


class Hotel:
    """A house whose tables close as soon as they are told to."""

    def __init__(self) -> None:
        self.statuses: dict[int, str] = {}

    def numbers(self) -> list[int]:
        return []

    def witness(self, **_: Any) -> None:
        """Nothing here is written down."""

    async def open(self, *_: Any, **__: Any) -> Any:
        table = len(self.statuses) + 1
        self.statuses[table] = "WAITING_TO_START"
        return self.info(table)

    def info(self, table: int) -> Any:
        return SimpleNamespace(table=table, status=self.statuses[table])

    def peek(self, _: int) -> Any:
        return SimpleNamespace(seat_of=lambda _: None)


def test_who_has_no_table_open_is_forgotten():
    hotel = Hotel()
    tables = Tables(cast("Any", hotel), 20)

    async def scene() -> None:
        stays = User("stays", "Stays")
        kept, _ = await tables.create(stays, CreateTable("duel"))
        for number in range(5 * HOSTS):
            table, _ = await tables.create(User(f"u{number}", "Guest"), CreateTable("duel"))
            hotel.statuses[table] = "COMPLETED"
        assert len(tables.hosting._open) <= HOSTS
        assert tables.hosting._open["stays"] == [kept]

    asyncio.run(scene())
