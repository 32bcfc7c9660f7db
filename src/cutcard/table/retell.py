"""What was answered and told before, made again from the logs of the last deals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cutcard.kernel.game import Fact, Seat, Told, View
from cutcard.kernel.hear import heard
from cutcard.store.protocol import DealRow, Entry

from .deal import Deal
from .patch import change, plain
from .vocabulary import Vocabulary, tag_of
from .words import Ack, Update

Log = tuple[DealRow, list[Entry]]
Say = Callable[[Fact, DealRow], dict[str, Any]]


def ack_payload(
    told: Sequence[Told], seat: Seat, said: Sequence[tuple[dict[str, Any], Any]] = ()
) -> dict[str, Any]:
    """The fields of the first fact told to the mover alone (`said`: the facts as builtins)."""
    for n, one in enumerate(told):
        if one.to == (seat,):
            fields: dict[str, Any] = dict(said[n][0]) if said else plain(one.fact)
            fields.pop("type", None)
            return fields
    return {}


def ack_again(words: Vocabulary, log: Log, n: int) -> Ack:
    """What entry n was acknowledged with."""
    header, entries = log
    payload: dict[str, Any] = {}
    for entry, told in Deal(words, header).again(words, entries[: n + 1]):
        if entry.n == n:
            payload = ack_payload(told, entry.seat)
    tag = tag_of(words.read(entries[n].move))
    match = f"{header.table}-{header.match}"
    return Ack(header.table, match, entries[n].key, tag, header.first + 1 + n, payload)


def updates_again(
    words: Vocabulary, logs: Sequence[Log], viewer: Seat | None, last_seq: int, say: Say
) -> list[Update] | None:
    """The updates after last_seq, without their clocks; None if these logs begin too late."""
    first = logs[0][0]
    if last_seq < first.first and not (first.deal == 1 and last_seq == 0):
        return None
    updates: list[Update] = []
    view: View | None = None
    for header, entries in logs:
        if header.first + len(entries) < last_seq:
            continue
        match = f"{header.table}-{header.match}"
        deal = Deal(words, header)
        seen = deal.state.view(viewer)
        if header.first > last_seq:
            patch = change(view, seen)
            updates.append(Update(header.table, match, header.first, [], patch, None))
        view = seen
        for _, told in deal.again(words, entries):
            if deal.seq < last_seq:
                continue
            seen = deal.state.view(viewer)
            if deal.seq > last_seq:
                facts = [say(fact, header) for fact in heard(told, viewer)]
                patch = change(view, seen)
                updates.append(Update(header.table, match, deal.seq, facts, patch, None))
            view = seen
    return updates
