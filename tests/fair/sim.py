"""A table's life with players around it, without an event loop: time is turned, effects are folded
as a store would, and clients play their part in every shuffle, or do not."""

from __future__ import annotations

import random
from hashlib import sha256
from itertools import count

from msgspec import to_builtins

from cutcard.client.fair import Shuffler
from cutcard.fair import Key, judge
from cutcard.fair.verify import verify as second_judge
from cutcard.store.protocol import DealLog, KeptTable, MatchRow, SeatRow, TableRow
from cutcard.table.effects import Announce, Append, Ask, Check, Close, Keep, Open, Say, Write
from cutcard.table.fair import Conduct, Terms
from cutcard.table.life import Life
from cutcard.table.proof import Proof
from cutcard.table.vocabulary import tag_of, vocabulary
from cutcard.table.words import Notice, Refusal, User

WALL = 1_700_000_000_000
WAIT = 1000


class Person:
    """Somebody with a client: `honest`, `mute` (pledges nothing), `withholds` (shares nothing),
    `lies` (shares something else), or `plain` (knows nothing of all this)."""

    def __init__(self, name, manner="honest"):
        self.user = User(name, name.title())
        self.manner = manner
        self.fair = manner != "plain"
        self.shuffler = Shuffler(1)
        self.seat = None
        self.here = False  # at the table
        self.online = True
        self.refused = []

    def hear(self, word):
        """Nobody calls it: words are folded."""


