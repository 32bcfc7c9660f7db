"""Part D: the dynamic programmes reproduce what the rules list."""

from __future__ import annotations

from fractions import Fraction

import pytest

from cutcard.games.memory.theory import (
    margin,
    par,
    plan_margins,
    solo_plans,
    star_moves,
    stars,
    zwick_paterson,
)

# Value to the first player. The list was rounded twice for n = 8 (-0.03346) and 18 (-0.01447),
# from four places to three; hence a tolerance a little over half a unit of the last place.
FIRST_PLAYER = {
    2: -0.667, 3: -0.200, 4: -0.114, 6: 0.002, 8: -0.034, 10: -0.038, 12: -0.020, 15: 0.018,
    18: -0.015, 24: -0.011, 32: -0.008,
}  # fmt: skip

PAR = {
    (2, 2): 2.67, (2, 3): 4.33, (3, 4): 9.16, (4, 4): 12.39, (4, 5): 15.62, (4, 6): 18.85,
    (5, 6): 23.69, (6, 6): 28.53, (6, 8): 38.22, (8, 8): 51.13,
}  # fmt: skip


@pytest.mark.parametrize("n", FIRST_PLAYER)
def test_D_value_to_the_first_player(n):
    assert float(margin(n)) == pytest.approx(FIRST_PLAYER[n], abs=0.0006)


def test_D_small_values_by_hand():
    assert margin(1) == 1  # one pair is taken
    assert margin(2) == Fraction(1, 3) * 2 - Fraction(2, 3) * 2  # the pair found, or both given
    assert margin(2, 2) == 2


@pytest.mark.parametrize("n", range(1, 41))
def test_D_zwick_paterson_is_best_everywhere(n):
    for k in range(n + 1):
        assert plan_margins(n, k)[zwick_paterson(n, k)] == margin(n, k), (n, k)


def test_D_the_rule_in_words():
    assert zwick_paterson(6, 1) == 1  # the exception
    assert zwick_paterson(8, 1) == 2
    assert zwick_paterson(8, 0) == 2  # even, but nothing is known
    assert zwick_paterson(8, 2) == 1
    assert zwick_paterson(8, 7) == 0
    assert zwick_paterson(8, 5) == 2  # 5 < 2 · 9 / 3
    assert zwick_paterson(9, 6) == 2  # 6 < 2 · 10 / 3
    assert zwick_paterson(5, 4) == 0  # 4 = 2 · 6 / 3


@pytest.mark.parametrize("grid", PAR)
def test_D_solo_par(grid):
    assert float(par(grid[0] * grid[1] // 2)) == pytest.approx(PAR[grid], abs=0.005)


def test_D_par_grows_towards_1_61_a_pair():
    steps = [par(n + 1) - par(n) for n in range(8, 32)]
    assert all(abs(float(step) - 1.614) < 0.002 for step in steps)


def test_D_alone_two_new_cards_are_always_best():
    for n in range(1, 33):
        for k in range(n + 1):
            one, two = solo_plans(n, k)
            assert two <= one, (n, k)


def test_D_stars():
    assert star_moves(8) == (14, 19)  # 1.15 · 12.39 = 14.2, 1.6 · 12.39 = 19.8
    assert [stars(8, moves) for moves in (8, 14, 15, 19, 20, 99)] == [3, 3, 2, 2, 1, 1]
