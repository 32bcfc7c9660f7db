"""The same deals at two tables, compared: what a game says of two such matches."""

from __future__ import annotations

from .game import Record

HOME, GUESTS = 0, 1
"""The home team has the first team's seats at the first table and the second's at the other, so
that each team holds both sides' cards once."""


class Compared(Record, frozen=True):
    """Two matches of the same deals, as far as both have come. `differences` are by deal, for the
    home team where above 0."""

    differences: tuple[int, ...] = ()
    total: int = 0
    over: bool = False  # nothing more is to come
    winner: int | None = None  # HOME or GUESTS, once it is over; nobody in a draw
