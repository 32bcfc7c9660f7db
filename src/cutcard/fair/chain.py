"""F72: every link and signature of a table's chain, the order of its records and their numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from cutcard.kernel import fair

from .lines import Dealt, End, Head, Line, Lock, Offer, Record, Void, check
from .signing import signed

R = TypeVar("R", bound=Record)
BEFORE: dict[type[Record], type[Record]] = {Lock: Offer, Dealt: Lock, End: Dealt, Void: Offer}
OVER = (End, Void)


class Deal:
    """The records of one deal of a chain."""

    def __init__(self) -> None:
        self.records: dict[type[Record], Record] = {}

    def get(self, kind: type[R]) -> R | None:
        found = self.records.get(kind)
        return found if isinstance(found, kind) else None

    def the(self, kind: type[R]) -> R:
        """A record that the order of the chain has made sure of."""
        found = self.get(kind)
        assert found is not None
        return found

    def has(self, *kinds: type[Record]) -> bool:
        return any(kind in self.records for kind in kinds)


def deals_of(head: Head, lines: Sequence[Line]) -> dict[int, Deal]:
    """The records by deal, once all of them are found to be in order."""
    records = [line for line in lines if isinstance(line, Record)]
    _linked(head, records)
    key = bytes.fromhex(head.key)
    for one in records:
        if isinstance(one, Lock | Void):
            message = fair.to_sign(bytes.fromhex(one.head))
            check(signed(key, message, bytes.fromhex(one.sig)), "SIGNATURE", one)
    order = _Order(head)
    for one in records:
        order.add(one)
    return order.deals


def _linked(head: Head, records: list[Record]) -> None:
    now = bytes.fromhex(head.prev)
    if head.index == 0:
        first = fair.first_head(bytes.fromhex(head.key), head.table, head.created)
        check(now == first, "CHAIN", head)
    for index, one in enumerate(records, head.index):
        now = fair.next_head(now, head.table, index, one.packed())
        check(now.hex() == one.head, "CHAIN", one)


class _Order:
    """Records one after the other, as the protocol lets them follow."""

    def __init__(self, head: Head) -> None:
        self.head = head
        self.deals: dict[int, Deal] = {}
        self.newest = 0 if head.index == 0 else None  # the last deal offered, if it is known
        self.last = 0  # when the last record was made
        self.commitments: set[str] = set()

    def add(self, one: Record) -> None:
        asked = self.deals.get(self.head.deal) if self.head.deal else None
        check(one.at >= self.last and not (asked and asked.has(*OVER)), "ORDER", one)
        self.last = one.at
        if isinstance(one, Offer):
            self._offer(one)
        elif one.deal not in self.deals:
            self._end_of_one_before(one)
        else:
            self._next(one, self.deals[one.deal])
        deal = self.deals.setdefault(one.deal, Deal())
        deal.records[type(one)] = one
        offer = deal.get(Offer)
        if isinstance(one, End | Void) and offer and (one.seed or not offer.sealed):
            made = fair.commitment(bytes.fromhex(one.seed)).hex()
            check(made == offer.commitment, "SEED", one)

    def _offer(self, one: Offer) -> None:
        due = self.head.deal or one.deal if self.newest is None else self.newest + 1
        check(one.deal == due, "NUMBER", one)
        before = self.deals.get(one.deal - 1)
        check(before is None or before.has(Dealt, *OVER), "ORDER", one)
        check(one.commitment not in self.commitments, "REUSED", one)
        self.commitments.add(one.commitment)
        self.newest = one.deal

    def _end_of_one_before(self, one: Record) -> None:
        """A deal that began before the file does, and ends in it."""
        newest = self.newest
        check(newest is not None and self.head.index > 0 and one.deal == newest - 1, "NUMBER", one)
        assert newest is not None
        check(isinstance(one, End | Void) and not self.deals[newest].has(Lock), "ORDER", one)

    def _next(self, one: Record, mine: Deal) -> None:
        check(not mine.has(type(one), *OVER) and mine.has(BEFORE[type(one)]), "ORDER", one)
        before = self.deals.get(one.deal - 1)
        check(not isinstance(one, Lock) or before is None or before.has(*OVER), "ORDER", one)
