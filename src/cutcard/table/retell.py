"""What was answered and told before, made again from the logs of the last deals."""

from __future__ import annotations

from collections.abc import Sequence

from cutcard.kernel.game import Fact, Seat, Told, View
from cutcard.kernel.hear import heard
from cutcard.store.protocol import DealRow, Entry

from .complete import Say
from .deal import Deal
from .vocabulary import Vocabulary, tag_of
from .words import Ack, Holders, Update

Log = tuple[DealRow, list[Entry]]


def own_fact(told: Sequence[Told], seat: Seat) -> Fact | None:
    """The first fact told to the mover alone: what their move is acknowledged with."""
    for one in told:
        to = one.to
        if to is not None and len(to) == 1 and to[0] == seat:
            return one.fact
    return None


def ack_again(words: Vocabulary, log: Log, n: int, holders: Holders = ()) -> Ack:
    """What entry n was acknowledged with."""
    header, entries = log
    fact: Fact | None = None
    for entry, told in Deal(words, header).again(words, entries[: n + 1]):
        if entry.n == n:
            fact = own_fact(told, entry.seat)
    tag = tag_of(words.read(entries[n].move))
    match = f"{header.table}-{header.match}"
    seq, known = header.first + 1 + n, holders if fact is not None else ()
    return Ack(header.table, match, entries[n].key, tag, seq, fact, known)


def reach(logs: Sequence[Log], last_seq: int) -> bool:
    """Whether these logs begin early enough to tell all that came after last_seq."""
    first = logs[0][0]
    return last_seq >= first.first or (first.deal == 1 and last_seq == 0)


def updates_again(
    words: Vocabulary, logs: Sequence[Log], viewer: Seat | None, last_seq: int, say: Say
) -> list[Update]:
    """The updates after last_seq, without their clocks; see `reach` for how far back that goes."""
    updates: list[Update] = []
    view: View | None = None
    for header, entries in logs:
        if header.first + len(entries) < last_seq:
            continue
        match = f"{header.table}-{header.match}"
        deal = Deal(words, header)
        seen = deal.state.view(viewer)
        if header.first > last_seq:
            updates.append(Update(header.table, match, header.first, [], view, seen, None))
        view = seen
        for _, told in deal.again(words, entries):
            if deal.seq < last_seq:
                continue
            seen = deal.state.view(viewer)
            if deal.seq > last_seq:
                over = deal.outcome is not None
                facts = [say(fact, header, over) for fact in heard(told, viewer)]
                updates.append(Update(header.table, match, deal.seq, facts, view, seen, None))
            view = seen
    return updates
