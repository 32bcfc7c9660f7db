"""Many hands at once on numpy arrays (extra `research`): the values of evaluate.py, row by row."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .evaluate import EIGHT, LOW_BIT
from .ladders import BIT, KEY, MASK, RANK_KEY, SHIFT, SUIT, Ladder
from .words import ladder_of

Rows = NDArray[Any]  # (hands, cards): cards 0 … 51 of any integer type
Values = NDArray[np.int64]

SLICE = 16_384
_KEY = np.array(KEY, dtype=np.int64)
_BIT = np.array(BIT, dtype=np.int32)
_SUIT = np.array(SUIT, dtype=np.uint8)
_LOW_BIT = np.array(LOW_BIT, dtype=np.int32)
_EIGHT = np.array(EIGHT, dtype=np.int64)
_ACE_LOW_KEY = np.array([RANK_KEY[(c % 13 + 1) % 13] for c in range(52)], dtype=np.int64)


@cache
def _table(kind: str, size: int) -> NDArray[np.uint16]:
    """Key sums to values; a hole in it is no hand."""
    ladder = _filled(kind)
    ranks = ladder.ranks[size]
    table = np.zeros(max(ranks) + 1, dtype=np.uint16)
    table[np.fromiter(ranks.keys(), dtype=np.int64)] = np.fromiter(ranks.values(), dtype=np.uint16)
    return table


@cache
def _flushes(kind: str, size: int) -> tuple[NDArray[np.uint8], NDArray[np.uint16]]:
    ladder = _filled(kind)
    suits = np.frombuffer(bytes(ladder.flush_suit[size]), dtype=np.uint8)
    return suits, np.array(ladder.flushes, dtype=np.uint16)


def _filled(kind: str) -> Ladder:
    ladder = ladder_of(kind)
    assert ladder is not None
    if not ladder.classes:
        ladder.fill()
    return ladder


def values(kind: str, cards: Rows, board: Rows | None = None) -> Values:
    """What each row is worth; `board` has as many rows as `cards`, or one for all."""
    if kind in ("omaha", "omaha8"):
        if board is None:
            raise ValueError("Omaha is worth something with a board only")
        return _omaha(kind, cards, np.broadcast_to(board, (len(cards), board.shape[-1])))
    if board is not None:
        board = np.broadcast_to(board, (len(cards), board.shape[-1]))
        cards = np.concatenate([cards, board.astype(cards.dtype)], axis=1)
    if kind == "low8":
        return _EIGHT[np.bitwise_or.reduce(_LOW_BIT[cards], axis=1)]
    if kind == "badugi":
        return _badugi(cards)
    if kind == "lowa5":
        return _table(kind, cards.shape[1])[_sum(_ACE_LOW_KEY, cards)].astype(np.int64)
    return _laddered(kind, cards)


def _sum(keys: NDArray[np.int64], cards: Rows) -> Values:
    columns = np.ascontiguousarray(cards.T)
    total: Values = keys.take(columns[0])
    for column in columns[1:]:
        total += keys.take(column)
    return total


def _laddered(kind: str, cards: Rows) -> Values:
    """A slice at a time, so that what is between stays in the cache."""
    found: Values = np.empty(len(cards), dtype=np.int64)
    for start in range(0, len(cards), SLICE):
        found[start : start + SLICE] = _slice(kind, cards[start : start + SLICE])
    return found


def _slice(kind: str, cards: Rows) -> NDArray[np.uint16]:
    suits, flushes = _flushes(kind, cards.shape[1])
    total = _sum(_KEY, cards)
    suited = suits.take(total >> SHIFT)
    total &= MASK
    found: NDArray[np.uint16] = _table(kind, cards.shape[1]).take(total)
    rows = np.flatnonzero(suited)
    if rows.size:
        some = cards[rows]
        bits = np.where(_SUIT[some] == suited[rows][:, None], _BIT[some], 0).sum(axis=1)
        found[rows] = flushes[bits]
    return found


def _omaha(kind: str, hole: Rows, board: Rows) -> Values:
    """Exactly two of the hand and three of the board."""
    best: Values = np.zeros(len(hole), dtype=np.int64)
    for two in combinations(range(hole.shape[1]), 2):
        mine = hole[:, list(two)]
        for three in combinations(range(board.shape[1]), 3):
            five = np.concatenate([mine, board[:, list(three)].astype(hole.dtype)], axis=1)
            if kind == "omaha":
                worth = _laddered("high", five)
            else:
                bits = np.bitwise_or.reduce(_LOW_BIT[five], axis=1)
                worth = _EIGHT[bits]
            np.maximum(best, worth, out=best)
    return best


def _badugi(cards: Rows) -> Values:
    ranks = (cards.astype(np.int64) % 13 + 1) % 13
    suits = cards.astype(np.int64) // 13
    best: Values = np.zeros(len(cards), dtype=np.int64)
    for size in range(1, cards.shape[1] + 1):
        for some in combinations(range(cards.shape[1]), size):
            chosen = -np.sort(-ranks[:, list(some)], axis=1)
            apart = np.bitwise_or.reduce(1 << chosen, axis=1)
            colours = np.bitwise_or.reduce(1 << suits[:, list(some)], axis=1)
            fits = (np.bitwise_count(apart) == size) & (np.bitwise_count(colours) == size)
            worth: Values = np.full(len(cards), size, dtype=np.int64)
            for column in range(4):
                digit = 12 - chosen[:, column] if column < size else 0
                worth = worth * 13 + digit
            best = np.maximum(best, np.where(fits, worth, 0))
    return best
