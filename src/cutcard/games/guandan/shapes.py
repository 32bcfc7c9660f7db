"""Which forms a hand can make: the thirteen types, wilds included, all ranks at once.

A form is what matters when plays are compared: its type, its key and its size. Flags are integers
with a nibble per rank, key or window; adding a constant to every nibble raises its high bit where
a count is large enough, so no loop runs over ranks. Inside sequences the level card keeps its
natural rank and the ace is high or low; everywhere else it ranks above the ace.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from .book import KINGS, STRAIGHT_FLUSH, Book
from .deck import BIG_KEY, HEARTS, LEVEL_KEY, ONES, RANK_MASK, SMALL_KEY, SUIT_BITS


class Form(NamedTuple):
    """A play as it is compared: `("pair", 5, 2)`; keys are 2 … 14, 15 level, 16 and 17 jokers."""

    type: str
    key: int
    size: int


SIZES: dict[str, int] = {
    "single": 1,
    "pair": 2,
    "triple": 3,
    "fullhouse": 5,
    "straight": 5,
    "tube": 6,
    "plate": 6,
}
SEQUENCES = frozenset(("straight", STRAIGHT_FLUSH, "tube", "plate"))
FOUR_KINGS = Form(KINGS, 100, 4)
_WIDE: Final = int("1" * 16, 16)  # one nibble for each key, 2 … 17
_LEVEL_SHIFT, _SMALL_SHIFT, _BIG_SHIFT = 4 * (LEVEL_KEY - 2), 4 * (SMALL_KEY - 2), 4 * SMALL_KEY - 4
_FIVES, _THREES, _TWOS = int("1" * 10, 16), int("1" * 12, 16), int("1" * 13, 16)
_HALF = (1 << 32) - 1


class _Half(dict[int, tuple[Form, ...]]):
    """Eight nibbles of flags and the forms they say: at most 256 entries, made when first met."""

    def __init__(self, kind: str, size: int, first: int) -> None:
        self.forms = [Form(kind, first + i, size) for i in range(8)]

    def __missing__(self, flags: int) -> tuple[Form, ...]:
        made = tuple([form for i, form in enumerate(self.forms) if flags >> 4 * i & 1])
        self[flags] = made
        return made


class _Shelf:
    """The forms of one type and size, taken out by flags from the lowest key up."""

    __slots__ = ("first", "high", "low")

    def __init__(self, kind: str, size: int, first: int) -> None:
        self.first = first
        self.low = _Half(kind, size, first)
        self.high = _Half(kind, size, first + 8)

    def take(self, flags: int, above: int = 0) -> tuple[Form, ...]:
        """The flagged forms whose key is above the one given."""
        skip = above + 1 - self.first
        if skip > 0:
            flags = flags >> 4 * skip << 4 * skip
        if not flags:
            return ()
        return self.low[flags & _HALF] + self.high[flags >> 32]


_FIRST = {"straight": 5, "tube": 3, "plate": 2}
_SHELVES = {kind: _Shelf(kind, size, _FIRST.get(kind, 2)) for kind, size in SIZES.items()}
_BOMBS = {size: _Shelf("bomb", size, 2) for size in range(4, 11)}
_FLUSHES = _Shelf(STRAIGHT_FLUSH, 5, 5)


def _least(counts: int, need: int) -> int:
    """Flags of the nibbles that hold at least `need` (1 … 8)."""
    return (counts + (8 - need) * _WIDE) >> 3 & _WIDE


def _with_other(these: int, others: int) -> int:
    """Those flags beside which another flag of `others` stands."""
    if others & (others - 1):
        return these
    return these & ~others if others else 0


class Shape:
    """A hand counted once: ranks, suits, wilds and jokers; each type asks it for its flags."""

    __slots__ = ("big", "keys", "ranks", "small", "suits", "wilds")

    def __init__(self, hand: int, level: int) -> None:
        shift = SUIT_BITS * HEARTS + 4 * level
        self.wilds = wilds = hand >> shift & 3
        hand -= wilds << shift
        self.suits = suits = (
            hand & RANK_MASK,
            hand >> SUIT_BITS & RANK_MASK,
            hand >> 2 * SUIT_BITS & RANK_MASK,
            hand >> 3 * SUIT_BITS & RANK_MASK,
        )
        self.ranks = ranks = suits[0] + suits[1] + suits[2] + suits[3]
        trump = ranks >> 4 * level & 15
        self.keys = ranks + (trump << _LEVEL_SHIFT) - (trump << 4 * level)
        self.small = hand >> 4 * SUIT_BITS & 15
        self.big = hand >> 4 * SUIT_BITS + 4

    def singles(self) -> int:
        flags = _least(self.keys, 1) | (self.small > 0) << _SMALL_SHIFT
        return flags | (self.big > 0) << _BIG_SHIFT | (self.wilds > 0) << _LEVEL_SHIFT

    def pairs(self) -> int:
        flags = _least(self.keys, 1 if self.wilds else 2) | (self.small == 2) << _SMALL_SHIFT
        return flags | (self.big == 2) << _BIG_SHIFT | (self.wilds == 2) << _LEVEL_SHIFT

    def triples(self) -> int:
        return _least(self.keys, 3 - self.wilds)

    def full_houses(self) -> int:
        """By the triple. A wild completes the triple, the pair or both; two can be the pair."""
        keys, wilds = self.keys, self.wilds
        if self.small == 2 or self.big == 2:
            return _least(keys, 3 - wilds)
        two, three = _least(keys, 2), _least(keys, 3)
        if wilds == 0:
            return _with_other(three, two)
        one = _least(keys, 1)
        if wilds == 1:
            return _with_other(three, one) | _with_other(two, two)
        return three | _with_other(two, one) | _with_other(one, two)

    def declared_pairs(self) -> int:
        """Full houses by their pair, for tables that compare them so."""
        keys, wilds = self.keys, self.wilds
        one, two, three = _least(keys, 1), _least(keys, 2), _least(keys, 3)
        flags = _with_other(two, _least(keys, 3 - wilds))
        if wilds:
            flags |= _with_other(one, _least(keys, 4 - wilds))
        if wilds == 2 and three & ~(1 << _LEVEL_SHIFT):
            flags |= 1 << _LEVEL_SHIFT
        if _least(keys, 3 - wilds):
            flags |= (self.small == 2) << _SMALL_SHIFT | (self.big == 2) << _BIG_SHIFT
        return flags

    def bombs(self, size: int) -> int:
        need = size - self.wilds
        return _least(self.keys, need) if need <= 8 else 0

    def tubes(self) -> int:
        counts = _least(self.ranks, 1) + _least(self.ranks, 2)
        counts = (counts & RANK_MASK) << 4 | counts >> 48 & 15
        counts += (counts >> 4) + (counts >> 8)
        return (counts + (2 + self.wilds) * _WIDE) >> 3 & _THREES

    def plates(self) -> int:
        counts = _least(self.ranks, 1) + _least(self.ranks, 2) + _least(self.ranks, 3)
        counts = (counts & RANK_MASK) << 4 | counts >> 48 & 15
        counts += counts >> 4
        return (counts + (2 + self.wilds) * _WIDE) >> 3 & _TWOS

    def straights(self) -> int:
        """Windows of five, A2345 first, with natural cards of at least two suits.

        With one suit they are a straight flush and nothing else.
        """
        suits_in = ranks = 0
        for suit in self.suits:
            held = (suit | suit >> 1) & ONES
            ranks |= held
            suits_in += (_in_windows(held) + 7 * _FIVES) >> 3 & _FIVES
        mixed = (suits_in + 6 * _FIVES) >> 3
        return (_in_windows(ranks) + (3 + self.wilds) * _FIVES) >> 3 & mixed & _FIVES

    def flushes(self) -> int:
        """Windows of five that one suit fills, wilds in the gaps."""
        found = 0
        enough = 5 - self.wilds
        for suit in self.suits:
            held = (suit | suit >> 1) & ONES
            if held.bit_count() >= enough:
                found |= _in_windows(held) + (8 - enough) * _FIVES
        return found >> 3 & _FIVES


def _in_windows(held: int) -> int:
    """How many ranks are held in each window of five; the ace counts below the two as well."""
    held = held << 4 | held >> 48
    return held + (held >> 4) + (held >> 8) + (held >> 12) + (held >> 16)


def _flags_of(shape: Shape, kind: str, by_pair: bool) -> int:
    if kind == "single":
        return shape.singles()
    if kind == "pair":
        return shape.pairs()
    if kind == "triple":
        return shape.triples()
    if kind == "fullhouse":
        return shape.declared_pairs() if by_pair else shape.full_houses()
    if kind == "tube":
        return shape.tubes()
    if kind == "plate":
        return shape.plates()
    return shape.straights()


def _bombs_above(shape: Shape, beat: Form | None, book: Book) -> list[Form]:
    """Every bomb, or those that beat the one on the table, from the lowest by the book's order."""
    floor = 0 if beat is None else book.tier(beat)
    above = 0 if beat is None else beat.key
    found: list[Form] = []
    bombs = True  # whether there may be a bomb of the next size
    for size in range(4, 11):
        bombs = bombs and (flags := shape.bombs(size)) > 0
        if bombs and 2 * size >= floor:
            found += _BOMBS[size].take(flags, above if 2 * size == floor else 0)
        if size == book.flush_beats:
            tier = 2 * size + 1
            if tier >= floor:
                found += _FLUSHES.take(shape.flushes(), above if tier == floor else 0)
        elif not bombs and size > book.flush_beats:
            break
    if shape.small == 2 and shape.big == 2 and floor < 100:
        found.append(FOUR_KINGS)
    return found


