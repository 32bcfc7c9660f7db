"""Equity: exact where small, drawn with its error otherwise, the same with and without numpy."""

from __future__ import annotations

import pytest

from cutcard.games.poker import equity as module
from cutcard.games.poker.equity import equity
from cutcard.kernel.cards import parse_many
from cutcard.kernel.rng import Rng


def hands(*names):
    return [parse_many(name) for name in names]


def test_a_flush_draw_against_an_overpair():
    found = equity(hands("AhKh", "QsQd"), parse_many("2h7hTc"))
    assert found.exact
    assert found.runouts == 990
    assert found.hands[0].share == pytest.approx(0.5444, abs=1e-4)
    assert sum(one.share for one in found.hands) == pytest.approx(1)


def test_before_the_flop_it_is_exact_too():
    found = equity(hands("AhAd", "KhKd"))
    assert found.exact
    assert found.runouts == 1_712_304
    assert found.hands[0].share == pytest.approx(0.8264, abs=1e-4)
    assert found.hands[0].tie == pytest.approx(0.0054, abs=1e-4)


def test_an_unknown_hand_is_drawn_and_has_an_error():
    found = equity([*hands("AhAd"), []], samples=20_000, rng=Rng.named(1))
    assert not found.exact
    assert abs(found.hands[0].share - 0.852) < 5 * found.hands[0].error
    assert 0 < found.hands[0].error < 0.01


def test_several_hands_in_a_split_game():
    found = equity(hands("Ac2dKhKs", "QcQdJcJd", "8h9h7h6h"), parse_many("3c4s8c"), variant="PO/8")
    assert found.exact
    assert sum(one.share for one in found.hands) == pytest.approx(1)
    assert found.hands[0].tie > 0


@pytest.mark.parametrize(
    ("variant", "cards", "board"),
    [
        ("NT", ("AhKh", "QsQd"), "2h7hTc"),
        ("PO", ("AhKhQcJc", "As2s3d4d"), "2h7hTc"),
        ("FO/8", ("AhKhQcJc", "As2s3d4d"), "2h7hTc"),
        ("F2L3D", ("7h5c4d3s2c", "8h5d4c3c2d"), ""),
        ("FB", ("Ah2c3d4s", "KhQcJdTs"), ""),
        ("NS", ("AhKh", "QsQd"), "6h7hTc"),
    ],
)
def test_plain_python_counts_the_same(monkeypatch, variant, cards, board):
    args = (hands(*cards), parse_many(board))
    quick = equity(*args, variant=variant)
    monkeypatch.setattr(module, "_batch", lambda: None)
    slow = equity(*args, variant=variant)
    assert slow.exact
    assert slow.runouts == quick.runouts
    for one, two in zip(slow.hands, quick.hands, strict=True):
        assert one.share == pytest.approx(two.share)
        assert one.win == pytest.approx(two.win)


def test_plain_python_draws_too(monkeypatch):
    monkeypatch.setattr(module, "_batch", lambda: None)
    found = equity(hands("AcKd2h", "3c4c5d"), variant="FR", samples=300, rng=Rng.named(2))
    assert not found.exact
    assert found.runouts == 300
    assert found.hands[1].share > 0.5


@pytest.mark.parametrize(
    ("cards", "board", "variant", "words"),
    [
        (("AhKh", "AhQd"), "", "NT", "twice"),
        (("AhKh",), "", "NT", "2 to"),
        (("AhKhQd", "2c3c"), "", "NT", "has 2 cards"),
        (("2hKh", "9c8c"), "", "NS", "under six"),
        (("AhKh", "9c8c"), "2c3c4c5c6c7c", "NT", "too many"),
    ],
)
def test_what_makes_no_sense_is_refused(cards, board, variant, words):
    with pytest.raises(ValueError, match=words):
        equity(hands(*cards), parse_many(board), variant=variant)
