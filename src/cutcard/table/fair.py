"""Fair deals, one table's part without I/O: offer, pledges, lock, shares, deal, end (F21–F38 of
docs/rules/fairness.md). It makes the records of the chain and judges what players send; when is
`proving.py`'s to say. Nothing is told before its row is durable, as all words are.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any, Final

from msgspec import Struct

from cutcard.fair.lines import Dealt, End, Lock, Offer, Record, Seated, Shared, Void
from cutcard.fair.shares import most_missing
from cutcard.fair.signing import Key
from cutcard.fair.writing import Chain, read_record, written
from cutcard.kernel import fair
from cutcard.kernel.game import Seat
from cutcard.store.fair_row import FairRow
from cutcard.store.protocol import DealRow, Entry

from .kept import log_and_kept
from .words import Refusal, User

NONE, OFFERED, LOCKED, DEALT = range(4)
SHARE: Final = 32  # bytes
DEALS: Final = 20  # of somebody that are looked back at, and for which they are barred
MOST: Final = 20_000  # people who are remembered for it at a time: the others went away
STRIKES: Final = 2
MISSING: Final = "MISSING"  # why a deal is called off that too few gave their shares to


class Conduct:
    """F25: who withheld their shares of late, at any table of this process."""

    def __init__(self) -> None:
        self._withheld: dict[str, deque[bool]] = {}
        self._barred: dict[str, int] = {}  # for so many more deals

    def barred(self, user: str) -> bool:
        return user in self._barred

    def shared(self, user: str, *, withheld: bool) -> None:
        """A deal went on with their share, or without it."""
        if not withheld and user not in self._withheld:
            return
        _make_room(self._withheld)
        _make_room(self._barred)
        lately = self._withheld.setdefault(user, deque(maxlen=DEALS))
        lately.append(withheld)
        if sum(lately) >= STRIKES:
            del self._withheld[user]
            self._barred[user] = DEALS
        elif not any(lately):
            del self._withheld[user]

    def sat_out(self, user: str) -> None:
        """A deal went on in which they could not pledge."""
        left = self._barred.get(user, 0) - 1
        if left > 0:
            self._barred[user] = left
        else:
            self._barred.pop(user, None)


def _make_room(remembered: dict[str, Any]) -> None:
    """Whoever was remembered longest is forgotten."""
    while len(remembered) > MOST:
        del remembered[next(iter(remembered))]


class Terms(Struct, frozen=True):
    """By what a house deals fairly: its key, how long it waits (F24), whom it bars."""

    key: Key
    wait: int  # ms
    conduct: Conduct
    keys: tuple[tuple[int, Key], ...] = ()  # all there were, with since when; the last is `key`

    def key_of(self, created: int) -> Key:
        """F32: a table keeps the key it was opened with."""
        return next((key for since, key in reversed(self.keys) if since <= created), self.first)

    @property
    def first(self) -> Key:
        return self.keys[0][1] if self.keys else self.key


class Running(Struct, frozen=True):
    """A deal whose cards are out."""

    number: int
    seed: bytes
    head: bytes  # of its `deal` record
    of_deal: int


class Fair:
    """A table's chain and where its next deal stands."""

    __slots__ = (
        "again",
        "at",
        "chain",
        "created",
        "ended",
        "extended",
        "locked",
        "number",
        "offer",
        "overslept",
        "patient",
        "pledged_seats",
        "pledges",
        "prev",
        "rules",
        "running",
        "sealed",
        "seated",
        "seats",
        "seed",
        "shares",
        "since",
        "step",
        "tail",
        "terms",
        "unseen",
        "untold",
    )

    def __init__(
        self, terms: Terms, table: int, created: int, *, sealed: bool, again: bool = False
    ) -> None:
        self.terms = terms
        self.created = created
        self.sealed = sealed
        self.again = again  # another match may follow here: its first deal is offered in time
        self.chain = Chain(terms.key_of(created), table, created)
        self.step = NONE  # of deal `number`
        self.number = 0  # the last one offered
        self.seed = b""
        self.offer: Offer | None = None
        self.seats: list[Seated] = []  # of the lock,
        self.seated: dict[Seat, Seated] = {}  # and by their numbers
        self.pledged_seats = 0  # of these: asked for with every share, so it is counted once
        self.pledges: dict[Seat, tuple[str, str]] = {}  # who, and what in hex
        self.shares: dict[Seat, bytes] = {}
        self.running: Running | None = None
        self.ended = 0  # the table's deal that was over last
        self.at = 0  # when the last record was made
        self.since = 0  # the house's ms from which on pledges are waited for
        self.extended = 0  # how often, for who sat down and was not told of the offer yet
        self.unseen: set[str] = set()  # those who did not come: nobody waits for them again
        self.locked = 0  # and shares
        self.overslept = False  # the house itself came late to this lock, and waited longer for it
        self.patient = 0  # until then everybody is waited for: they come back after a restart
        self.tail: list[Record] = []  # from the offer of the deal that runs on, for who comes
        self.prev = self.chain.head  # the head before them
        self.untold: list[Record] = []
        self.rules: tuple[str, Sequence[str], bytes] | None = None  # of the last lock: carry, deck

    # What players send

    def pledge(self, seat: Seat, user: str, deal: int, hashed: str) -> None:
        """A player binds their share before they tell it."""
        if self.terms.conduct.barred(user):
            raise Refusal("FAIR_BARRED", "You withheld shares; your next deals are dealt without")
        if deal != self.number or self.step != OFFERED:
            raise Refusal("FAIR_LATE", "This deal takes no pledges, or no more")
        self.pledges[seat] = (user, hashed)

    def share(self, seat: Seat, user: str, deal: int, share: bytes) -> None:
        """A player tells the share they pledged; it counts only as it was pledged."""
        if deal != self.number or self.step != LOCKED:
            raise Refusal("FAIR_LATE", "This deal takes no shares, or no more")
        row = self.seated.get(seat)
        if row is None or row.user != user or not row.pledge or self.offer is None:
            raise Refusal("FAIR_LATE", "You have not pledged a share of this deal")
        made = fair.pledge(bytes.fromhex(self.offer.head), seat, user, share)
        if made.hex() != row.pledge:
            raise Refusal("FAIR_WRONG", "This is not the share you pledged")
        self.shares[seat] = share

    def pledged(self, seat: Seat, user: User) -> bool:
        return self.pledges.get(seat, ("", ""))[0] == user.id

    def missing(self) -> int:
        """How many shares that were pledged have not come."""
        return self.pledged_seats - len(self.shares)

    def too_few(self) -> bool:
        """F24: so many are missing that the deal is called off."""
        return self.missing() > most_missing(self.pledged_seats)

    # Records

    def make_offer(self, wall: int, game: str, seed: bytes, cards: int) -> FairRow:
        """F23: the next deal is promised."""
        self.number += 1
        self.seed, self.step = seed, OFFERED
        self.pledges, self.shares = {}, {}
        self._seat([])
        self.extended = 0
        before = self.chain.head
        self.offer = self.chain.offer(self.number, self._now(wall), game, seed, cards)
        if self.running is None and not (self.tail and type(self.tail[-1]) is End):
            self.tail, self.prev = [], before  # who comes now is still told of the deal just over
        return self._row(self.offer, secret=seed)

    def make_lock(self, wall: int, rules: bytes, holders: Iterable[tuple[Seat, User]]) -> FairRow:
        """F24: all who are dealt in, and what they pledged, under the server's signature."""
        seats = []
        for seat, user in sorted(holders, key=lambda one: one[0]):
            pledge = self.pledges[seat][1] if not user.bot and self.pledged(seat, user) else ""
            seats.append(Seated(seat, user.id, "bot" if user.bot else "player", pledge))
        self._seat(seats)
        self.shares, self.step = {}, LOCKED
        self.overslept = False
        return self._row(self.chain.lock(self.number, self._now(wall), rules, seats))

    def make_deal(self, wall: int, of_deal: int) -> tuple[FairRow, bytes]:
        """F37, F42: what the shares stir, and the record that counts them."""
        x = self.stirred()
        opened = b""
        if self.offer is not None and self.offer.cards:
            opened = fair.deck_secret(self.seed, 1 - fair.cut_deck(x, self.offer.cards))
        shares = [
            Shared(one.seat, self.shares.get(one.seat, b"").hex())
            for one in self.seats
            if one.pledge
        ]
        self._judge_conduct()
        row = self._row(
            self.chain.dealt(self.number, self._now(wall), shares, opened), of_deal=of_deal
        )
        self.step = DEALT
        self.running = Running(self.number, self.seed, self.chain.head, of_deal)
        return row, x

    def make_end(self, wall: int, header: DealRow, log: Sequence[Entry], outcome: str) -> FairRow:
        """F33, F38: the deal that runs is over."""
        running = self.running
        assert running is not None
        now, kept = log_and_kept(running.seed, running.head, header, log)
        seed = b"" if self.sealed else running.seed
        self.running, self.ended = None, running.of_deal
        end = self.chain.end(running.number, self._now(wall), seed, now, outcome)
        return self._row(end, secret=kept)

    def make_void(self, wall: int, reason: str) -> FairRow:
        """F24, F38: the deal offered is called off."""
        if self.step == LOCKED and reason == MISSING:  # else nobody had all the time to share
            self._judge_conduct()
        self.step = NONE
        seed = b"" if self.sealed else self.seed
        return self._row(self.chain.void(self.number, self._now(wall), reason, seed))

    def stirred(self) -> bytes:
        """F37: X, right after the lock."""
        return fair.stir(self.chain.head, self.shares.items())

    def told(self) -> dict[str, Any]:
        """For who comes: the records since the deal that runs was offered."""
        return {
            "n": self.chain.n - len(self.tail),
            "prev": self.prev.hex(),
            "created": self.created,
            "key": self.chain.key.public.hex(),
            "records": self.tail[:],
        }

    def _judge_conduct(self) -> None:
        conduct = self.terms.conduct
        for one in self.seats:
            if one.pledge:
                conduct.shared(one.user, withheld=one.seat not in self.shares)
            elif one.kind == "player" and conduct.barred(one.user):
                conduct.sat_out(one.user)

    def _seat(self, seats: list[Seated]) -> None:
        self.seats, self.seated = seats, {one.seat: one for one in seats}
        self.pledged_seats = sum(bool(one.pledge) for one in seats)

    def _now(self, wall: int) -> int:
        self.at = max(self.at, wall)  # records never go back in time, whatever the clock does
        return self.at

    def _row(self, record: Record, *, of_deal: int = 0, secret: bytes | None = None) -> FairRow:
        self._keep(record)
        chain, kind = self.chain, record.kind
        return FairRow(
            chain.table, chain.n - 1, record.deal, kind, of_deal, written(record), secret
        )

    def _keep(self, record: Record) -> None:
        """Of the chain's end, what somebody needs who comes now."""
        self.tail.append(record)
        if type(record) is Dealt:
            while self.tail[0].deal < record.deal:
                self.prev = bytes.fromhex(self.tail.pop(0).head)

    # After a restart

    def taken_up(self, rows: Sequence[FairRow]) -> Fair:
        """The same as it was written; what players have sent for the step it stands at is kept."""
        twin = Fair(
            self.terms, self.chain.table, self.created, sealed=self.sealed, again=self.again
        )
        twin.resume(rows)
        if (twin.number, twin.step) == (self.number, self.step):
            twin.since, twin.locked, twin.patient = self.since, self.locked, self.patient
            twin.pledges, twin.shares = self.pledges, self.shares
            twin.overslept, twin.extended = self.overslept, self.extended
        return twin

    def resume(self, rows: Sequence[FairRow]) -> None:
        """F35: goes on as it was written; pledges that were not locked are sent again."""
        if rows and rows[0].n:
            self.prev = b""
        of_deal: dict[int, Running] = {}
        seeds = {row.deal: row.secret or b"" for row in rows if row.kind == Offer.kind}
        for row in rows:
            record = read_record(row.kind, row.line)
            self.at = record.at
            self.tail.append(record)
            if isinstance(record, Offer):
                self.number, self.offer, self.step = record.deal, record, OFFERED
                self.seed = seeds[record.deal]
            elif isinstance(record, Lock):
                self._seat(record.seats)
                self.step = LOCKED
            elif isinstance(record, Dealt):
                self.step = DEALT
                seed, head = seeds[record.deal], bytes.fromhex(record.head)
                of_deal[record.deal] = Running(record.deal, seed, head, row.of_deal)
            elif isinstance(record, End):
                of_deal.pop(record.deal, None)
            elif isinstance(record, Void):
                self.step = NONE
        if rows:
            self.chain.resume(rows[-1].n, self.tail[-1].head)
        self.running = next(iter(of_deal.values()), None)
        if self.running is None and self.step == DEALT:
            self.step = NONE
            self.tail, self.prev = [], self.chain.head
        elif not self.prev:  # the head before the first record held is the one it was made of
            self.tail, self.prev = self.tail[1:], bytes.fromhex(self.tail[0].head)
