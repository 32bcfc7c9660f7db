"""The orders of hands: which five cards beat which, for each kind of poker.

Every card is one integer: a rank key and, above it, a suit key. The rank keys are the smallest
numbers for which no two hands of up to seven ranks (four of each at most) have the same sum; the
suit keys tell from their sum whether five are of one suit, and of which. Some are negative, so
that no sum needs more than 30 bits, Python's quickest ints. So a hand is one addition, a flush
test and one lookup. Values are dense, and a higher one always wins, for lows too. Tables are
filled at their first use.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations_with_replacement

RANK_KEY = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)
SUIT_KEY = (-16, -15, 9, 16)
SHIFT = 23
MASK = (1 << SHIFT) - 1
KEY = [RANK_KEY[c % 13] + (SUIT_KEY[c // 13] << SHIFT) for c in range(52)]
BIT = [1 << (c % 13) for c in range(52)]
SUIT = [1 + c // 13 for c in range(52)]

HIGH, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL, QUADS, STRAIGHT_FLUSH = range(9)
Class = tuple[int, ...]  # (what it is, the ranks that decide, best first); ranks 0 … 12

_STRAIGHTS = [(0b11111 << low, low + 4) for low in range(9)]
_WHEEL = (0b1000000001111, 3)
_SHORT_WHEEL = (0b1000011110000, 7)  # A-6-7-8-9


class Ladder:
    """One order of five-card hands.

    `ranks[n]` takes the key sum of n cards to their best value without a flush, `flush_suit[n]`
    the sum of their suit keys (from the end where negative) to 1 + the suit of a flush, `flushes`
    that suit's rank bits to its value; `classes[value]` says what it is.
    """

    __slots__ = ("_five", "classes", "flush_suit", "flushes", "low", "order", "ranks", "straights")

    def __init__(
        self,
        straights: Iterable[tuple[int, int]],
        *,
        order: Iterable[int] = range(9),
        low: bool = False,
        flush: bool = True,
    ) -> None:
        self.straights = dict(straights)
        self.order = {what: place for place, what in enumerate(order)}
        self.low = low
        self.ranks: dict[int, dict[int, int]] = {5: {}, 6: {}, 7: {}}
        self.flushes = [0] * 8192
        self.flush_suit = {size: bytearray(256) for size in (5, 6, 7)}
        self.classes: list[Class] = []
        self._five = flush

    def fill(self) -> None:
        """Make the tables; called by whoever finds them empty, in more than one thread perhaps: so
        flushes come first, without which ranks would mislead, and what says "done" comes last."""
        fives = _fives()
        of = {packed: self._of_counts(packed >> SHIFT) for packed in fives}
        suited = {m: self._of_suited(m) for m in range(8192) if m.bit_count() == 5}
        known = set(of.values()) | (set(suited.values()) if self._five else set())
        ranked = sorted(known, key=self._sort_key, reverse=self.low)
        value = {one: place for place, one in enumerate(ranked, 1)}
        if self._five:
            self._fill_flushes(suited, value)
        hands = {packed: value[one] for packed, one in of.items()}
        for size in (5, 6, 7):
            self.ranks[size].update({packed & MASK: v for packed, v in hands.items()})
            if size < 7:
                hands = _one_more(hands)
        self.classes = [(-1,), *ranked]

    def _fill_flushes(self, suited: dict[int, Class], value: dict[Class, int]) -> None:
        flushes = self.flushes
        for mask, one in suited.items():
            flushes[mask] = value[one]
        for mask in sorted(range(8192), key=int.bit_count):
            if mask.bit_count() > 5:
                bits = [1 << r for r in range(13) if mask >> r & 1]
                flushes[mask] = max(flushes[mask ^ bit] for bit in bits)
        for size, table in self.flush_suit.items():
            for count in range(5, size + 1):
                for suit in range(4):
                    for rest in combinations_with_replacement(SUIT_KEY, size - count):
                        table[count * SUIT_KEY[suit] + sum(rest)] = suit + 1

    def _sort_key(self, one: Class) -> tuple[int, ...]:
        return (self.order[one[0]], *one[1:])

    def _of_counts(self, counts: int) -> Class:
        """What five ranks are, suits aside. `counts` has three bits for each rank."""
        groups = sorted(((counts >> 3 * r & 7, r) for r in range(13)), reverse=True)
        ranks = tuple(r for count, r in groups if count)
        shape = tuple(count for count, _ in groups if count)
        if shape == (1, 1, 1, 1, 1):
            top = self.straights.get(sum(1 << r for r in ranks))
            return (HIGH, *ranks) if top is None else (STRAIGHT, top)
        return (_SHAPES[shape], *ranks)

    def _of_suited(self, mask: int) -> Class:
        top = self.straights.get(mask)
        if top is not None:
            return (STRAIGHT_FLUSH, top)
        return (FLUSH, *(r for r in range(12, -1, -1) if mask >> r & 1))


_SHAPES = {
    (2, 1, 1, 1): PAIR,
    (2, 2, 1): TWO_PAIR,
    (3, 1, 1): TRIPS,
    (3, 2): FULL,
    (4, 1): QUADS,
}


# A hand while the tables are made: its key sum, and above it three bits of count for each rank.
_RANK_STEPS = [(SHIFT + 3 * r + 2, RANK_KEY[r] + (1 << SHIFT + 3 * r)) for r in range(13)]


def _fives() -> list[int]:
    hands = {0: 0}
    for _ in range(5):
        hands = _one_more(hands)
    return list(hands)


def _one_more(hands: dict[int, int]) -> dict[int, int]:
    """Every hand of one rank more, worth the best hand it holds."""
    more: dict[int, int] = {}
    get = more.get
    for packed, value in hands.items():
        for four, step in _RANK_STEPS:
            if not packed >> four & 1:  # four of a rank are all there are
                longer = packed + step
                if get(longer, -1) < value:
                    more[longer] = value
    return more


STANDARD = Ladder([*_STRAIGHTS, _WHEEL])
SHORT_DECK = Ladder(
    [*_STRAIGHTS, _SHORT_WHEEL],
    order=(HIGH, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FULL, FLUSH, QUADS, STRAIGHT_FLUSH),
)
DEUCE_SEVEN = Ladder(_STRAIGHTS, low=True)  # aces are high, and A-2-3-4-5 is no straight
ACE_FIVE = Ladder((), low=True, flush=False)  # over ranks moved so that the ace is lowest
