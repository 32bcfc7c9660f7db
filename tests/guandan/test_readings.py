"""Cases 1 … 64 of docs/rules/guandan-cases.md: what cards can be and beat. And 1,750 more."""

from __future__ import annotations

import pytest

from cutcard.games.guandan import forms, readings
from cutcard.games.guandan.book import PRESETS

from .cases import form, kept_forms, kept_readings, several

# number: level, cards, readings as "type key xsize"
READINGS = {
    1: ("5", "BJ SJ BJ SJ", "jokerbomb 100 x4"),
    2: ("5", "SJ BJ", ""),
    3: ("5", "SJ SJ BJ", ""),
    4: ("5", "BJ 5H", ""),
    5: ("5", "SJ SJ 5H 5H", ""),
    6: ("4", "3S 3H 3C 3D 3S 3H 3C 3D", "bomb 3 x8"),
    7: ("5", "3S 3H 3C 3D 3S 3H 3C 3D 5H 5H", "bomb 3 x10"),
    8: ("5", "5S 5H 5C 5D 5S 5H 5C 5D", "bomb 15 x8"),
    9: ("2", "7S 8S 9S TS JS", "straightflush 11 x5"),
    10: ("3", "AS 2H 3C 4D 5S", "straight 5 x5"),
    11: ("2", "AS 2H 3C 4D 5S", "straight 5 x5"),
    12: ("2", "TS JH QC KD AS", "straight 14 x5"),
    13: ("5", "JS QH KC AD 2S", ""),
    14: ("5", "QS KS AS 2S 3S", ""),
    15: ("5", "3S 4H 5C 6D", ""),
    16: ("9", "3S 4H 5C 6D 7S 8S", ""),
    17: ("5", "3S 5H 7C 9D", ""),
    18: ("7", "5S 6H 7H 8C 9D", "straight 9 x5"),
    19: ("3", "8S 8H 8C 3H", "bomb 8 x4"),
    20: ("4", "3S 3H 3C AS AH", "fullhouse 3 x5"),
    21: ("3", "3S 3H 3C AS AH", "fullhouse 14 x5; fullhouse 15 x5"),
    22: ("2", "5S 5C 9S 9C 2H", "fullhouse 5 x5; fullhouse 9 x5"),
    23: ("2", "9S 9C 9D 2H 2H", "bomb 9 x5; fullhouse 9 x5"),
    24: ("2", "8S 8C 2H 2H", "bomb 8 x4"),
    25: ("7", "7H 7H", "pair 15 x2"),
    26: ("7", "7H", "single 15 x1"),
    27: ("7", "7S 7H", "pair 15 x2"),
    28: ("5", "9S 9H 9C SJ SJ", "fullhouse 9 x5"),
    29: ("5", "9S 9H 9C SJ BJ", ""),
    30: ("5", "9S 9H 9C SJ 5H", ""),
    31: ("5", "AS AH 2S 2H 3S 3D", "tube 3 x6"),
    32: ("5", "QS QH KS KH AS AD", "tube 14 x6"),
    33: ("5", "KS KH AS AH 2S 2D", ""),
    34: ("5", "3S 3H 4S 4H 5S 5C 6S 6H", ""),
    35: ("5", "AS AH AC 2S 2H 2C", "plate 2 x6"),
    36: ("5", "KS KH KC AS AH AC", "plate 14 x6"),
    37: ("5", "3S 3H 3C 4S 4H 4C 6S 6C", ""),
    38: ("2", "3S 3C 4S 4C 2H 2H", "plate 4 x6; tube 4 x6; tube 5 x6"),
    39: ("K", "8C 9C TC JC KH", "straightflush 11 x5; straightflush 12 x5"),
    40: ("4", "3C 4S 4H 5C 6H", "straight 6 x5; straight 7 x5"),
    41: ("4", "4H 4H 9H TH JH", "straightflush 11 x5; straightflush 12 x5; straightflush 13 x5"),
    42: ("Q", "TS JH QC KD AS", "straight 14 x5"),
    43: ("2", "2S 2C 2D AS AH", "fullhouse 15 x5"),
    44: ("T", "9S TH JS QS KS", "straightflush 13 x5"),
    45: ("6", "4S 4H 4C 4D 4S", "bomb 4 x5"),
}

# number: new, on the table, competition, spec
BEATS = {
    46: ("pair 5 x2", "pair 3 x2", True, True),
    47: ("pair 5 x2", "pair 5 x2", False, False),
    48: ("pair 15 x2", "pair 14 x2", True, True),
    49: ("pair 16 x2", "pair 15 x2", True, True),
    50: ("pair 6 x2", "straight 9 x5", False, False),
    51: ("bomb 3 x4", "straight 9 x5", True, True),
    52: ("bomb 3 x5", "bomb 14 x4", True, True),
    53: ("bomb 9 x4", "bomb 5 x4", True, True),
    54: ("straightflush 5 x5", "bomb 15 x5", True, True),
    55: ("straightflush 14 x5", "bomb 3 x6", False, True),
    56: ("bomb 3 x7", "straightflush 14 x5", True, False),
    57: ("bomb 3 x8", "straightflush 14 x5", True, True),
    58: ("bomb 3 x9", "bomb 15 x8", True, True),
    59: ("jokerbomb 100 x4", "bomb 14 x10", True, True),
    60: ("bomb 14 x10", "jokerbomb 100 x4", False, False),
    61: ("straightflush 14 x5", "straightflush 14 x5", False, False),
    62: ("straight 6 x5", "straight 5 x5", True, True),
    63: ("tube 4 x6", "plate 3 x6", False, False),
    64: ("fullhouse 4 x5", "fullhouse 3 x5", True, True),
}


@pytest.mark.parametrize("number", READINGS)
@pytest.mark.parametrize("preset", PRESETS)
def test_case(number: int, preset: str) -> None:
    level, cards, expected = READINGS[number]
    found = several(expected)
    assert readings(cards.split(), level, preset) == found


@pytest.mark.parametrize("number", BEATS)
def test_case_beats(number: int) -> None:
    new, old, competition, spec = BEATS[number]
    assert PRESETS["competition"].beats(form(new), form(old)) is competition
    assert PRESETS["spec"].beats(form(new), form(old)) is spec


def test_corpus_readings() -> None:
    cases = kept_readings()
    for level, cards, expected in cases:
        assert readings(cards, level) == expected, (level, cards)
    assert len(cases) == 750


def test_corpus_forms() -> None:
    cases = kept_forms()
    for level, hand, beat, official, spec in cases:
        assert forms(hand, level, beat, "competition") == official, (level, hand, beat)
        assert forms(hand, level, beat) == spec, (level, hand, beat)
    assert len(cases) == 1000
    assert sum(official != spec for *_, official, spec in cases) == 8


def test_unknown_words_are_refused() -> None:
    with pytest.raises(ValueError, match="no preset is called 'house'"):
        readings(["3S"], "2", "house")
    with pytest.raises(ValueError, match="'1' is no level"):
        forms(["3S"], "1")
    with pytest.raises(KeyError, match="XX"):
        readings(["XX"], "2")
