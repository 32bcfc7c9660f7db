"""A hand as one integer: the encoding every other file of the game counts with.

A kind of card is the kernel's 0 … 53 (suit × 13 + rank, then the two jokers); a hand has one
nibble per kind, holding how many of its two copies it has. So a hand is never changed in place,
holding cards is one subtraction, and questions about all ranks at once are a few additions.
Ranks are 0 (two) … 12 (ace); keys are 2 … 14, 15 the level card, 16 and 17 the jokers.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import chain

from cutcard.kernel.cards import BIG_JOKER, COPY, NAMES, RANKS, SMALL_JOKER

KINDS = 54
SUIT_BITS = 52  # 13 nibbles
ONES = int("1" * 13, 16)  # the lowest bit of each rank's nibble
RANK_MASK = (1 << SUIT_BITS) - 1
ALL_ONES = int("1" * KINDS, 16)
ALL_HIGH = ALL_ONES << 3
ABOVE_THREE = ALL_ONES << 2 | ALL_HIGH
COLUMN = 3 | 3 << SUIT_BITS | 3 << 2 * SUIT_BITS | 3 << 3 * SUIT_BITS  # rank 0 in all suits
HEARTS = 2  # the kernel's suits are ♣ ♦ ♥ ♠
LEVEL_KEY, SMALL_KEY, BIG_KEY = 15, 16, 17

BIT: tuple[int, ...] = tuple(1 << 4 * kind for kind in range(KINDS))
BIT_OF: dict[str, int] = {
    spelt: BIT[kind]
    for kind, name in enumerate(NAMES)
    for spelt in (name, name.upper(), name.lower())
}


def pack(kinds: Iterable[int]) -> int:
    """The hand of these kinds (or cards of either copy)."""
    return sum([BIT[card % COPY] for card in kinds])


def pack_names(names: Iterable[str]) -> int:
    """The hand of cards written like `Th`, `TH` or `SJ`; KeyError names what is no card."""
    return sum([BIT_OF[name] for name in names])


def kinds(hand: int) -> list[int]:
    """Each card of a hand by its kind, in the kernel's order, doubles twice."""
    found = []
    while hand:
        bit = hand & -hand
        found.append((bit.bit_length() - 1) >> 2)
        if not bit & ALL_ONES:  # the nibble holds a 2: this kind comes a second time
            found.append(found[-1])
        hand ^= bit
    return found


def size(hand: int) -> int:
    """How many cards a hand has."""
    return (hand & ALL_ONES).bit_count() + 2 * (hand & ALL_ONES << 1).bit_count()


def holds(hand: int, part: int) -> bool:
    """Whether every card of `part` is in `hand`; `part` has at most ten cards, of any kinds."""
    return not part & ABOVE_THREE and (hand + ALL_HIGH - part) & ALL_HIGH == ALL_HIGH


def wild_kind(level: int) -> int:
    """The heart of the level: 逢人配."""
    return HEARTS * 13 + level


def key_of(kind: int, level: int) -> int:
    """What a card counts as alone: 2 … 14, the level card 15, the jokers 16 and 17."""
    if kind >= SMALL_JOKER:
        return SMALL_KEY + kind - SMALL_JOKER
    rank = kind % 13
    return LEVEL_KEY if rank == level else rank + 2


def rank_of_key(key: int, level: int) -> int:
    """The rank that a key below the jokers' stands for."""
    return level if key == LEVEL_KEY else key - 2


def from_low_to_high(hand: int, level: int) -> list[int]:
    """A hand as it is held: by key, then by suit, ♠ first."""
    return sorted(kinds(hand), key=lambda kind: (key_of(kind, level), -kind))


class _Named(dict[int, tuple[str, ...]]):
    """The names of a rank's cards, ♠ first, by its column: at most 81, made when first met."""

    def __init__(self, rank: int) -> None:
        self.rank = rank

    def __missing__(self, column: int) -> tuple[str, ...]:
        made = self[column] = tuple([NAMES[k] for k in reversed(kinds(column << 4 * self.rank))])
        return made


_LOW_TO_HIGH = [(*(r for r in range(13) if r != level), level) for level in range(13)]  # by level
_NAMED = [_Named(rank) for rank in range(13)]
_JOKER_NAMES = [("SJ",) * small + ("BJ",) * big for big in range(3) for small in range(3)]


def names_of(hand: int, ranks: Iterable[int]) -> tuple[str, ...]:
    """The cards of these ranks in words, one rank after the other, ♠ first."""
    found: list[str] = []
    for rank in ranks:
        found += _NAMED[rank][hand >> 4 * rank & COLUMN]
    return tuple(found)


@lru_cache(maxsize=4096)
def names(hand: int, level: int) -> tuple[str, ...]:
    """A hand in words, low to high."""
    jokers = (hand >> 4 * SMALL_JOKER & 3) + 3 * (hand >> 4 * BIG_JOKER)
    return names_of(hand, _LOW_TO_HIGH[level]) + _JOKER_NAMES[jokers]


def level_of(text: str) -> int:
    """The rank of a level's character, '2' … 'T' … 'A' ('10' too)."""
    level = RANKS.find("T" if text == "10" else text.upper())
    if level < 0 or not text:
        raise ValueError(f"'{text}' is no level; levels are {' '.join(RANKS)}")
    return level


def whole_deck() -> list[int]:
    """Two packs with their jokers: 108 cards as kinds."""
    return list(chain(range(KINDS), range(KINDS)))


JOKERS = 2 * BIT[SMALL_JOKER] + 2 * BIT[BIG_JOKER]
BOTH_BIG = 2 * BIT[BIG_JOKER]
