"""Who listens to a table and from when, as a part of its life: ears come, miss something, go;
others take their place.

A seat has one ear, a newer one replaces it. Spectators hear what everybody may know, at once or,
from a table's balcony, as much later as the table was opened with.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cutcard.kernel import tags
from cutcard.kernel.game import Seat
from cutcard.store.protocol import PLAYING

from . import patience
from .course import Course
from .effects import On, Retell, Say, Welcome
from .words import Ear, Refusal, Update, User, Word

Heard = tuple[Ear, Seat | None, User | None, int]
"""Somebody who listens: from which seat, who it is, and how many legal moves they want listed."""


class Listeners(Course):
    """A table and those who listen to it."""

    __slots__ = ()

    def attach(  # noqa: PLR0917 - who, from where and with what: in the house's order
        self,
        now: int,
        wall: int,
        ear: Ear,
        user: User | None,
        last_seq: int | None,
        legal: int,
        watch: bool,
        link: str | None,
    ) -> Seat | None:
        """Listens from the user's seat (returned), or as a spectator; another ear on the seat is
        told REPLACED and hears no more."""
        self.now, self.wall = now, wall
        seat = None if user is None or watch else self.table.seat_of(user.id)
        self.may_enter(user, link, seat)
        if seat is None and not self.row.watchable and (user is None or user.id != self.row.host):
            raise Refusal("NOT_WATCHABLE", "This table has no spectators")
        left = self.remove(ear)
        if left is not None and left != seat:
            self._away(left)
        for other in self.ears.get(seat, ()) if seat is not None else ():
            self._take_off(other, self._notice("REPLACED"))
        self._emit(On(ear))
        if seat is None and self.balcony is not None:
            self.balcony.people.enter(ear, user)
            self._emit(Welcome(ear))
            return None
        self.add(ear, seat, user, legal)
        self._greet(ear, seat, last_seq)
        if seat is not None and self.gone.pop(seat, None) is not None:
            self.quit.discard(seat)
            self.given_up.discard(seat)
            self._tell("PLAYER_RECONNECTED", seat=seat, playerId=self.holder(seat))
            self._play(seat, tags.BACK)
        return seat

    def detach(self, now: int, wall: int, ear: Ear) -> None:
        """Listens no more. The others at the table are told."""
        self.now, self.wall = now, wall
        seat = self._take_off(ear)
        if seat is not None and seat not in self.ears:
            self._away(seat)

    def resync(self, now: int, wall: int, ear: Ear, last_seq: int | None, legal: int = 0) -> int:
        """Tells an ear again what it missed: so many updates follow, or with 0 a snapshot. With
        `legal` its seat's moves are listed from now on."""
        self.now, self.wall = now, wall
        if self.balcony is not None and ear in self.balcony.people:
            self._emit(Welcome(ear))
            return 0
        if ear not in self.present:
            raise Refusal("INVALID_PLAYER", "You are not at this table")
        self.table.watch(self.present[ear], legal)
        return self._greet(ear, self.present[ear], last_seq)

    def greet(self, now: int, wall: int, ears: Sequence[tuple[Ear, Seat | None]]) -> None:
        """Shows the table to those who are still there: it was read again."""
        self.now, self.wall = now, wall
        for ear, viewer in ears:
            if ear in self.present:
                self._greet(ear, viewer, None)

    def _greet(self, ear: Ear, viewer: Seat | None, last_seq: int | None) -> int:
        """What they missed, and where the table's chain stands if their client speaks of it."""
        missed = self._show(ear, viewer, last_seq)
        fair = self.table.fair
        if fair is not None and getattr(ear, "fair", False):
            self._emit(Say((ear,), self._notice("FAIR_RECORDS", **fair.told())))
            self.table.told(self.now, viewer)
        return missed

    def _show(self, ear: Ear, viewer: Seat | None, last_seq: int | None) -> int:
        """The updates somebody missed (how many is returned), or else a snapshot. Where they have
        to be made again that takes a moment, and 0 is returned."""
        self._catch_up()
        if ear in self.waiting:
            return 0
        missed = None if last_seq is None else self.table.missed(viewer, last_seq)
        for word in missed or ():
            self._emit(Say((ear,), word))
        if missed:
            return len(missed)
        again = None if last_seq is None else self.table.retelling(viewer, last_seq)
        if again is None:
            self._emit(Say((ear,), self.snapshot(viewer)))
        else:
            self.waiting[ear] = []
            self._emit(Retell(ear, viewer, self.table.seq, again))
        return 0

    def retold(  # noqa: PLR0917 - what was made again, and for whom
        self,
        now: int,
        wall: int,
        ear: Ear,
        viewer: Seat | None,
        seq: int,
        updates: list[Update] | None,
    ) -> list[Word]:
        """What an ear hears at last: the updates up to `seq` that were made again (None: they could
        not be, so it is shown the table), and what was said to it meanwhile."""
        self.now, self.wall = now, wall
        meanwhile = self.waiting.pop(ear, None)
        if meanwhile is None or ear not in self.present:
            return []
        if not updates:
            self._emit(Say((ear,), self.snapshot(viewer)))
            return [word for word in meanwhile if not isinstance(word, Update)]
        later = [one for one in meanwhile if not isinstance(one, Update) or one.seq > seq]
        return [*self.table.up_to_date(viewer, updates), *later]

    def listening(self) -> Iterator[Heard]:
        """All who listen, as `hear_again` wants it."""
        for ear, user, seat in self.audience():
            watch = self.table.watches.get(seat)
            yield ear, seat, user, watch.legal if watch else 0

    def hear_again(self, now: int, wall: int, heard: Sequence[Heard]) -> None:
        """They were not sent away after all: it could not be written."""
        self.now, self.wall = now, wall
        for ear, seat, user, legal in heard:
            if ear not in self.present:
                self._emit(On(ear))
                if seat is None and self.balcony is not None:
                    self.balcony.people.enter(ear, user)
                else:
                    self.add(ear, seat, user, legal)

    def _clock_of(self, seat: Seat) -> int | None:
        """The ms until a clock ends that runs against this seat; None: there is none."""
        deal = self.table.deal
        dues = [timer.due for timer in deal.timers if timer.seat in (seat, None)] if deal else []
        return max(0, self.table.zero + min(dues) - self.now) if dues else None

    def _away(self, seat: Seat) -> None:
        """A seat's holder no longer listens. The others are told for how long to be patient."""
        if self.table.roster[seat] is not None:
            self.gone[seat] = self.now
            self.due = min(self.due, self._waits_until(seat) or self.due)
        if self.match.status == PLAYING:
            grace = self._clock_of(seat)
            waits = patience.GRACE if grace is None else grace
            who = self.holder(seat)
            self._tell("PLAYER_DISCONNECTED", seat=seat, playerId=who, graceMs=waits)
            self._play(seat, tags.AWAY)
