"""What perfect memory is worth, by exact dynamic programmes; fractions, no simulation.

A position is (n, k): n pairs are left and k cards are known whose mates are not (known pairs
are taken at once). So 2n - k cards are unknown: k mates of known ones and n - k whole pairs.
Between players the source is U. Zwick and M. Paterson, The memory game (1993).
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

Plan = int  # how many unknown cards a turn shows: 0, 1 or 2


def zwick_paterson(n: int, k: int) -> Plan:
    """The best plan at (n, k) for a player who wants the larger margin of pairs.

    0: two known cards. 1: an unknown card and then, if it finds no mate, a known one.
    2: unknown cards both times.
    """
    if (n + k) % 2:
        if 3 * k >= 2 * (n + 1):
            return 0
        return 1 if (n, k) == (6, 1) else 2
    return 1 if k >= 1 else 2


@cache
def solo_plans(n: int, k: int) -> tuple[Fraction, Fraction]:
    """Expected moves still needed by one perfect player: with a 1-move and with a 2-move now.

    A player who knows nothing cannot make a 1-move; it then counts as a 2-move.
    """
    unknown = 2 * n - k
    if n == 0:
        return Fraction(0), Fraction(0)
    hit = Fraction(k, unknown)  # the first card is the mate of a known one
    found = 1 + solo_moves(n - 1, k - 1) if k else Fraction(0)
    if k == n:
        return found, found
    pair = Fraction(1, unknown - 1)  # the second card is the first one's mate,
    late = Fraction(k, unknown - 1)  # or a known one's, which takes one more move
    two = pair * (1 + solo_moves(n - 1, k)) + late * (2 + solo_moves(n - 1, k))
    if pair + late < 1:
        two += (1 - pair - late) * (1 + solo_moves(n, k + 2))
    one = 1 + solo_moves(n, k + 1) if k else two
    return hit * found + (1 - hit) * one, hit * found + (1 - hit) * two


def solo_moves(n: int, k: int = 0) -> Fraction:
    """Expected moves of the best one-player game from (n, k)."""
    return min(solo_plans(n, k))


@cache
def par(pairs: int) -> Fraction:
    """Expected moves with perfect memory on a board of so many pairs."""
    for n in range(pairs):  # from the small boards up, so that no recursion goes deep
        solo_moves(n)
    return solo_moves(pairs)


@cache
def star_moves(pairs: int) -> tuple[int, int]:
    """The most moves that still earn three stars (1.15 par) and two (1.6 par)."""
    expected = par(pairs)
    return int(expected * Fraction(115, 100)), int(expected * Fraction(16, 10))


def stars(pairs: int, moves: int) -> int:
    """One to three stars for a board solved in so many moves."""
    three, two = star_moves(pairs)
    return 3 if moves <= three else 2 if moves <= two else 1


@cache
def plan_margins(n: int, k: int) -> dict[Plan, Fraction]:
    """What each plan is worth at (n, k): pairs to come of the mover less their opponent's."""
    if n == 0:
        return {2: Fraction(0)}
    unknown = 2 * n - k
    hit = Fraction(k, unknown)
    found = 1 + margin(n - 1, k - 1) if k else Fraction(0)
    if k == n:
        return {1: found, 2: found}
    pair = Fraction(1, unknown - 1)
    gift = Fraction(k, unknown - 1)  # shows a known card's mate: the opponent takes that pair
    two = (pair - gift) * (1 + margin(n - 1, k))
    if pair + gift < 1:
        two -= (1 - pair - gift) * margin(n, k + 2)
    plans = {2: hit * found + (1 - hit) * two}
    if k >= 1:
        plans[1] = hit * found - (1 - hit) * margin(n, k + 1)
    if k >= 2:  # after it the opponent may end the deal with another one, which is worth 0
        plans[0] = -max(Fraction(0), *plans.values())
    return plans


def margin(n: int, k: int = 0) -> Fraction:
    """What the position is worth to the player to move when both play best."""
    return max(plan_margins(n, k).values())