class Sim:
    def __init__(self, game, options=None, seats=2, manners=("honest", "honest"), bots=(), seed=0):
        self.now, self.dice = 1000, random.Random(seed)
        numbers = count()
        self.seeds = lambda: sha256(f"{seed}:{next(numbers)}".encode()).digest()
        self.key = Key(sha256(b"key").digest())
        self.terms = Terms(self.key, WAIT, Conduct())
        words = vocabulary(game)
        written = words.write_options(words.options(options))
        self.row = TableRow(1, game, written, seats, "", "ann", False, True, WALL)
        self.seats, self.matches, self.deals, self.fair = {}, {}, [], []
        self.closed, self.inbox, self.asked = False, [], 0
        self.people = [Person(f"p{i}", manner) for i, manner in enumerate(manners)]
        self.life = Life.opened(self.row, self.seeds, self.now, WALL, self.terms)
        self._wire()
        self.do("open", {len(self.people) + i: bot for i, bot in enumerate(bots)}, ())
        for one in self.people:
            self.do("sit", one.user, None, None)
            self.come(one)

    def _wire(self):
        self.life.table.speaks = lambda: {
            seat: seat in self.life.ears or seat in self.life.gone
            for one in self.people
            if one.online
            and one.fair
            and (seat := self.life.table.seat_of(one.user.id)) is not None
        }

    # Requests and effects

    def do(self, request, *args):
        try:
            return getattr(self.life, request)(self.now, WALL + self.now, *args)
        finally:
            self.fold(self.life.take())

    def send(self, kind, user, deal, what):
        """A pledge or a share, as a house takes it."""
        seat = self.life.seat_of(user)
        if getattr(self.life.table, kind)(seat, user, deal, what):
            self.do("advance")

    def come(self, one):
        one.seat = self.life.table.seat_of(one.user.id)
        one.here = one.online = True
        self.do("attach", one, one.user, None, 0, False, None)

    def go(self, one):
        one.here = one.online = False
        self.do("detach", one)

    def ask(self, seat, move):
        self.asked += 1
        wish = Ask(seat, move, tag_of(move), f"k{self.asked}")
        effects = self.life.ask(wish, self.now, WALL + self.now)
        for effect in effects:
            self.fold([effect])
            self.life.follow(effect)
            self.fold(self.life.take())

    def fold(self, effects):
        for effect in effects:
            kind = type(effect)
            if kind is Write:
                self._write(effect.row)
            elif kind is Open:
                self.deals.append((effect.header, [], {}))
            elif kind is Append:
                self.deals[-1][1].append(effect.entry)
            elif kind is Check:
                self.deals[-1][2][effect.n] = effect.digest
            elif kind is Keep:
                assert effect.row.n == len(self.fair)
                same = [
                    r for r in self.fair if (r.deal, r.kind) == (effect.row.deal, effect.row.kind)
                ]
                assert not same, "a second record of one kind for one number"
                self.fair.append(effect.row)
            elif kind is Announce:
                told = {"n": effect.n, "records": effect.records}
                self.inbox += [
                    (one, to_builtins(told)) for one in self.people if one.here and one.fair
                ]
            elif (
                kind is Say
                and isinstance(effect.word, Notice)
                and effect.word.type == "FAIR_RECORDS"
            ):
                self.inbox += [(ear, to_builtins(effect.word.payload)) for ear in effect.ears]
            elif kind is Close:
                self.closed = True

    def _write(self, row):
        if isinstance(row, SeatRow):
            self.seats[row.seat] = row
        elif isinstance(row, MatchRow):
            self.matches[row.match] = row

    # What clients do

    def deliver(self):
        """What was told is heard, and answered as each client does."""
        while self.inbox:
            one, told = self.inbox.pop(0)
            if one.here:
                for kind, wish in one.shuffler.told(told, one.seat, one.user.id):
                    self._send(one, kind, wish)

    def _send(self, one, kind, wish):
        try:
            if kind == "FAIR_PLEDGE" and one.manner != "mute":
                self.send("pledge", one.user, wish["deal"], wish["pledge"])
            elif kind == "FAIR_SHARE" and one.manner in ("honest", "lies"):
                share = bytes.fromhex(wish["share"]) if one.manner == "honest" else bytes(32)
                self.send("share", one.user, wish["deal"], share)
        except Refusal as no:
            one.refused.append(no.code)

    def step(self):
        """Somebody moves, or time goes on to what is next."""
        self.deliver()
        table = self.life.table
        if table.over:
            for one in self.people:
                self.do("rematch", one.user, True)
            return
        deal = table.deal
        if deal is not None and table.playing and deal.to_act and not table.holding:
            seat = self.dice.choice(list(deal.to_act))
            moves = deal.state.legal(seat)
            if moves:
                self.now += 1
                self.ask(seat, self.dice.choice(list(moves)))
                return
        due = table.wake_at()
        if due is not None:
            self.now = max(self.now, due)
            self.do("advance")

    def play(self, deals, steps=20_000):
        """Until so many deals have ended."""
        for _ in range(steps):
            if sum(row.kind == "end" for row in self.fair) >= deals or self.closed:
                self.deliver()
                return
            self.step()
        raise AssertionError("it did not come to an end")

    # A crash

    def crash(self):
        """Killed, and started again from what is written; everybody comes back."""
        logs = [DealLog(head, list(log), dict(checks), None) for head, log, checks in self.deals]
        seats = [self.seats[seat] for seat in sorted(self.seats)]
        newest = max((row.deal for row in self.fair), default=0)
        tail = [row for row in self.fair if row.deal >= newest - 1]
        kept = KeptTable(
            self.row, seats, self.matches[max(self.matches)], logs, [], {}, frozenset(), tail
        )
        self.inbox, self.now = [], self.now + 500
        for one in self.people:
            one.here = one.online = False
        self.life = Life.revived(kept, self.seeds, self.now, WALL + self.now, self.terms)
        self._wire()
        self.life.take()
        for one in self.people:
            self.come(one)

    # Files and verdicts

    def proof(self, number):
        """What a store gives of the chain's deal of that number."""
        of_kind = {row.kind: row for row in self.fair if row.deal == number}
        first, last = of_kind["offer"].n, of_kind["end"].n
        header, log, checks = self.deals[of_kind["deal"].of_deal - 1]
        rows = self.fair[max(0, first - 1) : last + 1]
        return Proof(WALL, rows, DealLog(header, log, checks, None))

    def ended(self):
        return [row.deal for row in self.fair if row.kind == "end"]

    def file(self, number, one=None):
        text = self.proof(number).made(None if one is None else one.seat, self.key)
        return text if one is None else one.shuffler.file(text, number)

    def verdict(self, number, one=None):
        """Both judges' verdict on what somebody has of a deal."""
        text, pin = self.file(number, one), self.key.public.hex()
        found, other = judge(text, pin), second_judge(text, pin)
        assert (found.verdict, found.code) == tuple(other[:2]), (found, other)
        return found.verdict, found.code
