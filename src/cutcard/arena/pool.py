"""Those who wait for a match, as a machine without I/O (docs/rules/arena.md A1-A20): requests and
time in, effects out. Whoever carries it tells the players and opens the tables."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from statistics import median

from msgspec import Struct, field

from cutcard.kernel.game import Illegal

from .matchmaking import Ticket, pairs, tables, teams, window

PASS = 250  # ms (A8)
TOLD_EVERY = 5_000  # A16
READY = 10_000  # A13
COOLDOWN, LONGEST, DAY = 30_000, 900_000, 86_400_000  # A14, A15
LEAVES = 3
BOTS_AFTER, CASUAL_AFTER = 20_000, 60_000  # A17, A5
KNOWN, LAST = 5, 20  # A16: so many matches make an estimate, of the last so many


class Key(Struct, frozen=True):
    """A1: equal keys are one pool, and pools never mix."""

    game: str
    mode: str
    options: str = ""  # as bytes in one order
    seats: int = 2
    ranked: bool = True
    teams: bool = False


class Seeker(Struct):
    """A ticket as it is held: who, since when, and what they were told."""

    users: tuple[str, ...]
    rating: float
    since: int
    avoids: frozenset[str] = frozenset()
    within: tuple[float, float] | None = None
    told: int = 0
    offered: set[str] = field(default_factory=set)


class Found(Struct, frozen=True):
    """A13: MATCH_FOUND: everybody says ready by then. Ratings are told, fairness is not (A20)."""

    match: int
    key: Key
    users: tuple[str, ...]  # by seat
    ratings: tuple[float, ...]
    ready_by: int


class Open(Struct, frozen=True):
    """All are ready: the table opens."""

    match: int
    key: Key
    users: tuple[str, ...]


class Waits(Struct, frozen=True):
    """A16: what one who waits is told."""

    users: tuple[str, ...]
    waited: int
    window: int
    others: int
    estimate: int | None = None


class Offer(Struct, frozen=True):
    """A5, A17: bots, or a casual match."""

    users: tuple[str, ...]
    what: str


class Dropped(Struct, frozen=True):
    """A13: the ticket is gone, because of them; how long they wait now (A14)."""

    users: tuple[str, ...]
    in_ms: int


class Again(Struct, frozen=True):
    """A13: another was not ready; they wait on, with the time they had."""

    users: tuple[str, ...]


Effect = Found | Open | Waits | Offer | Dropped | Again


class Check(Struct):
    key: Key
    seekers: tuple[Seeker, ...]
    users: tuple[str, ...]
    ready_by: int
    ready: set[str] = field(default_factory=set)


class Waiting:
    """All pools of a house."""

    def __init__(self) -> None:
        self.pools: dict[Key, list[Seeker]] = {}
        self.waits: dict[Key, deque[int]] = {}  # of the last matches
        self.checks: dict[int, Check] = {}
        self.matches = 0
        self.playing: set[str] = set()
        self.last: dict[str, str] = {}  # whom one's last ranked match was against
        self.unready: dict[str, list[int]] = {}
        self.left: dict[str, list[int]] = {}
        self.until: dict[str, int] = {}
        self.next_pass = 0

    # Requests

    def seek(self, key: Key, seeker: Seeker, at: int) -> None:
        """A2, A3, A14: a ticket; `since` is kept, so one can be sent again (A18)."""
        for user in seeker.users:
            if user in self._seeking() or any(user in c.users for c in self.checks.values()):
                raise Illegal("ALREADY_WAITING", "You are waiting already.")
            if key.ranked and user in self.playing:
                raise Illegal("ALREADY_PLAYING", "You are playing a ranked match.")
            left = self.until.get(user, 0) - at
            if key.ranked and left > 0:
                text = f"You may seek again in {-(-left // 1000)} s."
                raise Illegal("MATCH_COOLDOWN", text, details={"inMs": left})
        if key.ranked and len(set(seeker.users)) < len(seeker.users):
            raise Illegal("INVALID_REQUEST", "A pair is two different users.")
        self.pools.setdefault(key, []).append(seeker)

    def _seeking(self) -> set[str]:
        return {u for pool in self.pools.values() for seeker in pool for u in seeker.users}

    def leave(self, user: str) -> None:
        """A18: cancelled, or the connection is gone: so is the ticket."""
        for pool in self.pools.values():
            pool[:] = [seeker for seeker in pool if user not in seeker.users]

    def ready(self, user: str, match: int) -> list[Effect]:
        """A13."""
        check = self._check(user, match)
        check.ready.add(user)
        if len(check.ready) < len(check.users):
            return []
        del self.checks[match]
        if check.key.ranked:
            self.playing.update(check.users)
        return [Open(match, check.key, check.users)]

    def refuse(self, user: str, match: int, at: int) -> list[Effect]:
        """A13: who says no loses the ticket; the others are back with their waiting time."""
        self._check(user, match)
        return self._not_ready(match, {user}, at)

    def _check(self, user: str, match: int) -> Check:
        check = self.checks.get(match)
        if check is None or user not in check.users:
            raise Illegal("INVALID_REQUEST", "That match is not asked of you.")
        return check

    def _not_ready(self, match: int, missing: set[str], at: int) -> list[Effect]:
        check = self.checks.pop(match)
        effects: list[Effect] = []
        for seeker in check.seekers:
            guilty = missing.intersection(seeker.users)
            if not guilty:
                self.pools.setdefault(check.key, []).append(seeker)
                effects.append(Again(seeker.users))
                continue
            waits = [self._cool(user, at) for user in sorted(guilty)]
            effects.append(Dropped(seeker.users, max(waits)))
        return effects

    def _cool(self, user: str, at: int) -> int:
        """A14: 30 s, doubled each further time within a day, at most a quarter of an hour."""
        times = [t for t in self.unready.get(user, []) if at - t < DAY] + [at]
        self.unready[user] = times
        wait = min(LONGEST, COOLDOWN << min(len(times) - 1, 10))
        self.until[user] = max(self.until.get(user, 0), at + wait)
        return wait

    def over(self, users: tuple[str, ...], at: int, *, ranked: bool, absent: str = "") -> None:
        """A match is over: whose last opponent was whom (A9), and who was absent (A15)."""
        self.playing.difference_update(users)
        if ranked and len(users) == 2:
            self.last[users[0]], self.last[users[1]] = users[1], users[0]
        if ranked and absent:
            times = [t for t in self.left.get(absent, []) if at - t < DAY] + [at]
            self.left[absent] = times
            if len(times) >= LEAVES:
                self.until[absent] = max(self.until.get(absent, 0), at + LONGEST)

    # Time

    def due(self) -> int | None:
        """When to come again: the next pass, or a ready check that runs out."""
        times = [check.ready_by for check in self.checks.values()]
        if any(self.pools.values()):
            times.append(self.next_pass)
        return min(times, default=None)

    def advance(self, at: int) -> list[Effect]:
        """Time came: checks run out, pools are gone through, those who wait are told."""
        effects: list[Effect] = []
        for match, check in list(self.checks.items()):
            if check.ready_by <= at:
                effects += self._not_ready(match, set(check.users) - check.ready, at)
        if at >= self.next_pass:
            self.next_pass = at + PASS
            for key, pool in self.pools.items():
                effects += self._pass(key, pool, at)
                effects += self._tell(key, pool, at)
        return effects

    def ticket(self, seeker: Seeker, at: int) -> Ticket:
        """A seeker as a pass sees them now."""
        waited = (at - seeker.since) / 1000
        last = self.last.get(seeker.users[0])
        return Ticket(seeker.users, seeker.rating, waited, seeker.avoids, last, seeker.within)

    def _pass(self, key: Key, pool: list[Seeker], at: int) -> Iterator[Effect]:
        by_users = {seeker.users: seeker for seeker in pool}
        tickets = [self.ticket(seeker, at) for seeker in pool]
        groups: list[tuple[Ticket, ...]]
        if key.seats == 2 and not key.teams:
            groups = [*pairs(tickets)]
        else:
            groups = tables(tickets, key.seats, in_teams=key.teams)
        for group in groups:
            users = (
                teams(group) if key.teams else tuple(u for ticket in group for u in ticket.users)
            )
            seekers = tuple(by_users[ticket.users] for ticket in group)
            for seeker in seekers:
                pool.remove(seeker)
                self.waits.setdefault(key, deque(maxlen=LAST)).append(at - seeker.since)
            self.matches += 1
            self.checks[self.matches] = Check(key, seekers, users, at + READY)
            ratings = {user: ticket.rating for ticket in group for user in ticket.users}
            yield Found(
                self.matches, key, users, tuple(ratings[user] for user in users), at + READY
            )

    def _tell(self, key: Key, pool: list[Seeker], at: int) -> Iterator[Effect]:
        known = self.waits.get(key, ())
        estimate = int(median(known)) if len(known) >= KNOWN else None
        for seeker in pool:
            waited = at - seeker.since
            if waited - seeker.told >= TOLD_EVERY:
                seeker.told = waited
                width = window(waited / 1000)
                yield Waits(seeker.users, waited, width, len(pool) - 1, estimate)
            if len(pool) == 1 and waited >= BOTS_AFTER and "bots" not in seeker.offered:
                seeker.offered.add("bots")
                yield Offer(seeker.users, "bots")
            if key.ranked and waited >= CASUAL_AFTER and "casual" not in seeker.offered:
                seeker.offered.add("casual")
                yield Offer(seeker.users, "casual")
