"""What a store keeps of events: the log of each, and what was paid into and out of its account.

An event's log is all that it is (docs/rules/tournament.md T102); a store knows its entries as
bytes. What one request brought about is in one batch, with the hand that led to it (T103).
"""

from __future__ import annotations

from typing import Any, Protocol

from msgspec import Struct, field

from .people import Person


def event_account(event: int) -> str:
    """The account of an event: what was paid in and not yet paid out."""
    return f"event:{event}"


class EventRow(Struct, frozen=True):
    """An event as it was opened; everything else is in its log."""

    event: int
    kind: str  # how its log is read
    game: str
    name: str
    host: str
    seed: bytes  # nobody's but the house's until it is over
    created: int


class EventEntry(Struct, frozen=True, gc=False):
    """One entry of an event's log. `key` is that of the request which made it, with its user."""

    event: int
    n: int
    at: int
    what: bytes
    key: str | None = None


class EventBooking(Struct, frozen=True):
    """Chips that go from an event's account to another, or below zero the other way."""

    event: int
    at: int
    account: str  # a user's id, or the bank
    amount: int  # what the account gains
    reason: str
    balance: int | None = None  # what a user has after it


class EventRows(Struct):
    """What a batch has to write about events."""

    opened: list[EventRow] = field(default_factory=list)
    entries: list[EventEntry] = field(default_factory=list)
    chips: list[EventBooking] = field(default_factory=list)
    over: list[int] = field(default_factory=list)
    """Events that are over for good."""
    told: list[Any] = field(default_factory=list)
    """What is told when all this is durable, and never otherwise: an event and its words."""

    def about(self) -> set[int]:
        """The events it writes about."""
        rows = (self.opened, self.entries, self.chips)
        return {row.event for some in rows for row in some}.union(self.over)

    def without(self, events: set[int]) -> EventRows:
        """The same without what it writes about these."""
        return EventRows(
            [row for row in self.opened if row.event not in events],
            [row for row in self.entries if row.event not in events],
            [row for row in self.chips if row.event not in events],
            [event for event in self.over if event not in events],
            [told for told in self.told if told[0] not in events],
        )


class KeptEvent(Struct, frozen=True):
    """An event as it was written down."""

    event: EventRow
    entries: list[EventEntry]
    over: bool


class Events(Protocol):
    """The part of a store that keeps events."""

    async def last_event(self) -> int:
        """The highest number given so far; 0: none."""

    async def live_events(self) -> list[KeptEvent]:
        """Those that are not over, by number."""

    async def event(self, event: int) -> KeptEvent | None: ...

    async def past_events(self, limit: int = 50) -> list[EventRow]:
        """Those that are over, the newest first."""

    async def persons(self, users: list[str]) -> dict[str, Person]:
        """Those of these users whom the store knows."""
