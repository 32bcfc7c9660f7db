"""Hints that somebody may not have played fair: reports of the house in the moderators' queue, and
never more than that. Looked for once for each match that has ended, a few at a time and beside the
play: from one address or device at one table, chips that only ever go one way, wins that are
exchanged."""

from __future__ import annotations

import logging
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, pairwise

from msgspec import Struct

from cutcard.store.moderation import HOUSE, Meeting
from cutcard.store.protocol import COMPLETED, Batch, Store
from cutcard.store.social import Report
from cutcard.table.house import House

DAY = 86_400_000
WAITING = 500  # ended matches that wait to be looked at; more are let go
AT_ONCE = 5  # looked at a second
KNOWN = 20_000  # users of whom we remember where they came from, and hints already given
SEATS = 10  # people at a table whose pairs are looked at
DUMPED = 8_000  # chips that went one way,
TABLES = 2  # at so many tables or more
TRADED = 4  # rated matches of two within a day

log = logging.getLogger("cutcard.lobby")


class Whence(Struct, frozen=True):
    """Where somebody's connection came from, and what it said of itself."""

    address: str
    agent: str = ""


class Ended(Struct, frozen=True):
    """A match that is over, with who sat there; or a table that was closed: those whose chips were
    on it."""

    table: int
    users: tuple[str, ...] = ()


class FairPlay:
    """Looks at what has ended."""

    def __init__(self, store: Store, house: House, wall: Callable[[], int]) -> None:
        self._store = store
        self._wall = wall
        self._whence: OrderedDict[str, Whence] = OrderedDict()
        self._given: OrderedDict[tuple[str, ...], int] = OrderedDict()
        self._waiting: deque[Ended] = deque(maxlen=WAITING)
        house.witness(batch=self._durable)

    def came(self, user: str, whence: Whence) -> None:
        """A user has said who they are on a connection from there."""
        self._whence[user] = whence
        self._whence.move_to_end(user)
        if len(self._whence) > KNOWN:
            self._whence.popitem(last=False)

    def whence(self, user: str) -> Whence | None:
        """Where a user came from last."""
        return self._whence.get(user)

    def _durable(self, batch: Batch) -> None:
        """What has ended waits for its turn: on the way of a move nothing is looked at."""
        over = {(row.table, row.match) for row in batch.matches if row.status == COMPLETED}
        for last in batch.finals if over else ():
            users = tuple(user for user in last.users if user is not None)
            if (last.table, last.match) in over and len(users) > 1:
                self._waiting.append(Ended(last.table, users))
        self._waiting.extend(map(Ended, batch.closed))

    async def look(self) -> None:
        """Once a second: a few of those that wait."""
        for _ in range(min(AT_ONCE, len(self._waiting))):
            ended = self._waiting.popleft()
            for whom, why in await self.hints(ended):
                await self._report(ended, whom, why)

    async def hints(self, ended: Ended) -> list[tuple[tuple[str, ...], str]]:
        """Who, and what was found about them."""
        there = ended.users or await self._store.table_users(ended.table)
        users = [one for one in there[:SEATS] if await self._store.person(one) is not None]
        lines = await self._store.deals(table=ended.table, limit=1) if len(users) > 1 else []
        if not lines:
            return []
        found = list(self._together(users))
        sums = await self._store.table_sums(users, self._wall() - DAY)
        for one, other in combinations(users, 2):
            found += _dumped(sums, one, other)
            met = await self._store.meetings(one, other, lines[0].game, self._wall() - DAY)
            why = traded(met)
            if why:
                found.append(((one, other), why))
        return found

    def _together(self, users: Iterable[str]) -> Iterator[tuple[tuple[str, ...], str]]:
        for one, other in combinations(users, 2):
            first, second = self._whence.get(one), self._whence.get(other)
            if first is None or second is None or first.address != second.address:
                continue
            same = bool(first.agent) and first.agent == second.agent
            yield (
                (one, other),
                "The same address and the same kind of device at one table"
                if same
                else "The same address at one table",
            )

    async def _report(self, ended: Ended, whom: tuple[str, ...], why: str) -> None:
        """Once a day of the same people for the same reason."""
        key, now = (why.partition(":")[0], *sorted(whom)), self._wall()
        if now - self._given.get(key, -DAY) < DAY:
            return
        self._given[key] = now
        self._given.move_to_end(key)
        if len(self._given) > KNOWN:
            self._given.popitem(last=False)
        people = [await self._store.person(user) for user in whom]
        names = " and ".join(f"{one.name} ({one.id})" for one in people if one is not None)
        said = f"{why}: {names}"
        await self._store.add_report(Report(0, now, HOUSE, whom[0], ended.table, said, "[]"))


def _dumped(
    sums: Iterable[tuple[int, str, int]], one: str, other: str
) -> Iterator[tuple[tuple[str, ...], str]]:
    """Chips went from one of the two to the other at every table both were at."""
    won: dict[int, dict[str, int]] = {}
    for table, user, chips in sums:
        won.setdefault(table, {})[user] = chips
    both = [at for at in won.values() if one in at and other in at]
    for loser, winner in ((one, other), (other, one)):
        went = [min(-at[loser], at[winner]) for at in both]
        if len(went) >= TABLES and min(went) > 0 and sum(went) >= DUMPED:
            why = f"Chips only ever went one way, {sum(went)} at {len(went)} tables in a day"
            yield (loser, winner), why


def traded(met: list[Meeting]) -> str:
    """Whether two win by turns, or one of them always, more often than luck would have it."""
    wins = [one.first > one.second for one in met if one.first != one.second]
    if len(wins) < TRADED:
        return ""
    if all(was != then for was, then in pairwise(wins)):
        return f"The two won by turns, {len(wins)} rated matches in a day"
    if len(set(wins)) == 1:
        return f"One always won against the other, {len(wins)} rated matches in a day"
    return ""
