"""理牌: a hand sorted into plays, so that bombs stay whole and few weak cards are left over.

Costs are in tenths of a turn: what is left to lead costs a turn, low single cards more, high ones
less; a bomb wins a turn back. Straight flushes are tried first, then up to three sequences.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import NamedTuple

from cutcard.kernel.cards import BIG_JOKER, SMALL_JOKER

from .book import PRESETS, STRAIGHT_FLUSH
from .deck import (
    BIG_KEY,
    BIT,
    COLUMN,
    JOKERS,
    LEVEL_KEY,
    ONES,
    RANK_MASK,
    SMALL_KEY,
    SUIT_BITS,
    wild_kind,
)
from .lay import lay, take
from .shapes import FOUR_KINGS, Form, Shape, flush_forms, readings_of
from .ways import DEEP, Counted, ways_of, window

BOOK = PRESETS["spec"]  # what goes together is the same in both books
TURN, BOMB, LARGER, FULL, WILD = 10, 12, 3, 9, 6
LOW_SINGLE, LOW_PAIR = 3, 1
SEQUENCE_COST = {"straight": 9, "tube": 9, "plate": 7}
FLUSH_GAIN = 18
DEPTH = 3
# Added to counts, this raises a nibble's high bit where a rank has at least so many cards.
_TO_1, _TO_2, _TO_3, _TO_4, _TO_5, _TO_6, _TO_7 = ((8 - need) * ONES for need in range(1, 8))


class Group(NamedTuple):
    """Cards that go together, and what they are."""

    form: Form
    cards: int


class _Run(NamedTuple):
    """A sequence to be laid: its ranks as flags, how many cards of each, and what it costs."""

    form: Form
    ranks: int
    deep: int
    cost: int


_RUNS = [
    _Run(form, sum([1 << 4 * rank for rank in window(form)]), DEEP[kind], SEQUENCE_COST[kind])
    for kind, cards, first in (("plate", 6, 2), ("tube", 6, 3), ("straight", 5, 5))
    for form in [Form(kind, top, cards) for top in range(first, 15)]
]
_KINDS = ("", "single", "pair", "triple")
_ALIKE = {  # what cards of one key are, by the key and how many
    (key, count): Form(_KINDS[count] if count < 4 else "bomb", key, count)
    for key in range(2, BIG_KEY + 1)
    for count in range(1, 11)
}
_HOUSES = [Form("fullhouse", rank + 2, 5) for rank in range(13)]
_group: Callable[[tuple[Form, int]], Group] = partial(tuple.__new__, Group)
"""A Group from its parts, in half the time of `Group(…)`."""


@lru_cache(maxsize=4096)
def arrange(hand: int, level: int) -> tuple[Group, ...]:
    """The hand as groups: bombs first, then sequences, then the rest from high to low."""
    cost, plan = _plan(hand, level)
    flushes: list[int] = []
    forms = flush_forms(Shape(hand, level))
    for choice in _flush_choices(hand, level, forms) if forms else ():
        least, others = _plan(hand - sum(choice), level)
        least -= FLUSH_GAIN * len(choice)
        if least < cost:
            cost, plan, flushes = least, others, choice
    return _groups(hand, level, flushes, plan)


def _flush_choices(hand: int, level: int, forms: tuple[Form, ...]) -> list[list[int]]:
    """Any one straight flush with at most a wild, or two that share no card."""
    ones = []
    counted = Counted(hand, level)
    for form in forms:
        suits = set()
        for way in ways_of(counted, form, BOOK):
            if len(way.wilds) <= 1 and way.side not in suits:
                suits.add(way.side)
                ones.append(lay(counted, way, BOOK))
    wild = 4 * wild_kind(level)
    twos = [
        [one, other]
        for i, one in enumerate(ones)
        for other in ones[i + 1 :]
        if _apart(hand, one, other) and (one >> wild & 3) + (other >> wild & 3) <= counted.wilds
    ]
    return [*[[one] for one in ones], *twos]


def _apart(hand: int, one: int, other: int) -> bool:
    """Whether the hand has both at once."""
    twice = one & other  # kinds that both need: the hand must have two of them
    return not twice & ~(hand >> 1)


class _Worth(dict[int, int]):
    """What three neighbouring ranks cost, by their counts: at most 729, made when first met.

    A cost with the number of triples and of pairs that go with triples below it, eight bits each.
    """

    def __init__(self, first: int, level: int) -> None:
        self.first = first
        self.level = level

    def __missing__(self, counts: int) -> int:
        made = self[counts] = sum(
            [_worth(counts >> 4 * i & 15, self.first + i, self.level) for i in range(3)]
        )
        return made


def _worth(count: int, rank: int, level: int) -> int:
    if not count:
        return 0
    if count >= 4:
        return (-BOMB - LARGER * (min(count, 6) - 4)) << 16
    if count == 3:
        return TURN << 16 | 1 << 8
    low, high = rank < 8 and rank != level, rank in (12, level)
    cost = TURN + (LOW_SINGLE if count == 1 else LOW_PAIR) * low - LOW_SINGLE * high
    return cost << 16 | (count == 2 and rank != level)


_THREES = range(0, 13, 3)
_PLAIN = [_Worth(first, -1) for first in _THREES]
_WORTHS = [  # by level, which matters only to the three it is among
    [_Worth(at, level) if level // 3 * 3 == at else _PLAIN[at // 3] for at in _THREES]
    for level in range(13)
]


def _plan(hand: int, level: int) -> tuple[int, tuple[Form, ...]]:
    """The cheapest choice of sequences and its cost."""
    shift = 4 * wild_kind(level)
    wilds = hand >> shift & 3
    ranks = _ranks(hand - (wilds << shift))
    return _search(ranks, wilds, _WORTHS[level], _RUNS, DEPTH)


def _ranks(hand: int) -> int:
    """How many cards of each rank, a nibble for each."""
    pairs = hand + (hand >> SUIT_BITS)
    return pairs + (pairs >> 2 * SUIT_BITS) & RANK_MASK


def _search(
    ranks: int, wilds: int, worths: list[_Worth], runs: list[_Run], depth: int
) -> tuple[int, tuple[Form, ...]]:
    """What the ranks cost at best when some of these runs, at most `depth`, are laid apart."""
    plan: tuple[Form, ...] = ()
    rest: tuple[Form, ...] = ()
    best = _cost(ranks, wilds, worths)
    runs = _fitting(ranks, runs)
    for i, (form, taken, deep, price) in enumerate(runs):
        left = ranks - deep * taken
        if depth == 1:
            cost = _cost(left, wilds, worths)
        else:
            cost, rest = _search(left, wilds, worths, runs[i:], depth - 1)
        if cost + price < best:
            best, plan = cost + price, (form, *rest)
    return best, plan


def _fitting(ranks: int, runs: list[_Run]) -> list[_Run]:
    """The runs whose cards are there, and that leave a bomb where one was."""
    one = ranks + _TO_1 >> 3 & ONES
    two = ranks + _TO_2 >> 3 & ONES
    three = ranks + _TO_3 >> 3 & ONES
    bombs = ranks + _TO_4 >> 3 & ONES
    if bombs:
        one &= ~bombs | ranks + _TO_5 >> 3
        two &= ~bombs | ranks + _TO_6 >> 3
        three &= ~bombs | ranks + _TO_7 >> 3
    enough = (0, one, two, three)
    return [run for run in runs if enough[run[2]] & run[1] == run[1]]


def _cost(ranks: int, wilds: int, worths: list[_Worth]) -> int:
    one, two, three, four, five = worths
    worth = one[ranks & 4095] + two[ranks >> 12 & 4095] + three[ranks >> 24 & 4095]
    worth += four[ranks >> 36 & 4095] + five[ranks >> 48]
    triples, pairs = worth >> 8 & 255, worth & 255
    cost = worth >> 16
    if wilds:
        lifted = min(wilds, triples)  # a wild makes a triple a bomb
        triples -= lifted
        cost -= (TURN + BOMB) * lifted + WILD * (wilds - lifted)
    return cost - FULL * min(pairs, triples)


def _groups(hand: int, level: int, flushes: list[int], plan: tuple[Form, ...]) -> tuple[Group, ...]:
    """The cards of a plan, taken from the hand one group after the other."""
    made = [_read(cards, level) for cards in flushes]
    hand -= sum(flushes)
    wild = wild_kind(level)
    wilds = hand >> 4 * wild & 3
    hand -= wilds * BIT[wild]
    for planned in plan:
        form = planned
        cards = sum([take(hand, rank, DEEP[form.type]) for rank in window(form)])
        if form.type == "straight" and _of_one_suit(cards):
            form = Form(STRAIGHT_FLUSH, form.key, 5)
        made.append(_group((form, cards)))
        hand -= cards
    natural = hand & BIT[SMALL_JOKER] - 1
    if hand - natural == JOKERS:
        made.append(_group((FOUR_KINGS, JOKERS)))
    elif hand != natural:
        for joker, key in ((SMALL_JOKER, SMALL_KEY), (BIG_JOKER, BIG_KEY)):
            held = hand >> 4 * joker & 3
            if held:
                made.append(_group((_ALIKE[key, held], held * BIT[joker])))
    made += _alike(natural, wilds, level)
    return tuple(sorted(made, key=_order))


def _of_one_suit(cards: int) -> bool:
    below = (cards.bit_length() - 1) // SUIT_BITS * SUIT_BITS
    return not cards & (1 << below) - 1


def _read(cards: int, level: int) -> Group:
    """A straight flush as the strongest it can be, for a wild may stand at either end."""
    found = readings_of(cards, 5, level, BOOK)
    return Group(max(found, key=BOOK.strength), cards)


class _Places(dict[Form, tuple[int, int, int]]):
    """Where a form stands among the groups of a hand."""

    def __missing__(self, form: Form) -> tuple[int, int, int]:
        made = self[form] = (-BOOK.tier(form), -form.size, -form.key)
        return made


_PLACES = _Places()


def _order(group: Group) -> tuple[int, int, int]:
    return _PLACES[group[0]]


def _alike(hand: int, wilds: int, level: int) -> list[Group]:
    """What is left, by rank: wilds make bombs of triples, low pairs go with triples."""
    ranks = _ranks(hand)
    counts: dict[int, int] = {}
    alike: dict[int, int] = {}
    for rank in range(13):
        count = ranks >> 4 * rank & 15
        if count:
            counts[rank] = count
            alike[rank] = hand & COLUMN << 4 * rank
    if wilds:
        _give_wilds(alike, counts, wilds, level)
    # Level cards are worth more on their own than in a full house.
    triples = [rank for rank, count in counts.items() if count == 3 and rank != level]
    pairs = [rank for rank, count in counts.items() if count == 2 and rank != level]
    made = []
    for triple, pair in zip(triples, pairs, strict=False):
        made.append(_group((_HOUSES[triple], alike.pop(triple) + alike.pop(pair))))
    for rank, cards in alike.items():
        key = LEVEL_KEY if rank == level else rank + 2
        made.append(_group((_ALIKE[key, counts[rank]], cards)))
    return made


def _give_wilds(alike: dict[int, int], counts: dict[int, int], wilds: int, level: int) -> None:
    """The highest triples become bombs; a wild that is left stays with the level cards."""
    wild = BIT[wild_kind(level)]
    for rank in sorted(alike, reverse=True):
        if counts[rank] == 3 and wilds and rank != level:
            alike[rank] += wild
            counts[rank] = 4
            wilds -= 1
    if wilds:
        alike[level] = alike.get(level, 0) + wilds * wild
        counts[level] = counts.get(level, 0) + wilds
