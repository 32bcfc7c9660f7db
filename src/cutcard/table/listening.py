"""The part of a house that has to do with who listens at which table; `listeners.py` decides."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from cutcard.kernel.game import Seat

from .floor import Floor
from .life import Life
from .words import Ear, Notice, Refusal, User

WATCHED = 64  # tables at which one ear may listen and watch one more: others' moves cost for each


class Listening:
    """Ears of all tables."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor

    def attach(
        self,
        table: int,
        ear: Ear,
        user: User | None,
        last_seq: int | None = None,
        *,
        legal: int = 0,
        watch: bool = False,
        link: str | None = None,
    ) -> Seat | None:
        """Listen to a table from the user's seat (returned), or as a spectator: who has no seat,
        wants to `watch`, or does not say who they are.

        The ear hears the updates it missed, or a snapshot, then everything. With `legal`, a
        seat's updates list that many of its legal moves (-1: all). Another ear on the seat is
        told REPLACED and hears no more. A private table is watched by those who know its link.
        """
        floor, life = self._floor, self._floor.sound(table)
        there = floor.where.get(ear, ())
        if watch and len(there) >= WATCHED and table not in there:
            raise Refusal("RATE_LIMITED", f"You listen at {WATCHED} tables; leave one first")
        return floor.run(life, Life.attach, ear, user, last_seq, legal, watch, link)

    def knows(self, table: int, user: User | None) -> bool:
        """Whether somebody may know of a table: of a private one only its host, who sits there and
        who watches it; to all others it is as if there were none."""
        life = self._floor.lives.get(table)
        if life is None or not life.row.private:
            return life is not None
        if user is None:
            return False
        inside = user.id == life.row.host or life.table.seat_of(user.id) is not None
        return life.hears(user) or inside

    def must_know(self, table: int, user: User | None) -> None:
        """Refuses a table that is not there, and in the same words one they may not know of."""
        if not self.knows(table, user):
            raise Refusal("GAME_NOT_FOUND", f"Game session not found: {table}")

    def detach(self, ear: Ear, table: int | None = None) -> None:
        """Listens no more, there or anywhere. The others at the table are told."""
        floor = self._floor
        for number in list(floor.where.get(ear, ())) if table is None else [table]:
            life = floor.lives.get(number)
            if life is None:
                floor.forget(ear, number)
            else:
                with suppress(Refusal):  # it failed, and is being read again from its log
                    floor.run(life, Life.detach, ear)

    def resync(self, table: int, ear: Ear, last_seq: int | None, legal: int = 0) -> int:
        """Tells an ear again what it missed: so many updates follow, or with 0 a snapshot. With
        `legal`, as in `attach`, its seat's moves are listed from now on."""
        floor, life = self._floor, self._floor.sound(table)
        return floor.run(life, Life.resync, ear, last_seq, legal)

    def audience(self, table: int) -> Iterator[tuple[Ear, User | None, Seat | None]]:
        """Who listens at a table, and from which seat; None as a seat is a spectator."""
        return self._floor.life(table).audience()

    def say(self, table: int, notice: Notice, ears: set[Ear], *, late: bool = True) -> None:
        """Tells these, who listen at the table, something besides the match: `late` where it
        goes to a balcony, as all that is heard there."""
        life, writer = self._floor.life(table), self._floor.writer
        if life.balcony is not None and late:
            life.balcony.later(notice, ears.__contains__)
        elif life.balcony is not None:
            writer.say(None, tuple(life.balcony.people.keys() & ears), notice)
        writer.say(life, tuple(ear for ear in life.everyone if ear in ears), notice)
