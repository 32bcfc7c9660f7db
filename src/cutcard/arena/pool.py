"""Those who wait for a match, as a machine without I/O (docs/rules/arena.md A1-A20): requests and
time in, effects out. Whoever carries it tells the players and opens the tables."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator
from statistics import median

from msgspec import Struct, field, structs

from cutcard.kernel.game import Illegal

from .matchmaking import Ticket, pairs, tables, teams, window

PASS = 250  # ms (A8)
TOLD_EVERY = 5_000  # A16
READY = 10_000  # A13
COOLDOWN, LONGEST, DAY = 30_000, 900_000, 86_400_000  # A14, A15
LEAVES = 3
BOTS_AFTER, CASUAL_AFTER = 20_000, 60_000  # A17, A5
KNOWN, LAST = 5, 20  # A16: so many matches make an estimate, of the last so many
CLEAN, MANY = 3_600_000, 20_000  # how often what is old is forgotten, and how much is kept


class Key(Struct, frozen=True):
    """A1: equal keys are one pool, and pools never mix. What somebody wants to play."""

    game: str
    mode: str  # the rating by which people are compared, ranked or not
    options: str = ""  # JSON with every default written out, so that equal wishes are equal
    seats: int = 2
    ranked: bool = True
    teams: bool = False  # two of two, partners across from each other
    system: str = "elo"  # by which the mode is rated
    need: int = 0  # how many people make a table begin, where the rules wait for the others

    @property
    def people(self) -> int:
        """How many a match is made of."""
        return self.need or self.seats


class Seeker(Struct):
    """A ticket as it is held: who, since when, and what they were told."""

    users: tuple[str, ...]
    rating: float
    since: int
    avoids: frozenset[str] = frozenset()
    within: tuple[float, float] | None = None
    addresses: frozenset[str] = frozenset()  # A19: none where they do not matter
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


class Ended(Struct, frozen=True):
    """A18: the ticket is gone, because of `by`; a pair's partner is told."""

    users: tuple[str, ...]
    key: Key
    by: str


