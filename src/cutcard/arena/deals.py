"""Deals between those who are left: by chip count, or by what the stacks are worth
(docs/rules/tournament.md T90-T93). Rational numbers throughout: what is paid comes from them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from .misdeal import need

MOST_BY_ICM = 10  # T91: with more left only the chip count
METHODS = ("chips", "icm")


def icm(stacks: Sequence[int], prizes: Sequence[int]) -> list[Fraction]:
    """T91: what each stack is worth by Malmuth and Harville, exactly.

    Over the sets of those placed so far: given a set, the next place is anybody else's in
    proportion to their stack.
    """
    count = len(stacks)
    need(1 <= count <= MOST_BY_ICM, f"by ICM 1 to {MOST_BY_ICM} may deal, not {count}")
    _need_chips(stacks)
    total = sum(stacks)
    worth = [Fraction(0)] * count
    reached: dict[int, Fraction] = {0: Fraction(1)}  # set of those placed -> its probability
    for prize in list(prizes)[:count]:
        after: dict[int, Fraction] = {}
        for placed, chance in reached.items():
            left = total - sum(stacks[i] for i in range(count) if placed >> i & 1)
            for i in range(count):
                if placed >> i & 1:
                    continue
                mine = chance * Fraction(stacks[i], left)
                worth[i] += mine * prize
                after[placed | 1 << i] = after.get(placed | 1 << i, Fraction(0)) + mine
        reached = after
    return worth


def by_chips(stacks: Sequence[int], prizes: Sequence[int]) -> list[Fraction]:
    """T90: each gets the smallest prize left, the rest goes in proportion to stacks."""
    _need_chips(stacks)
    count = len(stacks)
    left = list(prizes)[:count]
    least = left[-1] if len(left) == count else 0
    rest, total = sum(left) - least * count, sum(stacks)
    return [least + Fraction(rest * stack, total) for stack in stacks]


def _need_chips(stacks: Sequence[int]) -> None:
    need(len(stacks) > 0 and min(stacks) > 0, "only those who have chips can deal")


def whole(values: Sequence[Fraction], stacks: Sequence[int]) -> list[int]:
    """T92: rounded down; what is left over goes one chip each by larger stack, then by the lower
    entry number, in whose order they are given."""
    found = [int(value) for value in values]
    order = sorted(range(len(stacks)), key=lambda i: (-stacks[i], i))
    over = int(sum(values)) - sum(found)
    for step in range(over):
        found[order[step % len(order)]] += 1
    return found


def deal(method: str, stacks: Sequence[int], prizes: Sequence[int], leave: int = 0) -> list[int]:
    """T90-T93: the amounts of a deal in whole chips, `leave` taken off the first prize before."""
    need(method in METHODS, f"a deal is by {' or '.join(METHODS)}, not {method}")
    need(len(prizes) > 0, "there is nothing to share")
    most = prizes[0] - (prizes[1] if len(prizes) > 1 else 0)
    need(0 <= leave <= most, f"0 to {most} may be left to play for, not {leave}")
    shared = [prizes[0] - leave, *prizes[1:]]
    worth = icm if method == "icm" else by_chips
    return whole(worth(stacks, shared), stacks)
