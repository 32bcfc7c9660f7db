"""The page lights the cards that won: the view names them, where they were shown."""

from __future__ import annotations

import pytest

from cutcard.games.poker import evaluate
from cutcard.kernel.cards import names, parse_many


@pytest.mark.parametrize(
    ("kind", "hole", "board", "made"),
    [
        ("high", "AhKd", "Qs5dJcTs2h", "AhKdQsJcTs"),
        ("high", "8h8c", "9h4s4dKcKd", "8h8cKcKd9h"),  # the better pair and the kicker of the board
        ("omaha", "AhAdKsQs", "AsKdQd2c3c", "AhAdAsKdQd"),  # two of one's own, no more
        ("omaha8", "Ah2dKsQs", "3s4d8dTcJc", "Ah2d3s4d8d"),
        ("low27", "7h5d4c3s2h", "", "7h5d4c3s2h"),
        ("lowa5", "AhAd2c3c4c5c9d", "", "Ah2c3c4c5c"),
        ("badugi", "Ah2d3c3s", "", "Ah2d3c"),
    ],
)
def test_the_cards_that_make_a_hand(kind: str, hole: str, board: str, made: str) -> None:
    found = evaluate.best_cards(kind, tuple(parse_many(hole)), tuple(parse_many(board)))
    assert set(names(found)) == set(names(parse_many(made)))
