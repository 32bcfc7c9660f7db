"""理牌: a hand sorted into plays, so that bombs stay whole and few weak cards are left over.

Costs are in tenths of a turn: what is left to lead costs a turn, low single cards more, high ones
less; a bomb wins a turn back. Straight flushes are tried first, then up to three sequences.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from cutcard.kernel.cards import BIG_JOKER, SMALL_JOKER

from .book import PRESETS
from .deck import BIT, JOKERS, ONES, key_of, size, wild_kind
from .lay import lay, take
from .shapes import FOUR_KINGS, Form, Shape, flush_forms, readings_of
from .ways import DEEP, Counted, ways_of, window

BOOK = PRESETS["spec"]  # what goes together is the same in both books
TURN, BOMB, LARGER, FULL, WILD = 10, 12, 3, 9, 6
LOW_SINGLE, LOW_PAIR = 3, 1
SEQUENCE_COST = {"straight": 9, "tube": 9, "plate": 7}
FLUSH_GAIN = 18
DEPTH = 3
_LOW = int("1" * 8, 16)  # 2 … 9


class Group(NamedTuple):
    """Cards that go together, and what they are."""

    form: Form
    cards: int


_SEQUENCES: list[tuple[Form, int, int]] = [  # with the ranks it takes, and how many of each
    (form, sum([1 << 4 * rank for rank in window(form)]), DEEP[kind])
    for kind, cards, first in (("plate", 6, 2), ("tube", 6, 3), ("straight", 5, 5))
    for form in [Form(kind, top, cards) for top in range(first, 15)]
]


@lru_cache(maxsize=4096)
def arrange(hand: int, level: int) -> tuple[Group, ...]:
    """The hand as groups: bombs first, then sequences, then the rest from high to low."""
    counted = Counted(hand, level)
    best: tuple[int, list[int], list[Form]] | None = None
    for flushes in _flush_choices(hand, counted):
        left = Counted(hand - sum(flushes), level)
        cost, plan = _plan(_packed(left.ranks), left.wilds, level)
        cost -= FLUSH_GAIN * len(flushes)
        if best is None or cost < best[0]:
            best = cost, flushes, plan
    assert best is not None
    return _groups(hand, level, best[1], best[2])


def _packed(ranks: list[int]) -> int:
    return sum([count << 4 * rank for rank, count in enumerate(ranks)])


def _flush_choices(hand: int, counted: Counted) -> list[list[int]]:
    """No straight flush, any one with at most a wild, or two that share no card."""
    ones = []
    for form in flush_forms(Shape(hand, counted.level)):
        suits = set()
        for way in ways_of(counted, form, BOOK):
            if len(way.wilds) <= 1 and way.side not in suits:
                suits.add(way.side)
                ones.append(lay(counted, way, BOOK))
    wild = 4 * wild_kind(counted.level)
    twos = [
        [one, other]
        for i, one in enumerate(ones)
        for other in ones[i + 1 :]
        if _apart(hand, one, other) and (one >> wild & 3) + (other >> wild & 3) <= counted.wilds
    ]
    return [[], *[[one] for one in ones], *twos]


def _apart(hand: int, one: int, other: int) -> bool:
    """Whether the hand has both at once."""
    twice = one & other  # kinds that both need: the hand must have two of them
    return not twice & ~(hand >> 1)


def _plan(ranks: int, wilds: int, level: int) -> tuple[int, list[Form]]:
    """The cheapest choice of sequences and its cost."""
    fitting = [one for one in _SEQUENCES if _least(ranks, one[2]) & one[1] == one[1]]
    return _search(ranks, wilds, level, fitting, DEPTH)


def _search(
    ranks: int, wilds: int, level: int, fitting: list[tuple[Form, int, int]], depth: int
) -> tuple[int, list[Form]]:
    best = _cost(ranks, wilds, level)
    plan: list[Form] = []
    if depth:
        bombs = _least(ranks, 4)
        for i, (form, taken, deep) in enumerate(fitting):
            if _least(ranks, deep) & taken != taken:
                continue
            left = ranks - deep * taken
            if bombs & ~_least(left, 4):
                continue  # what was a bomb stays one
            cost, rest = _search(left, wilds, level, fitting[i:], depth - 1)
            cost += SEQUENCE_COST[form.type]
            if cost < best:
                best, plan = cost, [form, *rest]
    return best, plan


def _least(ranks: int, need: int) -> int:
    return (ranks + (8 - need) * ONES) >> 3 & ONES


def _cost(ranks: int, wilds: int, level: int) -> int:
    one, two, three, four = (_least(ranks, need) for need in (1, 2, 3, 4))
    singles, pairs, triples = one & ~two, two & ~three, three & ~four
    trump, low = 1 << 4 * level, _LOW & ~(1 << 4 * level)
    many = triples.bit_count()
    bombs = four.bit_count()
    lifted = min(wilds, many)  # a wild makes a triple a bomb
    many -= lifted
    bombs += lifted
    cost = TURN * (singles.bit_count() + pairs.bit_count() + many) - BOMB * bombs
    cost -= LARGER * sum([_least(ranks, size).bit_count() for size in (5, 6)])
    cost -= FULL * min(many, (pairs & ~trump).bit_count()) + WILD * (wilds - lifted)
    cost += LOW_SINGLE * (singles & low).bit_count() + LOW_PAIR * (pairs & low).bit_count()
    high = 1 << 48 | trump
    return cost - LOW_SINGLE * ((singles & high).bit_count() + (pairs & high).bit_count())


def _groups(hand: int, level: int, flushes: list[int], plan: list[Form]) -> tuple[Group, ...]:
    """The cards of a plan, taken from the hand one group after the other."""
    made = [_read(cards, level) for cards in flushes]
    hand -= sum(flushes)
    wild = wild_kind(level)
    wilds = hand >> 4 * wild & 3
    hand -= wilds * BIT[wild]
    for form in plan:
        cards = sum([take(hand, rank, DEEP[form.type]) for rank in window(form)])
        made.append(_read(cards, level))
        hand -= cards
    if hand & JOKERS == JOKERS:
        made.append(Group(FOUR_KINGS, JOKERS))
        hand -= JOKERS
    for joker in (SMALL_JOKER, BIG_JOKER):
        held = hand >> 4 * joker & 3
        if held:
            made.append(_read(held * BIT[joker], level))
    hand &= BIT[SMALL_JOKER] - 1
    made += _alike(hand, wilds, level)
    return tuple(sorted(made, key=_order))


def _read(cards: int, level: int) -> Group:
    found = readings_of(cards, size(cards), level, BOOK)
    return Group(max(found, key=BOOK.strength), cards)


def _order(group: Group) -> tuple[int, int, int]:
    return -BOOK.tier(group.form), -group.form.size, -group.form.key


def _alike(hand: int, wilds: int, level: int) -> list[Group]:
    """What is left, by rank: wilds make bombs of triples, low pairs go with triples."""
    wild = BIT[wild_kind(level)]
    ranks = Counted(hand, level).ranks
    alike = {rank: take(hand, rank, count) for rank, count in enumerate(ranks) if count}
    # The highest triples become bombs first; a wild that is left stays with the level cards.
    for rank in sorted(alike, key=lambda rank: -key_of(rank, level)):
        if ranks[rank] == 3 and wilds and rank != level:
            alike[rank] += wild
            wilds -= 1
    if wilds:
        alike[level] = alike.get(level, 0) + wilds * wild
    # Level cards are worth more on their own than in a full house.
    sizes = {rank: size(cards) for rank, cards in alike.items() if rank != level}
    triples = [rank for rank, count in sizes.items() if count == 3]
    pairs = [rank for rank, count in sizes.items() if count == 2]
    made = []
    for triple, pair in zip(triples, pairs, strict=False):
        made.append(_read(alike.pop(triple) + alike.pop(pair), level))
    return made + [_read(cards, level) for cards in alike.values()]
