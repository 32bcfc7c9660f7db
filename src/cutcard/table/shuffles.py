"""What the tables of a process share of fair deals: the terms they are dealt by, whose clients give
shares, and how records reach the store and those clients."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from cutcard.kernel.game import Seat

from .effects import Announce, Keep
from .fair import Terms
from .life import Life
from .words import Notice

if TYPE_CHECKING:
    from .floor import Floor


class Shuffles:
    """The part of a floor that has to do with proofs."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self.terms: Terms | None = None  # None: deals are not proved
        self.users: Counter[str] = Counter()  # connections that give shares, by their users

    def speakers(self, life: Life) -> dict[Seat, bool]:
        """Seats whose holders' clients give shares, and whether they were at the table since they
        sat down: who was not has not been told of any offer."""
        people = life.people()
        return {
            seat: seat in life.ears or seat in life.gone
            for seat, user in people
            if user.id in self.users
        }

    def keep(self, _life: Life, effect: Keep) -> None:
        self._floor.writer.write().fair.append(effect.row)

    def announce(self, life: Life, effect: Announce) -> None:
        """Only to those who asked for such words: others know nothing of them."""
        ears = tuple(ear for ear in life.everyone if getattr(ear, "fair", False))
        if ears:
            table = life.table
            told = {"n": effect.n, "of": effect.of, "records": effect.records}
            notice = Notice("FAIR_RECORDS", table.number, table.match_id, told)
            self._floor.writer.say(life, ears, notice)

    def let_go(self, life: Life) -> None:
        """The cards are out: what was asked meanwhile is asked now."""
        if not life.table.holding:
            held, life.held = life.held, []
            for ask, ear in held:
                self._floor.ask(life, ask, ear)