Effect = Found | Open | Waits | Offer | Dropped | Again | Ended


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
        self.next_clean = 0
        self._keys: dict[str, Key] = {}  # of whom a pool holds, or a ready check

    def __len__(self) -> int:
        """How many people wait."""
        return len(self._keys)

    # Requests

    def seek(self, key: Key, seeker: Seeker, at: int) -> None:
        """A2, A3, A14: a ticket; `since` is kept, so one can be sent again (A18)."""
        for user in seeker.users:
            self.may_seek(user, at)
        if len(set(seeker.users)) < len(seeker.users):
            raise Illegal("INVALID_REQUEST", "A pair is two different users.")
        if len(seeker.users) > 1 and not key.teams:
            raise Illegal("INVALID_REQUEST", "Only games of partners are played as a pair.")
        self._put(key, seeker)

    def may_seek(self, user: str, at: int) -> None:
        """A2, A14: Illegal to who waits already, plays a ranked match, or was not ready lately."""
        if user in self._keys:
            raise Illegal("ALREADY_WAITING", "You are looking for a match already")
        if user in self.playing:
            raise Illegal("ALREADY_PLAYING", "You play a ranked match; finish it first")
        left = self.cooldown(user, at)
        if left > 0:
            text = f"You may look for a match again in {-(-left // 1000)} s"
            raise Illegal("MATCH_COOLDOWN", text, details={"inMs": left})

    def cooldown(self, user: str, at: int) -> int:
        """A14, A15: how many ms somebody still waits before they may seek."""
        return max(0, self.until.get(user, 0) - at)

    def of(self, user: str) -> tuple[Key, Seeker] | None:
        """The ticket of somebody a pool holds, and its pool."""
        key = self._keys.get(user)
        held = self.pools.get(key, ()) if key is not None else ()
        found = next((seeker for seeker in held if user in seeker.users), None)
        return None if key is None or found is None else (key, found)

    def together(self, one: str, other: str) -> bool:
        """Whether two wait on one ticket, or are asked on it to be ready."""
        held = [seeker for check in self.checks.values() for seeker in check.seekers]
        found = self.of(one)
        tickets = held if found is None else [found[1]]
        return any(one in ticket.users and other in ticket.users for ticket in tickets)

    def leave(self, user: str, at: int = 0) -> list[Effect]:
        """A18: cancelled, or the connection is gone: so is the ticket. In a ready check that is
        to say no."""
        for match, check in self.checks.items():
            if user in check.users:
                return self._not_ready(match, {user}, at)
        found = self.of(user)
        if found is None:
            return []
        self._take(*found)
        return [Ended(found[1].users, found[0], user)]

    def casually(self, user: str) -> list[Effect]:
        """A5: who waits for a ranked match takes a casual one, with the time they waited."""
        found = self.of(user)
        if found is None or not found[0].ranked:
            raise Illegal("NOT_WAITING", "You are not looking for a ranked match")
        key, seeker = found
        self._take(key, seeker)
        self._put(structs.replace(key, ranked=False), seeker)
        return []

    def _put(self, key: Key, seeker: Seeker) -> None:
        self.pools.setdefault(key, []).append(seeker)
        self._keys.update(dict.fromkeys(seeker.users, key))

    def _take(self, key: Key, seeker: Seeker) -> None:
        self.pools[key].remove(seeker)
        if not self.pools[key]:
            del self.pools[key]
        for user in seeker.users:
            del self._keys[user]

    def ready(self, user: str, match: int) -> list[Effect]:
        """A13."""
        check = self._check(user, match)
        check.ready.add(user)
        if len(check.ready) < len(check.users):
            return []
        del self.checks[match]
        waits = self.waits.pop(check.key, None) or deque(maxlen=LAST)
        waits.extend(check.ready_by - READY - seeker.since for seeker in check.seekers)
        self.waits[check.key] = waits  # behind the others: the first is the oldest
        for one in check.users:
            del self._keys[one]
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
            raise Illegal("INVALID_REQUEST", "No such match waits for you to be ready")
        return check

    def _not_ready(self, match: int, missing: set[str], at: int) -> list[Effect]:
        check = self.checks.pop(match)
        effects: list[Effect] = []
        for seeker in check.seekers:
            guilty = missing.intersection(seeker.users)
            if not guilty:
                self._put(check.key, seeker)
                effects.append(Again(seeker.users))
                continue
            for user in seeker.users:
                del self._keys[user]
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

    def over(
        self, users: tuple[str, ...], at: int, *, ranked: bool, absent: Collection[str] = ()
    ) -> None:
        """A match is over: whose last opponent was whom (A9), and who was absent (A15)."""
        self.playing.difference_update(users)
        if ranked and len(users) == 2:
            for user, other in (users, users[::-1]):
                self.last.pop(user, None)  # behind the others: the first is the oldest
                self.last[user] = other
        for user in absent if ranked else ():
            times = [t for t in self.left.get(user, []) if at - t < DAY] + [at]
            self.left[user] = times
            if len(times) >= LEAVES:
                self.until[user] = max(self.until.get(user, 0), at + LONGEST)

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
        if self.pools and at >= self.next_pass:
            self.next_pass = at + PASS
            for key, pool in list(self.pools.items()):
                effects += self._pass(key, pool, at)
                effects += self._tell(key, pool, at)
                if not pool:
                    del self.pools[key]
        if at >= self.next_clean:
            self.next_clean = at + CLEAN
            self._forget(at)
        return effects

    def _forget(self, at: int) -> None:
        """What is too old to matter, and what is kept of too many."""
        for times in (self.unready, self.left):
            for user in [user for user, known in times.items() if at - known[-1] >= DAY]:
                del times[user]
        for user in [user for user, until in self.until.items() if until <= at]:
            del self.until[user]
        for user in list(self.last)[:-MANY]:
            del self.last[user]
        for key in list(self.waits)[:-MANY]:
            del self.waits[key]

    def ticket(self, seeker: Seeker, at: int, *, ranked: bool = True) -> Ticket:
        """A seeker as a pass sees them now."""
        waited = (at - seeker.since) / 1000
        last = self.last.get(seeker.users[0])
        return Ticket(
            seeker.users,
            seeker.rating,
            waited,
            seeker.avoids,
            last,
            seeker.within,
            ranked,
            seeker.addresses,
        )

    def _pass(self, key: Key, pool: list[Seeker], at: int) -> Iterator[Effect]:
        by_users = {seeker.users: seeker for seeker in pool}
        tickets = [self.ticket(seeker, at, ranked=key.ranked) for seeker in pool]
        groups: list[tuple[Ticket, ...]]
        if key.people == 2:
            groups = [*pairs(tickets)]
        else:
            groups = tables(tickets, key.people, in_teams=key.teams)
        for group in groups:
            users = (
                teams(group) if key.teams else tuple(u for ticket in group for u in ticket.users)
            )
            seekers = tuple(by_users[ticket.users] for ticket in group)
            for seeker in seekers:
                pool.remove(seeker)
            self.matches += 1
            self.checks[self.matches] = Check(key, seekers, users, at + READY)
            ratings = {user: ticket.rating for ticket in group for user in ticket.users}
            yield Found(
                self.matches, key, users, tuple(ratings[user] for user in users), at + READY
            )

    def waits_of(self, key: Key, seeker: Seeker, at: int) -> Waits:
        """A16: how a search stands."""
        known = self.waits.get(key, ())
        estimate = int(median(known)) if len(known) >= KNOWN else None
        waited = at - seeker.since
        width = window(waited / 1000, ranked=key.ranked)
        others = sum(len(one.users) for one in self.pools.get(key, ())) - len(seeker.users)
        return Waits(seeker.users, waited, width, others, estimate)

    def _tell(self, key: Key, pool: list[Seeker], at: int) -> Iterator[Effect]:
        for seeker in pool:
            waited = at - seeker.since
            if waited - seeker.told >= TOLD_EVERY:
                seeker.told = waited
                yield self.waits_of(key, seeker, at)
            if waited >= BOTS_AFTER and "bots" not in seeker.offered:
                seeker.offered.add("bots")
                yield Offer(seeker.users, "bots")
            if key.ranked and waited >= CASUAL_AFTER and "casual" not in seeker.offered:
                seeker.offered.add("casual")
                yield Offer(seeker.users, "casual")
