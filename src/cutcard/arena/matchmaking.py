"""Who plays whom: one pass over the tickets of a pool (docs/rules/arena.md A5-A12)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from .misdeal import need

WIDEST = 600
MIXED_AFTER = 30  # seconds
LONGEST = 10.0**9  # seconds
OF_TEAMS = 4


class Ticket(Struct, frozen=True):
    """One who waits, or a pair of partners, who are one ticket (A1). `avoids` are users that one
    of them has blocked, `last` whom their last ranked match was against, `within` their own wish
    of the others' rating (A6), `addresses` where they come from, if that matters (A19)."""

    users: tuple[str, ...]
    rating: float
    waited: float = 0.0  # seconds
    avoids: frozenset[str] = frozenset()
    last: str | None = None
    within: tuple[float, float] | None = None
    ranked: bool = True
    addresses: frozenset[str] = frozenset()

    @property
    def window(self) -> int:
        return window(self.waited, ranked=self.ranked)

    @property
    def seconds(self) -> int:
        return whole_seconds(self.waited)


def whole_seconds(waited: float) -> int:
    """A clock that was set back makes it none."""
    need(waited < LONGEST, f"nobody has waited {waited} seconds")  # nan is refused, too
    return int(max(0.0, waited))


def window(waited: float, *, ranked: bool = True) -> int:
    """A5: how far another's rating may be after so many seconds; in a casual pool, where nothing is
    at stake, it widens without end, so that two who wait there always meet."""
    t = whole_seconds(waited)
    if not ranked:
        return 100 + 20 * t
    return 100 + 10 * t if t <= 20 else min(WIDEST, 300 + (t - 20))


def fits(one: Ticket, other: Ticket) -> bool:
    """A6: within both windows, both own ranges, and neither has blocked the other. A19: of one
    address they meet in casual pools only."""
    gap = abs(one.rating - other.rating)
    return (
        gap <= min(one.window, other.window)
        and one.avoids.isdisjoint(other.users)
        and other.avoids.isdisjoint(one.users)
        and _wanted(one, other)
        and _wanted(other, one)
        and (not one.ranked or one.addresses.isdisjoint(other.addresses))
    )


def _wanted(one: Ticket, other: Ticket) -> bool:
    return one.within is None or one.within[0] <= other.rating <= one.within[1]


def just_met(one: Ticket, other: Ticket) -> bool:
    """Whether the last ranked match of both was against each other."""
    return one.last in other.users and other.last in one.users


def quality(tickets: Sequence[Ticket]) -> float:
    """A7, A10: less is better."""
    need(len(tickets) > 0, "nobody is there to be compared")
    ratings = [ticket.rating for ticket in tickets]
    return max(ratings) - min(ratings) - 5 * min(ticket.seconds for ticket in tickets)


def _rank(tickets: Sequence[Ticket]) -> tuple[float, float, list[tuple[str, ...]]]:
    """A8: by quality, then longer waits added up, then user ids."""
    waits = sum(ticket.seconds for ticket in tickets)
    return quality(tickets), -waits, sorted(ticket.users for ticket in tickets)


def pairs(tickets: Sequence[Ticket]) -> list[tuple[Ticket, Ticket]]:
    """A8, A9: one pass over a pool for two, in the order in which they are taken.

    Tickets are gone through by rating, so each is compared only with those in reach of its own
    window, not with the whole pool.
    """
    ranked = sorted(tickets, key=lambda ticket: ticket.rating)
    fitting = [(ranked[i], ranked[j]) for i, j in _within_reach(ranked)]
    others = _others(fitting)
    candidates = [
        two
        for two in fitting
        if not just_met(*two) or (others[two[0].users] == others[two[1].users] == 1)
    ]
    return [
        (two[0], two[1]) for two in _taken(sorted((_named(two) for two in candidates), key=_rank))
    ]


