"""The verdict: what players were told, held against the log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

from msgspec import Struct

from cutcard.lobby.chips import conserved
from cutcard.store.protocol import DealLog, Store
from cutcard.table.deal import Drift, replay
from cutcard.table.vocabulary import vocabulary

from .chaos_crowd import History

START = 1200.0  # where everybody's rating begins


class Verdict(Struct):
    """What was found; everything but `acknowledged` and `compared` should be 0 or empty."""

    acknowledged: int = 0
    lost: int = 0  # acknowledged, and not in the log
    twice: int = 0  # in the log more than once
    false_refusals: int = 0  # in the log, and answered as refused
    went_back: int = 0
    faults: list[str] = []

    @property
    def ok(self) -> bool:
        bad = (self.lost, self.twice, self.false_refusals, self.went_back)
        return not any(bad) and not self.faults


async def judge(store: Store, histories: list[History], users: Iterable[str]) -> Verdict:
    """Reads the log of every table somebody played at."""
    verdict = Verdict()
    faults = list(verdict.faults)
    written: Counter[tuple[int, str]] = Counter()
    for table in sorted({history.table for history in histories}):
        numbers = sorted(line.deal for line in await store.deals(table=table, limit=1_000_000))
        logs = [log for number in numbers if (log := await store.deal(table, number))]
        faults += _gaps(table, logs)
        for log in logs:
            written.update((table, entry.key) for entry in log.entries if entry.key)
            faults += _replayed(log)
    for history in histories:
        told = {(history.table, key) for key in history.acknowledged}
        verdict.acknowledged += len(told)
        verdict.lost += sum(key not in written for key in told)
        verdict.false_refusals += sum((history.table, key) in written for key in history.refused)
        verdict.went_back += history.went_back
    verdict.twice = sum(times > 1 for times in written.values())
    sums = await conserved(store)
    faults += sums.faults
    faults += await _rated(store, users)
    verdict.faults = faults
    return verdict


def _gaps(table: int, logs: list[DealLog]) -> list[str]:
    """Numbers of deals, entries and updates follow one another without a gap."""
    found = [
        f"table {table}, deal {log.header.deal}: its entries have a gap"
        for log in logs
        if [entry.n for entry in log.entries] != list(range(len(log.entries)))
    ]
    for one, two in pairwise(logs):
        if two.header.deal != one.header.deal + 1:
            found.append(f"table {table}: no deal between {one.header.deal} and {two.header.deal}")
        elif two.header.first <= one.header.first + len(one.entries):
            found.append(f"table {table}: deal {two.header.deal} begins before the last one ended")
    return found


def _replayed(log: DealLog) -> list[str]:
    """The log plays, and meets every digest that was written down."""
    try:
        replay(vocabulary(log.header.game), log.header, log.entries, log.checks)
    except Drift as reason:
        return [str(reason)]
    return []


async def _rated(store: Store, users: Iterable[str]) -> list[str]:
    """A rating is what its changes add up to."""
    found = []
    for user in users:
        kept = await store.personal_data(user)
        changes = kept.get("ratingChanges", [])
        ratings = kept.get("ratings", {})
        rating, games = next(iter(ratings.values()), (START, 0))
        moved = sum(one["after"] - one["before"] for one in changes)
        if games != len(changes) or abs(START + moved - rating) > 1e-6:
            found.append(f"user {user}: a rating of {rating} after {games} is not what was played")
    return found
