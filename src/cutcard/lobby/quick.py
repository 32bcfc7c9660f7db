"""Quick match: who waits for whom. Reads no clock and opens no table: times come in, groups go out.

A user waits once. Whoever has waited longest chooses first and takes those nearest in rating;
how far away these may be widens with the waiting, without end, so nobody who is not alone waits
for ever. Nobody is put beside somebody they have blocked.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterator

from msgspec import Struct

from cutcard.table.words import Refusal, User

NEAR = 100.0  # rating points apart that are near enough at once
WIDENS = 20.0  # points a second
BOTS_AFTER = 20_000  # ms after which somebody still alone is offered bots


class Wish(Struct, frozen=True):
    """What somebody wants to play. `need` is how many people make a table begin: all its seats,
    or two where the rules themselves wait for more."""

    game: str
    options: bytes  # JSON with every default written out, so that equal wishes are equal
    seats: int
    need: int
    ranked: bool = False
    ladder: str = ""  # the rating by which people are compared, ranked or not


class Seeker(Struct):
    """Somebody who waits."""

    user: User
    wish: Wish
    rating: float
    since: int
    avoids: frozenset[str] = frozenset()
    offered: bool = False  # bots

    def window(self, now: int) -> float:
        """How far from the seeker's rating others may be by now."""
        return NEAR + WIDENS * max(0, now - self.since) / 1000

    def avoids_or_is_avoided(self, other: Seeker) -> bool:
        return other.user.id in self.avoids or self.user.id in other.avoids


class Quick:
    """All who wait, by what they want to play."""

    def __init__(self) -> None:
        self._waiting: dict[str, Seeker] = {}  # by user, in the order they came
        self._pools: dict[Wish, list[Seeker]] = {}  # by rating

    def __len__(self) -> int:
        return len(self._waiting)

    def __iter__(self) -> Iterator[Seeker]:
        return iter(list(self._waiting.values()))

    def of(self, user: str) -> Seeker | None:
        """The user's search."""
        return self._waiting.get(user)

    def others(self, seeker: Seeker) -> int:
        """How many wait for the same."""
        return len(self._pools.get(seeker.wish, ())) - 1

    def seek(self, seeker: Seeker) -> None:
        """Somebody begins to wait."""
        if seeker.user.id in self._waiting:
            raise Refusal("ALREADY_WAITING", "You are looking for a match already")
        self._waiting[seeker.user.id] = seeker
        insort(self._pools.setdefault(seeker.wish, []), seeker, key=_rating)

    def cancel(self, user: str) -> Seeker | None:
        """Waits no more: wants no match any more, was found, or is gone."""
        seeker = self._waiting.pop(user, None)
        if seeker is not None:
            pool = self._pools[seeker.wish]
            del pool[_where(pool, seeker)]
            if not pool:
                del self._pools[seeker.wish]
        return seeker

    def rename(self, user: User) -> None:
        """Somebody, who may wait here, is called something else."""
        seeker = self._waiting.get(user.id)
        if seeker is not None:
            seeker.user = user

    def match(self, now: int) -> list[list[Seeker]]:
        """The groups that fit together now, each in the order they came; they wait no more."""
        groups = []
        for seeker in self:
            if seeker.user.id in self._waiting:
                group = self._around(seeker, now)
                if group is not None:
                    for one in group:
                        self.cancel(one.user.id)
                    groups.append(sorted(group, key=lambda one: one.since))
        return groups

    def offer_bots(self, now: int) -> list[Seeker]:
        """Those who have waited long enough to be offered bots, each once."""
        due = [one for one in self if not one.offered and now - one.since >= BOTS_AFTER]
        for seeker in due:
            seeker.offered = True
        return due

    def _around(self, seeker: Seeker, now: int) -> list[Seeker] | None:
        """The seeker with those nearest, if there are enough within the seeker's window."""
        pool, group, window = self._pools[seeker.wish], [seeker], seeker.window(now)
        place = _where(pool, seeker)
        low, high = place - 1, place + 1
        while len(group) < seeker.wish.need:
            below = seeker.rating - pool[low].rating if low >= 0 else None
            above = pool[high].rating - seeker.rating if high < len(pool) else None
            if below is not None and (above is None or below <= above):
                distance, other, low = below, pool[low], low - 1
            elif above is not None:
                distance, other, high = above, pool[high], high + 1
            else:
                return None
            if distance > window:
                return None
            if not any(other.avoids_or_is_avoided(one) for one in group):
                group.append(other)
        return group


def _rating(seeker: Seeker) -> float:
    return seeker.rating


def _where(pool: list[Seeker], seeker: Seeker) -> int:
    place = bisect_left(pool, seeker.rating, key=_rating)
    while pool[place] is not seeker:
        place += 1
    return place
