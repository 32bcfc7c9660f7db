"""What people's events came to (docs/rules/arena.md A66, A81): a row for each person and event that
is over, counted once out of the event's log. Boards and statistics are sums of these rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from .people import Person


class EventResult(Struct, frozen=True):
    """A person's part in an event that is over."""

    event: int
    user: str
    game: str
    mode: str
    season: str
    at: int
    bots: bool  # one was in it
    place: int
    entries: int = 1
    cashes: int = 0  # 1: something was won
    final_tables: int = 0
    knockouts: int = 0
    prizes: int = 0
    bounties: int = 0
    cost: int = 0  # all that was paid in
    came: int = 1  # entries of the whole event
    at_once: int = 0  # the most they put out in one hand
    bubbles: int = 0  # 1: out in the last unpaid place, alone
    comebacks: int = 0  # 1: won it after having one big blind at most when a hand began


class EventSums(Struct, frozen=True):
    """A81: somebody's events of a game, mode and season, with people or with bots."""

    game: str
    mode: str
    season: str
    bots: bool
    entries: int
    cashes: int
    wins: int
    final_tables: int
    knockouts: int
    prizes: int
    bounties: int
    cost: int


class Winner(Struct, frozen=True):
    """A66: a place among those who did best in the events of a season."""

    rank: int
    person: Person
    won: int
    second: int
    prizes: int


class Results(Protocol):
    """The part of a store that knows what events came to."""

    async def uncounted_events(self, limit: int = 20) -> list[int]:
        """Events that are over and of which nothing is counted yet, the first first."""

    async def count_event(self, event: int, results: Sequence[EventResult]) -> bool:
        """What an event came to, in one transaction. False: somebody else has counted it."""

    async def counted_events(self, after: int, limit: int = 200) -> list[int]:
        """Those that are counted, after a number, for who counts them again."""

    async def event_results(self, event: int) -> list[EventResult]:
        """As they are kept, by user."""

    async def put_results(self, event: int, results: Sequence[EventResult]) -> None:
        """Counted again: in the place of what there was."""

    async def event_sums(self, user: str) -> list[EventSums]:
        """A81: all of a user's, by game, mode and season."""

    async def results_of(self, user: str, most: int) -> list[EventResult]:
        """A user's events, the first to end first; so many at most."""

    async def winners(
        self, season: str, game: str | None = None, *, start: int = 1, count: int = 20
    ) -> list[Winner]:
        """A66: who did best in a season, of a game or of all, from that row on. Only events count
        in which no bot was and at least two accounts; who hides has a rank and is not listed."""

    async def winner(self, season: str, game: str | None, user: str) -> Winner | None:
        """Where a user is among all, if they are."""

    async def winners_of(self, season: str, game: str | None, users: Sequence[str]) -> list[Winner]:
        """The same among these users only, hidden or not."""
