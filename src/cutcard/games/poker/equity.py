"""Equity: what share of the pot each hand wins on average, in any variant.

Every way the cards can still fall is counted where they are few; otherwise they are drawn at
random, and the standard error says how far off that may be. Hands of a draw game are compared
as they stand. With numpy (extra `research`) it is some fifty times faster.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from math import comb, sqrt

from msgspec import Struct

from cutcard.kernel.rng import Rng

from . import evaluate
from .variants import VARIANTS, Variant

FEW = 60_000  # runouts counted one by one in plain Python,
MANY = 2_000_000  # and with numpy
Hands = Sequence[Sequence[int]]


class Equity(Struct, frozen=True):
    """One hand's: shares of 1. `error` is the standard error of `share`, 0 where exact."""

    share: float
    win: float  # the whole pot
    tie: float  # a part of it
    error: float


class Result(Struct, frozen=True):
    hands: tuple[Equity, ...]
    runouts: int
    exact: bool


def equity(
    hands: Hands,
    board: Sequence[int] = (),
    *,
    variant: str = "NT",
    dead: Sequence[int] = (),
    samples: int = 20_000,
    rng: Rng | None = None,
) -> Result:
    """The hands against each other; an empty hand is one nobody knows."""
    row = VARIANTS[variant]
    _check(row, hands, board, dead)
    known = {*board, *dead, *(c for hand in hands for c in hand)}
    deck = [c for c in row.deck if c not in known]
    need = _needs(row, hands, board)
    count = sum(need)
    few = all(hands) and not row.stud  # then only the board is to come
    ways = comb(len(deck), count) if few or not count else MANY + 1
    batch = _batch()
    exact = ways <= (FEW if batch is None else MANY)
    chance = rng or Rng.named("equity")
    deal = Deal(row, hands, board, need)
    if batch is not None:
        return batch(deal, deck, samples, chance, exact)
    runs = combinations(deck, count) if exact else _drawn(deck, count, samples, chance)
    return _counted(deal, runs, exact)


class Deal(Struct, frozen=True):
    """What is known, and how many cards are missing: the board's first, then each hand's."""

    row: Variant
    hands: Hands
    board: Sequence[int]
    need: Sequence[int]


def _check(row: Variant, hands: Hands, board: Sequence[int], dead: Sequence[int]) -> None:
    cards = [*board, *dead, *(c for hand in hands for c in hand)]
    if len(set(cards)) != len(cards):
        raise ValueError("a card is there twice")
    if not 2 <= len(hands) <= row.most:
        raise ValueError(f"{row.name} compares 2 to {row.most} hands")
    if any(c not in row.deck for c in cards):
        raise ValueError("a short deck has no card under six")
    most = row.cards
    for hand in hands:
        if hand and (len(hand) > most if row.stud else len(hand) != most):
            raise ValueError(f"a hand of {row.name} has {most} cards")
    if len(board) > (5 if row.boards else int(row.stud)):
        raise ValueError("too many cards on the board")


def _needs(row: Variant, hands: Hands, board: Sequence[int]) -> list[int]:
    """Cards missing: to the board, then to each hand."""
    return [5 - len(board) if row.boards else 0, *(row.cards - len(hand) for hand in hands)]


def _drawn(deck: list[int], count: int, samples: int, rng: Rng) -> Iterator[tuple[int, ...]]:
    pool = deck[:]
    size = len(pool)
    for _ in range(samples):
        for i in range(count):
            j = i + rng.below(size - i)
            pool[i], pool[j] = pool[j], pool[i]
        yield tuple(pool[:count])


def _counted(deal: Deal, runs: Iterator[tuple[int, ...]], exact: bool) -> Result:
    row, need = deal.row, deal.need
    places = len(deal.hands)
    high = evaluate.WORTH[row.high]
    low = evaluate.WORTH[row.low] if row.low else None
    shares, squares = [0.0] * places, [0.0] * places
    wins, ties = [0] * places, [0] * places
    total = 0
    for cards in runs:
        board = [*deal.board, *cards[: need[0]]]
        at = need[0]
        hands: list[list[int]] = []
        for hand, missing in zip(deal.hands, need[1:], strict=True):
            hands.append([*hand, *cards[at : at + missing]])
            at += missing
        got = _split([high(hand, board) for hand in hands])
        if low is not None:
            lows = [low(hand, board) for hand in hands]
            if any(lows):
                got = [(a + b) / 2 for a, b in zip(got, _split(lows), strict=True)]
        total += 1
        for i, share in enumerate(got):
            shares[i] += share
            squares[i] += share * share
            wins[i] += share == 1
            ties[i] += 0 < share < 1
    return result(shares, squares, (wins, ties), total, exact)


def _split(worths: list[int]) -> list[float]:
    best = max(worths)
    count = worths.count(best)
    return [1 / count if worth == best else 0.0 for worth in worths]


def result(
    shares: Sequence[float],
    squares: Sequence[float],
    counts: tuple[Sequence[int], Sequence[int]],  # whole pots won, and parts of pots
    total: int,
    exact: bool,
) -> Result:
    """Sums over so many runouts as averages."""
    found = []
    for share, square, win, tie in zip(shares, squares, *counts, strict=True):
        mean = share / total
        error = 0.0 if exact else sqrt(max(0.0, square / total - mean * mean) / total)
        found.append(Equity(mean, win / total, tie / total, error))
    return Result(tuple(found), total, exact)


_Batch = Callable[[Deal, list[int], int, Rng, bool], Result]


def _batch() -> _Batch | None:
    """The same in numpy, where it is installed."""
    try:
        from .equity_batch import counted  # noqa: PLC0415 - numpy is an extra
    except ImportError:
        return None
    return counted
