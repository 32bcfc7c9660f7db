"""Every deal of a store judged (F83): the chain, each deal as each seat could see it, and what only
the store knows: that the log kept is the one whose hash was told, plays by the rules, and stands
in every row and column as it was written."""

from __future__ import annotations

import struct
from collections.abc import AsyncIterator, Callable, Iterator, Sequence

from msgspec import Struct, json

from cutcard.fair.judge import FALSE, UNCHECKED, Verdict, judge
from cutcard.fair.lines import End, Offer
from cutcard.fair.writing import read_record
from cutcard.kernel import fair
from cutcard.kernel.game import Seat
from cutcard.kernel.sealing import sealing
from cutcard.store.fair_row import FairRow, wrapped
from cutcard.store.protocol import DealLog, Store

from .deal import Deal, Drift, commitment, replay
from .kept import kept_sum
from .proof import Proof, chain_file
from .table import CHECK_EVERY
from .vocabulary import vocabulary

BROKEN = (ValueError, TypeError, LookupError, StopIteration, AssertionError, struct.error)
"""What is raised where something was changed so that it can be read no more."""


class Judged(Struct, frozen=True):
    """A table's deal and its verdict; deal 0 is the whole chain."""

    table: int
    deal: int
    found: Verdict


async def judged_table(
    store: Store, table: int, public_of: Callable[[int], bytes]
) -> AsyncIterator[Judged]:
    """Every deal that was dealt, then the chain; `public_of` names the key of tables opened at a
    time (F32)."""
    rows = await store.fair_rows(table)
    kept = await store.load(table, updates=0)
    if not rows:
        return
    if kept is None:  # records of a table that never was
        yield Judged(table, 0, Verdict(FALSE, "CHAIN"))
        return
    created = kept.table.created
    public = public_of(created)
    for row in rows:
        if row.kind == "deal":
            log = await store.deal(table, row.of_deal)
            yield Judged(table, row.of_deal, _judged(created, rows, row.deal, log, public))
    yield Judged(table, 0, _chain(created, rows, public))


def _of_deal(rows: Sequence[FairRow], number: int) -> Sequence[FairRow]:
    """From the record before its offer to its last one."""
    mine = [place for place, row in enumerate(rows) if row.deal == number]
    return rows[max(0, mine[0] - 1) : mine[-1] + 1]


def _chain(created: int, rows: Sequence[FairRow], public: bytes) -> Verdict:
    """F72, over all that is kept of a table; and each row says what its record does."""
    try:
        for n, row in enumerate(rows):
            record = read_record(row.kind, row.line)
            if (row.n, row.deal) != (n, record.deal) or (row.of_deal > 0) != (row.kind == "deal"):
                return Verdict(FALSE, "CHAIN")
            if json.encode(record) != row.line:
                return Verdict(FALSE, "CHAIN")
            promised = record.commitment if isinstance(record, Offer) else None
            secret = row.secret or b""
            if promised and not wrapped(secret) and fair.commitment(secret).hex() != promised:
                return Verdict(FALSE, "SEED")
        return judge(chain_file(created, rows, public), public.hex())
    except BROKEN:
        return Verdict(FALSE, "CHAIN")


def _judged(
    created: int, rows: Sequence[FairRow], number: int, log: DealLog | None, public: bytes
) -> Verdict:
    """F72–F77: by the rows and the rules, then as each seat could judge it."""
    try:
        if log is None:
            return Verdict(FALSE, "LOG")
        if wrapped(log.header.seed):  # F18: nobody can open it, or not here
            return Verdict(UNCHECKED, "UNPROVED")
        proof = Proof(created, _of_deal(rows, number), log)
        deal = replay(vocabulary(log.header.game), log.header, log.entries, log.checks)
        wrong = _wrong(proof, deal)
        if wrong:
            return Verdict(FALSE, wrong)
        found = [judge(proof.unsigned(seat, public), public.hex()) for seat in _viewers(proof)]
        return min(found, key=_rank)
    except Drift:
        return Verdict(FALSE, "MOVE")
    except BROKEN:
        return Verdict(FALSE, "LOG")


def _rank(found: Verdict) -> tuple[int, int]:
    """The worst first; of those that only lack cards, who saw the most."""
    return (0 if found.verdict == FALSE else 1, -found.cards)


def _viewers(proof: Proof) -> Iterator[Seat | None]:
    """An open deal's file is one for all, and so is that of a deal that is not over."""
    yield None
    if proof.ended is not None and any(
        isinstance(one, Offer) and one.sealed for one in proof.records
    ):
        yield from range(proof.log.header.seats)


def _wrong(proof: Proof, deal: Deal) -> str:
    """What the rows have against it; nothing where they are as they were written."""
    header, log = proof.log.header, proof.log
    if header.commitment != commitment(header.seed) or not _seed_holds(proof):
        return "SEED"
    if [one.n for one in log.entries] != list(range(len(log.entries))):
        return "LOG"
    if set(log.checks) != set(_checks(deal)):
        return "LOG"
    if not _end_holds(proof, deal):
        return "LOG"
    if proof.kept is not None and proof.kept != kept_sum(proof.seed, header, log.entries):
        return "LOG"
    return "" if _places_due(proof, deal) else "PLACE"


def _checks(deal: Deal) -> Iterator[int]:
    """After how many entries a digest was written down."""
    count = len(deal.log)
    yield from range(CHECK_EVERY, count + 1, CHECK_EVERY)
    if deal.outcome is not None:
        yield count


def _seed_holds(proof: Proof) -> bool:
    """F37, F41: the deal was dealt from what was promised."""
    if sealing(_dealt(proof).state) is not None:
        base = proof.log.header.seed  # promised before the deal was opened, or out of its own
        return proof.seed in (base, fair.sealed_seed(base, proof.number))
    return proof.log.header.seed == fair.deal_seed(proof.seed, proof.stir())


def _dealt(proof: Proof) -> Deal:
    """The deal as it was dealt, before its first entry."""
    return Deal(vocabulary(proof.log.header.game), proof.log.header)


def _places_due(proof: Proof, deal: Deal) -> bool:
    """F45, F77: every card that anybody was told lay at the place from which the rules deal it, in
    the deck that the shares of the chain make."""
    hand = sealing(deal.state)
    if hand is None or proof.ended is None:
        return True
    names = hand.deck_names()
    order = fair.dealt_order(proof.seed, proof.stir(), len(names))
    told = (one for viewer in _viewers(proof) for one in hand.seen_cards(viewer))
    return all(late or names[order[place]] == name for place, name, late in told)


def _end_holds(proof: Proof, deal: Deal) -> bool:
    """F33, F22: whether the entries kept are those whose hash was told, and so is the result."""
    ends = [one for one in proof.records if isinstance(one, End) and one.deal == proof.number]
    if not ends:
        return True
    now = fair.log_begin(proof.seed, proof.dealt_head)
    for one in proof.log.entries:
        now = fair.log_step(now, one.n, one.at, one.seat, one.move.decode())
    told = fair.result_bound(json.encode(deal.outcome).decode()).hex()
    return (now.hex(), told) == (ends[0].log, ends[0].result)
