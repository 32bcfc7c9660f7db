"""An independent, slow judge: every substitution of every wild, every subset of a hand."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutcard.games.guandan import forms, readings
from cutcard.games.guandan.book import PRESETS
from cutcard.games.guandan.shapes import Form

RANKS = "23456789TJQKA"
DECK = [r + s for r in RANKS for s in "SHCD"] + ["SJ", "BJ"]
VALUE = {rank: i + 2 for i, rank in enumerate(RANKS)}
Triple = tuple[str, int, int]


def key(rank: str, level: str) -> int:
    return {"SJ": 16, "BJ": 17, level: 15}.get(rank) or VALUE[rank]


def run(ranks: list[str], length: int, deep: int) -> int | None:
    """The top value if the ranks are `length` consecutive ones, each `deep` times."""
    counts = Counter(ranks)
    if len(counts) != length or set(counts.values()) != {deep}:
        return None
    for values in ([VALUE[r] for r in counts], [1 if r == "A" else VALUE[r] for r in counts]):
        if max(values) - min(values) == length - 1:
            return max(values)
    return None


def natural(ranks: list[str], one_suit: bool, level: str) -> Triple | None:
    """What cards without wilds are; `one_suit`: those that were never wild share a suit."""
    n, counts = len(ranks), Counter(ranks)
    if counts == {"SJ": 2, "BJ": 2}:
        return "jokerbomb", 100, 4
    if len(counts) == 1:
        rank = ranks[0]
        if n > 2 and rank in ("SJ", "BJ"):
            return None
        return (("single", "pair", "triple")[n - 1] if n < 4 else "bomb"), key(rank, level), n
    if n == 5 and sorted(counts.values()) == [2, 3]:
        triple = max(counts, key=lambda rank: counts[rank])
        return None if triple in ("SJ", "BJ") else ("fullhouse", key(triple, level), 5)
    if counts.keys() & {"SJ", "BJ"}:
        return None
    if n == 5 and (top := run(ranks, 5, 1)):
        return ("straightflush" if one_suit else "straight"), top, 5
    if n == 6 and (top := run(ranks, 3, 2)):
        return "tube", top, 6
    if n == 6 and (top := run(ranks, 2, 3)):
        return "plate", top, 6
    return None


def brute_readings(cards: list[str], level: str) -> set[Triple]:
    wild = level + "H"
    plain = [card for card in cards if card != wild]
    wilds = len(cards) - len(plain)
    if not plain:
        return {("single" if wilds == 1 else "pair", 15, wilds)} if wilds else set()
    ranks = [card if card in ("SJ", "BJ") else card[0] for card in plain]
    one_suit = len({card[1] for card in plain}) == 1
    found = (
        natural(ranks + list(stand), one_suit, level)
        for stand in combinations_with_replacement(RANKS, wilds)
    )
    return {form for form in found if form and form[2] <= 10}


def brute_forms(hand: list[str], level: str) -> set[Triple]:
    found: set[Triple] = set()
    for n in range(1, min(10, len(hand)) + 1):
        for cards in set(combinations(sorted(hand), n)):
            found |= brute_readings(list(cards), level)
    return found


def leaning(rng: random.Random, size: int) -> tuple[list[str], str]:
    """A hand that has something in it: few ranks, and wilds more often than chance gives."""
    level = rng.choice(RANKS)
    first = rng.randrange(13)
    near = [RANKS[(first + i) % 13] for i in range(rng.choice([2, 3, 5, 6]))]
    suits = rng.choice(["SHCD", "SHCD", "S", "HC"])
    pool = [r + s for r in near for s in suits for _ in range(2)]
    pool += [level + "H"] * 2 + rng.choice([[], ["SJ", "SJ", "BJ", "BJ"]])
    rng.shuffle(pool)
    count = Counter()
    hand = []
    for card in pool + rng.sample(DECK, 20):
        if count[card] < 2 and len(hand) < size:
            count[card] += 1
            hand.append(card)
    return hand, level


@given(st.randoms(use_true_random=False), st.integers(1, 10))
def test_readings_agree_with_brute_force(rng: random.Random, size: int) -> None:
    cards, level = leaning(rng, size)
    assert readings(cards, level) == brute_readings(cards, level), (cards, level)


@given(st.lists(st.sampled_from(DECK), min_size=1, max_size=6), st.sampled_from(RANKS))
def test_any_selection_agrees_with_brute_force(cards: list[str], level: str) -> None:
    if max(Counter(cards).values()) <= 2:
        assert readings(cards, level) == brute_readings(cards, level), (cards, level)


def hands_agree(count: int, seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(count):
        hand, level = leaning(rng, rng.choice([3, 4, 5, 6, 6, 7, 8]))
        assert forms(hand, level) == brute_forms(hand, level), (hand, level)


def test_forms_agree_with_brute_force_on_small_hands() -> None:
    hands_agree(400, 1)


@pytest.mark.slow
def test_forms_agree_with_brute_force_on_3000_small_hands() -> None:
    hands_agree(3000, 2)


def test_followers_are_the_forms_that_beat() -> None:
    """A follow list is the lead list less what does not beat the table, in both presets."""
    rng = random.Random(5)
    for _ in range(300):
        deck = DECK * 2
        rng.shuffle(deck)
        level = rng.choice(RANKS)
        hand = deck[: rng.choice([9, 20, 27])]
        beat = Form(*rng.choice(sorted(forms(deck[27:54], level))))
        for name, book in PRESETS.items():
            expected = {form for form in forms(hand, level) if book.beats(form, beat)}
            assert forms(hand, level, beat, name) == expected
