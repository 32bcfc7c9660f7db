"""When a table's deals are offered, locked, dealt and ended (F23–F38): the part of `table.py` that
waits for pledges and shares. A deal that needs nobody's share waits for nothing; a move never does.

An open game's deal is opened when its shares are in. A sealed one's is opened before, and only the
hand in it waits: from lock to its first cards the table holds back what players ask.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from msgspec import json

from cutcard.fair.lines import End, Record
from cutcard.kernel import fair
from cutcard.kernel.game import Carry, Seat, Tick
from cutcard.kernel.sealing import Sealing, sealing
from cutcard.store.fair_row import FairRow

from .awaiting import Awaiting
from .deal import Deal
from .effects import Announce, Effect, Keep
from .fair import DEALT, LOCKED, MISSING, NONE, OFFERED, Fair
from .words import Refusal, User

RETURN = 10_000  # ms in which people may come back after a restart, before a deal goes on
VOIDS = 100  # deals called off at one moment: nobody can do that


class Proving(Awaiting):
    """A table whose deals are proved."""

    __slots__ = ()

    @abstractmethod
    def _open(self, carry: Carry | None, out: list[Effect], seed: bytes | None = None) -> None: ...

    # What players send, and when something is due

    def pledge(self, seat: Seat, user: User, deal: int, hashed: str) -> bool:
        """Whether something may follow from it, which `advance` sees; so with a share. Most lead
        nowhere, and cost no more than their note: a deal still runs, others are missing."""
        f = self._proved()
        f.pledge(seat, user.id, deal, hashed)
        if f.running is not None or not (f.sealed or self.awaits):
            return False
        return f.sealed or not any(self._owes_pledge(f, other) for other in self.speaks())

    def share(self, seat: Seat, user: User, deal: int, share: bytes) -> bool:
        f = self._proved()
        f.share(seat, user.id, deal, share)
        return not f.missing()

    def _proved(self) -> Fair:
        if self.fair is None:
            raise Refusal("FAIR_OFF", "The deals of this table are not proved")
        return self.fair

    def offered(self, now: int, wall: int) -> list[Effect]:
        """F23: somebody sat down: the table's first deal is promised."""
        self.now, self.wall = now, wall
        out: list[Effect] = []
        if self.fair is not None and self.fair.step == NONE and self.fair.running is None:
            if not self.fair.sealed:
                self._offer(self.fair, out)
            elif self.deal is not None:
                self._lead(out)
        return out

    def told(self, now: int, seat: Seat | None) -> None:
        """Somebody was shown the chain just now: their pledge is waited for from here on. What was
        pledged on their seat before may be forgotten where they come from, and is sent again if it
        is not (F26): were it locked, an honest client could not tell it from a forged one."""
        f = self.fair
        if f is not None and f.step == OFFERED and seat is not None:
            f.pledges.pop(seat, None)
        if f is not None and f.step == OFFERED and f.since < now:
            patient = not self.awaits or now < self.wanted + 3 * f.terms.wait
            f.since = now if patient else f.since

    def closing(self, now: int, wall: int) -> list[Effect]:
        """F38: the table is over: so is the deal that runs; the one offered is called off."""
        self.now, self.wall = now, wall
        out: list[Effect] = []
        f, deal = self.fair, self.deal
        if f is not None:
            if f.running is not None and deal is not None:
                self._announce(f, [self._keep(self._end_row(f, deal), out)], out)
            if f.step in (OFFERED, LOCKED):
                self._announce(f, [self._keep(f.make_void(wall, "CLOSED"), out)], out)
        return out

    @property
    def holding(self) -> bool:
        """Between the lock of a sealed deal and its cards nothing changes who is dealt in."""
        f = self.fair
        return f is not None and f.sealed and f.step == LOCKED

    def wake_at(self) -> int | None:
        due, f = super().wake_at(), self.fair
        if f is None:
            return self.now if self.awaits and not self.follows else due
        if f.sealed:
            hand = self._hand(f)
            if hand is None or due is None:
                return due
            return self._wake_for(f, hand, due)
        if not self.awaits:
            return due
        start = f.since if f.step == OFFERED else f.locked
        return start + f.terms.wait

    def _wake_for(self, f: Fair, hand: Sealing, begin: int) -> int:
        wait = f.terms.wait
        if f.step == OFFERED:
            early = begin - wait
            return early if self.now < early else max(self.now, f.since + wait)
        if f.step == LOCKED and f.missing():
            return max(begin, f.locked + wait)
        return begin

    def take_up_fair(self, playing: bool) -> None:
        """F35: after the table was read: what waited for shares waits for them again, and longer,
        since people have to come back."""
        deal, f = self.deal, self.fair
        if not playing:
            return
        fresh = deal is None or deal.header.match != self.match
        if fresh:
            self.over = False  # the last match is; this one has not been dealt yet
        if fresh or (deal is not None and deal.outcome is not None and not self.over):
            self.awaits, self.wanted = True, self.now
            self.coming = None if fresh or deal is None else deal.next()
        if f is not None and not f.since and f.step in (OFFERED, LOCKED):
            f.patient = self.now + RETURN
            f.since = f.locked = f.patient - f.terms.wait

    # How it goes on

    def _want(self, carry: Carry | None, out: list[Effect]) -> None:
        """The next deal of an open game is due."""
        self.coming, self.awaits, self.wanted = carry, True, self.now
        f = self.fair
        if f is not None:
            if f.step not in (OFFERED, LOCKED) and self._proves(f):
                self._offer(f, out)
            f.since = max(f.since, self.now) if f.step == OFFERED else f.since
        self._lead(out)

    def _lead(self, out: list[Effect]) -> None:
        """Goes as far as it can now."""
        f = self.fair
        if self.stuck or self.follows:
            return
        for _ in range(VOIDS):
            if f is not None and f.sealed:
                if not self._lead_hand(f, out):
                    return
            elif not self.awaits or not self._lead_deal(f, out):
                return

    def _lead_deal(self, f: Fair | None, out: list[Effect]) -> bool:
        """One step towards an open deal; whether another may follow."""
        if f is None or f.step not in (OFFERED, LOCKED):
            self._out_of_hand(None, out)
            return False
        if f.step == OFFERED:
            if self._waits_for_pledges(f, range(self.seats)):
                return False
            self._lock(f, self.words.write_carry(self.coming), (), range(self.seats), out)
            return True
        if self._waits_for_shares(f):
            return False
        if f.too_few():
            self._void(f, MISSING, out)
            return True
        row, x = f.make_deal(self.wall, self.deal_number + 1)
        records, key = [self._keep(row, out)], fair.deal_seed(f.seed, x)
        if self.coming is None:  # F23: a match may be one deal: this is told with its end
            f.untold += records
        else:
            records.append(self._keep(self._offer_row(f, self.seeds(), 0), out))
            self._announce(f, records, out)
        self._out_of_hand(key, out)
        return False

    def _out_of_hand(self, key: bytes | None, out: list[Effect]) -> None:
        self.awaits = False
        if self.now > self.wanted:
            self.zero = self.now
        carry, self.coming = self.coming, None
        self._open(carry, out, key)

    def _lead_hand(self, f: Fair, out: list[Effect]) -> bool:
        """One step towards a sealed hand; whether another may follow."""
        hand = self._hand(f)
        if hand is None:
            return False
        begin = self._begin_at()
        if f.step == LOCKED and begin is not None and self._waits_for_shares(f, begin):
            return False
        names = hand.deck_names()
        if f.step == NONE:
            if names and self._proves(f):
                self._offer(f, out)
                return True
            return False
        seats = self._dealt_in(hand)
        if f.step == OFFERED:
            assert f.offer is not None
            if len(names) != f.offer.cards:
                self._void(f, "DECK", out)
                return True
            early = begin is None or not seats or self.now < begin - f.terms.wait
            if early or self._waits_for_pledges(f, seats):
                return False
            assert self.deal is not None
            self._lock(f, self.deal.header.carry, names, seats, out)
            return True
        if begin is not None and self.now < begin:
            return False
        if begin is None or list(seats) != [one.seat for one in f.seats]:
            self._void(f, "ROSTER", out)
        elif f.too_few():
            self._void(f, MISSING, out)
        else:
            self._deal_hand(f, hand, out)
            return False
        return True

    def _deal_hand(self, f: Fair, hand: Sealing, out: list[Effect]) -> None:
        """F42; and F23: the next hand is promised with the cards of this one."""
        assert self.deal is not None
        row, x = f.make_deal(self.wall, self.deal_number)
        self.stir = (x, 0 if f.seed == self.deal.header.seed else f.number)
        records, cards = [self._keep(row, out)], hand.next_deck()
        if cards and self._proves(f):
            records.append(self._keep(self._offer_row(f, self.seeds(), cards), out))
            self._announce(f, records, out)
        else:
            f.untold += records  # told with the hand's end

    def _hand(self, f: Fair) -> Sealing | None:
        """The hand that has not begun, of a game with sealed decks."""
        deal = self.deal
        if f.running is not None or deal is None or not self.playing or deal.outcome is not None:
            return None
        return sealing(deal.state)

    def _begin_at(self) -> int | None:
        deal = self.deal
        return None if deal is None or deal.due is None else self.zero + deal.due

    def _held(self, deal: Deal) -> bool:
        """Whether what is due next has to wait for shares."""
        f = self.fair
        if f is None or not f.sealed or f.step not in (OFFERED, LOCKED):
            return False
        hand = self._hand(f)
        return hand is not None and bool(self._dealt_in(hand))

    def _stirred(self, deal: Deal, tick: Tick) -> Any:
        """The tick, with what the shares made where it begins a sealed hand."""
        stir, self.stir = self.stir, None
        hand = sealing(deal.state) if stir is not None else None
        return tick if stir is None or hand is None else hand.stirred(*stir)

    def _proves(self, f: Fair) -> bool:
        """F38, F39: a table without a person makes no offers, nor does a board everybody knows."""
        known = self.words.traits.known_board
        if known is not None and known(self.options):
            return False
        return any(user is not None and not user.bot for user in self.roster)

    # Records

    def _offer(self, f: Fair, out: list[Effect]) -> None:
        if not self._proves(f):
            return
        hand, seed, cards = self._hand(f) if f.sealed else None, self.seeds(), 0
        if hand is not None:
            assert self.deal is not None
            seed = fair.sealed_seed(self.deal.header.seed, f.number + 1)
            cards = len(hand.deck_names())
        elif f.sealed:
            return
        self._announce(f, [self._keep(self._offer_row(f, seed, cards), out)], out)

    def _offer_row(self, f: Fair, seed: bytes, cards: int) -> FairRow:
        f.since = self.now
        return f.make_offer(self.wall, self.words.game.name, seed, cards)

    def _lock(
        self, f: Fair, carry: bytes | None, names: Any, seats: Any, out: list[Effect]
    ) -> None:
        rules = self._rules_bound(f, (carry or b"").decode(), names)
        holders = [(seat, user) for seat in seats if (user := self.roster[seat]) is not None]
        f.locked = self.now
        self._announce(f, [self._keep(f.make_lock(self.wall, rules, holders), out)], out)

    def _rules_bound(self, f: Fair, carry: str, names: Any) -> bytes:
        """Where nothing is carried over, a table's rules are those of its last lock."""
        last = f.rules
        if last is None or (last[0], last[1]) != (carry, names):
            game, options = self.words.game, self.words.write_options(self.options).decode()
            made = fair.rules_bound(game.name, game.version, options, carry, names)
            f.rules = last = (carry, names, made)
        return last[2]

    def _void(self, f: Fair, reason: str, out: list[Effect]) -> None:
        """Called off, and the next one offered."""
        self._announce(f, [self._keep(f.make_void(self.wall, reason), out)], out)
        self.wanted = self.now if not self.awaits else self.wanted
        self._offer(f, out)

    @property
    def unproved(self) -> bool:
        """F39: the deal is over here, and its seed waits until it is over at the other table."""
        f, deal = self.fair, self.deal
        return f is not None and f.running is not None and deal is not None and bool(deal.outcome)

    def over_at_both(self, now: int, wall: int) -> list[Effect]:
        """F39: so its end is told, and with it the seed."""
        self.now, self.wall = now, wall
        out: list[Effect] = []
        assert self.deal is not None
        self._tell_seed(self.deal, out)
        return out

    def _prove_end(self, deal: Deal, out: list[Effect]) -> None:
        """F38: the deal is over by its rules."""
        if not self.twin:
            self._tell_seed(deal, out)

    def _end_row(self, f: Fair, deal: Deal) -> FairRow:
        outcome = json.encode(deal.outcome).decode()
        return f.make_end(self.wall, deal.header, deal.log, outcome)

    def _tell_seed(self, deal: Deal, out: list[Effect]) -> None:
        f = self.fair
        if f is None or f.running is None or f.running.of_deal != deal.header.deal:
            return
        end = self._keep(self._end_row(f, deal), out)
        if f.sealed and f.step == DEALT:  # the next one was not promised yet
            f.step = NONE
        if deal.next() is None:
            records = [end]
            if f.again and not f.sealed and f.step == DEALT and self._proves(f):
                # F23: the next match's first deal, so that pledges come in before it is wanted
                records.append(self._keep(self._offer_row(f, self.seeds(), 0), out))
            self._announce(f, records, out)
        else:  # something is told of the next deal right away
            f.untold.append(end)

    def _keep(self, row: FairRow, out: list[Effect]) -> Record:
        assert self.fair is not None
        out.append(Keep(row))
        return self.fair.tail[-1]

    def _announce(self, f: Fair, records: list[Record], out: list[Effect]) -> None:
        told, f.untold = [*f.untold, *records], []
        of = f.ended if any(one.kind == End.kind for one in told) else self.deal_number
        out.append(Announce(f.chain.n - len(told), told, of))

    def _tell_end(self, out: list[Effect]) -> None:
        """That a hand is over is told with the lock of the next, or now if none followed."""
        f = self.fair
        if f is not None and f.sealed and f.untold:
            self._announce(f, [], out)
