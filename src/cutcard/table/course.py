"""The course of a table's life: matches begin and end, seats are given and freed, time passes, and
in the end the table is closed. What people ask for is in `life.py`, which stands on this.

Requests and time go in, effects come out, each at the point where it arises: no clock is read here
and nothing is awaited. What the table itself does (`table.py`) passes through, with what follows
from it for those around it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from msgspec import structs

from cutcard.bots import bots_of, shown
from cutcard.kernel import tags
from cutcard.kernel.game import Move, Outcome, Seat
from cutcard.kernel.optional import paused, vacant
from cutcard.kernel.rng import Rng
from cutcard.store.protocol import (
    ABANDONED,
    COMPLETED,
    PLAYING,
    WAITING,
    Final,
    Mark,
    MatchRow,
)
from cutcard.store.standings import Trial

from . import patience
from .days import day_of
from .effects import (
    Ask,
    Close,
    Effect,
    Ended,
    Off,
    Open,
    Over,
    Reply,
    RulesFailed,
    Say,
    Stand,
    Tell,
    Write,
)
from .gathering import Gathering
from .mind import Mind
from .playing import played_deal
from .ratings import rated_match, with_guests
from .states import final_state
from .vocabulary import tag_of
from .words import Ear, Notice, User


class Course(Gathering):
    """What happens to a table by itself."""

    __slots__ = ()

    def ask(self, ask: Ask, now: int, wall: int, *, anew: bool = False) -> list[Effect]:
        """A seat wants to play. This comes with every move: the table's effects are handed on as
        they are, and whoever carries one out asks `follow` next what it means here."""
        self.now, self.wall = now, wall
        return self.table.ask(ask, now, wall, anew=anew)

    def follow(self, effect: Effect) -> None:
        """The table did this: a deal or the match began, ended or failed."""
        if type(effect) is Open and self.leaving:
            self._free_leavers()
        elif type(effect) is Over:
            self._end(effect)
        elif type(effect) is Ended and not self.table.over:
            self._write_played(effect.deal, None)
        elif type(effect) is RulesFailed and effect.fatal:
            self._abandon("Game error")

    def advance(self, now: int, wall: int) -> None:
        """Time came: what is due is done."""
        self.now, self.wall = now, wall
        self._catch_up()
        if now >= self.due and not self.closed:
            self._own_time()

    def wake_at(self) -> int | None:
        """The house's ms at which `advance` has something to do."""
        if self.closed:
            return None
        due = self.table.wake_at()
        return self.due if due is None or self.due < due else due

    def _offered(self, seat: Seat) -> dict[str, Move]:
        """The asides that the rules offer the seat now, by their tags."""
        deal = self.table.deal
        if deal is None or not self.table.playing or self.broken:
            return {}
        return {tag_of(move): move for move in deal.state.asides(seat)}

    def _play(self, seat: Seat, *tags: str) -> bool:
        """Plays the first of these asides that the rules offer the seat now."""
        offered = self._offered(seat)
        for tag in tags:
            if tag in offered:
                ask = Ask(seat, offered[tag], tag)
                self._pass_on(self.table.ask(ask, self.now, self.wall))
                return True
        return False

    def _catch_up(self) -> None:
        """What is due at the table is played first."""
        if not self.broken:
            self._pass_on(self.table.advance(self.now, self.wall))

    def _pass_on(self, effects: Sequence[Effect]) -> None:
        """What the table does in a request in which ears may come or go: updates are for those who
        listen at this point, and nobody waits for an answer."""
        for effect in effects:
            if type(effect) is Tell:
                if ears := self.ears.get(effect.viewer):
                    self._emit(Say(ears, effect.word))
            elif type(effect) is not Reply:
                self._emit(effect)
                self.follow(effect)
        if self.later and not self.table.holding:
            leavers, self.later = self.later, []
            for seat in leavers:
                self._leave_deal(seat)

    # Matches

    def _begin(self) -> None:
        """All are seated (or agreed to play again): the first deal."""
        self.agreed.clear()
        self.left.clear()
        self.stays = None
        self.match = structs.replace(self.match, status=PLAYING, started=self.wall)
        self._emit(Write(self.match))
        if self.table.day and self.table.day == day_of(self.wall):
            for _, user in self.people():
                self._emit(Write(self._trial(user)))
        self._pass_on(self.table.open(self.now, self.wall))

    def _trial(self, user: User, name: str = "", value: int = 0) -> Trial:
        table = self.table
        row = (table.number, table.match, user.id, self.row.game, table.day, self.wall)
        return Trial(*row, name, value)

    def _end(self, over: Over) -> None:
        table, outcome = self.table, over.outcome
        places = outcome.places
        began = [self.beginner(seat) for seat in range(table.seats)]
        best = [user for user, place in zip(began, places, strict=True) if user and place == 1]
        tie = len(places) > 1 and len(set(places)) == 1
        self.match = MatchRow(
            table.number,
            table.match,
            ABANDONED if over.abandoned else COMPLETED,
            self.match.created,
            self.match.started,
            self.wall,
            None if over.abandoned else "tie" if tie else ",".join(best),
            outcome.reason,
            places,
            outcome.scores,
        )
        self._emit(Write(self.match))
        self._keep()
        if not over.abandoned:
            self._write_played(table.deal_number, outcome)
        rated = None if over.abandoned else rated_match(self, outcome)
        if rated is not None:
            self._emit(Write(rated))
        elif self.row.ranked and not over.abandoned and with_guests(self):
            self._tell("MATCH_NOT_RATED", reason="GUEST")
        for _, user in self.people() if table.seats == 1 else ():
            for name, value in outcome.marks:
                mark = Mark(table.number, user.id, self.row.game, name, value, self.wall)
                self._emit(Write(self._trial(user, name, value) if table.day else mark))
        self._stay()

    def _write_played(self, deal: int, outcome: Outcome | None) -> None:
        """A deal was played to its end; with an outcome, its match too."""
        played = played_deal(self, deal, outcome)
        if played is not None:
            self._emit(Write(played))

    def _keep(self) -> None:
        """How the match ended is kept whole, where the store does so."""
        table, deal = self.table, self.table.deal
        if deal is not None:
            users = tuple(user.id if user else None for user in table.roster)
            state = partial(final_state, deal.state, deal.header.seats)
            self._emit(Write(Final(table.number, table.match, users, state)))

    def _stay(self) -> None:
        """The table stays a while after its match, then it is closed."""
        self.stays = self.now + patience.REMATCH + self.row.delay * 1000
        self.due = min(self.due, self.stays)

    def abandon(self, now: int, wall: int, reason: str) -> None:
        """The house calls the match off."""
        self.now, self.wall = now, wall
        self._abandon(reason)

    def _abandon(self, reason: str) -> None:
        """The match is called off: told, not rated, and the table is closed."""
        if self.match.completed is None:
            self.match = structs.replace(
                self.match, status=ABANDONED, completed=self.wall, reason=reason
            )
            self._emit(Write(self.match))
            self._keep()
            deal, shows = self.table.deal, self.table.tells_seed
            seed = {"seed": deal.header.seed.hex()} if deal is not None and shows else {}
            self._tell(tags.GAME_ABANDONED, reason=reason, **seed)
        self._close()

    def _close(self) -> None:
        """The table is over for good."""
        if not self.closed:
            self._pass_on(self.table.closing(self.now, self.wall))
            self.closed = True
            self._emit(Close())
            self._tell("TABLE_CLOSED")

    def stop(self, now: int, wall: int) -> None:
        """The server stops: where the deal's clock stands goes into the store."""
        self.now, self.wall = now, wall
        deal = self.table.deal
        if deal is not None and self.table.playing and not self.broken:
            self._emit(Stand(deal.header.deal, max(now - self.table.zero, deal.at)))

    # Seats

    def _seat(self, seat: Seat, user: User, since: int | None = None) -> None:
        """Gives a seat to somebody, from the next deal on or from this one; a full table begins
        to play."""
        self.table.seat_user(seat, user)
        if since is not None:
            self.table.held_since[seat] = since
        self.dismiss(seat)
        self.gone.pop(seat, None)
        self.moved = self.now
        for ear in self.ears.get(seat, ()):  # who held it before hears nothing for it any more
            if self.users[ear] != user:
                self._take_off(ear, self._notice("REPLACED"))
        self._emit(Write(self.seat_row(seat)))
        self._tell("ROSTER", players=self.roster())
        self._pass_on(self.table.offered(self.now, self.wall))
        if None not in self.table.roster and self.match.status == WAITING:
            self._begin()

    def _seat_bot(self, seat: Seat, bot: str | None) -> None:
        """Gives a free seat to a bot; without a name, the game's usual opponent."""
        game = self.row.game
        name = bot or next(iter(bots_of(game)))
        mind = self.bots[seat] = Mind(game, name, Rng(self.table.seeds()))
        mind.listen(self.table, seat)
        called = self._name_of_its_own(shown(name))
        self._seat(seat, User(f"bot-{self.row.table}-{seat}", called, bot=True))

    def _name_of_its_own(self, name: str) -> str:
        """Steady, Steady 2, Steady 3: bots of one kind at one table."""
        taken = {user.name for user in self.table.roster if user is not None}
        numbered = (f"{name} {n}" for n in range(2, self.table.seats + 2))
        return next(other for other in (name, *numbered) if other not in taken)

    def _unseat(self, seat: Seat) -> None:
        """A seat that is not in the deal is given back."""
        self.table.seat_user(seat, None)
        if self.bots.pop(seat, None) is not None:
            self.table.hearing.discard(seat)
        self.dismiss(seat)
        for about in (self.agreed, self.left, self.leaving):
            about.discard(seat)
        self.gone.pop(seat, None)
        self._emit(Write(self.seat_row(seat)))

    def _free(self, seat: Seat) -> None:
        """Gives a seat back, and tells it; the last to go closes a waiting table."""
        self._unseat(seat)
        self._tell("ROSTER", players=self.roster())
        if self.match.status == WAITING and not list(self.people()):
            self._abandon("Everybody left")

    def _free_leavers(self) -> None:
        """Who left in the last deal is off their seat in the new one."""
        for seat in sorted(self.leaving):
            self._unseat(seat)
        self._tell("ROSTER", players=self.roster())

    def _leave_deal(self, seat: Seat) -> None:
        """Open seating: out of the deal by its own move, and off the seat when the deal is over,
        or at once where the rules say that the seat has no part in it. Between a lock and its cards
        they are dealt in first (F93)."""
        if self.table.holding:
            self.later.append(seat)
            return
        played = self._play(seat, tags.LEAVE)
        deal = self.table.deal
        free_now = None if deal is None else vacant(deal.state, seat)
        if played if free_now is None else not free_now:
            self.leaving.add(seat)
            self._emit(Write(self.seat_row(seat)))
        else:
            self._free(seat)

    # Time

    def _waits_until(self, seat: Seat) -> int | None:
        """Until when the seat of somebody who is gone is kept for them; None: as long as it
        takes."""
        if self.match.status == WAITING:
            return self.gone[seat] + patience.GRACE
        if self.table.open_seating and not self.table.over and seat not in self.leaving:
            return self.gone[seat] + patience.SEAT
        return None

    def _own_time(self) -> None:
        """What is over besides what the rules know of: patience, the wait for a rematch, and that
        of a table at which nobody plays."""
        if self.stays is not None and self.stays <= self.now:
            if self.table.seats == 1 and 0 in self.ears and self.now - self.moved < patience.IDLE:
                self.stays = self.now + patience.REMATCH  # they still look at their board
            else:
                self._close()
        for seat in list(self.gone):
            until = self._waits_until(seat) if seat in self.gone else None
            if until is None or until > self.now or self.closed:
                continue
            if self.match.status == WAITING:
                self._free(seat)
            else:
                self._leave_deal(seat)
        if self.now - self.moved >= patience.IDLE and not self.closed:
            if self._goes_on():
                self.moved = self.now  # looked at again as much later
            else:
                self._abandon("No move for 30 minutes")
        self._look_ahead()

    def _goes_on(self) -> bool:
        """Whether the match is people's, and leads on by a clock of its own or was paused: then it
        is nobody's business how long it takes. Bots alone keep no table."""
        table = self.table
        if table.deal is None or not table.playing or table.stuck or not any(self.people()):
            return False
        return table.deal.due is not None or paused(table.deal.state)

    def _look_ahead(self) -> None:
        """When the next of these is over."""
        waits = [until for seat in self.gone if (until := self._waits_until(seat)) is not None]
        stays = [] if self.stays is None else [self.stays]
        self.due = min([self.moved + patience.IDLE, *waits, *stays])

    # Words

    def _notice(self, kind: str, **payload: Any) -> Notice:
        return Notice(kind, self.row.table, self.table.match_id, payload)

    def _tell(self, kind: str, **payload: Any) -> None:
        """A notice to everyone at the table."""
        self._emit(Say(self.everyone, self._notice(kind, **payload)))

    def _take_off(self, ear: Ear, word: Notice | None = None) -> Seat | None:
        """An ear listens here no more; the seat it listened from."""
        seat = self.remove(ear)
        self._emit(Off(ear, word))
        return seat
