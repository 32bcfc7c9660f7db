"""Evaluators: the counts of all hands, the order of an independent evaluator, batches, words."""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from itertools import combinations, pairwise

import numpy as np
import pokerkit as pk
import pytest

from cutcard.games.poker import batch, evaluate, ladders, words
from cutcard.games.poker.phh import words_of
from cutcard.kernel.cards import parse_many

COUNTS = {
    ladders.STRAIGHT_FLUSH: 40,
    ladders.QUADS: 624,
    ladders.FULL: 3744,
    ladders.FLUSH: 5108,
    ladders.STRAIGHT: 10_200,
    ladders.TRIPS: 54_912,
    ladders.TWO_PAIR: 123_552,
    ladders.PAIR: 1_098_240,
    ladders.HIGH: 1_302_540,
}


def test_all_five_card_hands_in_their_counts():
    """All 2,598,960, on arrays; the one-call evaluator gives the same (see below)."""
    total: Counter[int] = Counter()
    classes: set[int] = set()
    table = np.array([0, *(one[0] for one in (_classes())[1:])])
    for first in range(48):
        rest = np.array(list(combinations(range(first + 1, 52), 4)), dtype=np.uint8)
        hands = np.concatenate([np.full((len(rest), 1), first, np.uint8), rest], axis=1)
        values = batch.values("high", hands)
        classes.update(np.unique(values).tolist())
        total.update(dict(enumerate(np.bincount(table[values], minlength=9).tolist())))
    assert total == COUNTS
    assert len(classes) == 7462
    assert (min(classes), max(classes)) == (1, 7462)


def _classes():
    if not ladders.STANDARD.classes:
        ladders.STANDARD.fill()
    return ladders.STANDARD.classes


def test_no_two_hands_have_the_same_key():
    _classes()
    assert {size: len(found) for size, found in ladders.STANDARD.ranks.items()} == {
        5: 6175,
        6: 18_395,
        7: 49_205,
    }


KINDS = {
    "high": (pk.StandardHighHand, 2, 5),
    "short": (pk.ShortDeckHoldemHand, 2, 5),
    "omaha": (pk.OmahaHoldemHand, 4, 5),
    "omaha8": (pk.OmahaEightOrBetterLowHand, 4, 5),
    "low8": (pk.EightOrBetterLowHand, 7, 0),
    "lowa5": (pk.RegularLowHand, 7, 0),
    "low27": (pk.StandardLowHand, 5, 0),
    "badugi": (pk.BadugiHand, 4, 0),
}


def same_order(kind: str, hands: int, seed: int) -> int:
    """Compare neighbours in our order with PokerKit's; returns how many were compared."""
    theirs, hole, board = KINDS[kind]
    chance = random.Random(f"{kind} {seed}")
    deck = [c for c in range(52) if kind != "short" or c % 13 >= 4]
    rows = []
    for _ in range(hands):
        cards = chance.sample(deck, hole + board)
        value = evaluate.WORTH[kind](cards[:hole], cards[hole:])
        try:
            hand = theirs.from_game(words_of(cards[:hole]), words_of(cards[hole:]))
        except ValueError:
            hand = None
        assert (hand is None) == (value == 0)
        if hand is not None:
            rows.append((value, hand))
    rows.sort(key=lambda row: row[0])
    for (one, a), (two, b) in pairwise(rows):
        assert (one < two) == (a < b)
        assert (one == two) == (a == b)
    return len(rows)


@pytest.mark.parametrize("kind", KINDS)
def test_the_order_is_pokerkits(kind):
    assert same_order(kind, 400, 1) > 20


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_the_order_is_pokerkits_full_count(kind):
    same_order(kind, 100_000, 2)


