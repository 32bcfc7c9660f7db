"""Every deal of a store judged (F83): the chain, each deal as everybody could see it, and what only
the store knows: that the log kept is the one whose hash was told, and plays by the rules."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence

from msgspec import Struct, json

from cutcard.fair.judge import FALSE, Verdict, judge
from cutcard.fair.lines import End
from cutcard.kernel import fair
from cutcard.store.fair_row import FairRow
from cutcard.store.protocol import Store

from .deal import Deal, Drift, replay
from .proof import Proof
from .vocabulary import vocabulary


class Judged(Struct, frozen=True):
    """A table's deal and its verdict; deal 0 is the whole chain."""

    table: int
    deal: int
    found: Verdict


async def judged_table(store: Store, table: int, public: bytes) -> AsyncIterator[Judged]:
    """Every deal that was dealt, then the chain."""
    rows = await store.fair_rows(table)
    kept = await store.load(table, updates=0)
    proof = None
    for row in rows if kept is not None else ():
        log = await store.deal(table, row.of_deal) if row.kind == "deal" else None
        if log is not None and kept is not None:
            proof = Proof(kept.table.created, _of_deal(rows, row.deal), log)
            yield Judged(table, row.of_deal, _judged(proof, public))
    if proof is not None:
        yield Judged(table, 0, judge(proof.chain(rows, public), public.hex()))


def _of_deal(rows: Sequence[FairRow], number: int) -> Sequence[FairRow]:
    """From the record before its offer to its last one."""
    mine = [place for place, row in enumerate(rows) if row.deal == number]
    return rows[max(0, mine[0] - 1) : mine[-1] + 1]


def _judged(proof: Proof, public: bytes) -> Verdict:
    """F72–F77: by the rules and the log that is kept, then as everybody could judge it."""
    log = proof.log
    try:
        deal = replay(vocabulary(log.header.game), log.header, log.entries, log.checks)
        if not _end_holds(proof, deal):
            return Verdict(FALSE, "LOG")
        return judge(proof.unsigned(None, public), public.hex())
    except Drift:
        return Verdict(FALSE, "MOVE")
    except (ValueError, TypeError, LookupError):  # what was changed can be read no more
        return Verdict(FALSE, "LOG")


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
