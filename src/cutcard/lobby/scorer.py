"""Statistics and achievements: deals and events that are over are counted one after the other,
beside the play, each once. It takes a tenth of the time at most: what waits is counted when less is
played."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from time import perf_counter

from msgspec import json

from cutcard.arena.achievements import Given
from cutcard.arena.awards import MOST, given_by
from cutcard.arena.counters import count, counting
from cutcard.arena.records import Record, count_in, fold_with, read, result
from cutcard.games import UnknownGame
from cutcard.store.played import Counters, Numbered, Played
from cutcard.store.protocol import Batch, DealLog, Store
from cutcard.table.deal import Deal, Drift
from cutcard.table.house import House
from cutcard.table.vocabulary import vocabulary
from cutcard.table.words import Notice

from .outcomes import count_event

log = logging.getLogger("cutcard.lobby")

AT_ONCE = 20  # deals read at a time
HIGHER, FAR = "wonAgainstHigher", 400  # points of rating above one's own
REST = 9  # times as long as a deal took, nothing is counted


class Scorer:
    """Counts what has ended; `tell` tells a user something."""

    def __init__(self, store: Store, house: House, tell: Callable[[str, Notice], object]) -> None:
        self._store = store
        self._tell = tell
        self._waiting = True  # of an earlier day, perhaps
        house.witness(batch=self._durable)

    def _durable(self, batch: Batch) -> None:
        self._waiting = self._waiting or bool(batch.played or batch.events.over)

    def wake(self) -> None:
        """Something may have ended elsewhere."""
        self._waiting = True

    async def look(self) -> None:
        """Once a second: counts what waits, for as long as something does."""
        while self._waiting:
            self._waiting = False
            for one in await self._store.uncounted(AT_ONCE):
                self._waiting = True
                begun = perf_counter()
                await self.count(one)
                await asyncio.sleep(REST * (perf_counter() - begun))
            for event in await self._store.uncounted_events(AT_ONCE):
                self._waiting = True
                begun = perf_counter()
                await self.count_event(event)
                await asyncio.sleep(REST * (perf_counter() - begun))

    async def count(self, one: Numbered) -> None:
        """One deal; who is given something for it is told when that is durable."""
        given: dict[tuple[str, str, int], Given] = {}
        counters = await counted(self._store, one)
        fold = fold_with(lambda user, what: given.__setitem__((user, what.id, what.tier), what))
        if await self._store.count(one, counters, fold):
            for (user, name, tier), what in given.items():
                told = {"id": name, "tier": tier, "table": one.played.table}
                told |= {"private": True} if what.private else {}
                self._tell(user, Notice("ACHIEVEMENT", None, None, told))

    async def count_event(self, event: int) -> None:
        """One event, and who is given something for it."""
        for one in await count_event(self._store, event) or ():
            if one.bots:
                return  # nothing is given for it
            for what in given_by(await self._store.results_of(one.user, MOST)):
                if what.deal == f"event/{event}":
                    told = {"id": what.id, "tier": what.tier, "event": event}
                    self._tell(one.user, Notice("ACHIEVEMENT", None, None, told))


async def counted(store: Store, one: Numbered, before: Counters = ()) -> Counters:
    """What the game counts of a deal, out of its log; nothing where it counts nothing of its own or
    the log was played by older rules, what was counted `before` where the log is gone. Who won a
    rated match of two against a rating far above their own has that counted besides."""
    played = one.played
    found: Counters = []
    if _counts(played.game):
        kept = await store.deal(played.table, played.deal)
        found = [] if kept is None else await asyncio.to_thread(_counted, kept)
    found = found or [{k: n for k, n in row.items() if k != HIGHER} for row in before]
    if played.last and played.ranked and len(played.users) == 2:
        found = _against_higher(played, found, await store.rated_before(played.table, played.match))
    return found


def _counts(game: str) -> bool:
    """Whether the game counts something of its own. One that is installed no more does not, and
    nobody else's deals wait for it."""
    try:
        return counting(vocabulary(game).game) is not None
    except UnknownGame:
        return False


def _against_higher(played: Played, found: Counters, before: Mapping[str, float]) -> Counters:
    """A86: a rated win against a rating at least 400 above one's own before the match."""
    for seat, user in played.people():
        other = played.users[1 - seat]
        if other is None or user not in before or other not in before:
            continue
        higher = before[other] - before[user] >= FAR
        if higher and result(played.places, seat) == "won":
            rows = [dict(row) for row in found] or [{}, {}]
            rows[seat][HIGHER] = 1
            return rows
    return found


def _counted(kept: DealLog) -> Counters:
    try:
        words = vocabulary(kept.header.game)
        deal = Deal(words, kept.header)
        moves = [(entry.at, entry.seat, words.read(entry.move)) for entry in kept.entries]
        return count(words.game, deal.state, moves) or []
    except (Drift, UnknownGame):
        return []
    except Exception:
        log.exception("deal %s.%s cannot be counted", kept.header.table, kept.header.deal)
        return []


async def recounted(store: Store) -> tuple[dict[str, bytes], dict[int, str], list[str]]:
    """Every record made again from the deals: the records, what was counted of each deal, and whose
    record differs from the one that is kept. What of a deal's log is gone counts as it was
    counted."""
    records: dict[str, Record] = {}
    found: dict[int, str] = {}
    after = 0
    while rows := await store.recount(after):
        for one, kept in rows:
            after = one.n
            if kept is None:
                continue  # not counted yet: a server will
            counters = await counted(store, one, json.decode(kept))
            found[one.n] = json.encode(counters).decode()
            for seat, user in one.played.people():
                record = records.setdefault(user, Record())
                count_in(record, user, seat, one, counters)
    raw = {user: json.encode(record) for user, record in records.items()}
    differ = [user for user, one in sorted(raw.items()) if await store.record(user) != one]
    return raw, found, differ


async def record_of(store: Store, user: str) -> Record:
    return read(await store.record(user))
