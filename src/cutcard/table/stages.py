"""The part of a house that whoever carries events stands on: its tables are opened, seated and
dealt at from there. See `cutcard.events`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from cutcard.kernel.game import Outcome, State
from cutcard.store.protocol import RatingChange, StoreError

from .floor import Floor
from .life import Life
from .seating import Seating
from .words import Refusal


class EventHolder(Protocol):
    """Who holds the events of a process."""

    def ended(self, life: Life, state: State) -> None:
        """A deal at a table of an event is over; asked before its end is written."""

    def over(self, life: Life, outcome: Outcome, abandoned: bool) -> None:
        """A match of an event is over; asked before its end is written."""

    def rated(self, event: int, change: RatingChange) -> None:
        """An event with chips was rated; it is durable."""

    def mended(self, life: Life) -> None:
        """A table of an event was read again from its log."""

    def lost(self, events: set[int], unmade: set[int]) -> None:
        """What was last to be written about these was not; the latter are not even there."""


class Stages(Seating):
    """A house with tables for events."""

    _numbers: Iterator[int]  # for new tables

    @property
    def floor(self) -> Floor:
        """Where the tables run."""
        return self._floor

    def hold_events(self, holder: EventHolder) -> None:
        """Who is told what happens at tables of events."""
        self._floor.events = holder

    def next_number(self) -> int:
        """For a table that is opened now."""
        try:
            return next(self._numbers)
        except StoreError as no:
            raise Refusal("GAME_ERROR", str(no)) from None
