"""A table of an event of matches: its event gives the seats, once, and hears how the match ended.
To everybody who plays or watches it is a table like any other, and its match is rated like any
other (docs/rules/tournament.md T117-T152)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from cutcard.kernel import tags
from cutcard.kernel.game import Outcome, Seat
from cutcard.kernel.rng import Rng

from .effects import Ask, Over, Write
from .life import Life
from .mind import Mind
from .staged import GIVEN
from .vocabulary import tag_of
from .words import Refusal, User

NOT_HERE = "This table is an event's: who plays here is not changed"


class Matched(Life):
    """The life of such a table."""

    __slots__ = ()

    # What the event asks for

    def set_up(self, now: int, wall: int, users: Sequence[tuple[User, str | None]]) -> None:
        """Opened, and everybody seated: users by seat, a bot with the name of its kind."""
        self.now, self.wall = now, wall
        self._emit(Write(self.row))
        self._emit(Write(self.match))
        if self.table.open_seating:
            self._begin()
        for seat, (user, bot) in enumerate(users):
            if bot is not None:
                mind = self.bots[seat] = Mind(self.row.game, bot, Rng(self.table.seeds()))
                mind.listen(self.table, seat)
            self._seat(seat, user)
        for seat, _ in list(self.people()):
            self._get_ready(seat)

    def _get_ready(self, seat: Seat) -> None:
        """They said so to the event just now: the game need not ask once more. Where people come
        and go they are dealt in from the first hand on, present or not (T95)."""
        deal = self.table.deal
        if deal is None or not self.table.playing or self.table.holding:
            return
        for move in (*deal.state.legal(seat), *deal.state.asides(seat)):
            if (tag := tag_of(move)) in (tags.READY, tags.SIT):
                self._pass_on(self.table.ask(Ask(seat, move, tag), self.now, self.wall))
                return

    def finish(self, now: int, wall: int, reason: str) -> None:
        """The event has decided the match, or is over: called off here, and not rated."""
        self.now, self.wall = now, wall
        super()._abandon(reason)

    def _abandon(self, reason: str) -> None:
        """Called off at the table: those who are gone have lost it, without them it is drawn."""
        if self.match.completed is None:
            gone = [seat in self.gone or seat in self.given_up for seat in range(self.table.seats)]
            places = tuple(2 if absent else 1 for absent in gone)
            self._emit(Over(Outcome(places, (), reason, rated=False), abandoned=True))
        super()._abandon(reason)

    # What people ask for

    def free_seats(self) -> list[Seat]:
        return []

    def free_seat(self, wish: Seat | None) -> Seat:
        raise Refusal("FORBIDDEN", GIVEN)

    def rematch(self, now: int, wall: int, user: User, accept: bool) -> NoReturn:
        raise Refusal("REMATCH_DISABLED", "The event says who plays whom next")

    def substitute(self, now: int, wall: int, user: User, seat: Seat | None) -> NoReturn:
        raise Refusal("FORBIDDEN", NOT_HERE)

    def vote(self, now: int, wall: int, user: User, seat: Seat, agree: bool) -> NoReturn:
        raise Refusal("FORBIDDEN", NOT_HERE)

    def _leave_deal(self, seat: Seat) -> None:
        """T99: where people come and go, nobody leaves a match; they are away."""
        self._play(seat, tags.AWAY)

    def _waits_until(self, seat: Seat) -> int | None:
        return None
