"""Hands in words: "Full house, tens over fours"."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from . import evaluate
from .ladders import (
    ACE_FIVE,
    DEUCE_SEVEN,
    FLUSH,
    FULL,
    HIGH,
    PAIR,
    QUADS,
    SHORT_DECK,
    STANDARD,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TRIPS,
    TWO_PAIR,
    Class,
    Ladder,
)

_ONE = (
    "two three four five six seven eight nine ten jack queen king ace".split()  # noqa: SIM905
)  # a line of ranks is read at a glance
_MANY = [word + ("es" if word == "six" else "s") for word in _ONE]
_LETTERS = "23456789TJQKA"


def ladder_of(kind: str) -> Ladder | None:
    return {
        "high": STANDARD,
        "omaha": STANDARD,
        "short": SHORT_DECK,
        "low27": DEUCE_SEVEN,
        "lowa5": ACE_FIVE,
    }.get(kind)


@lru_cache(8192)  # the same hands are named again and again
def words(kind: str, value: int) -> str:
    """What a value of that kind is called."""
    if not value:
        return "No low" if kind in ("low8", "omaha8") else "No hand"
    if kind in ("low8", "omaha8"):
        mask = evaluate.EIGHTS[value]
        return "Low, " + _line([(r - 1) % 13 for r in range(7, -1, -1) if mask >> r & 1])
    if kind == "badugi":
        return _badugi(value)
    ladder = ladder_of(kind)
    assert ladder is not None
    if not ladder.classes:
        ladder.fill()
    one = ladder.classes[value]
    if kind == "lowa5":
        one = (one[0], *((r - 1) % 13 for r in one[1:]))
    if one[0] == HIGH and ladder.low:
        return "Low, " + _line(one[1:])
    return _class(one)


def _line(ranks: Sequence[int]) -> str:
    return "-".join(_LETTERS[r] for r in ranks)


def _badugi(value: int) -> str:
    digits: list[int] = []
    for _ in range(4):
        value, digit = divmod(value, 13)
        digits.append(digit)
    ranks = [12 - d for d in reversed(digits)][:value]
    name = {4: "Badugi", 3: "Three cards", 2: "Two cards", 1: "One card"}[value]
    return f"{name}, {_line([(r - 1) % 13 for r in ranks])}"


def _class(one: Class) -> str:
    what, *ranks = one
    top, many = _ONE[ranks[0]], _MANY[ranks[0]]
    if what == STRAIGHT_FLUSH:
        return "Royal flush" if ranks[0] == 12 else f"Straight flush, {top} high"
    return {
        HIGH: f"High card, {top}",
        PAIR: f"Pair of {many}",
        TWO_PAIR: f"Two pair, {many} and {_MANY[ranks[1]]}" if len(ranks) > 1 else "",
        TRIPS: f"Three of a kind, {many}",
        STRAIGHT: f"Straight, {top} high",
        FLUSH: f"Flush, {top} high",
        FULL: f"Full house, {many} over {_MANY[ranks[1]]}" if len(ranks) > 1 else "",
        QUADS: f"Four of a kind, {many}",
    }[what]


def rank_of(kind: str, value: int) -> int:
    """0 (high card) … 9 (royal flush) of a high hand; -1 for any other."""
    if kind not in ("high", "omaha", "short") or not value:
        return -1
    ladder = ladder_of(kind)
    assert ladder is not None
    one = ladder.classes[value]
    return 9 if one == (STRAIGHT_FLUSH, 12) else one[0]


def of_cards(high: str, low: str, hole: Sequence[int], board: Sequence[int]) -> str | None:
    """The hand these cards make now, in words; None while they make none."""
    count = len(hole) + len(board)
    if high == "badugi" and len(hole) == 4:
        return words("badugi", evaluate.badugi(hole))
    if high in ("omaha", "omaha8") and len(board) < 3:
        return None
    if count < 5:
        return _few(hole) if high in ("high", "short") else None
    text = words(high, evaluate.WORTH[high](hole, board))
    if low and (value := evaluate.WORTH[low](hole, board)):
        text += "; " + words(low, value).lower()
    return text


def _few(hole: Sequence[int]) -> str:
    """Before five cards: a pair, or the highest."""
    ranks = [c % 13 for c in hole]
    groups = sorted(((ranks.count(r), r) for r in set(ranks)), reverse=True)
    count, top = groups[0]
    if count >= 4:
        return f"Four of a kind, {_MANY[top]}"
    if count == 3:
        return f"Three of a kind, {_MANY[top]}"
    if count == 2:
        if len(groups) > 1 and groups[1][0] == 2:
            return f"Two pair, {_MANY[top]} and {_MANY[groups[1][1]]}"
        return f"Pair of {_MANY[top]}"
    return f"High card, {_ONE[top]}"