def forms_of(hand: int, level: int, beat: Form | None, book: Book) -> list[Form]:
    """All distinct forms the hand may lead, or that beat the one on the table; lowest first."""
    shape = Shape(hand, level)
    found: list[Form] = []
    if beat is None:
        for kind, shelf in _SHELVES.items():
            found += shelf.take(_flags_of(shape, kind, book.declare_pair))
    elif beat.type in SIZES:
        flags = _flags_of(shape, beat.type, book.declare_pair)
        found += _SHELVES[beat.type].take(flags, beat.key)
    found += _bombs_above(shape, beat, book)
    return found


def flush_forms(shape: Shape) -> tuple[Form, ...]:
    """The straight flushes in a hand."""
    return _FLUSHES.take(shape.flushes())


_BY_COUNT: dict[int, tuple[str, ...]] = {
    1: ("single",),
    2: ("pair",),
    3: ("triple",),
    4: (),
    5: ("fullhouse", "straight"),
    6: ("tube", "plate"),
}


def readings_of(cards: int, count: int, level: int, book: Book) -> list[Form]:
    """Every form that exactly these `count` cards can be; none: no valid combination."""
    if not 1 <= count <= 10:
        return []
    shape = Shape(cards, level)
    found: list[Form] = []
    for kind in _BY_COUNT.get(count, ()):
        found += _SHELVES[kind].take(_flags_of(shape, kind, book.declare_pair))
    if count == 5:
        found += _FLUSHES.take(shape.flushes())
    if count >= 4:
        found += _BOMBS[count].take(shape.bombs(count))
    if count == 4 and shape.small == 2 and shape.big == 2:
        found.append(FOUR_KINGS)
    return found


def is_form(form: Form) -> bool:
    """Whether there is such a form at all, in some hand."""
    kind, key, size = form
    if kind == "bomb":
        return 4 <= size <= 10 and 2 <= key <= LEVEL_KEY
    if kind == KINGS:
        return form == FOUR_KINGS
    if size != (5 if kind == STRAIGHT_FLUSH else SIZES.get(kind)):
        return False
    if kind in SEQUENCES:
        return _FIRST.get(kind, 5) <= key <= 14
    return 2 <= key <= (LEVEL_KEY if kind == "triple" else BIG_KEY)
