"""equity.py's counting on numpy arrays (extra `research`), a slice of the runouts at a time."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations, islice
from math import comb
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from cutcard.kernel.rng import Rng

from . import batch

if TYPE_CHECKING:
    from .equity import Deal, Result

SLICE = 50_000
Runs = NDArray[np.uint8]


def counted(deal: Deal, deck: list[int], samples: int, rng: Rng, exact: bool) -> Result:
    from .equity import result  # noqa: PLC0415 - equity imports this file where numpy is there

    count = sum(deal.need)
    places = len(deal.hands)
    shares, squares = np.zeros(places), np.zeros(places)
    wins, ties = np.zeros(places, dtype=np.int64), np.zeros(places, dtype=np.int64)
    total = 0
    runs = _all(deck, count) if exact else _drawn(deck, count, samples, rng)
    for cards in runs:
        got = _shares(deal, cards)
        total += len(cards)
        shares += got.sum(axis=1)
        squares += (got * got).sum(axis=1)
        wins += (got == 1).sum(axis=1)
        ties += ((got > 0) & (got < 1)).sum(axis=1)
    counts = (wins.tolist(), ties.tolist())
    return result(shares.tolist(), squares.tolist(), counts, total, exact)


def _all(deck: list[int], count: int) -> Iterator[Runs]:
    if not count:
        yield np.zeros((1, 0), dtype=np.uint8)
        return
    runs = combinations(deck, count)
    left = comb(len(deck), count)
    while left:
        size = min(SLICE, left)
        flat = chain.from_iterable(islice(runs, size))
        yield np.fromiter(flat, dtype=np.uint8, count=size * count).reshape(size, count)
        left -= size


def _drawn(deck: list[int], count: int, samples: int, rng: Rng) -> Iterator[Runs]:
    chance = np.random.default_rng(int.from_bytes(rng.take(16), "big"))
    cards = np.array(deck, dtype=np.uint8)
    while samples > 0:
        size = min(SLICE, samples)
        keys = chance.random((size, len(deck)))
        yield cards[np.argpartition(keys, count - 1, axis=1)[:, :count]]
        samples -= size


def _shares(deal: Deal, cards: Runs) -> NDArray[np.float64]:
    row, need = deal.row, deal.need
    known = np.array(deal.board, dtype=np.uint8)
    known = np.broadcast_to(known, (len(cards), len(deal.board)))
    board = np.concatenate([known, cards[:, : need[0]]], axis=1)
    at = need[0]
    highs, lows = [], []
    for hand, missing in zip(deal.hands, need[1:], strict=True):
        held = np.broadcast_to(np.array(hand, dtype=np.uint8), (len(cards), len(hand)))
        held = np.concatenate([held, cards[:, at : at + missing]], axis=1)
        at += missing
        shown = board if board.shape[1] else None
        highs.append(batch.values(row.high, held, shown))
        if row.low:
            lows.append(batch.values(row.low, held, shown))
    got = _split(np.stack(highs))
    if lows:
        worth = np.stack(lows)
        halves = worth.max(axis=0) > 0
        got = np.where(halves, (got + _split(worth)) / 2, got)
    return got


def _split(worths: NDArray[np.int64]) -> NDArray[np.float64]:
    best = worths == worths.max(axis=0)
    shares: NDArray[np.float64] = best / best.sum(axis=0)
    return shares
