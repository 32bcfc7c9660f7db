"""A table of an event: who sits there and when it deals is the event's to say, and it never ends by
itself (docs/rules/tournament.md, its last section). To everybody who plays or watches it is a table
like any other."""

from __future__ import annotations

from msgspec import structs

from cutcard.kernel import tags
from cutcard.kernel.game import Carry, Seat
from cutcard.kernel.rng import Rng
from cutcard.store.protocol import COMPLETED, PLAYING, KeptTable

from .effects import Write
from .life import Life
from .mind import Mind
from .words import Ear, Refusal, User

GIVEN = "The seats at this table are its event's: TOURNAMENT_REGISTER"
GRACE = 60_000  # T104: ms in which who was there when a server died may come back
Heard = list[tuple[Ear, int]]
"""Who listened from a seat, and how many legal moves they want listed."""


class Staged(Life):
    """The life of such a table."""

    __slots__ = ()

    def take_up(self, kept: KeptTable, now: int, wall: int) -> None:
        fresh = self.table.deal is None
        super().take_up(kept, now, wall)
        self.table.staged, self.table.awaits = True, False  # it deals when its event says so
        if fresh:  # the server was down, or another one
            self.table.grace = now + GRACE
            self.table.be_patient()

    # What the event asks for

    def set_up(self, now: int, wall: int) -> None:
        """It is there, and waits for the event."""
        self.now, self.wall = now, wall
        self.table.staged = True
        self.match = structs.replace(self.match, status=PLAYING, started=wall)
        self._emit(Write(self.row))
        self._emit(Write(self.match))

    def place(
        self, now: int, wall: int, seat: Seat, user: User | None, bot: str | None = None
    ) -> Heard:
        """A seat is somebody's from now on, or nobody's: dealt in from the next hand on. Who
        listened from it hears no more, and is returned."""
        self.now, self.wall = now, wall
        table = self.table
        legal = self._legal(seat)
        heard = [(ear, legal) for ear in self.ears.get(seat, ())]
        for ear, _ in heard:
            self._take_off(ear)
        if table.roster[seat] is not None:
            self._unseat(seat)
        if user is None:
            self._tell("ROSTER", players=self.roster())
            return heard
        if bot is not None:
            mind = self.bots[seat] = Mind(self.row.game, bot, Rng(table.seeds()))
            if mind.remembers:
                table.hearing.add(seat)
        playing = table.deal is not None and table.deal.outcome is None
        # of a hand that is over they may not see what the seat's last holder had
        self._seat(seat, user, table.deal_number + (0 if playing else 1))
        return heard

    def stage(self, now: int, wall: int, carry: Carry) -> None:
        """The table deals."""
        self.now, self.wall = now, wall
        self.moved = now
        self._pass_on(self.table.stage(carry, now, wall))

    def finish(self, now: int, wall: int, linger: bool) -> None:
        """It is needed no more; `linger`: its last hand is shown for a while."""
        self.now, self.wall = now, wall
        if self.match.completed is None:
            self.match = structs.replace(
                self.match, status=COMPLETED, completed=wall, reason="event"
            )
            self._emit(Write(self.match))
            self._keep()
        if linger:
            self._stay()
        else:
            self._close()

    # What people ask for

    def free_seats(self) -> list[Seat]:
        return []

    def free_seat(self, wish: Seat | None) -> Seat:
        raise Refusal("FORBIDDEN", GIVEN)

    def _leave_deal(self, seat: Seat) -> None:
        """T99: nobody leaves; they are away."""
        self._play(seat, tags.LEAVE, tags.AWAY)

    def _waits_until(self, seat: Seat) -> int | None:
        return None  # T95: a seat is kept as long as its chips last

    def _goes_on(self) -> bool:
        return True  # T51: it waits for its event as long as it takes
