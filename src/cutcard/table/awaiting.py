"""Whom a deal that is proved waits for, and for how long (F24)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cutcard.kernel.game import Seat

from .fair import Fair
from .standing import Standing

EXTENDED = 2  # times that fairWait begins anew for who has sat down and is not there yet
LATE = 50  # ms by which a house that is awake never misses a moment


class Awaiting(Standing):
    """A table that waits for pledges and shares."""

    __slots__ = ()

    def _waits_for_pledges(self, f: Fair, seats: Any) -> bool:
        if not any(self._owes_pledge(f, seat) for seat in seats):
            return False
        asked: Iterable[Seat] = range(self.seats)
        if self.now >= f.since + f.terms.wait:
            return self._waits_for_who_sat_down(f, seats)
        if self.now >= f.patient:
            asked = self.speaks()
        return any(self._owes_pledge(f, seat) for seat in asked if seat in seats)

    def _waits_for_who_sat_down(self, f: Fair, seats: Any) -> bool:
        """F24: time runs from when the last of them was told the offer, so not yet for who has sat
        down and is still on the way to the table. Nobody is waited for at more than one offer."""
        late = [s for s, came in self.speaks().items() if not came and s in seats]
        owing = [user for seat in late if (user := self._owes_pledge(f, seat))]
        if f.extended < EXTENDED and any(user not in f.unseen for user in owing):
            f.since, f.extended = self.now, f.extended + 1
            return True
        f.unseen.update(owing)
        return False

    def _owes_pledge(self, f: Fair, seat: Seat) -> str:
        """Who has not pledged and might; nobody: empty."""
        user = self.roster[seat]
        if user is None or user.bot or f.pledged(seat, user) or f.terms.conduct.barred(user.id):
            return ""
        return user.id

    def _waits_for_shares(self, f: Fair, begin: int = 0) -> bool:
        """F24. Where the house itself slept past the moment, shares that came in time may lie
        unread behind it: it waits once as much longer, so that nobody is barred for its sleep."""
        if not f.missing():
            return False
        late = self.now - max(f.locked + f.terms.wait, begin)
        if late >= LATE and not f.overslept:
            f.overslept = True
            f.locked = self.now - f.terms.wait + min(late, f.terms.wait)
        return self.now < f.locked + f.terms.wait
