"""Ratings of more than two, or of teams: the Plackett-Luce model of Weng and Lin
(docs/rules/arena.md A51-A53), written from their paper."""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec import Struct

from .misdeal import need

MU, SIGMA = 25.0, 25 / 3
BETA, KAPPA, TAU = 25 / 6, 0.0001, 25 / 300
FARTHEST = 2000.0  # a mean: beyond it the strengths of a match are no floats any more


class Skill(Struct, frozen=True):
    """A player: the mean of what is believed of them, and its deviation."""

    mu: float = MU
    sigma: float = SIGMA


def shown(skill: Skill) -> int:
    """A53: as boards show it, halves up; a new player is 1200."""
    return math.floor(1200 + 40 * (skill.mu - 3 * skill.sigma) + 0.5)


def searched(skill: Skill) -> float:
    """A4: what matchmaking goes by."""
    return 1200 + 40 * (skill.mu - MU)


def rate(teams: Sequence[Sequence[Skill]], places: Sequence[int]) -> list[list[Skill]]:
    """A51, A52: everybody after a match; equal places are ties, 1 is best."""
    need(len(places) == len(teams), f"{len(teams)} teams have {len(places)} places")
    need(all(teams), "nobody is in one of the teams")
    for one in (player for team in teams for player in team):
        need(abs(one.mu) <= FARTHEST, f"a mean is at most {FARTHEST:.0f} from 0, not {one.mu}")
        need(0 < one.sigma <= FARTHEST, f"a deviation is above 0, not {one.sigma}")
    grown = [[Skill(p.mu, math.sqrt(p.sigma**2 + TAU**2)) for p in team] for team in teams]
    mus = [sum(p.mu for p in team) for team in grown]
    variances = [sum(p.sigma**2 for p in team) for team in grown]
    c = math.sqrt(sum(variance + BETA**2 for variance in variances))
    strength = [math.exp(mu / c) for mu in mus]
    count = len(teams)
    behind = [
        sum(strength[j] for j in range(count) if places[j] >= places[q]) for q in range(count)
    ]
    ties = [sum(place == places[q] for place in places) for q in range(count)]
    found = []
    for i, team in enumerate(grown):
        omega = delta = 0.0
        for q in range(count):
            if places[q] > places[i]:
                continue
            share = strength[i] / behind[q]
            omega += ((1 - share) if q == i else -share) / ties[q]
            delta += share * (1 - share) / ties[q]
        omega *= variances[i] / c
        delta *= variances[i] / (c * c) * (math.sqrt(variances[i]) / c)
        found.append([_moved(player, variances[i], omega, delta) for player in team])
    return found


def _moved(player: Skill, variance: float, omega: float, delta: float) -> Skill:
    share = player.sigma**2 / variance
    return Skill(player.mu + share * omega, player.sigma * math.sqrt(max(1 - share * delta, KAPPA)))
