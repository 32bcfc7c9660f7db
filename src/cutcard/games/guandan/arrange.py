"""理牌: a hand sorted into plays, so that bombs stay whole and few weak cards are left over.

Costs are in tenths of a turn: what is left to lead costs a turn, low single cards more, high ones
less; a bomb wins a turn back. Straight flushes are tried first, then up to three sequences.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import NamedTuple

from cutcard.kernel.cards import BIG_JOKER, SMALL_JOKER

from .book import PRESETS
from .deck import BIG_KEY, BIT, COLUMN, JOKERS, LEVEL_KEY, ONES, SMALL_KEY, wild_kind
from .lay import lay, take
from .shapes import FOUR_KINGS, Form, Shape, flush_forms, readings_of
from .ways import DEEP, Counted, ways_of, window

BOOK = PRESETS["spec"]  # what goes together is the same in both books
TURN, BOMB, LARGER, FULL, WILD = 10, 12, 3, 9, 6
LOW_SINGLE, LOW_PAIR = 3, 1
SEQUENCE_COST = {"straight": 9, "tube": 9, "plate": 7}
FLUSH_GAIN = 18
DEPTH = 3


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
    shape = Shape(hand, level)
    cost, plan = _plan(shape, level)
    flushes: list[int] = []
    forms = flush_forms(shape)
    for choice in _flush_choices(hand, level, forms) if forms else ():
        least, others = _plan(Shape(hand - sum(choice), level), level)
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


_WORTHS = [[_Worth(first, level) for first in range(0, 13, 3)] for level in range(13)]


def _plan(shape: Shape, level: int) -> tuple[int, tuple[Form, ...]]:
    """The cheapest choice of sequences and its cost."""
    return _search(shape.ranks, shape.wilds, _WORTHS[level], _RUNS, DEPTH)


def _search(
    ranks: int, wilds: int, worths: list[_Worth], runs: list[_Run], depth: int
) -> tuple[int, tuple[Form, ...]]:
    """What the ranks cost at best when some of these runs, at most `depth`, are laid apart."""
    best, plan = _cost(ranks, wilds, worths), ()
    if depth:
        runs = _fitting(ranks, runs)
        for i, (form, taken, deep, price) in enumerate(runs):
            cost, rest = _search(ranks - deep * taken, wilds, worths, runs[i:], depth - 1)
            if cost + price < best:
                best, plan = cost + price, (form, *rest)
    return best, plan


def _fitting(ranks: int, runs: list[_Run]) -> list[_Run]:
    """The runs whose cards are there, and that leave a bomb where one was."""
    one, two, three, four = _least(ranks, 1), _least(ranks, 2), _least(ranks, 3), _least(ranks, 4)
    if four:
        one &= ~four | _least(ranks, 5)
        two &= ~four | _least(ranks, 6)
        three &= ~four | _least(ranks, 7)
    enough = (0, one, two, three)
    return [run for run in runs if enough[run[2]] & run[1] == run[1]]


def _least(ranks: int, need: int) -> int:
    return (ranks + (8 - need) * ONES) >> 3 & ONES


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
    return cost - FULL * (triples if triples < pairs else pairs)


def _groups(hand: int, level: int, flushes: list[int], plan: tuple[Form, ...]) -> tuple[Group, ...]:
    """The cards of a plan, taken from the hand one group after the other."""
    made = [_read(cards, level) for cards in flushes]
    hand -= sum(flushes)
    wild = wild_kind(level)
    wilds = hand >> 4 * wild & 3
    hand -= wilds * BIT[wild]
    for form in plan:
        cards = sum([take(hand, rank, DEEP[form.type]) for rank in window(form)])
        straight = form.type == "straight"
        made.append(_read(cards, level) if straight else _group((form, cards)))
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


def _read(cards: int, level: int) -> Group:
    """A flush with its wild, or a straight that may be one: the strongest it can be."""
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
    ranks = Shape(hand, level).ranks
    counts = {rank: ranks >> 4 * rank & 15 for rank in range(13) if ranks >> 4 * rank & 15}
    alike = {rank: hand & COLUMN << 4 * rank for rank in counts}
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
