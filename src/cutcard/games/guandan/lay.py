"""Laying cards on the table: the cards of a way, and which card each wild stands for."""

from __future__ import annotations

from functools import lru_cache

from cutcard.kernel.cards import NAMES, SMALL_JOKER

from .book import KINGS, STRAIGHT_FLUSH, Book
from .deck import (
    BIT,
    COLUMN,
    HEARTS,
    JOKERS,
    SMALL_KEY,
    SUIT_BITS,
    from_low_to_high,
    key_of,
    names,
    names_of,
    rank_of_key,
    size,
    wild_kind,
)
from .shapes import SEQUENCES, Form
from .ways import DEEP, SUITS_DOWN, Counted, Way, ways_of, window


def usual(hand: int, level: int, form: Form, book: Book) -> int | None:
    """The cards one would lay for a form, with as few wilds as can be; None if it cannot be."""
    counted = Counted(hand, level)
    way = next(ways_of(counted, form, book), None)
    return None if way is None else lay(counted, way, book)


def lay(hand: Counted, way: Way, book: Book) -> int:
    """The cards of a way, wilds included."""
    form = way.form
    wilds = len(way.wilds) * BIT[wild_kind(hand.level)]
    if form.type == KINGS:
        return JOKERS
    if form.type == "fullhouse":
        ours, theirs = (2, 3) if book.declare_pair else (3, 2)
        return (
            wilds
            + _group(hand, form.key, ours, way.wilds)
            + _group(hand, way.side, theirs, way.wilds)
        )
    if form.type not in SEQUENCES:
        return wilds + _group(hand, form.key, form.size, way.wilds)
    if form.type == "straight":
        return wilds + _mixed(hand, [rank for rank in window(form) if rank not in way.wilds])
    if form.type == STRAIGHT_FLUSH:
        left = [rank for rank in window(form) if rank not in way.wilds]
        return wilds + sum([BIT[13 * way.side + rank] for rank in left])
    deep = DEEP[form.type]
    return wilds + sum([_pick(hand, rank, deep - way.wilds.count(rank)) for rank in window(form)])


@lru_cache(maxsize=4096)
def spoken(
    cards: int, level: int, form: Form, book: Book
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """A play by its cards' names as one lays it out, and the names its wilds stand for."""
    if not cards >> 4 * wild_kind(level) & 3:
        return _without_wilds(cards, level, form), ()
    stands = stands_for(cards, level, form, book)
    shown = [NAMES[kind] for kind in in_order(cards, level, form, stands)]
    return tuple(shown), tuple([NAMES[kind] for kind in stands])


def _without_wilds(cards: int, level: int, form: Form) -> tuple[str, ...]:
    if form.type in SEQUENCES:
        return names_of(cards, window(form))
    if form.type != "fullhouse":
        return names(cards, level)
    if form.key >= SMALL_KEY:  # by the pair
        first = cards & 3 << 4 * (SMALL_JOKER + form.key - SMALL_KEY)
    else:
        first = cards & COLUMN << 4 * rank_of_key(form.key, level)
    return names(first, level) + names(cards - first, level)


def in_order(cards: int, level: int, form: Form, stands: tuple[int, ...]) -> list[int]:
    """A play as one lays it out: runs from low to high, triples before pairs, wilds in place."""
    wild = wild_kind(level)
    rest = list(stands)
    placed = []
    for kind in from_low_to_high(cards, level):
        seen = rest.pop(0) if kind == wild and rest else kind
        if form.type in SEQUENCES:
            place = window(form).index(seen % 13)
        else:
            place = int(form.type == "fullhouse" and key_of(seen, level) != form.key)
        placed.append((place, kind == wild, kind))
    return [kind for _, _, kind in sorted(placed, key=lambda one: one[:2])]


def _group(hand: Counted, key: int, size: int, wilds: tuple[int, ...]) -> int:
    if key >= SMALL_KEY:
        return size * BIT[SMALL_JOKER + key - SMALL_KEY]
    rank = rank_of_key(key, hand.level)
    return _pick(hand, rank, size - wilds.count(rank))


def _pick(hand: Counted, rank: int, count: int) -> int:
    """Natural cards of a rank, those to be laid first before others."""
    if not hand.first:
        return take(hand.hand, rank, count)
    early = take(hand.first, rank, count)
    missing = count - size(early)
    return early + take(hand.hand - early, rank, missing) if missing else early


class _Taken(dict[int, int]):
    """So many cards of a rank's column, ♠ first: at most 81, made when first met."""

    def __init__(self, count: int) -> None:
        self.count = count

    def __missing__(self, column: int) -> int:
        taken, count = 0, self.count
        for suit in SUITS_DOWN:
            used = min(column >> SUIT_BITS * suit & 3, count)
            taken += used << SUIT_BITS * suit
            count -= used
        self[column] = taken
        return taken


_TAKEN = [_Taken(count) for count in range(11)]


def take(hand: int, rank: int, count: int) -> int:
    """That many cards of a rank, or all there are, ♠ first."""
    return _TAKEN[count][hand >> 4 * rank & COLUMN] << 4 * rank


def _mixed(hand: Counted, ranks: list[int]) -> int:
    """One natural card of each rank, not all of one suit."""
    picks: list[int] = []
    spare: list[tuple[int, int]] = []
    for rank in ranks:
        suits = [suit for suit in SUITS_DOWN if hand.hand >> SUIT_BITS * suit + 4 * rank & 3]
        suits.sort(key=lambda suit: not hand.first >> SUIT_BITS * suit + 4 * rank & 3)
        picks.append(suits[0])
        spare += [(len(picks) - 1, suit) for suit in suits[1:2]]
    if len(set(picks)) == 1 and spare:
        place, suit = spare[0]
        picks[place] = suit
    return sum([BIT[13 * suit + rank] for rank, suit in zip(ranks, picks, strict=True)])


def stands_for(cards: int, level: int, form: Form, book: Book) -> tuple[int, ...]:
    """Which card each wild of a play is, by kind: 8♠ 8♥ 8♣ and a wild make the wild 8♦."""
    if not cards >> 4 * wild_kind(level) & 3:
        return ()
    played = Counted(cards, level)
    way = next(way for way in ways_of(played, form, book) if len(way.wilds) == played.wilds)
    if form.type == STRAIGHT_FLUSH:
        return tuple([13 * way.side + rank for rank in way.wilds])
    stands: list[int] = []
    for rank in way.wilds:
        suit = HEARTS
        if form.type != "straight" and rank != level:
            have: list[int] = [played.hand >> SUIT_BITS * s + 4 * rank & 3 for s in range(4)]
            for kind in stands:
                have[kind // 13] += kind % 13 == rank
            suit = min(SUITS_DOWN, key=have.__getitem__)
        stands.append(13 * suit + rank)
    return tuple(stands)
