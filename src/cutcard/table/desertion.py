"""Tables at which nobody is left: no person has a seat and nobody watches. Their bots do not think,
and after a while they are closed, so that whoever opens tables and goes costs nothing. Who has a
seat and is away is still somebody: their patience is in `course.py`. Tables that others answer for
are spared: those of an event, and those the operator opened."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from cutcard.store.protocol import TableRow

from .life import Life

if TYPE_CHECKING:
    from .floor import Floor


class Desertion:
    """Watches over the tables of a floor; `after` ms alone a table is closed, never where None."""

    def __init__(self, floor: Floor, after: int | None) -> None:
        self._floor = floor
        self._after = after
        self._since: dict[int, int] = {}
        self.spared: list[Callable[[TableRow], bool]] = []
        """Each says of a table whether it is to stay though nobody is there."""

    def deserted(self, life: Life) -> bool:
        """Whether nobody is there for whom its bots could play."""
        return self._after is not None and not self._kept(life)

    def _kept(self, life: Life) -> bool:
        return attended(life) or any(spares(life.row) for spares in self.spared)

    def look(self, life: Life) -> None:
        """Something happened at a table: people may have come, or the last may have gone."""
        number = life.row.table
        if self._after is None or life.closed:
            self.forget(number)
        elif self._kept(life):
            if self._since.pop(number, None) is not None and life.bots:
                self._floor.minds.rouse(life)
        elif number not in self._since and life.bell is not None:
            now = self._floor.clock()
            self._since[number] = now
            life.bell.at(now + self._after, partial(self._close, life, now))

    def forget(self, number: int) -> None:
        """A table is closed."""
        self._since.pop(number, None)

    def _close(self, life: Life, since: int) -> None:
        number = life.row.table
        if self._since.get(number) == since and not life.closed and not life.broken:
            self.forget(number)
            if not self._kept(life):  # it may have become an event's since
                self._floor.abandon(life, "Nobody is at the table")


def attended(life: Life) -> bool:
    """Whether a person has a seat there, or listens."""
    late = life.balcony
    if late is None and life.present:
        return True
    if late is not None and (late.people or len(life.present) > 1):
        return True
    return any(user is not None and not user.bot for user in life.table.roster)
