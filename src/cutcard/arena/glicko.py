"""Glicko-2, written from Glickman's paper (docs/rules/arena.md A41-A45)."""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec import Struct

from .misdeal import need

RATING, RD, VOLATILITY = 1500.0, 350.0, 0.06
TAU = 0.5
SCALE = 173.7178
CLOSE = 1e-6
FARTHEST = 6000.0  # two ratings: beyond it a float takes what is expected for certain
WILDEST = 1.0  # a volatility: the usual one is 0.06
Game = tuple[float, float, float]  # the opponent's rating and RD, and the score: 1, 0.5, 0


class Glicko(Struct, frozen=True):
    """A player: rating, its deviation, and how fast it changes."""

    rating: float = RATING
    rd: float = RD
    volatility: float = VOLATILITY


def aged(player: Glicko, days: int) -> Glicko:
    """A43: the deviation grows with whole days without a match, and never above its start."""
    need(math.isfinite(player.rating), f"a rating is a number, not {player.rating}")
    need(0 < player.rd <= RD, f"a deviation is above 0 and at most {RD:.0f}, not {player.rd}")
    sigma = player.volatility
    need(0 < sigma <= WILDEST, f"a volatility is above 0 and at most {WILDEST:.0f}, not {sigma}")
    days = max(0, days)  # a clock that was set back made nobody surer
    phi = player.rd / SCALE
    grown = SCALE * math.sqrt(phi * phi + player.volatility * player.volatility * days)
    return Glicko(player.rating, min(RD, grown), player.volatility)


def rate(player: Glicko, games: Sequence[Game], days: int = 0) -> Glicko:
    """A41-A43: the player after a rating period with these games; none: only time has passed."""
    player = aged(player, days)
    if not games:
        return player
    mu, phi = (player.rating - RATING) / SCALE, player.rd / SCALE
    inverse = total = 0.0
    for rating, rd, score in games:
        apart = abs(rating - player.rating)
        need(apart <= FARTHEST, f"ratings are at most {FARTHEST:.0f} apart, not {apart}")
        need(0 < rd <= RD, f"a deviation is above 0 and at most {RD:.0f}, not {rd}")
        need(0 <= score <= 1, f"a score is 0, a half or 1, not {score}")
        weight = _g(rd / SCALE)
        chance = 1 / (1 + math.exp(-weight * (mu - (rating - RATING) / SCALE)))
        inverse += weight * weight * chance * (1 - chance)
        total += weight * (score - chance)
    variance = 1 / inverse
    sigma = _volatility(phi, player.volatility, variance, variance * total)
    before = math.sqrt(phi * phi + sigma * sigma)
    after = 1 / math.sqrt(1 / (before * before) + 1 / variance)
    return Glicko(SCALE * (mu + after * after * total) + RATING, min(RD, SCALE * after), sigma)


def rate_two(
    one: Glicko, other: Glicko, score: float, days: tuple[int, int] = (0, 0)
) -> tuple[Glicko, Glicko]:
    """A44: both from their ratings before the match, each after its own days."""
    first, second = aged(one, days[0]), aged(other, days[1])
    return (
        rate(first, [(second.rating, second.rd, score)]),
        rate(second, [(first.rating, first.rd, 1 - score)]),
    )


def _g(phi: float) -> float:
    return 1 / math.sqrt(1 + 3 * phi * phi / (math.pi * math.pi))


def _volatility(phi: float, sigma: float, variance: float, delta: float) -> float:
    """Step 5 of the paper, by the Illinois method."""
    start = math.log(sigma * sigma)

    def f(x: float) -> float:
        ex = math.exp(x)
        below = phi * phi + variance + ex
        return ex * (delta * delta - below) / (2 * below * below) - (x - start) / (TAU * TAU)

    a = start
    if delta * delta > phi * phi + variance:
        b = math.log(delta * delta - phi * phi - variance)
    else:
        k = 1
        while f(start - k * TAU) < 0:
            k += 1
        b = start - k * TAU
    fa, fb = f(a), f(b)
    while abs(b - a) > CLOSE:
        c = a + (a - b) * fa / (fb - fa)
        fc = f(c)
        if fc * fb <= 0:
            a, fa = b, fb
        else:
            fa /= 2
        b, fb = c, fc
    return math.exp(a / 2)
