"""What hands are worth: one call on ints, for each kind of poker. A higher value always wins,
0 is no hand (a low that does not qualify). Cards are the kernel's, 0 … 51.

Kinds: `high`, `short` (short-deck), `low27`, `lowa5`, `low8` (8-or-better), `badugi`; Omaha is
`high` or `low8` with exactly two of the hand and three of the board.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations

from .ladders import (
    ACE_FIVE,
    BIT,
    DEUCE_SEVEN,
    KEY,
    MASK,
    RANK_KEY,
    SHIFT,
    SHORT_DECK,
    STANDARD,
    SUIT,
    Ladder,
)

Cards = Sequence[int]

_RANKS5, _RANKS6, _RANKS7 = (STANDARD.ranks[size] for size in (5, 6, 7))
_FLUSH_SUIT, _FLUSHES = STANDARD.flush_suit[7], STANDARD.flushes


def high7(cards: Cards) -> int:
    """The best five of exactly seven cards: 1 (7-5-4-3-2) … 7462 (royal flush)."""
    a, b, c, d, e, f, g = cards
    s = KEY[a] + KEY[b] + KEY[c] + KEY[d] + KEY[e] + KEY[f] + KEY[g]
    suit = _FLUSH_SUIT[s >> SHIFT]
    if suit:
        m = 0
        for x in cards:
            if SUIT[x] == suit:
                m |= BIT[x]
        return _FLUSHES[m]
    try:
        return _RANKS7[s & MASK]
    except KeyError:  # the tables are filled at their first use
        STANDARD.fill()
        return high7(cards)


def _best(ladder: Ladder, cards: Cards) -> int:
    s = 0
    for x in cards:
        s += KEY[x]
    try:
        suit = ladder.flush_suit[len(cards)][s >> SHIFT]
        if suit:
            m = 0
            for x in cards:
                if SUIT[x] == suit:
                    m |= BIT[x]
            return ladder.flushes[m]
        return ladder.ranks[len(cards)][s & MASK]
    except KeyError:
        if ladder.classes:
            raise ValueError(f"{len(cards)} cards make no hand; five, six or seven do") from None
        ladder.fill()
        return _best(ladder, cards)


def high(cards: Cards) -> int:
    """The best high hand of five, six or seven cards."""
    return _best(STANDARD, cards)


def short(cards: Cards) -> int:
    """Short-deck: a flush beats a full house, and A-6-7-8-9 is a straight."""
    return _best(SHORT_DECK, cards)


def low27(cards: Cards) -> int:
    """Deuce to seven: aces are high, straights and flushes count against the hand."""
    return _best(DEUCE_SEVEN, cards)


_ACE_LOW_KEY = [RANK_KEY[(c % 13 + 1) % 13] for c in range(52)]


def lowa5(cards: Cards) -> int:
    """Ace to five (razz): the ace is low, straights and flushes do not count; pairs do."""
    s = 0
    for x in cards:
        s += _ACE_LOW_KEY[x]
    try:
        return ACE_FIVE.ranks[len(cards)][s]
    except KeyError:
        if ACE_FIVE.classes:
            raise ValueError(f"{len(cards)} cards make no hand; five, six or seven do") from None
        ACE_FIVE.fill()
        return lowa5(cards)


LOW_BIT = [1 << ((c % 13 + 1) % 13) if (c % 13 + 1) % 13 < 8 else 0 for c in range(52)]


def _eight_table() -> list[int]:
    """For each set of the ranks A … 8: the worth of its five lowest, 0 where there are fewer."""
    fives = sorted((m for m in range(256) if m.bit_count() == 5), reverse=True)
    worth = {m: place for place, m in enumerate(fives, 1)}
    table = [0] * 256
    for m in range(256):
        if m.bit_count() >= 5:
            lowest = [1 << r for r in range(8) if m >> r & 1][:5]
            table[m] = worth[sum(lowest)]
    return table


EIGHT = _eight_table()
EIGHTS = [0, *sorted((m for m in range(256) if m.bit_count() == 5), reverse=True)]


def low8(cards: Cards) -> int:
    """Eight or better: five different ranks of eight and under, or 0."""
    m = 0
    for x in cards:
        m |= LOW_BIT[x]
    return EIGHT[m]


def badugi(cards: Cards) -> int:
    """The most cards of different ranks and suits, then the lowest; aces are low."""
    best = 0
    for size in range(min(4, len(cards)), 0, -1):
        for some in combinations(cards, size):
            ranks = sorted(((c % 13 + 1) % 13 for c in some), reverse=True)
            if len(set(ranks)) == size and len({c // 13 for c in some}) == size:
                worth = size
                for r in (*ranks, *(12,) * (4 - size)):
                    worth = worth * 13 + 12 - r
                best = max(best, worth)
        if best:
            break
    return best


def omaha(hole: Cards, board: Cards) -> int:
    """The best high hand of exactly two hole cards and three of the board."""
    if not STANDARD.classes:
        STANDARD.fill()
    ranks = _RANKS5
    pairs = [KEY[a] + KEY[b] for a, b in combinations(hole, 2)]
    best = 0
    for three in combinations(board, 3):
        base = KEY[three[0]] + KEY[three[1]] + KEY[three[2]]
        for pair in pairs:
            value = ranks[base + pair & MASK]
            best = max(best, value)
    return max(best, _omaha_flush(hole, board))


def _omaha_flush(hole: Cards, board: Cards) -> int:
    best = 0
    for suit in range(1, 5):
        theirs = [BIT[c] for c in board if SUIT[c] == suit]
        if len(theirs) < 3:
            continue
        mine = [BIT[c] for c in hole if SUIT[c] == suit]
        for a, b in combinations(mine, 2):
            for x, y, z in combinations(theirs, 3):
                best = max(best, _FLUSHES[a | b | x | y | z])
    return best


def omaha8(hole: Cards, board: Cards) -> int:
    """The best 8-or-better low of exactly two hole cards and three of the board."""
    best = 0
    for three in combinations(board, 3):
        base = LOW_BIT[three[0]] | LOW_BIT[three[1]] | LOW_BIT[three[2]]
        if base.bit_count() == 3:
            for a, b in combinations(hole, 2):
                best = max(best, EIGHT[base | LOW_BIT[a] | LOW_BIT[b]])
    return best


def _joined(kind: Callable[[Cards], int]) -> Callable[[Cards, Cards], int]:
    def worth(hole: Cards, board: Cards) -> int:
        return kind([*hole, *board])

    return worth


WORTH: dict[str, Callable[[Cards, Cards], int]] = {
    "high": _joined(high),
    "short": _joined(short),
    "low27": _joined(low27),
    "lowa5": _joined(lowa5),
    "low8": _joined(low8),
    "badugi": _joined(badugi),
    "omaha": omaha,
    "omaha8": omaha8,
}
"""What hole cards and a board are worth, by kind."""


@lru_cache(256)
def best_cards(kind: str, hole: tuple[int, ...], board: tuple[int, ...]) -> tuple[int, ...]:
    """The cards that make what hole and board are worth: five, or of badugi as many as count."""
    worth = WORTH[kind]
    best = worth(hole, board)
    if kind in ("omaha", "omaha8"):
        twos, threes = combinations(hole, 2), list(combinations(board, 3))
        return next(two + three for two in twos for three in threes if worth(two, three) == best)
    sizes = range(1, 5) if kind == "badugi" else (5,)
    cards = (*hole, *board)
    return next(
        some for size in sizes for some in combinations(cards, size) if worth(some, ()) == best
    )


_ACE_LOW = frozenset(("lowa5", "low8"))


def top_card(kind: str, cards: Cards) -> tuple[int, int]:
    """The highest card of the best five, by rank and then suit (with odd chips it decides); where
    two cards of a rank serve alike, the better suit."""
    worth = WORTH[kind]
    shift = 1 if kind in _ACE_LOW else 0
    fives = [(worth(five, ()), five) for five in combinations(cards, 5)]
    best = max(value for value, _ in fives)
    return max(
        max(((c % 13 + shift) % 13, c // 13) for c in five)
        for value, five in fives
        if value == best
    )
