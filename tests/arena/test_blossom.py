"""The least perfect matching: T120 rests on it. Beside brute force, on small graphs."""

from __future__ import annotations

import pytest

from cutcard.arena.blossom import least_pairs
from cutcard.kernel.rng import Rng


def brute(left: list[int], cost: list[list[int]]) -> int:
    if not left:
        return 0
    one, *rest = left
    return min(cost[one][b] + brute([x for x in rest if x != b], cost) for b in rest)


@pytest.mark.parametrize("most", [2, 5, 50, 10**12])
def test_T120_no_pairing_costs_less(most):
    rng = Rng.named(f"blossom/{most}")
    for _ in range(60):
        count = 2 * (1 + rng.below(4))
        cost = [[0] * count for _ in range(count)]
        for i in range(count):
            for j in range(i):
                cost[i][j] = cost[j][i] = rng.below(min(most, 2**32)) * (most // 50 + 1)
        found = least_pairs(count, lambda i, j, cost=cost: cost[i][j])
        assert sorted(x for two in found for x in two) == list(range(count))
        assert sum(cost[i][j] for i, j in found) == brute(list(range(count)), cost)


def test_an_odd_number_is_refused():
    with pytest.raises(ValueError, match="cannot be paired"):
        least_pairs(3, lambda _i, _j: 0)
