"""Each of the thirteen types at least five times: a case that is one, an edge, one that is not,
one with a wild, and a comparison."""

from __future__ import annotations

from itertools import pairwise

import pytest

from cutcard.games.guandan import readings
from cutcard.games.guandan.book import PRESETS, bomb_strength
from cutcard.games.guandan.shapes import Form

# type: (level, cards, readings) for positive, edge, negative and wild
TYPES: dict[str, dict[str, tuple[str, str, str]]] = {
    "single": {
        "positive": ("2", "9C", "single 9"),
        "edge: a level card ranks above the ace": ("9", "9C", "single 15"),
        "edge: the big joker is the highest": ("9", "BJ", "single 17"),
        "negative: two cards are none": ("2", "9C TC", ""),
        "wild: alone it is a level card": ("9", "9H", "single 15"),
    },
    "pair": {
        "positive": ("2", "9C 9D", "pair 9"),
        "edge: two small jokers": ("2", "SJ SJ", "pair 16"),
        "edge: the same card twice": ("2", "9C 9C", "pair 9"),
        "negative: mixed jokers": ("2", "SJ BJ", ""),
        "wild: beside a king": ("2", "KC 2H", "pair 13"),
    },
    "triple": {
        "positive": ("2", "9C 9D 9S", "triple 9"),
        "edge: three level cards": ("9", "9C 9D 9S", "triple 15"),
        "negative: a pair and another": ("2", "9C 9D TS", ""),
        "negative: jokers": ("2", "BJ BJ SJ", ""),
        "wild: two beside one card": ("2", "KC 2H 2H", "triple 13"),
    },
    "fullhouse": {
        "positive": ("2", "9C 9D 9S 4S 4D", "fullhouse 9"),
        "edge: a joker pair": ("2", "9C 9D 9S BJ BJ", "fullhouse 9"),
        "negative: triple and two singles": ("2", "9C 9D 9S 4S 5D", ""),
        "negative: mixed jokers as the pair": ("2", "9C 9D 9S SJ BJ", ""),
        "wild: either pair can be the triple": ("2", "9C 9D 4S 4D 2H", "fullhouse 4, fullhouse 9"),
    },
    "straight": {
        "positive": ("2", "6C 7D 8S 9S TD", "straight 10"),
        "edge: A is one": ("7", "AC 2D 3S 4S 5D", "straight 5"),
        "edge: A is high": ("2", "TC JD QS KS AD", "straight 14"),
        "edge: a level card keeps its rank": ("8", "6C 7D 8S 9S TD", "straight 10"),
        "negative: round the corner": ("9", "QC KD AS 2S 3D", ""),
        "negative: six cards": ("2", "6C 7D 8S 9S TD JD", ""),
        "wild: in the middle": ("2", "6C 7D 2H 9S TD", "straight 10"),
        "wild: at either end": ("2", "6C 7D 8S 9S 2H", "straight 9, straight 10"),
    },
    "tube": {
        "positive": ("2", "6C 6D 7S 7D 8S 8C", "tube 8"),
        "edge: AA2233 is the lowest": ("9", "AC AD 2S 2D 3S 3C", "tube 3"),
        "edge: QQKKAA is the highest": ("9", "QC QD KS KD AS AC", "tube 14"),
        "negative: four pairs": ("2", "6C 6D 7S 7D 8S 8C 9S 9C", ""),
        "negative: a gap": ("2", "6C 6D 7S 7D 9S 9C", ""),
        "wild: two as the third pair": ("2", "6C 6D 7S 7D 2H 2H", "plate 7, tube 7, tube 8"),
    },
    "plate": {
        "positive": ("2", "6C 6D 6S 7S 7D 7C", "plate 7"),
        "edge: AAA222 is the lowest": ("9", "AC AD AS 2S 2D 2C", "plate 2"),
        "edge: KKKAAA is the highest": ("9", "KC KD KS AS AD AC", "plate 14"),
        "negative: with wings": ("2", "6C 6D 6S 7S 7D 7C 9S TS", ""),
        "negative: a gap": ("2", "6C 6D 6S 8S 8D 8C", ""),
        "wild: in one triple": ("2", "6C 6D 6S 7S 7D 2H", "plate 7"),
    },
    "bomb of 4": {
        "positive": ("2", "6C 6D 6S 6H", "bomb 6"),
        "edge: four level cards": ("6", "6C 6D 6S 6H", "bomb 15"),
        "negative: three and one": ("2", "6C 6D 6S 7H", ""),
        "wild: two beside a pair": ("2", "6C 6D 2H 2H", "bomb 6"),
    },
    "bomb of 5": {
        "positive": ("2", "6C 6D 6S 6H 6C", "bomb 6"),
        "edge: four level cards and a wild are five": ("6", "6C 6D 6S 6C 6H", "bomb 15"),
        "negative: never a full house": ("9", "6C 6D 6S 6H 6C", "bomb 6"),
        "negative: four and one": ("2", "6C 6D 6S 6H 7C", ""),
        "wild: also a full house": ("2", "6C 6D 6S 2H 2H", "bomb 6, fullhouse 6"),
    },
    "bomb of 6-7": {
        "positive": ("2", "6C 6D 6S 6H 6C 6D", "bomb 6"),
        "edge: seven": ("2", "6C 6D 6S 6H 6C 6D 6S", "bomb 6"),
        "negative: five and one": ("2", "6C 6D 6S 6H 6C 7C", ""),
        "wild: five and two": ("2", "6C 6D 6S 6H 6C 2H 2H", "bomb 6"),
    },
    "bomb of 8+": {
        "positive": ("2", "6C 6D 6S 6H 6C 6D 6S 6H", "bomb 6"),
        "edge: ten": ("2", "6C 6D 6S 6H 6C 6D 6S 6H 2H 2H", "bomb 6"),
        "edge: level cards stop at eight": ("6", "6C 6D 6S 6H 6C 6D 6S 6H", "bomb 15"),
        "negative: seven and one": ("2", "6C 6D 6S 6H 6C 6D 6S 7H", ""),
        "wild: nine": ("2", "6C 6D 6S 6H 6C 6D 6S 6H 2H", "bomb 6"),
    },
    "straightflush": {
        "positive": ("2", "6C 7C 8C 9C TC", "straightflush 10"),
        "edge: A is one": ("9", "AC 2C 3C 4C 5C", "straightflush 5"),
        "edge: A is high": ("2", "TC JC QC KC AC", "straightflush 14"),
        "negative: four cards": ("2", "6C 7C 8C 9C", ""),
        "negative: one of another suit is a straight": ("2", "6C 7C 8C 9C TD", "straight 10"),
        "wild: keeps its rank as a bomb": ("2", "6C 7C 2H 9C TC", "straightflush 10"),
    },
    "jokerbomb": {
        "positive": ("2", "SJ SJ BJ BJ", "jokerbomb 100"),
        "edge: in any order": ("2", "BJ SJ BJ SJ", "jokerbomb 100"),
        "negative: three": ("2", "SJ BJ BJ", ""),
        "wild: stands for no joker": ("2", "SJ BJ BJ 2H", ""),
    },
}

