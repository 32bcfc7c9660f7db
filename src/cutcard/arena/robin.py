"""Round robin by the circle (docs/rules/tournament.md T138-T140)."""

from __future__ import annotations

Pair = tuple[int | None, int | None]  # first and second; None is the bye


def round_robin(players: int, *, double: bool = False) -> list[list[Pair]]:
    """Every round's pairs, who is first named first. `double`: the same again, swapped (T140)."""
    count = players + players % 2
    circle = [count, *range(1, count)]
    rounds: list[list[Pair]] = []
    for number in range(count - 1):
        pairs: list[Pair] = []
        for i in range(count // 2):
            one, other = circle[i], circle[count - 1 - i]
            if i % 2 or (i == 0 and number % 2):
                one, other = other, one
            pairs.append((_real(one, players), _real(other, players)))
        rounds.append(pairs)
        circle = [circle[0], *circle[2:], circle[1]]
    if double:
        rounds += [[(second, first) for first, second in pairs] for pairs in rounds]
    return rounds


def _real(number: int, players: int) -> int | None:
    return number if number <= players else None
