"""A player's part in fair deals (F26): shares drawn and pledged when a deal is offered, told only
after a lock that holds, and all records kept for the judge. It knows no socket: records come in,
requests go out."""

from __future__ import annotations

from secrets import token_bytes
from typing import Any

from msgspec import Struct, convert, json

from cutcard.fair.lines import End, Lock, Offer, Own, Record
from cutcard.fair.signing import signed
from cutcard.fair.writing import KINDS, written
from cutcard.kernel import fair

Asked = tuple[str, dict[str, Any]]
"""A request that is to be sent: its type and payload."""


class _Mine(Struct):
    """My share of one offer."""

    head: bytes
    share: bytes
    seat: int = -1  # for which it was pledged last
    lock: str = ""  # the head of the lock it was told to


class Shuffler:
    """One table's chain, as this player was told it."""

    def __init__(self, table: int) -> None:
        self.table = table
        self.key = ""
        self.created = 0
        self.first = 0  # the place of the first record held, and the head before it
        self.prev = ""
        self.records: list[Record] = []
        self.wrong: list[str] = []  # what did not hold, in words
        self.shares: dict[int, _Mine] = {}

    def told(self, payload: dict[str, Any], seat: int | None, user: str) -> list[Asked]:
        """FAIR_RECORDS; what is to be sent because of them."""
        records = [convert(one, KINDS[one["t"]]) for one in payload["records"]]
        n = payload["n"]
        if "key" in payload:
            self._meet(payload, n)
        ahead = self.first + len(self.records)
        if n > ahead:
            return []  # something is missing; it comes with the next GAME_STATE
        out: list[Asked] = []
        for place, record in enumerate(records, n):
            if place < ahead:
                self._again(place, record, seat, user, out)
            elif self._follows(record):
                self.records.append(record)
            else:
                break
        last = self._open()
        if last is not None and self.first + last >= ahead:  # what is behind another is over
            self._react(self.records[last], seat, user, out)
        return out

    def seated(self, seat: int | None, user: str) -> list[Asked]:
        """It sits elsewhere: what is offered is pledged for the seat it has now."""
        open_one = self._open()
        out: list[Asked] = []
        if open_one is not None and isinstance(last := self.records[open_one], Offer):
            self._react(last, seat, user, out)
        return out

    def file(self, text: bytes, deal: int) -> bytes:
        """A deal's file as the server gives it, with this player's own share in it (F74); of a deal
        in which they had no seat they gave none, whatever they had pledged."""
        mine, (head, _, rest) = self.shares.get(deal), text.partition(b"\n")
        if mine is None or b'"viewer":' not in head:
            return text
        return head + b"\n" + json.encode(Own(mine.share.hex())) + b"\n" + rest

    def lines(self) -> list[bytes]:
        """The records as they were told."""
        return [written(record) for record in self.records]

    # Inside

    def _meet(self, payload: dict[str, Any], n: int) -> None:
        """The chain from here on; nothing is forgotten where it is the one known already."""
        if self.key and payload["key"] != self.key:
            self.wrong.append("the server's key has changed")
        if not self.records or n > self.first + len(self.records):
            self.key, self.created = payload["key"], payload["created"]
            self.first, self.prev, self.records = n, payload["prev"], []

    def _follows(self, record: Record) -> bool:
        """F26: whether the record is the chain's next link, and signed where it must be."""
        place = self.first + len(self.records)
        before = bytes.fromhex(self.records[-1].head if self.records else self.prev)
        head = fair.next_head(before, self.table, place, record.packed())
        if head.hex() != record.head:
            self.wrong.append(f"record {place} does not follow from the one before")
            return False
        sig = getattr(record, "sig", None)
        message = fair.to_sign(head)
        if sig is not None and not signed(bytes.fromhex(self.key), message, bytes.fromhex(sig)):
            self.wrong.append(f"record {place} is not signed by the server")
            return False
        return True

    def _open(self) -> int | None:
        """Which record held is one that something is to come of: behind it a deal before may only
        have ended, for the next one is promised while it runs (F23)."""
        there = range(len(self.records) - 1, -1, -1)
        return next((i for i in there if not isinstance(self.records[i], End)), None)

    def _again(
        self, place: int, record: Record, seat: int | None, user: str, out: list[Asked]
    ) -> None:
        """A record told again is the same one; an offer or a lock then gets the same answer."""
        if place < self.first:
            return
        held = self.records[place - self.first]
        if held.head != record.head:
            self.wrong.append(f"record {place} was told in two ways")
        elif place - self.first == self._open():
            mine = self.shares.get(record.deal)
            if isinstance(record, Offer) and mine is not None:
                mine.seat = -1  # it was not locked: the server may have forgotten it
                self._react(record, seat, user, out)
            if isinstance(record, Lock) and mine is not None and mine.lock == record.head:
                out.append(self._share(record.deal, mine))

    def _react(self, record: Record, seat: int | None, user: str, out: list[Asked]) -> None:
        if seat is None:
            return
        if isinstance(record, Offer):
            made = _Mine(bytes.fromhex(record.head), token_bytes(32))
            mine = self.shares.setdefault(record.deal, made)
            if mine.seat != seat:
                mine.seat = seat
                hashed = fair.pledge(mine.head, seat, user, mine.share).hex()
                wish = {"table": self.table, "deal": record.deal, "pledge": hashed}
                out.append(("FAIR_PLEDGE", wish))
        elif isinstance(record, Lock):
            self._locked(record, seat, user, out)

    def _locked(self, lock: Lock, seat: int, user: str, out: list[Asked]) -> None:
        """F26: my share is told only to a lock that has my pledge on my seat."""
        mine = self.shares.get(lock.deal)
        row = next((one for one in lock.seats if one.user == user), None)
        if mine is None or row is None or not row.pledge:
            return
        hashed = fair.pledge(mine.head, row.seat, user, mine.share).hex()
        if row.pledge != hashed:
            self.wrong.append(f"deal {lock.deal} was locked with another pledge than mine")
            return
        mine.lock = lock.head
        out.append(self._share(lock.deal, mine))

    def _share(self, deal: int, mine: _Mine) -> Asked:
        return "FAIR_SHARE", {"table": self.table, "deal": deal, "share": mine.share.hex()}