# type: (higher, lower, whether the higher beats the lower); in both presets
COMPARED: list[tuple[str, Form, Form, bool]] = [
    ("single", Form("single", 15, 1), Form("single", 14, 1), True),
    ("single", Form("single", 9, 1), Form("pair", 3, 2), False),
    ("pair", Form("pair", 7, 2), Form("pair", 5, 2), True),
    ("triple", Form("triple", 15, 3), Form("triple", 14, 3), True),
    ("fullhouse", Form("fullhouse", 9, 5), Form("fullhouse", 8, 5), True),
    ("straight", Form("straight", 6, 5), Form("straight", 5, 5), True),
    ("tube", Form("tube", 4, 6), Form("tube", 3, 6), True),
    ("plate", Form("plate", 3, 6), Form("plate", 2, 6), True),
    ("plate", Form("plate", 9, 6), Form("tube", 3, 6), False),
    ("bomb of 4", Form("bomb", 2, 4), Form("plate", 14, 6), True),
    ("bomb of 5", Form("bomb", 2, 5), Form("bomb", 15, 4), True),
    ("bomb of 6-7", Form("bomb", 2, 7), Form("bomb", 15, 6), True),
    ("bomb of 8+", Form("bomb", 2, 8), Form("straightflush", 14, 5), True),
    ("straightflush", Form("straightflush", 5, 5), Form("bomb", 15, 5), True),
    ("jokerbomb", Form("jokerbomb", 100, 4), Form("bomb", 14, 10), True),
]
CASES = [(kind, name) for kind, cases in TYPES.items() for name in cases]


@pytest.mark.parametrize(("kind", "name"), CASES)
def test_type(kind: str, name: str) -> None:
    level, cards, expected = TYPES[kind][name]
    held = cards.split()
    wanted = {tuple(text.split()) for text in expected.split(", ") if text}
    found = {(form.type, str(form.key)) for form in readings(held, level)}
    assert found == wanted
    assert all(form.size == len(held) for form in readings(held, level))


@pytest.mark.parametrize(("kind", "new", "old", "yes"), COMPARED)
def test_type_compared(kind: str, new: Form, old: Form, yes: bool) -> None:
    for book in PRESETS.values():
        assert book.beats(new, old) is yes
        assert not book.beats(new, new)


def test_thirteen_types_five_tests_each() -> None:
    assert len(TYPES) == 13
    for kind, cases in TYPES.items():
        compared = sum(row[0] == kind for row in COMPARED)
        assert len(cases) + compared >= 5, kind
        for part in ("positive", "edge", "negative", "wild"):
            assert any(name.startswith(part) for name in cases), (kind, part)


def test_bomb_strength_orders_the_bombs_of_eight_and_more() -> None:
    """Strength = count × 100 + rank value says the same as the order of tiers and keys."""
    bombs = [Form("bomb", key, size) for size in (8, 9, 10) for key in range(2, 16)]
    by_formula = sorted(bombs, key=lambda bomb: bomb_strength(bomb.size, bomb.key))
    assert by_formula == bombs
    for low, high in pairwise(bombs):
        assert PRESETS["spec"].beats(high, low)
        assert not PRESETS["spec"].beats(low, high)