@pytest.mark.parametrize("kind", [*KINDS, "high5", "high6", "high7"])
def test_a_batch_gives_the_same_values(kind):
    chance = random.Random(kind)
    name, size = (
        (kind[:4], int(kind[4:])) if kind[-1] in "567" and kind[:4] == "high" else (kind, 0)
    )
    hole, board = (size, 0) if size else KINDS[name][1:]
    deck = [c for c in range(52) if name != "short" or c % 13 >= 4]
    rows = [chance.sample(deck, hole + board) for _ in range(2000)]
    array = np.array(rows, dtype=np.uint8)
    found = batch.values(name, array[:, :hole], array[:, hole:] if board else None)
    worth = evaluate.WORTH[name]
    assert found.tolist() == [worth(row[:hole], row[hole:]) for row in rows]
    if kind == "high7":
        assert found.tolist() == [evaluate.high7(row) for row in rows]


@pytest.mark.parametrize(
    ("cards", "text", "rank"),
    [
        ("AhKhQhJhTh", "Royal flush", 9),
        ("9h8h7h6h5h", "Straight flush, nine high", 8),
        ("5h4h3h2hAh", "Straight flush, five high", 8),
        ("ThTcTdTs4h", "Four of a kind, tens", 7),
        ("ThTcTd4s4h", "Full house, tens over fours", 6),
        ("Ah9h7h6h2h", "Flush, ace high", 5),
        ("6h5c4d3s2h", "Straight, six high", 4),
        ("6h6c6d3s2h", "Three of a kind, sixes", 3),
        ("AhAcKdKs2h", "Two pair, aces and kings", 2),
        ("6h6c4d3s2h", "Pair of sixes", 1),
        ("AhQc4d3s2h", "High card, ace", 0),
    ],
)
def test_high_hands_in_words(cards, text, rank):
    value = evaluate.high(parse_many(cards))
    assert words.words("high", value) == text
    assert words.rank_of("high", value) == rank


@pytest.mark.parametrize(
    ("kind", "cards", "text"),
    [
        ("low8", "8h6c4d2sAc", "Low, 8-6-4-2-A"),
        ("low8", "9h6c4d2sAc", "No low"),
        ("lowa5", "7h5c4d2sAc", "Low, 7-5-4-2-A"),
        ("lowa5", "2h2c3d4s5c", "Pair of twos"),
        ("low27", "7h5c4d3s2c", "Low, 7-5-4-3-2"),
        ("low27", "6h5c4d3s2c", "Straight, six high"),
        ("badugi", "Ah2c3d8s", "Badugi, 8-3-2-A"),
        ("badugi", "Ah2c3d8d", "Three cards, 3-2-A"),
        ("short", "Ah6c7d8s9h", "Straight, nine high"),
    ],
)
def test_other_hands_in_words(kind, cards, text):
    assert words.words(kind, evaluate.WORTH[kind](parse_many(cards), [])) == text


def test_hands_in_the_making_in_words():
    assert words.of_cards("high", "", parse_many("AhAd"), []) == "Pair of aces"
    assert words.of_cards("high", "", parse_many("AhKd"), []) == "High card, ace"
    assert words.of_cards("omaha", "omaha8", parse_many("AhKd2c3c"), []) is None
    both = words.of_cards("omaha", "omaha8", parse_many("Ac2dKhKs"), parse_many("3c4d8hKcQd"))
    assert both == "Three of a kind, kings; low, 8-4-3-2-a"


def test_too_few_cards_are_refused():
    with pytest.raises(ValueError, match="five, six or seven"):
        evaluate.high([1, 2, 3, 4])


def test_tables_made_in_two_threads_at_once_mislead_nobody():
    rng = random.Random(7)
    hands = [rng.sample(range(52), 7) for _ in range(300)]
    right = [evaluate.high(hand) for hand in hands]
    fresh = ladders.Ladder(ladders.STANDARD.straights.items())
    filling = threading.Thread(target=fresh.fill)
    filling.start()
    while not fresh.classes and not fresh.ranks[5]:
        time.sleep(0)  # until it is half done
    early = [evaluate._best(fresh, hand) for hand in hands]
    filling.join()
    assert early == right
