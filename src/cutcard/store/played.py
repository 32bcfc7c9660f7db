"""Deals that were played to their end: what statistics and histories are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct, json


class Played(Struct, frozen=True):
    """A deal that is over: who sat there, by seat, and how it ended (places only of a match's
    last)."""

    table: int
    deal: int
    match: int
    game: str
    mode: str
    at: int
    season: str
    ranked: bool
    last: bool  # the match is over with it
    users: tuple[str | None, ...]  # bots and empty seats have none
    bots: bool  # whether one was at the table
    places: tuple[int, ...]
    reason: str

    def people(self) -> Iterator[tuple[int, str]]:
        """Seat and user of each person."""
        return ((seat, user) for seat, user in enumerate(self.users) if user is not None)

    def values(self) -> tuple[Any, ...]:
        """As it is written: lists as JSON."""
        head = (self.table, self.deal, self.match, self.game, self.mode, self.at, self.season)
        lists = [json.encode(some).decode() for some in (self.users, self.places)]
        return (*head, self.ranked, self.last, lists[0], self.bots, lists[1], self.reason)

    def rows_by_user(self) -> Iterator[tuple[str, int, int, int, str]]:
        """Of a match's last deal: a row for each who was in it."""
        if self.last:
            for user in dict.fromkeys(user for _, user in self.people()):
                yield user, self.at, self.table, self.deal, self.game


class Numbered(Struct, frozen=True):
    """The same with its number in the order of writing."""

    n: int
    played: Played
    private: bool = False  # at a table found by its link alone
    void: bool = False  # of a rated match that was taken out of the list (A24)


class PlayedPage(Struct, frozen=True):
    """Matches of somebody; `next` is the `before` with which there may be more, and `looked`
    through were so many. `bots` are the names of those who sat there, by table and seat."""

    matches: list[Played]
    next: int | None
    looked: int
    bots: Mapping[tuple[int, int], str] = {}


Counters = Sequence[Mapping[str, int]]
Fold = Callable[[str, bytes | None, int, Numbered, Counters], bytes]
"""A user, their record so far (None: none), their seat, the deal and what was counted of it, by
seat: the record after it. Pure."""


class Only(Struct, frozen=True):
    """Which of somebody's matches: of a mode, with another, for a rating or not, since when."""

    mode: str | None = None
    versus: str | None = None  # a user who was in it too, on whichever side
    ranked: bool | None = None
    since: int = 0


ALL = Only()


class Histories(Protocol):
    """The part of a store that knows what was played."""

    async def uncounted(self, limit: int = 20) -> list[Numbered]:
        """Deals of which nothing is counted yet, the first first."""

    async def count(self, one: Numbered, counters: Counters, fold: Fold) -> bool:
        """What was counted of a deal, and everybody's record with it, in one transaction. False:
        somebody else has counted it."""

    async def record(self, user: str) -> bytes | None:
        """All that is counted of a user."""

    async def recount(self, after: int, limit: int = 200) -> list[tuple[Numbered, str | None]]:
        """Deals after that number, with what was counted of each, for who makes records again."""

    async def rated_before(self, table: int, match: int) -> dict[str, float]:
        """The ratings that two met with, in a match that changed them; of others nothing."""

    async def put_records(self, records: Mapping[str, bytes], counted: Mapping[int, str]) -> None:
        """All records made again, in the place of those there are; and what was counted of deals,
        by number."""

    async def history(
        self,
        user: str,
        viewer: str | None,
        game: str | None,
        before: int,
        limit: int,
        *,
        only: Only = ALL,
    ) -> PlayedPage:
        """A user's finished matches that a viewer may know of, before a time, the newest first."""
