"""A table's life without I/O: who sits, is away, leaves, is sent away, agrees to a rematch, waits,
watches, and from when. Requests and time in, effects out; a request that is refused (Refusal) has
changed nothing and wants nothing done.

To leave is not to concede: in a match the seat stays its holder's, they are away, and their clock
runs on; unless the game has a `leave` of its own. Where no clock runs against somebody who is
gone, an opponent may claim the match after `patience.GRACE`. Who is gone as long before the match
loses the seat, and where people come and go at any time, who is gone for `patience.SEAT`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from cutcard.bots import bots_of
from cutcard.kernel import tags
from cutcard.kernel.game import Seat
from cutcard.kernel.optional import allows_rematch, of_the_day, paused
from cutcard.kernel.rng import Rng
from cutcard.store.protocol import PLAYING, WAITING, KeptTable, MatchRow, TableRow

from . import patience
from .changing import Changing
from .effects import Bar, Say, Write
from .fair import Fair, Terms
from .listeners import Heard
from .mind import Mind
from .table import Table
from .vocabulary import vocabulary
from .words import Ack, Ear, Refusal, User

Seeds = Callable[[], bytes]
NOT_NOW = "Nobody is sent away in the middle of a match"  # by the host: see VOTE_KICK


def check_bot(game: str, bot: str | None) -> None:
    """Refusal if the game has no bot of that name."""
    if bot is not None and bot not in (bots := bots_of(game)):
        raise Refusal("INVALID_REQUEST", f"No bot is called {bot}; there are: {', '.join(bots)}")


def _fair(row: TableRow, table: Table, terms: Terms | None) -> Fair | None:
    """The chain of a table whose deals are proved; those of a day come from a seed of the house's,
    and the second of two tables with the same deals has the first's (F39)."""
    if terms is None or row.twin_of not in (0, row.table) or of_the_day(table.options):
        return None
    again = not row.event and not row.twin_of and allows_rematch(table.options)
    sealed = not table.words.game.shows_seed
    return Fair(terms, row.table, row.created, sealed=sealed, again=again)


