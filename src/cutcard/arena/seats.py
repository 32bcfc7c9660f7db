"""Who sits where when an event starts, in which order its tables break, and where a late entrant
is seated (docs/rules/tournament.md T18, T33-T35)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from .draws import draw, shuffled
from .misdeal import need


class Seated(Struct, frozen=True):
    """A table as it was drawn: who (an entry number) is on which seat, and its first button."""

    table: int
    seats: dict[int, int]
    button: int


def tables_for(players: int, size: int) -> int:
    """T33: how many tables so many players need."""
    need(size >= 2, f"a table seats two or more, not {size}")
    return -(-players // size)


def first_draw(seed: bytes, entries: Sequence[int], size: int) -> list[Seated]:
    """T34: everybody's table and seat, and every table's first button."""
    rng = draw(seed, "seating")
    order = shuffled(rng, sorted(entries))
    count = tables_for(len(order), size)
    found = []
    for number in range(count):
        players = order[number::count]
        seats = dict(zip(shuffled(rng, range(size)), players, strict=False))
        button = sorted(seats)[rng.below(len(players))]
        found.append(Seated(number + 1, dict(sorted(seats.items())), button))
    return found


def breaking_order(seed: bytes, tables: Sequence[int]) -> list[int]:
    """T35: the first of them breaks first."""
    return shuffled(draw(seed, "breaking"), sorted(tables))


def late_seat(
    seed: bytes, entry: int, size: int, tables: Mapping[int, Mapping[int, object]]
) -> tuple[int, int] | None:
    """T18: the table and seat of a late entrant; None: every seat is taken (T19)."""
    open_tables = {number: seats for number, seats in tables.items() if len(seats) < size}
    if not open_tables:
        return None
    fewest = min(len(seats) for seats in open_tables.values())
    free = [
        (number, seat)
        for number, seats in sorted(open_tables.items())
        if len(seats) == fewest
        for seat in range(size)
        if seat not in seats
    ]
    return free[draw(seed, f"late:{entry}").below(len(free))]
