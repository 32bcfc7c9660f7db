"""A rating over time with few enough points to be drawn. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

MOST = 200
T = TypeVar("T")


def thinned(points: Sequence[T], most: int = MOST) -> list[T]:
    """At most so many, spread evenly; the first and the last stay."""
    if len(points) <= most:
        return list(points)
    last = len(points) - 1
    return [points[round(i * last / (most - 1))] for i in range(most)]
