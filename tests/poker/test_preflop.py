"""The table of what two cards are worth before the flop says what deals give."""

from __future__ import annotations

from itertools import combinations

import pytest

from cutcard.games.poker import preflop
from cutcard.games.poker.variants import VARIANTS
from cutcard.kernel.cards import parse_many


def test_every_hand_has_a_row_that_falls_with_each_rival() -> None:
    kinds = {preflop.kind_of(hole) for hole in combinations(range(52), 2)}
    assert len(kinds) == 169
    for hole in combinations(range(52), 2):
        shares = [preflop.share(hole, rivals) for rivals in range(1, 10)]
        assert shares == sorted(shares, reverse=True)
        assert 0 < shares[-1] < shares[0] < 0.86


@pytest.mark.parametrize(
    ("hole", "rivals", "known"),  # well-known figures, to the half percent the table is good for
    [("AhAs", 1, 0.852), ("KcKd", 1, 0.824), ("AhKh", 1, 0.670), ("7c2d", 1, 0.346)],
)
def test_well_known_shares(hole: str, rivals: int, known: float) -> None:
    assert preflop.share(parse_many(hole), rivals) == pytest.approx(known, abs=0.006)


@pytest.mark.parametrize("hole", ["QhQs", "Js9s", "8d3c"])
def test_the_table_is_what_deals_give(hole: str) -> None:
    cards = parse_many(hole)
    for rivals, found in enumerate(preflop.measure(cards, 4000), 1):
        assert preflop.share(cards, rivals) == pytest.approx(found, abs=0.03)


def test_other_games_are_not_looked_up() -> None:
    holdem = {code for code, variant in VARIANTS.items() if preflop.known(variant)}
    assert holdem == {"NT", "PT", "FT"} & set(VARIANTS)
