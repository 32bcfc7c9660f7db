"""The part of a store that reads tables, deals and matches."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from itertools import count

from . import board_ops as boards
from . import rating_ops as ratings
from . import standing_ops as standing
from . import table_ops as ops
from .deal_line import DealLine
from .loading import load_many
from .people import Person
from .protocol import DealLog, KeptTable, MatchRow, Standing, Tally
from .standings import Bar, BoardLine, Fold, Passed, Ratings, SeasonPoints
from .turns import InTurn


class TablesInTurn(InTurn):
    """What `Store` says about reading."""

    async def last_table(self) -> int:
        return await self._do(ops.last_table)

    async def numbers(self) -> Iterator[int]:
        return count(await self.last_table() + 1)

    async def vouched(self) -> bool:
        return True

    async def unfinished(self) -> list[int]:
        return await self._do(ops.unfinished)

    async def open_tables(self) -> list[int]:
        return await self._do(ops.unfinished)

    async def orphans(self) -> list[int]:
        await asyncio.Event().wait()
        raise AssertionError  # nobody sets it: a server that is alone has all tables

    async def load(self, table: int, updates: int = 64) -> KeptTable | None:
        found = await self.load_many([table], updates)
        return found[0] if found else None

    async def load_many(self, tables: Sequence[int], updates: int = 64) -> list[KeptTable]:
        return await self._do(load_many, tables, updates)

    async def deal(self, table: int, deal: int) -> DealLog | None:
        return await self._do(ops.deal, table, deal)

    async def find_key(
        self, table: int, seat: int, key: str, since: int = 0
    ) -> tuple[int, int] | None:
        return await self._do(ops.find_key, table, seat, key, since)

    async def deals(
        self, *, game: str | None = None, table: int | None = None, limit: int = 50
    ) -> list[DealLine]:
        return await self._do(ops.deals, game, table, limit)

    async def stands(self, table: int, match: int) -> tuple[int, int] | None:
        return await self._do(ops.stands, table, match)

    async def match(self, table: int, match: int) -> MatchRow | None:
        return await self._do(ops.match, table, match)

    async def standings(self, ladder: str, users: Sequence[str]) -> Mapping[str, Standing]:
        return await self._do(ratings.standings, ladder, users)

    async def standings_of(self, user: str) -> dict[str, Standing]:
        return await self._do(ratings.standings_of, user)

    async def rating_course(
        self, user: str, ladder: str, since: int = 0, most: int = 5_000
    ) -> list[Passed]:
        return await self._look(ratings.course, user, ladder, since, most)

    async def board(
        self, ladder: str, season: str, bar: Bar, *, start: int = 1, count: int = 20
    ) -> list[BoardLine]:
        return await self._look(boards.board, ladder, season, bar, start=start, count=count)

    async def board_of(
        self, ladder: str, season: str, bar: Bar, users: Sequence[str]
    ) -> list[BoardLine]:
        return await self._look(boards.board_of, ladder, season, bar, users)

    async def board_row(self, ladder: str, season: str, bar: Bar, user: str) -> BoardLine | None:
        return await self._look(boards.board_row, ladder, season, bar, user)

    async def set_hidden(self, user: str, hidden: bool) -> None:
        await self._do(boards.set_hidden, user, hidden)

    async def rating_list(self) -> Ratings:
        return await self._do(ratings.rating_list)

    async def put_fold(self, fold: Fold) -> None:
        await self._do(ratings.put_fold, fold)

    async def void_match(self, table: int, match: int, void: bool = True) -> int:
        return await self._do(ratings.void_match, table, match, void)

    async def season(
        self, game: str, season: str, limit: int = 20
    ) -> list[tuple[Person, SeasonPoints]]:
        return await self._look(standing.season, game, season, limit)

    async def seasons_of(self, user: str) -> list[SeasonPoints]:
        return await self._do(standing.seasons_of, user)

    async def bests_of(self, user: str) -> dict[str, dict[str, int]]:
        return await self._do(standing.bests_of, user)

    async def bests(self, game: str, name: str, limit: int = 20) -> list[tuple[Person, int]]:
        return await self._look(standing.bests, game, name, limit)

    async def day_seed(self, game: str, day: str, fresh: bytes) -> bytes:
        return await self._do(standing.day_seed, game, day, fresh)

    async def trial(self, user: str, game: str, day: str) -> dict[str, int] | None:
        return await self._do(standing.trial, user, game, day)

    async def day_board(
        self, game: str, day: str, limit: int = 20
    ) -> dict[str, list[tuple[Person, int]]]:
        return await self._look(standing.day_board, game, day, limit)

    async def tally(self, since: int) -> Tally:
        return await self._do(ops.tally, since)
