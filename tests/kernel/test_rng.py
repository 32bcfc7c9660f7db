"""Chance: published vectors, rejection, fairness of the shuffle, copies and forks."""

from __future__ import annotations

from hashlib import shake_256
from math import sqrt
from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutcard import Rng
from cutcard.kernel.rng import WORDS

ZERO = bytes(32)
COUNT = bytes(range(32))

# Published in ARCHITECTURE.md: anyone who checks a shuffle in another language starts here.
WORDS_OF_ZERO = [1235961914, 1481291152, 2776253704, 2451829981]
SHUFFLE_OF_COUNT = [
    7,
    32,
    36,
    45,
    44,
    40,
    28,
    6,
    31,
    22,
    21,
    27,
    42,
    1,
    19,
    14,
    24,
    4,
    46,
    30,
    25,
    13,
    48,
    12,
    34,
    18,
    51,
    17,
    50,
    38,
    39,
    29,
    2,
    10,
    9,
    49,
    33,
    5,
    47,
    3,
    35,
    0,
    43,
    26,
    11,
    16,
    20,
    41,
    15,
    23,
    37,
    8,
]


def test_vector_first_words() -> None:
    rng = Rng(ZERO)
    assert [rng.word() for _ in range(4)] == WORDS_OF_ZERO


def test_vector_shuffle_of_52() -> None:
    cards = list(range(52))
    Rng(COUNT).shuffle(cards)
    assert cards == SHUFFLE_OF_COUNT


def test_vectors_follow_the_written_definition() -> None:
    """The stream as ARCHITECTURE.md words it, written out a second time."""
    stream = b"".join(shake_256(COUNT + i.to_bytes(8, "big")).digest(272) for i in range(2))
    words = [int.from_bytes(stream[i : i + 4], "big") for i in range(0, len(stream), 4)]
    cards = list(range(52))
    for i in range(51, 0, -1):
        while True:
            word = words.pop(0)
            if word < 2**32 - 2**32 % (i + 1):
                break
        j = word % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    assert cards == SHUFFLE_OF_COUNT


@pytest.mark.parametrize("seed", [b"", b"short", bytes(31), bytes(33)])
def test_a_seed_has_32_bytes(seed: bytes) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        Rng(seed)


@pytest.mark.parametrize("n", [0, -1, 2**32 + 1])
def test_below_refuses_what_it_cannot_draw(n: int) -> None:
    with pytest.raises(ValueError, match="below"):
        Rng(ZERO).below(n)


def test_below_throws_away_words_past_the_last_whole_multiple() -> None:
    rng = Rng(ZERO)
    rng.words = [7, 2**32 - 1]  # last first: the largest word is no part of a whole multiple of 3
    assert rng.below(3) == 7 % 3
    xs = [0, 1, 2]
    rng.words = [1, 5, 2**32 - 1]
    rng.shuffle(xs)
    assert sorted(xs) == [0, 1, 2]
    assert rng.words == []


@given(st.binary(min_size=32, max_size=32), st.integers(1, 2**32), st.integers(0, 200))
def test_below_is_in_range_and_repeats(seed: bytes, n: int, skip: int) -> None:
    a, b = Rng(seed), Rng(seed)
    for _ in range(skip):
        a.word(), b.word()
    x = a.below(n)
    assert 0 <= x < n
    assert x == b.below(n)
    assert a.position == b.position


@given(st.integers(0, 400), st.integers(0, 300))
def test_shuffle_is_a_permutation_and_a_copy_goes_on_alike(size: int, drawn: int) -> None:
    rng = Rng.named(size)
    for _ in range(drawn):
        rng.word()
    twin = rng.copy()
    xs, ys = list(range(size)), list(range(size))
    rng.shuffle(xs)
    assert sorted(xs) == ys
    twin.shuffle(ys)
    assert xs == ys
    assert rng.position == twin.position


def test_copy_shares_nothing() -> None:
    rng = Rng.named("a")
    rng.word()
    twin = rng.copy()
    before = twin.position
    for _ in range(3 * WORDS):
        rng.word()
    assert twin.position == before


def test_fork_goes_its_own_way() -> None:
    rng = Rng.named("a")
    first, second = rng.fork(), rng.fork()
    seeds = {rng.seed, first.seed, second.seed}
    assert len(seeds) == 3
    assert rng.position == 16  # each fork drew eight words: the parent moves on, and shows it


@given(st.integers(0, 100))
def test_take_gives_as_many_bytes_as_asked(count: int) -> None:
    assert len(Rng(ZERO).take(count)) == count


def critical(freedom: int, level: float) -> float:
    """The chi-square value exceeded with that probability (Wilson and Hilferty)."""
    z = NormalDist().inv_cdf(1 - level)
    k = 2 / (9 * freedom)
    return float(freedom * (1 - k + z * sqrt(k)) ** 3)


def chi_squares(rng: Rng, shuffles: int, size: int = 52) -> list[float]:
    """One for each position of the position × card table; their sum is the whole table's."""
    table = [[0] * size for _ in range(size)]
    fresh = list(range(size))
    for _ in range(shuffles):
        cards = fresh[:]
        rng.shuffle(cards)
        for row, card in zip(table, cards, strict=True):
            row[card] += 1
    expected = shuffles / size
    return [sum((seen - expected) ** 2 / expected for seen in row) for row in table]


# Row and column sums are fixed, so 51² of the table's cells are free.
WHOLE = critical(51**2, 0.05)
EACH = critical(51, 0.05 / 52)


def test_200_000_shuffles_are_fair() -> None:
    rows = chi_squares(Rng.named("chi-square"), 200_000)
    assert sum(rows) < WHOLE
    assert max(rows) < EACH


def test_the_chi_square_would_notice_a_biased_shuffle() -> None:
    class Biased(Rng):
        def shuffle(self, xs: list[int]) -> None:
            for i in range(len(xs)):  # the well-known wrong one: every place with every place
                j = self.below(len(xs))
                xs[i], xs[j] = xs[j], xs[i]

    rows = chi_squares(Biased(ZERO), 20_000)
    assert sum(rows) > WHOLE
    assert max(rows) > EACH
