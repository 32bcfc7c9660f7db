"""Who listens at which table: ears come, miss something, go; others take their place.

A seat has one ear, a newer one replaces it. Spectators hear what everybody may know, at once or,
from a table's balcony, as much later as the table was opened with.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from cutcard.kernel import tags
from cutcard.kernel.game import Seat

from .floor import Floor
from .parting import away
from .place import Place
from .seating import may_enter
from .words import Ear, Notice, Refusal, User


class Listening:
    """The part of a house that knows who listens."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._where: dict[Ear, set[int]] = {}

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
        wants to `watch`, or does not say who he is.

        The ear hears the updates it missed, or a snapshot, then everything. With `legal`, a
        seat's updates list that many of its legal moves (-1: all). Another ear on the seat is
        told REPLACED and hears no more. A private table is watched by those who know its link.
        """
        floor, place = self._floor, self._floor.sound(table)
        seat = None if user is None or watch else place.table.seat_of(user.id)
        may_enter(place, user, link, seat)
        if seat is None and not place.row.watchable and (user is None or user.id != place.row.host):
            raise Refusal("NOT_WATCHABLE", "This table has no spectators")
        left = self._take_off(place, ear)
        if left is not None and left != seat:
            away(floor, place, left)
        for other in place.ears.get(seat, ()) if seat is not None else ():
            self._take_off(place, other)
            other.hear(Notice("REPLACED", table, place.table.match_id, {}))
        where = {number for number in self._where.get(ear, ()) if number in floor.places}
        self._where[ear] = where | {table}  # tables closed since are no longer of interest
        if seat is None and place.balcony is not None:
            place.balcony.people[ear] = user
            asyncio.get_running_loop().call_soon(place.balcony.welcome, ear)
            return None
        place.add(ear, seat, legal)
        if seat is None and user is not None:
            place.watchers[ear] = user
        floor.greet(place, ear, seat, last_seq)
        if seat in place.gone:
            del place.gone[seat]
            floor.tell(place, "PLAYER_RECONNECTED", seat=seat, playerId=seat)
            floor.aside(place, seat, tags.BACK)
        return seat

    def detach(self, ear: Ear, table: int | None = None) -> None:
        """Listens no more, there or anywhere. The others at the table are told."""
        for number in list(self._where.get(ear, ())) if table is None else [table]:
            place = self._floor.places.get(number)
            if place is None:
                self._forget(ear, number)
                continue
            seat = self._take_off(place, ear)
            if seat is not None and seat not in place.ears:
                away(self._floor, place, seat)

    def resync(self, table: int, ear: Ear, last_seq: int | None) -> int:
        """Tells an ear again what it missed: so many updates follow, or with 0 a snapshot."""
        place = self._floor.sound(table)
        if place.balcony is not None and ear in place.balcony.people:
            asyncio.get_running_loop().call_soon(place.balcony.welcome, ear)
            return 0
        if ear not in place.present:
            raise Refusal("INVALID_PLAYER", "You are not at this table")
        return self._floor.greet(place, ear, place.present[ear], last_seq)

    def audience(self, table: int) -> Iterator[tuple[Ear, User | None, Seat | None]]:
        """Who listens at a table, and from which seat; None as a seat is a spectator."""
        place = self._floor.place(table)
        for ear, seat in place.present.items():
            if seat is not None:
                yield ear, place.table.roster[seat], seat
            elif ear is not place.balcony:
                yield ear, place.watchers.get(ear), None
        for ear, user in place.balcony.people.items() if place.balcony is not None else ():
            yield ear, user, None

    def say(self, table: int, notice: Notice, ears: set[Ear], *, late: bool = True) -> None:
        """Tells these, who listen at the table, something besides the match: `late` where it
        goes to a balcony, as all that is heard there."""
        place = self._floor.place(table)
        there: tuple[Ear, ...] = place.everyone
        if place.balcony is not None and late:
            place.balcony.later(notice, ears.__contains__)
        elif place.balcony is not None:
            self._floor.ledger.say(None, tuple(place.balcony.people.keys() & ears), notice)
        self._floor.ledger.say(place, tuple(ear for ear in there if ear in ears), notice)

    def _take_off(self, place: Place, ear: Ear) -> Seat | None:
        """Off the table, wherever he listened; the seat he did it from."""
        self._forget(ear, place.row.table)
        if place.balcony is not None:
            place.balcony.people.pop(ear, None)
        return place.remove(ear) if ear in place.present else None

    def _forget(self, ear: Ear, table: int) -> None:
        where = self._where.get(ear)
        if where is not None:
            where.discard(table)
            if not where:
                del self._where[ear]
