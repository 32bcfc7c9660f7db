"""Where people sit, as far as their friends may know: at public tables.

It looks at what was written down, and only where somebody sat down or left, or a table closed: a
move costs nothing here. A private table is never looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Set

from cutcard.store.protocol import Batch
from cutcard.table.words import Refusal, User

from .rooms import Rooms


class Whereabouts:
    """Who sits at which public table; `moved` is told who sat down or left, when it is durable."""

    def __init__(self, rooms: Rooms, moved: Callable[[Set[User]], None]) -> None:
        self._rooms = rooms
        self._moved = moved
        self._at: dict[int, frozenset[User]] = {}
        for number in rooms.numbers():
            self._look(number)
        rooms.house.witness(batch=self.see)
        rooms.changed.append(self._look_at)

    def see(self, batch: Batch) -> None:
        """A batch is durable."""
        if not batch.seats and not batch.closed:
            return
        self._look_at({row.table for row in batch.seats}.union(batch.closed))

    def _look_at(self, numbers: Iterable[int]) -> None:
        moved: set[User] = set()
        for number in numbers:
            moved |= self._look(number)
        if moved:
            self._moved(moved)

    def _look(self, number: int) -> Set[User]:
        """Who has come to a table or left it since it was looked at."""
        before, now = self._at.pop(number, frozenset()), self._people(number)
        if now:
            self._at[number] = now
        return before ^ now

    def _people(self, number: int) -> frozenset[User]:
        try:
            if self._rooms.info(number).private:
                return frozenset()
            return self._rooms.people(number)
        except Refusal:  # it is closed
            return frozenset()