def _within_reach(ranked: Sequence[Ticket]) -> Iterator[tuple[int, int]]:
    for i, one in enumerate(ranked):
        reach = one.rating + one.window
        for j in range(i + 1, len(ranked)):
            if ranked[j].rating > reach:
                break
            if fits(one, ranked[j]):
                yield i, j


def _others(fitting: Sequence[tuple[Ticket, Ticket]]) -> Mapping[tuple[str, ...], int]:
    """With how many each fits now."""
    found: dict[tuple[str, ...], int] = {}
    for two in fitting:
        for ticket in two:
            found[ticket.users] = found.get(ticket.users, 0) + 1
    return found


def _named(two: tuple[Ticket, Ticket]) -> tuple[Ticket, ...]:
    return tuple(sorted(two, key=lambda ticket: ticket.users))


def _taken(candidates: Sequence[tuple[Ticket, ...]]) -> list[tuple[Ticket, ...]]:
    """Best first, each taken if all of its tickets are still free."""
    gone: set[tuple[str, ...]] = set()
    found = []
    for group in candidates:
        if gone.isdisjoint(ticket.users for ticket in group):
            gone.update(ticket.users for ticket in group)
            found.append(group)
    return found


def tables(
    tickets: Sequence[Ticket], seats: int, *, in_teams: bool = False
) -> list[tuple[Ticket, ...]]:
    """A10: one pass for three seats and more: runs of neighbours by rating in which all fit; who
    does not fit those before them in the run is passed over. Users of one ticket stay together, so
    a run may be of fewer tickets than seats. `in_teams`: pairs meet pairs, singles singles, and a
    pair two singles only after a while (A12)."""
    ranked = sorted(tickets, key=lambda ticket: (ticket.rating, ticket.users))
    singles = [ticket for ticket in ranked if len(ticket.users) == 1]
    whole = [ticket for ticket in ranked if len(ticket.users) > 1]
    candidates = (
        [*_runs(singles, seats), *_runs(whole, seats)] if in_teams else _runs(ranked, seats)
    )
    for pair in whole if in_teams else ():
        if pair.waited >= MIXED_AFTER:
            candidates += _runs(_around(singles, pair), seats)
    return _taken(sorted(candidates, key=_rank))


def _runs(ranked: Sequence[Ticket], seats: int) -> list[tuple[Ticket, ...]]:
    """For each ticket the run that begins with it, if there is one."""
    found = []
    for begin, first in enumerate(ranked):
        run, users, reach = [first], len(first.users), first.rating + first.window
        for ticket in ranked[begin + 1 :]:
            if users == seats or ticket.rating > reach:
                break
            if users + len(ticket.users) <= seats and all(fits(ticket, one) for one in run):
                run.append(ticket)
                users += len(ticket.users)
        if users == seats:
            found.append(tuple(run))
    return found


def _around(singles: Sequence[Ticket], pair: Ticket) -> list[Ticket]:
    """A pair with the singles nearest to it by rating, two to each side, who fit it."""
    near = [one for one in singles if fits(one, pair)]
    below = [one for one in near if one.rating <= pair.rating][-2:]
    above = [one for one in near if one.rating > pair.rating][:2]
    return [*below, pair, *above]


def teams(tickets: Sequence[Ticket]) -> tuple[str, str, str, str]:
    """A11, A12: who sits at seats 0 … 3 of two teams of two. Four singles: by rating first and
    fourth against second and third; partners of one ticket sit across from each other."""
    users = sum(len(ticket.users) for ticket in tickets)
    alike = all(len(ticket.users) in (1, 2) for ticket in tickets)
    need(users == OF_TEAMS and alike, f"two teams of two are four, alone or in pairs, not {users}")
    whole = [ticket for ticket in tickets if len(ticket.users) == 2]
    if not whole:
        order = sorted(tickets, key=lambda ticket: (-ticket.rating, ticket.users))
        first, second, third, fourth = (ticket.users[0] for ticket in order)
        return first, second, fourth, third
    one = whole[0].users
    rest = [user for ticket in tickets if ticket is not whole[0] for user in ticket.users]
    return one[0], rest[0], one[1], rest[1]
