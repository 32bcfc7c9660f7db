"""Elo as the store books it: standings and places in, each one's before and after out."""

from __future__ import annotations

from collections.abc import Sequence

from cutcard.store.protocol import Standing

from . import elo


def rate(
    standings: Sequence[Standing | None], places: Sequence[int], *, placement: bool = False
) -> list[tuple[Standing, Standing]]:
    """The change a rated match of two makes. Whoever was never rated starts at elo.START; with
    `placement` (A34 of docs/rules/arena.md, off) K is doubled in somebody's first matches."""
    before = [standing or Standing(elo.START, 0) for standing in standings]
    first, second = places
    winner = None if first == second else 0 if first < second else 1
    games = [standing.games for standing in before] if placement else None
    change = elo.rate([standing.rating for standing in before], winner, games)
    return [
        (old, Standing(change.ratings[seat].new, old.games + 1)) for seat, old in enumerate(before)
    ]
