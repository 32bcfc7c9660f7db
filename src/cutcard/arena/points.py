"""An arena's points (docs/rules/tournament.md T143, T146, T151)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import isfinite

from msgspec import Struct

from .misdeal import need

PLAIN = {"W": 2, "D": 1, "L": 0}
SPREAD = 500  # T146: what a win or a loss counts beside the opponent's rating


class Points(Struct, frozen=True):
    """What each result gave, their sum, and whether the next one counts twice."""

    points: tuple[int, ...]
    total: int
    on_fire: bool


def arena_points(results: Sequence[str]) -> Points:
    """T143: win 2, draw 1, loss 0; twice that while the last two results were both wins."""
    _need_results(results)
    points = [
        PLAIN[result] * (2 if list(results[max(0, i - 2) : i]) == ["W", "W"] else 1)
        for i, result in enumerate(results)
    ]
    return Points(tuple(points), sum(points), list(results[-2:]) == ["W", "W"])


def _need_results(results: Sequence[str]) -> None:
    for result in results:
        need(result in PLAIN, f"a result is {', '.join(PLAIN)}, not {result}")


def performance(matches: Sequence[tuple[float, str]]) -> Fraction:
    """T146: the mean of the opponents' ratings before each match, 500 more where it was won and
    500 less where it was lost; exact, so that equal is equal."""
    if not matches:
        return Fraction(0)
    _need_results([result for _, result in matches])
    need(all(isfinite(rating) for rating, _ in matches), "a rating is a number")
    moved = {"W": SPREAD, "D": 0, "L": -SPREAD}
    return sum((Fraction(rating) + moved[result] for rating, result in matches), Fraction(0)) / len(
        matches
    )


def table_points(places: Sequence[int]) -> list[int]:
    """T151: (seats − place) × 2 for each, ties sharing their places' points, rounded down."""
    seats = len(places)
    for place in places:
        better = sum(other < place for other in places)
        need(place == better + 1, f"no place is {place} where {better} are before it")
    found = []
    for place in places:
        count = places.count(place)
        shared = sum((seats - p) * 2 for p in range(place, place + count))
        found.append(shared // count)
    return found
