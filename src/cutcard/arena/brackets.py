"""Single and double elimination (docs/rules/tournament.md T130-T137). Seeds count from 1."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from .misdeal import need

Side = int | str  # a seed, or another match: `W1.2` is its winner, `-W1.2` its loser


class Bracket(Struct, frozen=True):
    """The first round: neighbours meet, None is an empty place whose opponent goes on (T131)."""

    size: int
    rounds: int
    byes: int
    first: tuple[tuple[int | None, int | None], ...]


def order(size: int) -> list[int]:
    """T130: 1 8 4 5 2 7 3 6, and so on for any power of two."""
    found = [1]
    while len(found) < size:
        double = 2 * len(found) + 1
        found = [seed for x in found for seed in (x, double - x)]
    return found


def bracket(players: int) -> Bracket:
    """T130, T131: the bracket of so many players."""
    need(players >= 1, f"there is no bracket of {players}")
    size = 1 << (players - 1).bit_length()
    seeds: list[int | None] = [seed if seed <= players else None for seed in order(size)]
    first = tuple(zip(seeds[::2], seeds[1::2], strict=True)) if size > 1 else ()
    return Bracket(size, size.bit_length() - 1, size - players, first)


def double_elimination(size: int) -> list[tuple[str, Side, Side]]:
    """T135, T136: every match of a double elimination for a power of two, in order; F2 is played
    only where the lower bracket's winner has won F1."""
    need(size >= 2 and size & (size - 1) == 0, f"a bracket's size is 2, 4, 8 …, not {size}")
    upper: list[tuple[str, Side, Side]] = []
    sides: list[Side] = list(order(size))
    losers: list[list[Side]] = []
    number = 0
    while len(sides) > 1:
        number += 1
        played, sides = _round(f"W{number}", sides)
        upper += played
        losers.append([f"-{name}" for name, _, _ in played])
    lower, last = _lower(losers)
    final: list[tuple[str, Side, Side]] = [("F1", sides[0], last), ("F2", "F1", "-F1")]
    return upper + lower + final


def _lower(losers: Sequence[list[Side]]) -> tuple[list[tuple[str, Side, Side]], Side]:
    """The lower bracket out of the losers of each upper round; and its winner."""
    found: list[tuple[str, Side, Side]] = []
    number = 0
    left: list[Side] = losers[0]
    if len(left) > 1:
        number += 1
        played, left = _round(f"L{number}", left)
        found += played
    for upper, fallen in enumerate(losers[1:], 2):
        coming = fallen[::-1] if upper % 2 == 0 else fallen
        number += 1
        mixed = [side for pair in zip(left, coming, strict=True) for side in pair]
        played, left = _round(f"L{number}", mixed)
        found += played
        if len(left) > 1:
            number += 1
            played, left = _round(f"L{number}", left)
            found += played
    return found, left[0]


def _round(name: str, sides: Sequence[Side]) -> tuple[list[tuple[str, Side, Side]], list[Side]]:
    """Neighbours meet; the winners keep their order."""
    played = [
        (f"{name}.{index + 1}", sides[2 * index], sides[2 * index + 1])
        for index in range(len(sides) // 2)
    ]
    return played, [match for match, _, _ in played]


def places(size: int) -> dict[int, tuple[int, int]]:
    """T133: the places shared by who loses in round 1, 2, … of a single elimination."""
    rounds = size.bit_length() - 1
    return {r: ((size >> r) + 1, size >> (r - 1)) for r in range(1, rounds + 1)}
