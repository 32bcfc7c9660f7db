"""An event: requests and time in, effects out; no I/O, no clock and no chance but its seed's.

Whoever carries it asks, writes the effects down in one transaction and only then tells
(docs/rules/tournament.md T102, T103). A refusal (`Illegal`) has changed nothing. Times never go
back; `due` says when to come again if nothing else happens.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from cutcard.kernel.game import Illegal
from cutcard.kernel.optional import Paid

from .. import deals, seats
from . import bargain, facts, floor, log, settle
from .desk import Broke, Desk
from .effects import Effect
from .fold import fold
from .state import CANCELLED, OVER, REGISTERING, RUNNING, Player, State
from .terms import Terms

__all__ = ["Broke", "Event"]


class Event:
    """One poker tournament, or of any game whose deals an event can set."""

    def __init__(self, name: str, seed: bytes, entries: Sequence[log.Entry]) -> None:
        self.desk = Desk(name, seed, list(entries))

    @classmethod
    def open(cls, name: str, terms: Terms, seed: bytes, at: int) -> Event:
        """A new one; its log has the opening. Refuses terms that are none."""
        return cls(name, seed, [Desk.opening(terms, seed, at)])

    @property
    def state(self) -> State:
        return self.desk.state

    @property
    def log(self) -> list[log.Entry]:
        return self.desk.entries

    def due(self) -> int | None:
        """When something happens by itself."""
        s = self.state
        if s.phase == REGISTERING:
            scheduled = s.terms.format == "scheduled"
            return max(s.terms.starts_at, s.start_after) if scheduled and not s.paused else None
        if s.phase != RUNNING:
            return None
        if self.desk.more:
            return self.desk.at
        times = list(s.asked.values())
        if s.offer is not None and s.offer.version:
            times.append(s.offer.until)
        if s.break_ends:
            times.append(s.break_ends)
        elif (ends := s.level_ends()) is not None:
            times.append(ends)
        return min(times, default=None)

    @contextmanager
    def _asked(self, at: int) -> Iterator[Desk]:
        """One request: what is due comes first, then it, then what follows from both. A refusal
        leaves log and state as they were but for what was due: `advance` gives its effects."""
        d = self.desk
        d.at = max(d.at, at)
        self._due_now()
        before, told = len(d.entries), len(d.effects)
        try:
            yield d
            self._go_on()
        except Illegal:
            if len(d.entries) > before:
                del d.entries[before:], d.effects[told:]
                d.state = fold(d.entries)
            raise
        if d.state.phase in (RUNNING, OVER) and d.state.chips() != d.state.owed_chips():
            raise Broke(f"{d.name}: the chips in play do not add up after entry {len(d.entries)}")
        if d.state.account and d.state.phase in (OVER, CANCELLED):
            raise Broke(f"{d.name}: {d.state.account} chips are left on the event's account")

    def _done(self) -> list[Effect]:
        found, self.desk.effects = self.desk.effects, []
        return found

    # Coming and going

    def register(self, user: str, funds: int, at: int, *, bot: bool = False) -> list[Effect]:
        """T5, T6, T15: an entry, paid in the transaction that makes it."""
        with self._asked(at) as d:
            s = d.state
            d.need("ALREADY_REGISTERED", "You are in already.", user not in s.live)
            d.need("NOT_OPEN_YET", "Registration has not opened yet.", d.at >= s.terms.opens_at)
            d.need("FORBIDDEN", "This event is for people.", s.terms.bots or not bot)
            before = [p for p in s.players.values() if p.user == user]
            if before:
                d.need("ENTRY_CLOSED", "Entries are closed.", s.entry_open())
                used = len(before) > s.terms.re_entries
                d.need("ENTRY_LIMIT", "You have used up your entries.", not used)
            self._enter(user, funds, again=bool(before), bot=bot)
        return self._done()

    def re_enter(self, user: str, funds: int, at: int) -> list[Effect]:
        """T10, T11: again, at the full price, for who is out."""
        with self._asked(at) as d:
            s = d.state
            d.need("STILL_IN", "You have chips: you are in.", user not in s.live)
            before = [p for p in s.players.values() if p.user == user]
            d.need("NOT_REGISTERED", "You have not been in this event.", before)
            d.need("ENTRY_CLOSED", "Entries are closed.", s.entry_open())
            used = len(before) > s.terms.re_entries
            d.need("ENTRY_LIMIT", "You have used up your entries.", not used)
            self._enter(user, funds, again=True, bot=False)
        return self._done()

    def _enter(self, user: str, funds: int, *, again: bool, bot: bool) -> None:
        d = self.desk
        s, terms = d.state, d.state.terms
        d.need("EVENT_OVER", "The event is over.", s.phase not in (OVER, CANCELLED))
        d.need("ENTRY_CLOSED", "Entries are closed.", s.entry_open())
        most = terms.table_size if terms.format == "sit-and-go" else terms.max_entries
        d.need("EVENT_FULL", "All entries are sold.", s.entries < most)
        d.need("NOT_ENOUGH_CHIPS", f"An entry costs {s.cost()}.", funds >= s.cost())
        entry = s.numbered + 1
        d.note(log.Entered(entry, user, again, bot))
        d.book(user, s.cost(), "entry")
        if s.phase == RUNNING:
            self._seat_late(entry)
        elif terms.format == "sit-and-go" and s.entries == terms.table_size:
            self._start()

    def _seat_late(self, entry: int) -> None:
        """T17-T19: a seat drawn among the tables with fewest players, or a new table."""
        d = self.desk
        s, size = d.state, d.state.terms.table_size
        tables = {number: table.players for number, table in s.tables.items()}
        found = seats.late_seat(d.seed, entry, size, tables)
        if found is None:
            number = s.table_numbers + 1
            d.note(log.TableOpened(number))
            found = seats.late_seat(d.seed, entry, size, {number: {}})
            assert found is not None
        table, seat = found
        d.note(log.Seated(entry, table, seat, floor.waits_at(d, s.tables[table], seat)))
        d.seated(entry, "late")

    def unregister(self, user: str, at: int) -> list[Effect]:
        """T7: everything paid comes back, until the cards are in the air."""
        with self._asked(at) as d:
            s = d.state
            d.need("NOT_REGISTERED", "You are not in this event.", user in s.live)
            d.need("EVENT_RUNNING", "The cards are in the air.", s.phase == REGISTERING)
            d.note(log.Withdrew(s.live[user]))
            d.book(user, -s.cost(), "refund")
        return self._done()

    def _live(self, user: str) -> Player:
        s = self.state
        self.desk.need("NOT_REGISTERED", "You are not in this event.", user in s.live)
        return s.players[s.live[user]]

    def rebuy(self, user: str, funds: int, at: int) -> list[Effect]:
        """T12, T13: chips bought during a hand count when it is over."""
        with self._asked(at) as d:
            player, s = self._live(user), d.state
            may = player.entry in s.asked or settle.may_rebuy(d, player.entry)
            broke = player.stack == 0 and player.entry not in s.asked
            text = "Rebuys are for stacks up to the first one, in the first levels."
            d.need("REBUY_NOT_ALLOWED", text, may and not broke)
            price = s.terms.rebuy_price
            d.need("NOT_ENOUGH_CHIPS", f"A rebuy costs {price}.", funds >= price)
            d.note(log.Rebought(player.entry))
            d.book(user, price, "rebuy")
        return self._done()

    def no_rebuy(self, user: str, at: int) -> list[Effect]:
        """T13: who is asked says no."""
        with self._asked(at) as d:
            player = self._live(user)
            text = "Nobody has asked you."
            d.need("REBUY_NOT_ALLOWED", text, player.entry in d.state.asked)
            d.note(log.Declined(player.entry))
        return self._done()

    def add_on(self, user: str, funds: int, at: int, *, away: bool = False) -> list[Effect]:
        """T14: once, in the break after the last level with rebuys, by who is there."""
        with self._asked(at) as d:
            player, s = self._live(user), d.state
            now = s.break_ends is not None and s.level == s.terms.rebuy_levels
            may = now and not s.closed and s.terms.add_on_stack and not player.added_on and not away
            d.need("ADD_ON_NOT_ALLOWED", "The add-on is sold once, in its break.", may)
            price = s.terms.add_on_price
            d.need("NOT_ENOUGH_CHIPS", f"The add-on costs {price}.", funds >= price)
            d.note(log.AddedOn(player.entry))
            d.book(user, price, "add-on")
        return self._done()

    # The hands

    def hand_ended(self, table: int, paid: Paid, at: int) -> list[Effect]:
        """A table reports a hand's end, in the hand's own transaction (T103)."""
        with self._asked(at) as d:
            s = d.state
            known = s.tables.get(table)
            if known is None or not known.running:
                raise Illegal("INVALID_REQUEST", f"Table {table} plays no hand of this event.")
            if sum(paid.before) != sum(paid.after):
                raise Broke(f"{d.name}: table {table} ended a hand with other chips than it had")
            stacks = {seat: paid.after[seat] for seat in paid.dealt}
            d.note(log.HandEnded(table, stacks, paid.button, paid.small, paid.big, paid.beaten))
            settle.ask_the_broke(d, table)
        return self._done()

    # Deals between players

    def propose(self, user: str, method: str, leave: int, at: int) -> list[Effect]:
        with self._asked(at) as d:
            bargain.propose(d, self._live(user).entry, method, leave)
        return self._done()

    def accept(self, user: str, version: int, at: int) -> list[Effect]:
        with self._asked(at) as d:
            bargain.accept(d, self._live(user).entry, version)
        return self._done()

    def decline(self, user: str, at: int) -> list[Effect]:
        """Also asked by whoever notices that a player of the deal is absent."""
        with self._asked(at) as d:
            self._live(user)
            bargain.decline(d)
        return self._done()

    # The host's and the admin's

    def cancel(self, user: str, at: int, *, admin: bool = False) -> list[Effect]:
        """T105: by the host before the start, by an admin at any time."""
        with self._asked(at) as d:
            s = d.state
            d.need("EVENT_OVER", "The event is over.", s.phase in (REGISTERING, RUNNING))
            host = user == s.terms.host and s.phase == REGISTERING
            d.need("FORBIDDEN", "The host cancels before the start, an admin later.", admin or host)
            self._cancel("cancelled")
        return self._done()

    def _cancel(self, reason: str) -> None:
        d = self.desk
        s = d.state
        refunds: dict[int, int] = {}
        if not s.closed:
            refunds = {entry: self._paid_by(player) for entry, player in s.players.items()}
            if s.orphans:
                refunds[min(player.entry for player in s.playing())] += s.orphans
        elif s.left:
            refunds = self._shared()
        refunds = {entry: amount for entry, amount in refunds.items() if amount}
        d.note(log.Cancelled(reason, refunds))
        for entry, amount in refunds.items():
            d.book(d.user(entry), -amount, "refund")
        d.say(facts.Cancelled(reason))

    def _paid_by(self, player: Player) -> int:
        """What an entry gets back: all it paid; of bounties what is on its head now, for one that
        was won is its winner's."""
        terms = self.state.terms
        paid = terms.buy_in + terms.fee + player.rebuys * terms.rebuy_price
        return paid + player.added_on * terms.add_on_price + player.bounty

    def _shared(self) -> dict[int, int]:
        """T105: by chip count what is not paid yet, bounties on heads to whose heads they are."""
        s = self.state
        players = sorted(s.playing(), key=lambda player: player.entry)
        stacks = [player.stack for player in players]
        left = sorted(s.prizes[: s.left], reverse=True)
        left[0] += s.carried
        amounts = deals.deal("chips", stacks, left)
        heads = [player.bounty for player in players]
        heads[0] += s.orphans
        return {p.entry: a + h for p, a, h in zip(players, amounts, heads, strict=True)}

    def pause(self, at: int, *, admin: bool) -> list[Effect]:
        """T106: hands running are played to their end, no deal, clocks stand."""
        with self._asked(at) as d:
            d.need("FORBIDDEN", "An admin pauses.", admin)
            d.need("EVENT_OVER", "The event is over.", d.state.phase in (REGISTERING, RUNNING))
            if not d.state.paused:
                d.note(log.Paused())
                d.say(facts.Paused())
        return self._done()

    def resume(self, at: int, *, admin: bool) -> list[Effect]:
        with self._asked(at) as d:
            d.need("FORBIDDEN", "An admin resumes.", admin)
            if d.state.paused:
                d.note(log.Resumed())
                d.say(facts.Resumed())
        return self._done()

    def disqualify(self, user: str, at: int, *, admin: bool) -> list[Effect]:
        """T74: at once, or when the hand they are in is over."""
        with self._asked(at) as d:
            d.need("FORBIDDEN", "An admin disqualifies.", admin)
            player = self._live(user)
            d.need("NOT_OPEN_YET", "The event has not started.", d.state.phase == RUNNING)
            table = d.state.tables[player.table]
            if d.state.offer is not None and d.state.offer.version:
                bargain.decline(d)  # what it was computed from is so no longer
            if player.seat in table.dealt:
                d.note(log.Barred(player.entry))
            else:
                settle.remove(d, player.entry)
        return self._done()

    # Time

    def advance(self, at: int) -> list[Effect]:
        """Time came."""
        with self._asked(at):
            pass
        return self._done()

    def restart(self, at: int) -> list[Effect]:
        """T104: asked once after the log was read again. Clocks have what they had left, a start
        that was due happens in a minute; tables in a hand go on from their own logs."""
        d = self.desk
        d.at = max(at, d.at)
        if d.state.phase in (REGISTERING, RUNNING):
            d.note(log.Restarted())
        return self._done()

    def _due_now(self) -> None:
        d = self.desk
        s = d.state
        start = self.due() if s.phase == REGISTERING else None
        if start is not None and d.at >= start:
            self._start_or_cancel()
        for entry, until in sorted(s.asked.items()):
            if until <= d.at:
                d.note(log.Declined(entry))
        if s.offer is not None and s.offer.version and s.offer.until <= d.at:
            bargain.decline(d)
        self._go_on()

    def _start_or_cancel(self) -> None:
        """T2, T8."""
        s = self.state
        if s.entries < s.terms.least_entries():
            self._cancel("too few players")
        else:
            self._start()

    def _start(self) -> None:
        """T34, T35: everybody's seat is drawn, and the breaking order."""
        d = self.desk
        s = d.state
        drawn = seats.first_draw(d.seed, sorted(s.players), s.terms.table_size)
        order = seats.breaking_order(d.seed, [one.table for one in drawn])
        tables = tuple(log.Drawn(one.table, one.seats, one.button) for one in drawn)
        d.note(log.Started(tables, tuple(order)))
        d.say(facts.Started(s.entries, len(tables), tuple(order)))
        floor.tell_level(d)
        for entry in sorted(s.players):
            d.seated(entry, "start")

    def _go_on(self) -> None:
        """What follows from what is so now: places, the end, levels, seats, deals."""
        d = self.desk
        s = d.state
        if s.phase != RUNNING:
            return
        settle.settle(d)
        if settle.finish(d):
            return
        bargain.open_offer(d)
        if s.offer is not None and s.offer.version:
            return
        floor.levels(d)
        if not s.closed and not s.entry_open() and not s.buying_open() and not s.asked:
            settle.close(d)
        if s.paused:
            return
        floor.hand_for_hand(d)
        if floor.everybody_waits(d):
            return
        halt = floor.seats(d)
        d.more = halt is None
        if halt is not None and not s.level_over:
            floor.deals(d, halt)
            floor.levels(d)
