"""Passwords that everybody tries first: more than ten thousand of eight characters or more.
`entries` has the whole list. Its words are in `worst.txt`, and are found without their digits and
signs, so that the thousands which differ in those alone take no memory.

A password is looked up in small letters, and with the usual digits and signs read as the letters
they stand for: `P@ssw0rd2024` is `password`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import pairwise

from .looks import looks

LEAST = 8
ENDS = (
    *("", "1", "2", "7", "9", "01", "10", "11", "12", "13", "21", "22", "23", "69", "77", "88"),
    *("99", "00", "007", "101", "111", "123", "321", "666", "777", "1234", "12345", "123456"),
    *("!", "1!", "123!", "!1", "!!", ".", "?", "@123", "#1"),
    *(str(year) for year in range(1960, 2031)),
)
READ_AS = str.maketrans("@4301!5$7", "aaeolisst")
TAIL = 6  # digits and signs around a word that leave it what it is
BARE = "!?.*#@$-_ 1234567890"
ROWS = ("`1234567890-=", "qwertyuiop[]", "asdfghjkl;'", "zxcvbnm,./", "qwertzuiop", "azertyuiop")
LEAST_NAME = 3  # characters of a name that can be told in a password
ENOUGH = 6  # characters a password has beside its user's own name


def _stems() -> list[str]:
    text = (files("cutcard.lobby") / "worst.txt").read_text("utf-8")
    lines = (line for line in text.splitlines() if not line.startswith("#"))
    return [word for line in lines for word in line.split()]


def _walks() -> Iterator[str]:
    """Along the rows of a keyboard, there, back and doubled, and down its columns."""
    for row in ROWS:
        for way in (row, row[::-1]):
            for size in range(3, len(way) + 1):
                for at in range(len(way) - size + 1):
                    part = way[at : at + size]
                    yield from (part, part + part, part + part[::-1], part + part + part)
    columns = ["1qaz", "2wsx", "3edc", "4rfv", "5tgb", "6yhn", "7ujm", "8ik,", "9ol.", "0p;/"]
    for one, two in pairwise(columns):
        yield from (one + two, two + one, one + two[::-1], one[::-1] + two[::-1])
    for upper, lower in (("1234567890", ROWS[1]), (ROWS[1], ROWS[2]), (ROWS[2], ROWS[3])):
        zigzag = "".join(a + b for a, b in zip(upper, lower, strict=False))
        yield from (zigzag[:size] for size in range(LEAST, len(zigzag) + 1))


def _repeats() -> Iterator[str]:
    """One character or a short piece again and again, and the alphabet."""
    alphabet = "abcdefghijklmnopqrstuvwxyz"
    for one in alphabet + "0123456789!*.-":
        yield from (one * size for size in range(LEAST, 17))
    for a in "0123456789":
        for b in "0123456789":
            yield from ((a + b) * 4, (a + b) * 5, a * 4 + b * 4, a * 5 + b * 5)
    for digits in ("1234567890" * 3, "0987654321" * 3, "0123456789" * 3):
        yield from (digits[:size] for size in range(LEAST, 31))
    for size in range(LEAST, 27):
        yield from (alphabet[:size], alphabet[::-1][:size])
    for piece in ("abc", "abcd", "123", "12", "1234", "xyz", "qwe", "asd", "zxc", "aaa", "111"):
        for other in ("abc", "abcd", "123", "1234", "12345", "123456", "xyz", "qwe", "asd", "zxc"):
            yield from (piece + other, piece + other + piece, (piece + other) * 2)


def _days() -> Iterator[str]:
    """Days that people were born on, as one writes them in numbers."""
    for year in range(1970, 2016):
        for month in range(1, 13):
            yield from (f"{year}{month:02}01", f"01{month:02}{year}", f"{month:02}01{year}")
            yield from (f"{month:02}{month:02}{year}", f"{year}{month:02}{month:02}")


def entries() -> Iterator[str]:
    """The list, in no order, some of it more than once and some of it shorter than LEAST."""
    for word in _words():
        yield from (word + end for end in ENDS)
    for make in (_walks, _repeats, _days):
        yield from make()


@cache
def _words() -> frozenset[str]:
    found: set[str] = set()
    for word in _stems():
        found.update((word, word + word, word[::-1], word + "s"))
    return frozenset(found)


@cache
def _patterns() -> frozenset[str]:
    return frozenset(one for make in (_walks, _repeats, _days) for one in make())


def is_worst(password: str) -> bool:
    """Whether everybody tries it first."""
    small = password.casefold()
    if small in _patterns():
        return True
    for told in (small, small.translate(READ_AS)):
        bare = told.strip(BARE)
        if bare in _words() and len(told) - len(bare) <= TAIL:
            return True
    bare = small.strip(BARE)  # digits at the end are digits, those within a word are letters
    return len(small) - len(bare) <= TAIL and bare.translate(READ_AS) in _words()


def is_named(password: str, name: str) -> bool:
    """Whether it is hardly more than its user's own name, in any spelling and direction."""
    seen, own = looks(password).replace(" ", ""), looks(name).replace(" ", "")
    if len(own) < LEAST_NAME:
        return False
    for told in (own, own[::-1]):
        if told in seen:
            beside = password.casefold().replace(name.casefold(), "")
            return len(seen.replace(told, "")) < ENOUGH or is_worst(beside)
    return seen in own
