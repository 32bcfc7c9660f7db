"""Where a connection sits: the table as its player was last told, and what that is in packets.

GAME_STATE wants the whole view after every change, so the last one told is kept here as the Record
it is; it becomes a map when somebody looks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cutcard.dialect import About, Packets, Person
from cutcard.kernel.game import View
from cutcard.table.patch import plain
from cutcard.table.words import Clock, Snapshot, Update, User

from .dialect import news, shown

Roster = Sequence[User | None]


class Chair:
    """A seat at a table, seen from a connection."""

    __slots__ = (
        "_deadlines",
        "_known",
        "_map",
        "_now",
        "changed",
        "eager",
        "packets",
        "people",
        "quiet",
        "seat",
        "seq",
        "table",
    )

    def __init__(self, table: int, packets: Packets) -> None:
        self.table = table
        self.packets = packets
        self.seat: int | None = None
        self.seq = 0
        self.people: dict[int, Person] = {}
        self.quiet = True  # what happens goes into an answer that is being made
        self.changed = False  # since its player was last told the state
        self.eager = False  # its player wants in as soon as the game lets them
        self._now: View | None = None
        self._map: dict[str, Any] | None = None  # the same, once it was looked at
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
        self._see(word)

    @property
    def view(self) -> dict[str, Any]:
        """What its player may know by now; empty before the first deal."""
        if self._map is None:
            self._map = {} if self._now is None else plain(self._now)
        return self._map

    def bundle(self, word: Update) -> dict[str, Any]:
        """UPDATE_BUNDLE: what this update told, and the view goes on by it."""
        was = self._now
        self._see(word)
        facts, changes = news(self.packets, was, word, self._about(self._known))
        return {"seq": word.seq, "notifications": facts, "updates": changes}

    def pass_over(self, word: Update) -> None:
        """The view goes on, and nobody is told."""
        self._see(word)

    def result_passes(self, word: Update) -> bool:
        """Whether this update ends the time in which a result could be read."""
        shown = self.packets.lies_open(self.view) if self._now is not None else None
        return shown is not None and shown != self.packets.lies_open(plain(word.now))

    def state(self) -> dict[str, Any]:
        """GAME_STATE, as this player may see it."""
        about = self._about(self.people)
        view = {} if self._now is None else shown(self.packets, self._now, about)
        return self.packets.state(view, about)

    def _see(self, word: Snapshot | Update) -> None:
        self.seq, self._now, self._map = word.seq, word.now, None
        self._time(word.clock)

    def _about(self, people: dict[int, Person]) -> About:
        return About(self.table, self.seq, self.seat, people, self._deadlines)

    def _time(self, clock: Clock | None) -> None:
        timers = () if clock is None else clock.timers
        self._deadlines = {one.seat: one.due for one in timers if one.seat is not None}
