"""Matchmaking tried on a crowd that never was: arrivals by chance, passes every 250 ms, and what
they waited and whom they met."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from msgspec import Struct

from cutcard.kernel.rng import Rng

from .matchmaking import fits, just_met
from .pool import PASS, Found, Key, Open, Seeker, Waiting

MATCH = 300_000  # ms a match takes
KEY = Key("any", "ranked")


class Figures(Struct, frozen=True):
    """What came of it; waits in ms, gaps in rating points."""

    arrivals: int
    matches: int
    unmatched: int
    passed_over: int  # fitted another who was free, and were not matched in that pass: never
    gaps: tuple[float, float, float]  # p50, p95, p99
    waits: tuple[float, float, float]


def percentile(values: Sequence[float], share: float) -> float:
    """The least value that so large a share of all is not above."""
    if not values:
        return 0.0
    return sorted(values)[max(0, math.ceil(share * len(values)) - 1)]


def simulate(
    arrivals: int,
    a_minute: float,
    seed: str,
    *,
    spread: float = 250.0,
    people: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Figures:
    """So many tickets, at so many a minute, of people whose ratings lie around 1200. Who has
    played comes back later, so that rematches are avoided too (A9)."""
    rng = Rng.named(f"crowd/{seed}")
    users = people or max(8, arrivals // 4)
    ratings = [max(100.0, 1200 + spread * _normal(rng)) for _ in range(users)]
    house = Waiting()
    gaps: list[float] = []
    waits: list[float] = []
    busy: dict[str, int] = {}
    at, came, next_at, passed = 0, 0, 0.0, 0
    since: dict[str, int] = {}
    while came < arrivals or house.checks:
        while came < arrivals and next_at <= at:
            next_at += -math.log((rng.below(1 << 30) + 1) / (1 << 30)) * 60_000 / a_minute
            who = rng.below(users)
            user = f"u{who}"
            if user in since or busy.get(user, 0) > at:
                continue
            since[user] = at
            house.seek(KEY, Seeker((user,), ratings[who], at), at)
            came += 1
            if progress is not None and came % 100 == 0:
                progress(100)
        for effect in house.advance(at):
            if isinstance(effect, Found):
                gaps.append(abs(effect.ratings[0] - effect.ratings[1]))
                for user in effect.users:
                    waits.append(float(at - since.pop(user)))
                    busy[user] = at + MATCH
                for user in effect.users:
                    for opened in house.ready(user, effect.match):
                        assert isinstance(opened, Open)
                        house.over(opened.users, at, ranked=True)
        passed += _passed_over(house, at)
        at += PASS
    left = len(house.pools.get(KEY, ()))
    return Figures(
        came,
        len(gaps),
        left,
        passed,
        (percentile(gaps, 0.5), percentile(gaps, 0.95), percentile(gaps, 0.99)),
        (percentile(waits, 0.5), percentile(waits, 0.95), percentile(waits, 0.99)),
    )


def _passed_over(house: Waiting, at: int) -> int:
    """A6: how many twos are still free after a pass although they fit."""
    tickets = [house.ticket(seeker, at) for seeker in house.pools.get(KEY, ())]
    return sum(
        1
        for i, one in enumerate(tickets)
        for other in tickets[:i]
        if fits(one, other) and not just_met(one, other)
    )


def _normal(rng: Rng) -> float:
    """About normal, as the sum of twelve."""
    return sum(rng.below(1 << 20) for _ in range(12)) / (1 << 20) - 6
