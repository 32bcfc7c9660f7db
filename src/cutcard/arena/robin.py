"""Round robin by the circle (docs/rules/tournament.md T138-T140)."""

from __future__ import annotations

from .misdeal import need

Pair = tuple[int | None, int | None]  # first and second; None is the bye


def round_robin(players: int, *, double: bool = False) -> list[list[Pair]]:
    """Every round's pairs, who is first named first. `double`: the same again, swapped (T140)."""
    return [robin_round(players, number) for number in range(robin_length(players, double=double))]


def robin_length(players: int, *, double: bool = False) -> int:
    """How many rounds there are."""
    need(players >= 1, f"{players} cannot meet")
    return (players - 1 + players % 2) * (2 if double else 1)


def robin_round(players: int, number: int) -> list[Pair]:
    """One round's pairs, from round 0 on: all but the last of the circle have moved on so often."""
    count = players + players % 2
    again, number = divmod(number, count - 1)
    circle = [count, *range(1 + number, count), *range(1, 1 + number)]
    pairs: list[Pair] = []
    for i in range(count // 2):
        one, other = circle[i], circle[count - 1 - i]
        if bool(again) != bool(i % 2 or (i == 0 and number % 2)):
            one, other = other, one
        pairs.append((_real(one, players), _real(other, players)))
    return pairs


def _real(number: int, players: int) -> int | None:
    return number if number <= players else None
