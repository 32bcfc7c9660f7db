"""Leaderboards (A61-A66 of docs/rules/arena.md): a page is read once for all who ask for it within
some seconds, and nobody asks for places further down than DEEPEST."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import TypeVar

from cutcard.arena.book import (
    INACTIVE,
    PROVISIONAL_MATCHES,
    PROVISIONAL_RD,
    PROVISIONAL_SIGMA,
)
from cutcard.arena.ratings import GLICKO, OPENSKILL
from cutcard.store.protocol import Store
from cutcard.store.results import Winner
from cutcard.store.standings import Bar, BoardLine

T = TypeVar("T")

FRESH = 5_000  # ms for which a page is as good as new
PAGES = 1_000  # that are kept
DEEPEST = 10_000  # the last place that a page may begin with
WIDEST = ((GLICKO, PROVISIONAL_RD), (OPENSKILL, PROVISIONAL_SIGMA))


class Leaders:
    """The boards of a store."""

    def __init__(self, store: Store, wall: Callable[[], int]) -> None:
        self._store = store
        self._wall = wall
        self._kept: OrderedDict[tuple[object, ...], tuple[int, object]] = OrderedDict()

    def _bar(self, season: str) -> Bar:
        since = 0 if season else self._wall() - INACTIVE
        return Bar(PROVISIONAL_MATCHES, since, WIDEST)

    async def page(self, ladder: str, season: str, start: int, count: int) -> list[BoardLine]:
        """So many places from one on; one more where there is one."""
        bar = self._bar(season)
        return await self._once(
            ("page", ladder, season, start, count),
            lambda: self._store.board(ladder, season, bar, start=start, count=count + 1),
        )

    async def own(self, ladder: str, season: str, user: str) -> BoardLine | None:
        bar = self._bar(season)
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
        return await self._once(
            ("winners", season, game, start, count),
            lambda: self._store.winners(season, game, start=start, count=count + 1),
        )

    async def winner(self, season: str, game: str | None, user: str) -> Winner | None:
        return await self._once(
            ("winner", season, game, user), lambda: self._store.winner(season, game, user)
        )

    async def winning_friends(self, season: str, game: str | None, user: str) -> list[Winner]:
        """A user and their friends, among themselves."""

        async def read() -> list[Winner]:
            friends = [person.id for person in await self._store.friends(user)]
            return await self._store.winners_of(season, game, [user, *friends])

        return await self._once(("winning friends", season, game, user), read)

    async def _once(self, key: tuple[object, ...], read: Callable[[], Awaitable[T]]) -> T:
        now = self._wall()
        kept = self._kept.get(key)
        if kept is not None and 0 <= now - kept[0] < FRESH:
            return kept[1]  # type: ignore[return-value] # it was read by this key
        found = await read()
        self._kept[key] = (now, found)
        self._kept.move_to_end(key)
        if len(self._kept) > PAGES:
            self._kept.popitem(last=False)
        return found
