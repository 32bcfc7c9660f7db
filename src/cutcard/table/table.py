"""One table without I/O: messages and time in, effects out. Reads no clock and draws no chance.

A message goes: key seen before? → timers that are due → stale? → play → entry. Nothing leaves but
as an effect, and the house lets no word out before the writes in front of it are durable;
refusals too, for they speak of a state not yet written. Sequence numbers and keys belong to the
table, not to the deal. If the rules fail, the deal is made again from its log.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from cutcard.kernel import tags
from cutcard.kernel.digest import digest
from cutcard.kernel.game import (
    NATURE,
    Carry,
    Illegal,
    Outcome,
    Seat,
    Tick,
    Timer,
    Told,
)
from cutcard.kernel.hear import heard
from cutcard.kernel.optional import Cash, takes_back
from cutcard.store.protocol import DealLog, DealRow

from .complete import completed
from .deal import Deal, commitment, replay
from .effects import (
    Append,
    Ask,
    Book,
    Check,
    Effect,
    Ended,
    Open,
    Over,
    Recall,
    Reply,
    RulesFailed,
    Whisper,
)
from .fair import OFFERED
from .proving import Proving
from .retell import ack_again, own_fact
from .undo import MOST as MOST_UNDONE
from .undo import nothing_told, standing, undo_entry, undo_of
from .vocabulary import tag_of
from .watching import Views
from .words import Ack, Nack, Refusal

CHECK_EVERY = 16  # entries between two digests
KEPT = 64  # updates at least that can be told again
RUNAWAY = 10_000  # ticks at one moment: the rules never come to rest


class Table(Proving):
    """One table: its roster, its deal in progress, and the logs of the last ones."""

    __slots__ = ()

    # Messages and time

    def ask(self, ask: Ask, now: int, wall: int, *, anew: bool = False) -> list[Effect]:
        """A seat wants to play. `anew`: after a Recall that found nothing, so the key is new."""
        self.now, self.wall = now, wall
        if ask.key is not None and not anew and self.answers.knows(ask.seat, ask.key):
            again = self._again(ask, ask.key)
            if again is not None:
                return [again]
        out: list[Effect] = []
        try:
            if ask.match is not None and ask.match != self.match_id:
                raise Refusal("GAME_NOT_FOUND", f"This table plays match {self.match_id} now")
            deal = self.deal
            if deal is None or deal.header.match != self.match:
                raise Refusal("INVALID_GAME_STATE", "Game is not in progress")
            written = self.words.write(ask.move)
            if deal.due is not None and deal.due <= now - self.zero:
                self._advance(out)
                deal = self.deal  # another one may have begun
                assert deal is not None
            if self.stuck:
                raise Refusal("GAME_ERROR", "This match cannot go on")
            since = deal.since.get(ask.seat)
            if since is not None and ask.seq is not None and ask.seq < since:
                raise Refusal("STALE", "You have not seen what you are deciding on")
            self._attempt(deal, ask, written, out)
            if (deal.due is not None and deal.due <= now - self.zero) or deal is not self.deal:
                self._advance(out)  # what the move made due at once is written and told with it
        except (Refusal, Illegal) as refusal:
            nack = self._nack(ask, refusal)
            if ask.key is not None and nack.code != "GAME_ERROR":
                self.answers.refuse(ask.seat, ask.key, nack)
            out.append(Reply(nack))
        return out

    def advance(self, now: int, wall: int) -> list[Effect]:
        """Plays the timers due by now."""
        self.now, self.wall = now, wall
        out: list[Effect] = []
        self._advance(out)
        return out

    def may_undo(self, seat: Seat, now: int) -> int:
        """After how many entries the deal would stand if the seat's last move were taken back;
        Refusal where it cannot be."""
        deal = self.deal
        if deal is None or not self.playing or self.stuck or deal.outcome is not None:
            raise Refusal("INVALID_GAME_STATE", "No deal is under way here")
        if not takes_back(deal.state) or any(user is None or user.bot for user in self.roster):
            raise Refusal("UNDO_OFF", "Nothing is taken back in this game, or where a bot plays")
        if sum(undo_of(one) is not None for one in deal.log) >= MOST_UNDONE:
            raise Refusal("UNDO_LATE", f"{MOST_UNDONE} moves were taken back in this deal already")
        mine = [one.n for one in standing(deal.log) if one.seat == seat]
        if not mine:
            raise Refusal("INVALID_GAME_STATE", "You have not moved in this deal")
        before = replay(self.words, deal.header, deal.log[: mine[-1]])
        if not nothing_told(before.state, deal.state):
            raise Refusal("UNDO_LATE", "Something hidden was told since, or drawn: it stands")
        if before.due is not None and before.due <= now - self.zero:
            raise Refusal("UNDO_LATE", "The time for that move is over: it stands")
        return mine[-1]

    def undo(self, seat: Seat, now: int, wall: int) -> list[Effect]:
        """The seat's last move is taken back: all have agreed."""
        self.now, self.wall = now, wall
        to, deal = self.may_undo(seat, now), self.deal
        assert deal is not None
        log = [*deal.log, undo_entry(len(deal.log), max(now - self.zero, deal.at), to, seat)]
        self.deal = again = Deal(self.words, deal.header)
        *_, (_, told) = again.again(self.words, log)
        out: list[Effect] = []
        self._enter(again, told, None, out)
        self._advance(out)
        return out

    def open(self, now: int, wall: int) -> list[Effect]:
        """The first deal of the match."""
        self.now, self.wall, self.zero = now, wall, now
        out: list[Effect] = []
        self._deal_next(None, out)
        self._advance(out)
        return out

    def stage(self, carry: Carry, now: int, wall: int) -> list[Effect]:
        """The next deal of a table that deals when an event says so."""
        self.now, self.wall, self.zero = now, wall, now
        out: list[Effect] = []
        self._deal_next(carry, out)
        self._advance(out)
        return out

    def lend(self, seed: bytes, now: int, wall: int) -> list[Effect]:
        """F39: the deal that the first of two tables was dealt, at the second."""
        self.now, self.wall = now, wall
        out: list[Effect] = []
        self._out_of_hand(seed, out)
        self._advance(out)
        return out

    def resume(self, deals: Sequence[DealLog], keys: Sequence[tuple[int, Seat, str]]) -> None:
        """Takes up what was written down; `resume_clock` comes after. Drift if it cannot be."""
        for number, seat, key in keys:
            if number >= self.held_since[seat]:
                self.answers.accept(seat, key)
        for log in deals:
            for entry in log.entries:
                if entry.key is not None and log.header.deal >= self.held_since[entry.seat]:
                    self.answers.accept(entry.seat, entry.key)
        if not deals:
            return
        last = deals[-1]
        self.past = [(log.header, log.entries) for log in deals[:-1]]
        self._take_up(replay(self.words, last.header, last.entries, last.checks))

    def resume_clock(self, at: int | None, now: int, wall: int) -> None:
        """The deal's clock goes on where it stood: it stood still while the server was down."""
        self.now, self.wall = now, wall
        self.zero = now - max(0 if self.deal is None else self.deal.at, at or 0)

    # Inside

    def _again(self, ask: Ask, key: str) -> Effect | None:
        """The answer this key was given before; None: it is new."""
        answer = self.answers.given(ask.seat, key)
        if answer is not None:
            return Reply(answer)
        if self.deal is None or not self.answers.accepted(ask.seat, key):
            return None
        for header, log in (*self.past, (self.deal.header, self.deal.log)):
            for entry in log if header.deal >= self.held_since[ask.seat] else ():
                if entry.key == key and entry.seat == ask.seat:
                    return Reply(ack_again(self.words, (header, log), entry.n, self.holders()))
        return Recall(ask)

    def _attempt(self, deal: Deal, ask: Ask, written: bytes, out: list[Effect]) -> None:
        """Plays the move, or leaves the table exactly as it was."""
        if self.grace:
            self.catch_up(deal)
        at, before, n = max(self.now - self.zero, deal.at), len(out), len(deal.log)
        try:
            told = deal.play(ask.seat, ask.move, written, at, ask.key)
            fact = own_fact(told, ask.seat)
            holders = self.holders() if fact is not None else ()
            ack = Ack(self.number, self.match_id, ask.key, ask.tag, deal.seq, fact, holders)
            self._enter(deal, told, ack, out)
        except Illegal:
            raise
        except Refusal:  # the rules took it, but it cannot be paid
            del out[before:]
            self._restore(deal, n)
            raise
        except Exception as error:
            del out[before:]
            self._restore(deal, n)
            out.append(RulesFailed(ask.seat, ask.move, error, fatal=False))
            sorry = Refusal("GAME_ERROR", self.words.sorry(ask.tag))
            out.append(Reply(self._nack(ask, sorry)))
            return
        if ask.key is not None:
            self.answers.accept(ask.seat, ask.key, ack)
        if deal.outcome is not None:
            self._go_on(deal, out)
            self._advance(out)  # what the new deal has due at 0

    def _advance(self, out: list[Effect]) -> None:
        if self.fair is not None or self.awaits:
            self._lead(out)
        for _ in range(RUNAWAY):
            deal = self.deal
            if deal is None or deal.due is None or self.stuck:
                return
            if deal.due > self.now - self.zero or self._held(deal):
                return
            self._tick(deal, min(deal.timers, key=_due), out)
        self._fail(None, RuntimeError(f"{RUNAWAY} timers were due at one moment"), out)

    def _tick(self, deal: Deal, timer: Timer, out: list[Effect]) -> None:
        before, n = len(out), len(deal.log)
        try:
            tick, at = self._stirred(deal, timer.tick), max(timer.due, deal.at)
            told = deal.play(NATURE, tick, self.words.write(tick), at, None)
            self._enter(deal, told, None, out)
        except Exception as error:  # a refusal too: a timer must lead on
            del out[before:]
            self._restore(deal, n)
            self._fail(timer.tick, error, out)
            return
        if deal.outcome is not None:
            self._go_on(deal, out)

    def _enter(self, deal: Deal, told: list[Told], ack: Ack | None, out: list[Effect]) -> None:
        """The entry just played: written and booked, then answered and told."""
        number, n, state = deal.header.deal, len(deal.log), deal.state
        if self.grace:
            self.be_patient()
        views = {viewer: state.view(viewer) for viewer in self.watches}
        out.append(Append(number, deal.log[-1]))
        if n % CHECK_EVERY == 0 or deal.outcome is not None:
            out.append(Check(number, n, digest(state, self.seats, views)))
        if self.words.cash:
            self._book(deal, told, out)
        if ack is not None:
            out.append(Reply(ack))
        if views:
            self._update(deal, told, views, out)
        if self.hearing:
            out += [Whisper(bot, heard(told, bot)) for bot in self.hearing]
        if deal.outcome is not None:
            self._end(deal, deal.outcome, told, out)

    def _book(self, deal: Deal, told: list[Told], out: list[Effect]) -> None:
        """Chips that leave the table or come to it; Refusal where a seat cannot pay."""
        paid: dict[Seat, int] = {}
        for one in told:
            if tag_of(one.fact) == tags.CASH:
                cash = cast(Cash, one.fact)
                seat, amount = cash.seat, cash.amount
                paid[seat] = paid.get(seat, 0) - amount
                out.append(Book(deal.header.deal, seat, amount))
        for seat, price in paid.items():
            purse = self.purse(seat) if self.purse is not None and price > 0 else None
            if purse is not None and purse < price:
                details = {"price": price, "balance": purse}
                raise Refusal("NOT_ENOUGH_CHIPS", f"You have {purse} chips, not {price}", details)

    def _end(self, deal: Deal, outcome: Outcome, told: list[Told], out: list[Effect]) -> None:
        out.append(Ended(deal.state, deal.header.deal))
        self._prove_end(deal, out)
        if deal.next() is None:
            self.over = True
            abandoned = any(tag_of(one.fact) == tags.GAME_ABANDONED for one in told)
            out.append(Over(outcome, abandoned))

    def _update(self, deal: Deal, told: list[Told], views: Views, out: list[Effect]) -> None:
        head = (self.number, self.match_id, deal.seq, self.holders())
        told = completed(told, deal.header, deal.outcome is not None, self._say)
        self.watches.tell(head, deal.state, told, views, self.clock(), out)

    def _go_on(self, deal: Deal, out: list[Effect]) -> None:
        """A deal is over while its match is not: the next one is dealt at once, as soon as all
        have given their shares, or when an event says so."""
        if not self.over and not self.staged:
            self.zero += deal.at
            self._deal_next(deal.next(), out)
        self._tell_end(out)

    def _deal_next(self, carry: Carry | None, out: list[Effect]) -> None:
        if self.follows:
            self.coming, self.awaits, self.wanted = carry, True, self.now
        elif self.fair is None:
            self._open(carry, out)
        elif self.fair.sealed:
            ahead = self.fair.seed if self.fair.step == OFFERED else None  # F23
            self._open(carry, out, ahead)
            self._lead(out)
        else:
            self._want(carry, out)

    def _open(self, carry: Carry | None, out: list[Effect], seed: bytes | None = None) -> None:
        before = len(out)
        try:
            deal = Deal(self.words, self._header(carry, seed or self.next_seed()))
            if self.deal is not None:
                self.past.append((self.deal.header, self.deal.log))
                while sum(len(log) + 1 for _, log in self.past[1:]) >= KEPT:
                    del self.past[0]
            self.deal = deal
            out.append(Open(deal.header))
            views = {viewer: deal.state.view(viewer) for viewer in self.watches}
            self._update(deal, [], views, out)
        except Exception as error:  # the rules could not deal
            del out[before:]
            self._fail(None, error, out)

    def _header(self, carry: Carry | None, seed: bytes) -> DealRow:
        words = self.words
        return DealRow(
            table=self.number,
            deal=self.deal_number + 1,
            match=self.match,
            game=words.game.name,
            version=words.game.version,
            options=words.write_options(self.options),
            carry=words.write_carry(carry),
            seats=self.seats,
            seed=seed,
            commitment=commitment(seed),
            first=self.seq + 1,
            opened=self.wall,
        )

    def _restore(self, deal: Deal, n: int) -> None:
        """The deal after n entries, made again because the rules may have left it torn."""
        self._take_up(replay(self.words, deal.header, deal.log[:n]))

    def _take_up(self, deal: Deal) -> None:
        self.deal = deal
        self.over = deal.outcome is not None and deal.next() is None
        self.watches.begin_anew(deal.state)

    def _fail(self, tick: Tick | None, error: Exception, out: list[Effect]) -> None:
        self.stuck = True
        out.append(RulesFailed(NATURE, tick, error, fatal=True))

    def _nack(self, ask: Ask, why: Refusal | Illegal) -> Nack:
        return Nack(
            self.number,
            self.match_id,
            ask.key,
            ask.tag,
            self.seq,
            why.code,
            why.message,
            why.category if isinstance(why, Illegal) else None,
            None if why.details is None else dict(why.details),
        )


def _due(timer: Timer) -> int:
    return timer.due
