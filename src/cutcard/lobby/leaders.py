"""Leaderboards (A61-A66 of docs/rules/arena.md): a board is read once for all who ask for a page of
it within some seconds, longer where it took long, and nobody asks for places further down than
DEEPEST."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import TypeVar, cast

from cutcard.arena.book import (
    INACTIVE,
    PROVISIONAL_MATCHES,
    PROVISIONAL_RD,
    PROVISIONAL_SIGMA,
)
from cutcard.arena.ratings import GLICKO, OPENSKILL
from cutcard.store.people import Person
from cutcard.store.protocol import Store
from cutcard.store.results import Winner
from cutcard.store.standings import Bar, BoardLine, SeasonPoints

T = TypeVar("T")
Key = tuple[object, ...]

FRESH = 5_000  # ms for which a board is as good as new,
SELDOM = 20  # or so many times what it took to read,
STALE = 600_000  # but no longer than these
PAGES = 1_000  # answers that are kept,
ROWS = 60_000  # with so many rows together
DEEPEST = 10_000  # the last place that a page may begin with
WHOLE = 100  # places of what has no pages
TOP = 1_000  # places that most people ask for: further down all of them are read
ALL = DEEPEST + 101
WIDEST = ((GLICKO, PROVISIONAL_RD), (OPENSKILL, PROVISIONAL_SIGMA))


class Leaders:
    """The boards of a store."""

    def __init__(self, store: Store, wall: Callable[[], int]) -> None:
        self._store = store
        self._wall = wall
        self._kept: OrderedDict[Key, tuple[int, object]] = OrderedDict()  # until when, and what
        self._rows = 0
        self._reading: dict[Key, asyncio.Task[object]] = {}

    def _bar(self, season: str) -> Bar:
        since = 0 if season else self._wall() - INACTIVE
        return Bar(PROVISIONAL_MATCHES, since, WIDEST)

    async def page(self, ladder: str, season: str, start: int, count: int) -> list[BoardLine]:
        """So many places from one on; one more where there is one."""
        return (await self._board(ladder, season, start + count))[start - 1 : start + count]

    async def _board(self, ladder: str, season: str, last: int) -> list[BoardLine]:
        bar, depth = self._bar(season), _depth(last)
        return await self._once(
            ("board", ladder, season, depth),
            lambda: self._store.board(ladder, season, bar, start=1, count=depth),
        )

    async def own(self, ladder: str, season: str, user: str) -> BoardLine | None:
        bar = self._bar(season)
        top = await self._board(ladder, season, 1)
        found = next((one for one in top if one.person.id == user), None)
        if found is not None:
            return found
        return await self._once(
            ("own", ladder, season, user),
            lambda: self._store.board_row(ladder, season, bar, user),
        )

    async def friends(self, ladder: str, season: str, user: str) -> list[BoardLine]:
        """A user and their friends, among themselves."""
        bar = self._bar(season)

        async def read() -> list[BoardLine]:
            friends = [person.id for person in await self._store.friends(user)]
            return await self._store.board_of(ladder, season, bar, [user, *friends])

        return await self._once(("friends", ladder, season, user), read)

    async def winners(self, season: str, game: str | None, start: int, count: int) -> list[Winner]:
        """A66: so many rows from one on; one more where there is one."""
        return (await self._winning(season, game, start + count))[start - 1 : start + count]

    async def _winning(self, season: str, game: str | None, last: int) -> list[Winner]:
        depth = _depth(last)
        return await self._once(
            ("winners", season, game, depth),
            lambda: self._store.winners(season, game, start=1, count=depth),
        )

    async def winner(self, season: str, game: str | None, user: str) -> Winner | None:
        top = await self._winning(season, game, 1)
        found = next((one for one in top if one.person.id == user), None)
        if found is not None:
            return found
        return await self._once(
            ("winner", season, game, user), lambda: self._store.winner(season, game, user)
        )

    async def winning_friends(self, season: str, game: str | None, user: str) -> list[Winner]:
        """A user and their friends, among themselves."""

        async def read() -> list[Winner]:
            friends = [person.id for person in await self._store.friends(user)]
            return await self._store.winners_of(season, game, [user, *friends])

        return await self._once(("winning friends", season, game, user), read)

    async def richest(self, count: int) -> list[tuple[Person, int]]:
        """Who has most chips. Most people have what everybody begins with, and all of those are
        put in order."""
        found = await self._once(("richest",), lambda: self._store.richest(WHOLE))
        return found[:count]

    async def season(self, game: str, name: str, count: int) -> list[tuple[Person, SeasonPoints]]:
        """Who has earned most points of a game in a season; many have as few."""
        key = ("season", game, name)
        return (await self._once(key, lambda: self._store.season(game, name, WHOLE)))[:count]

    async def _once(self, key: Key, read: Callable[[], Awaitable[T]]) -> T:
        """What is kept, or read now: once, however many ask meanwhile, and whoever of them goes."""
        kept = self._kept.get(key)
        if kept is not None and self._wall() < kept[0] <= self._wall() + STALE:
            self._kept.move_to_end(key)
            return cast("T", kept[1])
        reading = self._reading.get(key)
        if reading is None:
            reading = asyncio.get_running_loop().create_task(self._read(key, read))
            self._reading[key] = reading
            reading.add_done_callback(partial(self._read_it, key))
        return cast("T", await asyncio.shield(reading))

    def _read_it(self, key: Key, reading: asyncio.Task[object]) -> None:
        del self._reading[key]
        if not reading.cancelled():
            reading.exception()  # whoever asked is told; where they are gone, nobody is

    async def _read(self, key: Key, read: Callable[[], Awaitable[T]]) -> T:
        began = self._wall()
        found = await read()
        now = self._wall()
        self._forget(key)
        fresh = min(max(FRESH, SELDOM * (now - began)), STALE)
        self._kept[key] = (now + fresh, found)
        self._rows += _rows(found)
        while len(self._kept) > PAGES or (self._rows > ROWS and len(self._kept) > 1):
            self._forget(next(iter(self._kept)))
        return found

    def _forget(self, key: Key) -> None:
        kept = self._kept.pop(key, None)
        if kept is not None:
            self._rows -= _rows(kept[1])


def _depth(last: int) -> int:
    """How far down a board is read for a page that ends there."""
    return TOP if last < TOP else ALL


def _rows(found: object) -> int:
    return len(found) if isinstance(found, Sequence) else 1
