"""How seats change hands, as a part of a table's life: before a match people choose whom to sit
with, in a match a substitute takes the seat of who is gone, and the others may vote somebody off.

A substitute waits for the next deal and watches until then; who comes back before keeps the seat.
The match stays that of those who began it: theirs are its winners and ratings.
"""

from __future__ import annotations

from cutcard.kernel import tags
from cutcard.kernel.game import Seat
from cutcard.store.protocol import WAITING

from . import patience
from .effects import Bar, Effect, Open, Say, Write
from .listeners import Listeners
from .words import Ear, Refusal, User

VOTERS = 2  # people who must agree at the least: one alone sends nobody away


class Changing(Listeners):
    """A table whose seats change hands."""

    __slots__ = ()

    def follow(self, effect: Effect) -> None:
        super().follow(effect)
        if type(effect) is Open and self.substitutes:
            self.due = self.now  # they are let in when all this is told

    def _begin(self) -> None:
        self.votes.clear()
        self.swaps.clear()
        self.quit.clear()
        self.given_up.clear()
        self.substitutes.clear()
        for seat in sorted(self.began):
            del self.began[seat]
            self._emit(Write(self.seat_row(seat)))
        super()._begin()

    def _own_time(self) -> None:
        self._let_in()
        super()._own_time()

    # Before a match

    def take_seat(self, now: int, wall: int, user: User, seat: Seat) -> bool:
        """Somebody who sits here would sit there: at once where it is free or a bot's, else as
        soon as its holder wants theirs. Whether they sit there now."""
        self.now, self.wall = now, wall
        has = self.seat_of(user)
        if self.match.status != WAITING:
            raise Refusal("INVALID_GAME_STATE", "Seats are changed before the match")
        if not 0 <= seat < self.table.seats:
            raise Refusal("INVALID_REQUEST", f"There is no seat {seat}")
        self.moved = now
        if seat == has:
            self.swaps.pop(has, None)
            return True
        other = self.table.roster[seat]
        if other is None or other.bot or self.swaps.get(seat) == has:
            self._swap(has, seat)
            return True
        self.swaps[has] = seat
        self._tell("SEAT_WISHED", seat=has, playerId=self.holder(has), wish=seat)
        self._tell("ROSTER", players=self.roster())
        return False

    def _swap(self, one: Seat, two: Seat) -> None:
        """Two seats change their holders, one of which may be free."""
        table, seats = self.table, (one, two)
        ears = {
            seat: [(ear, self._legal(seat)) for ear in self.ears.get(seat, ())] for seat in seats
        }
        holders = {one: table.roster[two], two: table.roster[one]}
        minds = {one: self.bots.pop(two, None), two: self.bots.pop(one, None)}
        since = {one: self.gone.pop(two, None), two: self.gone.pop(one, None)}
        table.hearing.difference_update(seats)
        for seat in seats:
            for ear, _ in ears[seat]:
                self.remove(ear)
        for seat in seats:
            self.swaps.pop(seat, None)
            table.seat_user(seat, holders[seat])
            if (mind := minds[seat]) is not None:
                self.bots[seat] = mind
                mind.listen(table, seat)
            if (gone := since[seat]) is not None:
                self.gone[seat] = gone
            self._emit(Write(self.seat_row(seat)))
        self._tell("ROSTER", players=self.roster())
        for seat, other in ((one, two), (two, one)):
            for ear, legal in ears[other]:
                self._move_ear(ear, seat, legal)
        if ears[one] or ears[two]:
            self._tell("ROSTER", players=self.roster())

    def _legal(self, seat: Seat) -> int:
        watch = self.table.watches.get(seat)
        return watch.legal if watch else 0

    def _move_ear(self, ear: Ear, seat: Seat, legal: int) -> None:
        """An ear listens from another seat from now on, and is shown what is seen from there."""
        self.add(ear, seat, self.table.roster[seat], legal)
        self._emit(Say((ear,), self.snapshot(seat)))

    # Substitutes

    def substitute(self, now: int, wall: int, user: User, seat: Seat | None) -> None:
        """Somebody who watches will take the seat of who is gone when the next deal begins; with
        None for a seat they no longer want to."""
        self.now, self.wall = now, wall
        waits = [where for where, (who, _) in self.substitutes.items() if who == user]
        if seat is None:
            if not waits:
                raise Refusal("INVALID_GAME_STATE", "You are not waiting for a seat here")
            self._turn_away(waits[0])
            return
        table = self.table
        self.may_enter(user, self.row.link, None)  # who does not watch it is refused below
        if not table.words.traits.substitutes:
            raise Refusal("INVALID_GAME_STATE", "In this game nobody takes another's seat")
        if not table.playing:
            raise Refusal("INVALID_GAME_STATE", "No match is under way here")
        if waits or table.seat_of(user.id) is not None:
            raise Refusal("INVALID_GAME_STATE", "You have a seat at this table")
        if not 0 <= seat < table.seats:
            raise Refusal("INVALID_REQUEST", f"There is no seat {seat}")
        if seat in self.substitutes:
            raise Refusal("SEAT_TAKEN", "Somebody else will take this seat")
        self._refuse_if_here(seat)
        if not any(who == user for _, who, _ in self.audience()):
            raise Refusal("INVALID_PLAYER", "Watch the table first: SPECTATE")
        self.substitutes[seat] = (user, table.deal_number)
        self._tell("SUBSTITUTE_WAITS", seat=seat, playerId=self.holder(seat), name=user.name)

    def _refuse_if_here(self, seat: Seat) -> None:
        """Only the seat of a person is taken who went away for good, or long enough ago."""
        holder = self.table.roster[seat]
        if holder is None or holder.bot or seat not in self.gone:
            raise Refusal("SEAT_TAKEN", f"Seat {seat} is not without its player")
        left = self.gone[seat] + patience.GRACE - self.now
        if left > 0 and seat not in self.quit and holder.id not in self.barred:
            raise Refusal("SEAT_TAKEN", f"Wait another {-(-left // 1000)} s for its player")

    def _turn_away(self, seat: Seat) -> None:
        user, _ = self.substitutes.pop(seat)
        self._tell("SUBSTITUTE_GONE", seat=seat, playerId=self.holder(seat), name=user.name)

    def _let_in(self) -> None:
        """A new deal has begun: who waited for it sits down, if the seat is still without its
        player and they are still there."""
        table = self.table
        for seat, (user, deal) in list(self.substitutes.items()):
            if table.deal_number <= deal:
                continue
            ears = [ear for ear, who, at in self.audience() if who == user and at is None]
            if seat not in self.gone or not ears or not table.playing or self.broken:
                self._turn_away(seat)
                continue
            del self.substitutes[seat]
            first = table.roster[seat]
            if first is not None:
                self.began.setdefault(seat, first.id)
            for ear in ears:
                self.remove(ear)
            self.votes.pop(seat, None)
            self.quit.discard(seat)
            self.given_up.discard(seat)
            self._seat(seat, user, since=table.deal_number)
            for ear in ears:
                self._move_ear(ear, seat, 0)
            self._tell("SUBSTITUTED", seat=seat, playerId=self.holder(seat), players=self.roster())
            self._play(seat, tags.BACK)

    # The others' vote

    def vote(self, now: int, wall: int, user: User, seat: Seat, agree: bool) -> bool:
        """Somebody who plays wants another away, or no longer; when all others who are people
        want it, they are sent away, and the table plays their seat. Whether they are."""
        self.now, self.wall = now, wall
        table, voter = self.table, self.seat_of(user)
        if not table.playing or table.open_seating:
            raise Refusal("INVALID_GAME_STATE", "There is a vote only in the middle of a match")
        target = table.roster[seat] if 0 <= seat < table.seats else None
        if target is None or target.bot:
            raise Refusal("INVALID_PLAYER", f"Nobody can be voted off seat {seat}")
        if seat == voter:
            raise Refusal("INVALID_REQUEST", "You cannot vote yourself away")
        others = {who for who, _ in self.people() if who != seat}
        if len(others) < VOTERS:
            raise Refusal("INVALID_GAME_STATE", "One player alone sends nobody away")
        if tags.LEAVE not in self._offered(seat):
            raise Refusal("INVALID_GAME_STATE", "Nobody leaves this match before its end")
        votes = self.votes.setdefault(seat, set())
        votes.intersection_update(others)
        if agree:
            votes.add(voter)
        else:
            votes.discard(voter)
        self.moved = now
        voters = [self.holder(one) for one in sorted(votes)]
        who = self.holder(seat)
        self._tell("KICK_VOTE", seat=seat, playerId=who, votes=voters, needed=len(others))
        if votes < others:
            return False
        self._play(seat, tags.LEAVE)
        self._vote_off(seat, target)
        return True

    def _vote_off(self, seat: Seat, target: User) -> None:
        del self.votes[seat]
        self.quit.add(seat)
        ears = tuple(ear for ear, who, _ in self.audience() if who == target)
        for ear in ears:
            self._take_off(ear)
        self._emit(Say(ears, self._notice("KICKED", table=self.row.table)))
        self.barred |= {target.id}
        self._emit(Bar(target.id))
        if seat not in self.gone:
            self._away(seat)

    # Taking a move back

    def undo_ask(self, now: int, wall: int, user: User) -> None:
        """Somebody would take their last move back; it is when all others agree, and nobody has
        moved meanwhile."""
        self.now, self.wall = now, wall
        seat = self.seat_of(user)
        self.table.may_undo(seat, now)
        self.undoing = (seat, self.table.seq, set())
        self.moved = now
        self._tell("UNDO_ASKED", seat=seat, playerId=self.holder(seat), seq=self.table.seq)
        self._undo_if_agreed()

    def undo_answer(self, now: int, wall: int, user: User, accept: bool) -> None:
        """Somebody agrees, or does not; who asked may think better of it."""
        self.now, self.wall = now, wall
        seat, asked = self.seat_of(user), self.undoing
        if asked is None or asked[1] != self.table.seq:
            raise Refusal("INVALID_GAME_STATE", "Nobody asks to take a move back, or no more")
        self.moved = now
        if not accept:
            self.undoing = None
            self._tell("UNDO_DECLINED", seat=seat, playerId=self.holder(seat))
            return
        if seat == asked[0]:
            raise Refusal("INVALID_GAME_STATE", "The others have to agree")
        asked[2].add(seat)
        self._undo_if_agreed()

    def _undo_if_agreed(self) -> None:
        assert self.undoing is not None
        asker, _, agreed = self.undoing
        if agreed >= {seat for seat, _ in self.people()} - {asker}:
            self.undoing = None
            self._pass_on(self.table.undo(asker, self.now, self.wall))
            self._catch_up()
