"""Where a connection sits: the table as its player was last told, and what that is in packets.

A table tells a view once and then patches to it; GAME_STATE wants the whole after every change,
so the view is kept here, current up to `seq`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cutcard.dialect import About, Packets, Person
from cutcard.table.patch import merge
from cutcard.table.words import Clock, Snapshot, Update, User

Roster = Sequence[User | None]


class Chair:
    """A seat at a table, seen from a connection."""

    __slots__ = (
        "_deadlines",
        "_known",
        "changed",
        "eager",
        "packets",
        "people",
        "quiet",
        "seat",
        "seq",
        "table",
        "view",
    )

    def __init__(self, table: int, packets: Packets) -> None:
        self.table = table
        self.packets = packets
        self.seat: int | None = None
        self.seq = 0
        self.view: dict[str, Any] = {}
        self.people: dict[int, Person] = {}
        self.quiet = True  # what happens goes into an answer that is being made
        self.changed = False  # since its player was last told the state
        self.eager = False  # its player wants in as soon as the game lets him
        self._known: dict[int, Person] = {}  # with those who have just left
        self._deadlines: dict[int, int] = {}

    def seated(self, roster: Roster) -> None:
        """Who sits where by now."""
        self.people = {
            seat: Person(user.number or -2 - seat, user.name)  # bots have no number
            for seat, user in enumerate(roster)
            if user is not None
        }
        self._known.update(self.people)

    def look(self, word: Snapshot) -> None:
        """The table as it stands."""
        self.seat = word.seat
        self.seq, self.view = word.seq, word.view
        self._time(word.clock)

    def bundle(self, word: Update) -> dict[str, Any]:
        """UPDATE_BUNDLE: what this update told, and the view goes on by it."""
        before, self.seq = self.view, word.seq
        self.view = merge(before, word.patch)
        self._time(word.clock)
        about = self._about(self._known)
        return {
            "seq": word.seq,
            "notifications": self.packets.notifications(word.facts, about),
            "updates": self.packets.updates(before or None, self.view, about),
        }

    def pass_over(self, word: Update) -> None:
        """The view goes on, and nobody is told."""
        self.seq, self.view = word.seq, merge(self.view, word.patch)
        self._time(word.clock)

    def state(self) -> dict[str, Any]:
        """GAME_STATE, as this player may see it."""
        return self.packets.state(self.view, self._about(self.people))

    def _about(self, people: dict[int, Person]) -> About:
        return About(self.table, self.seq, self.seat, people, self._deadlines)

    def _time(self, clock: Clock | None) -> None:
        timers = () if clock is None else clock.timers
        self._deadlines = {one.seat: one.due for one in timers if one.seat is not None}