class Life(Changing):
    """A table and those around it: what they may ask for."""

    __slots__ = ()

    # It begins, for the first time or again

    @classmethod
    def opened(
        cls, row: TableRow, seeds: Seeds, now: int, wall: int, terms: Terms | None = None
    ) -> Life:
        """A new table; `open` comes next."""
        words = vocabulary(row.game)
        table = Table(row.table, words, words.read_options(row.options), row.seats, seeds)
        table.fair = _fair(row, table, terms)
        life = cls(row, table, MatchRow(row.table, 1, WAITING, wall), now)
        life._look_ahead()
        return life

    def open(self, now: int, wall: int, bots: Mapping[Seat, str], sit: Sequence[User]) -> None:
        """The first to sit there do so before anybody else can."""
        self.now, self.wall = now, wall
        if len(set(sit)) < len(sit):
            raise Refusal("INVALID_REQUEST", "Nobody sits on two seats")
        self._emit(Write(self.row))
        self._emit(Write(self.match))
        if self.table.open_seating:
            self._begin()
        for seat, bot in sorted(bots.items()):
            self._seat_bot(seat, bot)
        for user in sit:
            self._seat(self.free_seat(None), user)

    @classmethod
    def revived(
        cls, kept: KeptTable, seeds: Seeds, now: int, wall: int, terms: Terms | None = None
    ) -> Life:
        """As it was written down; all people are gone. Drift if the log no longer plays."""
        row = kept.table
        words = vocabulary(row.game)
        table = Table(row.table, words, words.read_options(row.options), row.seats, seeds)
        table.fair = _fair(row, table, terms)
        life = cls(row, table, kept.match, now)
        life.take_up(kept, now, wall)
        return life

    def take_up(self, kept: KeptTable, now: int, wall: int) -> None:
        """Puts what was written down in the place of what was here; who listens stays."""
        self.now, self.wall = now, wall
        old = self.table
        table = Table(old.number, old.words, old.options, old.seats, old.seeds)
        table.master, table.day = old.master, old.day
        table.twin, table.follows = old.twin, old.follows
        table.next_match(kept.match.match)
        bots: dict[Seat, Mind] = {}
        self.began = {row.seat: row.began for row in kept.seats if row.began is not None}
        for row in kept.seats:
            table.held_since[row.seat] = row.since
            if row.user is not None:
                known = kept.people.get(row.user)
                number, guest = (known.number, known.guest) if known else (0, False)
                bot = row.bot is not None
                table.roster[row.seat] = User(row.user, row.name, bot, number, guest)
            if row.bot is not None:
                bots[row.seat] = Mind(kept.table.game, row.bot, Rng(old.seeds()))
        table.resume(kept.deals, kept.keys)
        last = kept.deals[-1] if kept.deals else None
        table.resume_clock(None if last is None else last.clock, now, wall)
        if old.deal is not None and last is not None and old.deal.header.deal == last.header.deal:
            table.zero = old.zero  # the server was not down: time went on
        table.purse, table.speaks = old.purse, old.speaks
        if old.fair is not None:
            table.fair = old.fair.taken_up(kept.fair)
        table.take_up_fair(kept.match.status == PLAYING)
        for viewer, watch in old.watches.items():
            if watch.idle is None:
                table.watch(viewer, watch.legal)
        for seat, mind in bots.items():
            mind.listen(table, seat)
        same = kept.match.match == self.match.match
        self.table, self.match, self.bots, self.barred = table, kept.match, bots, kept.barred
        self._regroup(same)

    def _regroup(self, same_match: bool) -> None:
        """Those around the table after it was read: nothing else is left of what was undone."""
        self.closed = self.broken = False
        for about in (self.leaving, self.stand_ins, self.substitutes, self.votes, self.swaps):
            about.clear()
        self.waiting.clear()  # all who listen are shown the table anew
        held = {seat for seat, _ in self.people()}
        for about in (self.agreed, self.left):
            about.intersection_update(held if same_match else ())
        for ear, seat in list(self.present.items()):
            if seat is not None and self.table.roster[seat] != self.users[ear]:
                self._take_off(ear, self._notice("REPLACED"))
        since = self.gone
        self.gone = {seat: since.get(seat, self.now) for seat in held if seat not in self.ears}
        if self.match.completed is None:
            self.stays = None
        elif self.stays is None:
            self._stay()
        self._look_ahead()

    # Sitting down

    def sit(self, now: int, wall: int, user: User, wish: Seat | None, link: str | None) -> Seat:
        """A seat for a user: the one they have, the one they name, or the first free one. At a
        private table, for those who know its link."""
        self.now, self.wall = now, wall
        has = self.table.seat_of(user.id)
        self.may_enter(user, link, has)
        if has is None:
            has = self.free_seat(wish)
            self._seat(has, user)
        elif has in self.leaving:  # comes back before the deal is over that they left
            self.leaving.discard(has)
            self._emit(Write(self.seat_row(has)))
        return has

    def fill(self, now: int, wall: int, bot: str | None, wish: Seat | None = None) -> None:
        """Bots into the empty seats, or one into that seat; without a name, the game's usual
        opponent."""
        self.now, self.wall = now, wall
        check_bot(self.row.game, bot)
        for seat in self.free_seats() if wish is None else [self.free_seat(wish)]:
            self._seat_bot(seat, bot)

    def rename(self, now: int, wall: int, user: User) -> None:
        """A user is called something else from now on."""
        self.now, self.wall = now, wall
        seat = self.seat_of(user)
        self.table.roster[seat] = user
        self._emit(Write(self.seat_row(seat)))
        self._tell("ROSTER", players=self.roster())

    # Going away, and being sent away

    def leave(self, now: int, wall: int, user: User, concede: bool) -> None:
        """Goes away: frees the seat before the match, declines a rematch after it. In the match
        they are away and keep the seat, unless they concede or the game lets them leave."""
        self.now, self.wall = now, wall
        seat = self.seat_of(user)
        if self.match.status == WAITING:
            self._free(seat)
        elif self.table.over:
            self._leave_the_end(seat)
        elif self.table.open_seating:
            self._leave_deal(seat)
        elif concede:
            if not self._play(seat, tags.LEAVE, tags.SURRENDER):
                if len(list(self.people())) > 1:
                    raise Refusal("CANNOT_LEAVE", "Nobody may leave this match before its end")
                self._abandon("Left")
            elif self.match.completed is None:
                self._give_up(seat)
        elif self._play(seat, tags.LEAVE):
            self.quit.add(seat)
        else:
            self._walk_away(seat)
        self.moved = now

    def _give_up(self, seat: Seat) -> None:
        """The match goes on without them, as the rules have it, but not without anybody."""
        self.quit.add(seat)
        self.given_up.add(seat)
        if self.given_up >= {one for one, _ in self.people()}:
            self._abandon("Everybody left")
        else:
            self._walk_away(seat)

    def _walk_away(self, seat: Seat) -> None:
        for ear in self.ears.get(seat, ()):
            self._take_off(ear)
        if seat not in self.gone:
            self._away(seat)

    def _leave_the_end(self, seat: Seat) -> None:
        self.left.add(seat)
        self._tell("REMATCH_DECLINED", seat=seat, playerId=self.holder(seat))
        if self.left >= {seat for seat, _ in self.people()} and self.balcony is None:
            self._close()

    def kick(self, now: int, wall: int, host: User, who: str | Seat) -> list[Heard]:
        """The host sends somebody away, by their seat or id; they do not come back. Who hears no
        more of the table because of it."""
        self.now, self.wall = now, wall
        if host.id != self.row.host:
            raise Refusal("FORBIDDEN", "Only who opened the table may send somebody away")
        seat = who if isinstance(who, int) else self.table.seat_of(who)
        if seat is not None and not 0 <= seat < self.table.seats:
            raise Refusal("INVALID_PLAYER", f"There is no seat {seat}")
        holder = None if seat is None else self.table.roster[seat]
        name = who if isinstance(who, str) else "" if holder is None else holder.id
        heard = [one for one in self.listening() if one[2] is not None and one[2].id == name]
        if name == host.id:
            raise Refusal("INVALID_REQUEST", "You cannot send yourself away")
        if seat is not None:
            self._send_off(seat)
        elif not heard:
            raise Refusal("INVALID_PLAYER", "They are not at this table")
        ears = tuple(one[0] for one in heard)
        for ear in ears:
            self._take_off(ear)
        self._emit(Say(ears, self._notice("KICKED", table=self.row.table)))
        if holder is None or not holder.bot:
            self.barred |= {name}
            self._emit(Bar(name))
        return heard

    def _send_off(self, seat: Seat) -> None:
        """Off the seat: freely before a match and after it, in it only where people come and go at
        any time."""
        user, table = self.table.roster[seat], self.table
        if user is None:
            raise Refusal("INVALID_PLAYER", f"Nobody sits on seat {seat}")
        if self.match.status == WAITING:
            self._free(seat)
        elif table.over:
            self._leave_the_end(seat)
        elif table.open_seating and not user.bot:
            self._leave_deal(seat)
        else:
            raise Refusal("INVALID_GAME_STATE", NOT_NOW)

    def claim(self, now: int, wall: int, user: User) -> None:
        """Somebody does not come back: they concede, or else the match is called off."""
        self.now, self.wall = now, wall
        table, claimant = self.table, self.seat_of(user)
        if table.deal is None or not table.playing:
            raise Refusal("INVALID_GAME_STATE", "No match is under way here")
        if paused(table.deal.state):
            raise Refusal("INVALID_GAME_STATE", "The match is paused; go on with it first")
        waited_for = [seat for seat in table.deal.to_act if seat in self.gone and seat != claimant]
        if not waited_for:
            raise Refusal("INVALID_GAME_STATE", "The match waits for nobody who is gone")
        for seat in waited_for:
            left = self.gone[seat] + patience.GRACE - now
            if self._clock_of(seat) is not None:
                raise Refusal("INVALID_GAME_STATE", "Their clock is running; it will decide")
            if left > 0:
                raise Refusal("INVALID_GAME_STATE", f"Wait another {-(-left // 1000)} s for them")
        for seat in waited_for:
            if table.playing and not self._play(seat, tags.LEAVE, tags.SURRENDER):
                self._abandon("Player did not come back")
                return

    # Playing again

    def _plays_again(self) -> bool:
        """Whether another match may follow."""
        return allows_rematch(self.table.options)

    def rematch(self, now: int, wall: int, user: User, accept: bool) -> None:
        """Offers or accepts another match, or declines it; it starts when all agree."""
        self.now, self.wall = now, wall
        table, seat = self.table, self.seat_of(user)
        if not table.over:
            raise Refusal("INVALID_GAME_STATE", "The match is not over")
        if not self._plays_again():
            raise Refusal("REMATCH_DISABLED", "This table plays no rematch")
        if self.left:
            raise Refusal("INVALID_GAME_STATE", "Somebody has left the table")
        if not accept:
            self.agreed.clear()
            self._tell("REMATCH_DECLINED", seat=seat, playerId=self.holder(seat))
            return
        self.agreed.add(seat)
        if self.agreed < {seat for seat, _ in self.people()}:
            left = max(0, (self.match.completed or 0) + patience.REMATCH - wall)
            self._tell("REMATCH_OFFERED", seat=seat, playerId=self.holder(seat), inMs=left)
            return
        self._play_again()

    def begins_again(self, seat: Seat, tag: str, key: str | None) -> bool:
        """Whether this move, sent by who plays alone after the end, begins another match."""
        table = self.table
        if tag != tags.RESET or table.seats > 1 or not table.over or self.broken:
            return False
        return key is None or not table.answers.knows(seat, key)

    def begin_again(self, now: int, wall: int, user: User, ear: Ear, key: str | None) -> None:
        """Who plays alone deals again after the end; it is answered like a move."""
        self.now, self.wall = now, wall
        table, seat = self.table, self.seat_of(user)
        self._play_again()
        ack = Ack(table.number, table.match_id, key, tags.RESET, table.seq, None, ())
        if key is not None:
            table.answers.accept(seat, key, ack)
        self._emit(Say((ear,), ack))

    def _play_again(self) -> None:
        """Another match of the same people."""
        table, now, wall = self.table, self.now, self.wall
        table.next_match(table.match + 1)
        self.moved = now
        self.match = MatchRow(table.number, table.match, WAITING, wall)
        self._emit(Write(self.match))
        self._begin()
