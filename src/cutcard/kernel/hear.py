"""Who hears what of a list of told facts: one reading of `Told`, for tables, bots and checks."""

from __future__ import annotations

from collections.abc import Iterable

from .game import Fact, Seat, Told


def heard(told: Iterable[Told], viewer: Seat | None) -> list[Fact]:
    """The facts as that viewer hears them, in order; None is a spectator."""
    facts = []
    for one in told:
        if one.to is None or viewer in one.to:
            facts.append(one.fact)
        elif one.rest is not None:
            facts.append(one.rest)
    return facts
