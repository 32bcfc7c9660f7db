"""The part of a house that opens the same deals at two tables. See `twins.py`."""

from __future__ import annotations

import secrets
from abc import abstractmethod
from collections.abc import Mapping
from typing import Any

from cutcard.games import UnknownGame
from cutcard.kernel.game import Options
from cutcard.store.protocol import TableRow

from .choosing import seats_of
from .days import boards_of
from .reviving import Reviving
from .twins import Twin
from .vocabulary import Vocabulary, vocabulary
from .words import Refusal, TableInfo, User

LINK_BYTES = 16  # of a private table's link: 128 bits


class Twice(Reviving):
    """A house with tables in pairs."""

    async def open_twice(
        self,
        game: str,
        options: Mapping[str, Any] | Options | None = None,
        *,
        host: User,
        name: str = "",
        sit: bool = True,
    ) -> tuple[TableInfo, TableInfo]:
        """Two tables at which the same deals are played; when this returns, both are written down.
        Each is found by a link of its own, and nobody watches."""
        self._refuse_if_stopping()
        words, wish = await self._twice(game, options)
        self._refuse_if_stopping()
        floor = self._floor
        first, second = self.next_number(), self.next_number()
        master = await boards_of(floor, game, first)
        now, count = floor.wall(), seats_of(words.game, None)
        lives: list[Twin] = []
        for number in (first, second):
            link = secrets.token_urlsafe(LINK_BYTES)
            row = TableRow(
                number, game, words.write_options(wish), count, name, host.id, private=True,
                watchable=False, created=now, link=link, event_table=first)  # fmt: skip
            life = Twin.opened(row, floor.seeds, floor.clock(), now, floor.shuffles.terms)
            assert isinstance(life, Twin)
            life.table.master = master
            lives.append(life)
        for life in lives:
            floor.add(life)
        for life in lives:
            floor.run(life, Twin.open, {}, [host] if sit and life is lives[0] else [])
        try:
            for life in lives:
                await floor.writer.durable(life.row.table)
        except Refusal:
            raise Refusal("GAME_ERROR", "Failed to create game") from None
        return lives[0].info(), lives[1].info()

    @abstractmethod
    def _refuse_if_stopping(self) -> None: ...

    @abstractmethod
    async def chosen(
        self, words: Vocabulary, options: Mapping[str, Any] | Options | None
    ) -> Options:
        """The options as somebody chose them, or a Refusal."""

    async def _twice(
        self, game: str, options: Mapping[str, Any] | Options | None
    ) -> tuple[Vocabulary, Options]:
        try:
            words = vocabulary(game)
        except UnknownGame as error:
            raise Refusal("INVALID_REQUEST", str(error)) from None
        twice = words.traits.twice
        if twice is None:
            raise Refusal("INVALID_REQUEST", "This game is not played at two tables")
        wish = await self.chosen(words, options)
        if not twice(wish):
            raise Refusal("INVALID_REQUEST", "By these options a deal depends on the one before")
        return words, wish

    def compared(self, table: int) -> dict[str, Any]:
        """How two tables with the same deals stand; the table is one of them."""
        twins, life = self._floor.twins, self._floor.sound(table)
        if not life.table.twin or None in twins.both(life.table.twin):
            raise Refusal("INVALID_GAME_STATE", "No other table plays these deals")
        return twins.compared(life.table.twin)

    def over_here(self, table: int, deal: int) -> bool:
        """Whether a table that is open here has played that deal to its end, and no other since."""
        life = self._floor.lives.get(table)
        last = None if life is None else life.table.deal
        return last is not None and last.header.deal == deal and last.outcome is not None

    def played_elsewhere(self, table: int, deal: int) -> bool:
        """Whether that deal of the table is not over at the other table that plays it."""
        return self._floor.twins.played_elsewhere(table, deal)
