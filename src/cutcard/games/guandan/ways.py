"""From a form to cards: every distinct way to lay it, and which card each wild stands for.

A way says what a form leaves open: the ranks its wilds stand for, and the pair of a full house or
the suit of a straight flush. Ways come in order, fewest wilds first, so the first is the usual one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import combinations
from typing import NamedTuple

from .book import KINGS, STRAIGHT_FLUSH, Book
from .deck import HEARTS, LEVEL_KEY, ONES, SMALL_KEY, SUIT_BITS, rank_of_key
from .shapes import Form, forms_of

SUITS_DOWN = (3, 2, 1, 0)
_LENGTH = {"straight": 5, STRAIGHT_FLUSH: 5, "tube": 3, "plate": 2}
DEEP = {"straight": 1, STRAIGHT_FLUSH: 1, "tube": 2, "plate": 3}
_GROUP = frozenset(("single", "pair", "triple", "bomb"))


class Way(NamedTuple):
    """One way to lay a form: `side` is a full house's other key, a straight flush's suit, or -1."""

    form: Form
    wilds: tuple[int, ...]
    side: int


_way: Callable[[tuple[Form, tuple[int, ...], int]], Way] = partial(tuple.__new__, Way)
"""A Way from its parts, in half the time of `Way(…)`: a hand can have hundreds."""


class Counted:
    """A hand with its wilds set apart and its natural cards counted by rank.

    Where there is a choice, cards of `first` are laid before others.
    """

    __slots__ = ("first", "hand", "jokers", "known_sides", "known_suits", "level", "ranks", "wilds")

    def __init__(self, hand: int, level: int, first: int = 0) -> None:
        shift = SUIT_BITS * HEARTS + 4 * level
        self.level = level
        self.first = first & ~(3 << shift)
        self.known_sides: dict[tuple[int, int], list[tuple[int, int]]] = {}
        self.known_suits: list[int] | None = None
        self.wilds = hand >> shift & 3
        self.hand = hand = hand - (self.wilds << shift)
        summed = hand + (hand >> SUIT_BITS) + (hand >> 2 * SUIT_BITS) + (hand >> 3 * SUIT_BITS)
        self.ranks = [summed >> 4 * rank & 15 for rank in range(13)]
        self.jokers = (hand >> 4 * SUIT_BITS & 3, hand >> 4 * SUIT_BITS + 4 & 3)

    def suits(self) -> list[int]:
        """Four bits for each rank: the suits in which it is held."""
        if self.known_suits is None:
            held = 0
            for suit in range(4):
                field = self.hand >> SUIT_BITS * suit
                held |= ((field | field >> 1) & ONES) << suit
            self.known_suits = [held >> 4 * rank & 15 for rank in range(13)]
        return self.known_suits

    def sides(self, size: int, need: int) -> list[tuple[int, int]]:
        """What can be the other part of a full house with `need` natural cards: (key, rank).

        A group of just that size comes first, one that would break a bomb last.
        """
        found = self.known_sides.get((size, need))
        if found is None:
            level = self.level
            groups = [
                (count > 3, rank == level, abs(count - size), rank + 2, rank)
                for rank, count in enumerate(self.ranks)
                if count >= need > 0
            ]
            groups.sort()
            found = [(LEVEL_KEY if group[1] else group[3], group[4]) for group in groups]
            if size == need == 2:
                found += [(SMALL_KEY + i, -1) for i, held in enumerate(self.jokers) if held == 2]
            self.known_sides[size, need] = found
        return found

    def of_key(self, key: int) -> int:
        """How many natural cards count as that key."""
        if key >= SMALL_KEY:
            return self.jokers[key - SMALL_KEY]
        return self.ranks[self.level if key == LEVEL_KEY else key - 2]


def _ranks_to(top: int, length: int) -> tuple[int, ...]:
    return tuple([(rank + 13) % 13 for rank in range(top - 1 - length, top - 1)])


_WINDOWS = {
    (kind, top): _ranks_to(top, length)
    for kind, length in _LENGTH.items()
    for top in range(length, 15)
}


def window(form: Form) -> tuple[int, ...]:
    """The ranks of a sequence from its lowest to its top; an ace below the two is rank 12."""
    return _WINDOWS[form.type, form.key]


@cache
def _fills(
    ranks: tuple[int, ...], held: int, wilds: int
) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    """Of five ranks, `held` the bits of those there: what wilds stand for, and the other places."""
    missing = [i for i in range(5) if not held >> i & 1]
    there = [i for i in range(5) if held >> i & 1]
    return tuple(
        (
            tuple([ranks[i] for i in sorted((*missing, *more))]),
            tuple([i for i in there if i not in more]),
        )
        for extra in range(wilds - len(missing) + 1)
        for more in combinations(there, extra)
    )


def ways_of(hand: Counted, form: Form, book: Book) -> Iterator[Way]:
    """Every distinct way in which the hand can lay the form; none if it cannot."""
    kind = form.type
    if kind in _GROUP:
        return _group_ways(hand, form)
    if kind == "fullhouse":
        return _house_ways(hand, form, book.declare_pair)
    if kind == "straight":
        return _straight_ways(hand, form)
    if kind == STRAIGHT_FLUSH:
        return _flush_ways(hand, form)
    if kind == KINGS:
        return iter((Way(form, (), -1),) if hand.jokers == (2, 2) else ())
    return _deep_ways(hand, form)


def all_ways(hand: int, level: int, beat: Form | None, book: Book) -> list[Way]:
    """Every legal form in every way: the move list with all wild placements."""
    counted = Counted(hand, level)
    return [
        way for form in forms_of(hand, level, beat, book) for way in ways_of(counted, form, book)
    ]


def _group_ways(hand: Counted, form: Form) -> Iterator[Way]:
    key, size = form.key, form.size
    held = hand.of_key(key)
    if key >= SMALL_KEY:
        if held >= size:
            yield _way((form, (), -1))
        return
    rank = rank_of_key(key, hand.level)
    # Wilds alone are level cards; beside a natural card they are whatever it is.
    most = min(hand.wilds, size if key == LEVEL_KEY else size - 1)
    for used in range(most + 1):
        if held >= size - used:
            yield _way((form, (rank,) * used, -1))


def _house_ways(hand: Counted, form: Form, by_pair: bool) -> Iterator[Way]:
    ours, theirs = (2, 3) if by_pair else (3, 2)
    held = hand.of_key(form.key)
    joker = form.key >= SMALL_KEY
    mine = -1 if joker else rank_of_key(form.key, hand.level)
    for total in range(hand.wilds + 1):
        for here in range(total + 1):
            if held < ours - here or (joker and here) or (here == ours and mine != hand.level):
                continue  # wilds make no joker, and two of them alone are a level pair
            there = total - here
            wilds = (mine,) * here
            for key, rank in hand.sides(theirs, theirs - there):
                if rank != mine:
                    yield _way((form, wilds + (rank,) * there, key))
            if there == theirs:
                rank = wild_pair(hand.level, mine)
                yield _way((form, (rank, rank), LEVEL_KEY if rank == hand.level else rank + 2))


def wild_pair(level: int, triple: int) -> int:
    """What two wilds are as the pair beside a triple: level cards, or aces beside level cards."""
    if triple != level:
        return level
    return 12 if level != 12 else 11


def _straight_ways(hand: Counted, form: Form) -> Iterator[Way]:
    ranks = window(form)
    by_rank = hand.suits()
    suits = [by_rank[rank] for rank in ranks]
    held = sum([1 << i for i in range(5) if suits[i]])
    for stands, natural in _fills(ranks, held, hand.wilds):
        seen = 0
        for i in natural:
            seen |= suits[i]
        if seen & (seen - 1):  # of two suits: with one it would be a straight flush
            yield _way((form, stands, -1))


def _flush_ways(hand: Counted, form: Form) -> Iterator[Way]:
    ranks = window(form)
    by_rank = hand.suits()
    suits = [by_rank[rank] for rank in ranks]
    found = []
    for suit in SUITS_DOWN:
        held = sum([(suits[i] >> suit & 1) << i for i in range(5)])
        for stands, _ in _fills(ranks, held, hand.wilds):
            found.append((len(stands), suit, stands))
    found.sort()
    for _, suit, stands in found:
        yield _way((form, stands, suit))


def _deep_ways(hand: Counted, form: Form) -> Iterator[Way]:
    """Tubes and plates: wilds go where cards are missed, and then wherever they may."""
    deep = DEEP[form.type]
    ranks = window(form)
    lack = [rank for rank in ranks for _ in range(deep - hand.ranks[rank])]
    spare = hand.wilds - len(lack)
    if spare < 0:
        return
    yield _way((form, tuple(lack), -1))
    room = {rank: deep - lack.count(rank) for rank in ranks}
    for extra in range(1, spare + 1):
        for first, rank in enumerate(ranks):
            if extra == 1 and room[rank]:
                yield _way((form, (*lack, rank), -1))
            elif extra == 2:
                if room[rank] >= 2:
                    yield _way((form, (rank, rank), -1))
                for other in ranks[first + 1 :]:
                    yield _way((form, (rank, other), -1))
