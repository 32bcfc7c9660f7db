"""Pots paid a second time by a judge that shares nothing with the engine: layers counted chip by
chip, hands compared by PokerKit's own evaluators. Random hands where faults like to hide: full
tables, many all-ins of different sizes, two boards or a board run twice with side pots, high and
low with quarters, stud for eight that runs out of cards, rake."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from cutcard.games.poker.hand import BRING, DONE, DRAW, RUNS, Hand
from cutcard.games.poker.phh import words_of
from cutcard.games.poker.stakes import Stakes
from cutcard.games.poker.variants import FIXED, VARIANTS
from cutcard.kernel.rng import Rng

from .test_oracle import HANDS

BET = 8
FULL = 10  # seats at most; the deck serves fewer of some


def worth(kind: str, hole: list[int], board: list[int]) -> Any | None:
    """PokerKit's opinion of a hand; None: it is none, such as a low that does not qualify."""
    try:
        return HANDS[kind].from_game(words_of(hole), words_of(board))
    except ValueError:
        return None


def pots_of(put_in: list[int], folded: list[bool]) -> list[tuple[int, list[int]]]:
    """Chip by chip: for the n-th chip of everybody play those still in who put in as many; a chip
    nobody left in has matched goes with the last they did."""
    found: list[tuple[int, list[int]]] = []
    for level in range(1, max(put_in) + 1):
        chips = sum(paid >= level for paid in put_in)
        who = [i for i, paid in enumerate(put_in) if paid >= level and not folded[i]]
        if found and who in ([], found[-1][1]):
            found[-1] = (found[-1][0] + chips, found[-1][1])
        else:
            found.append((chips, who))
    return found


def halves(h: Hand, amount: int, who: list[int], board: list[int]) -> list[tuple[int, list[int]]]:
    """The high half and the low half of a board's part, with those who won it."""
    parts = []
    kinds = [h.variant.high, *([h.variant.low] if h.variant.low else [])]
    best = []
    for kind in kinds:
        hands = {i: made for i in who if (made := worth(kind, h.hole[i], board)) is not None}
        top = max(hands.values(), default=None)
        best.append([i for i, made in hands.items() if made == top])
    if len(best) == 2 and best[1]:
        low = amount // 2
        parts = [(amount - low, best[0]), (low, best[1])]
    else:
        parts = [(amount, best[0])]
    return parts


def paid_apart(h: Hand, start: list[int], seen: Counter[str]) -> tuple[list[int], int]:
    """What each place gets, and how many chips were odd."""
    put_in = [had - (has - won) for had, has, won in zip(start, h.stacks, h.won, strict=True)]
    if h.live == 1:
        return [sum(put_in) if not gone else 0 for gone in h.folded], 0
    got, odd = [0] * h.n, 0
    pots = pots_of(put_in, h.folded)
    seen["side pots"] += len(pots) > 1
    seen["three pots"] += len(pots) > 2
    boards = h.boards if h.variant.boards else [h.boards[0] if h.boards else []]
    for chips, who in pots:
        part, rest = divmod(chips, len(boards))
        for number, board in enumerate(boards):
            for half, winners in halves(h, part + (rest if number == 0 else 0), who, board):
                share, left = divmod(half, len(winners))
                odd += left
                seen["quarters"] += len(winners) > 1 and h.variant.low != ""
                for k, i in enumerate(winners):  # left of the button first, one each (P43)
                    got[i] += share + (k < left)
    return got, odd


def play(code: str, number: int, seen: Counter[str]) -> None:
    chance = random.Random(f"apart {code} {number}")
    variant = VARIANTS[code]
    most = min(FULL, variant.most)
    n = chance.randint(max(2, most - 3), most)
    wide = chance.choice((12, 40, 400))
    start = [chance.randint(1, wide) for _ in range(n)]
    bomb = variant.boards and chance.random() < 0.4
    boards = 2 if bomb and chance.random() < 0.7 else 1
    blinds = [0] * n if variant.stud or bomb else [4, BET, *[0] * (n - 2)]
    antes = [3] * n if variant.stud or bomb or chance.random() < 0.3 else [0] * n
    stakes = Stakes(
        variant,
        blinds[::-1] if n == 2 else blinds,
        bet=BET,
        antes=antes,
        bring_in=2 if variant.stud else 0,
        bomb=bomb,
        boards=boards,
        runs=bool(variant.boards) and not bomb,
    )
    rng = Rng.named(f"apart {code} {number}")
    deck = variant.deck
    rng.shuffle(deck)
    h = Hand(stakes, start[:], deck, rng)
    while h.phase != DONE:
        die = chance.random()
        if h.phase == RUNS:
            h.run(2 if die < 0.8 else 1)
            seen["run twice"] += len(h.boards) == 2
        elif h.phase == DRAW:
            hole = h.hole[h.actor]
            h.discard(chance.sample(hole, chance.randint(0, len(hole))))
        elif h.phase == BRING:
            h.bring_in()
        elif die < 0.35 and h.span()[1]:
            low, high = h.span()
            fixed = variant.limit == FIXED
            h.raise_to(high if die < 0.2 or fixed else chance.randint(low, high))
        elif die < 0.45 and h.to_call():
            h.fold()
        else:
            h.call()
    assert sum(h.stacks) == sum(start)
    got, odd = paid_apart(h, start, seen)
    seen["hands"] += 1
    seen["showdowns"] += h.live > 1
    seen["odd chips"] += bool(odd)
    seen["community"] += variant.stud and bool(h.boards and h.boards[0])
    if variant.stud and odd:  # there the odd chip goes by a card: who gets it is P43's own test
        assert sum(got) == sum(h.won)
        assert max(abs(a - b) for a, b in zip(got, h.won, strict=True)) <= odd
    else:
        assert got == h.won, (code, number, got, h.won, h.hole, h.boards)


CODES = ["NT", "NS", "PO", "PO/8", "PO5/8", "NO6/8", "FO/8", "PC/8", "F7S", "F7S/8", "FR"]
CODES += ["N5D", "N2L1D", "F2L3D", "FB"]


def many(code: str, hands: int, first: int = 0) -> Counter[str]:
    seen: Counter[str] = Counter()
    for number in range(first, first + hands):
        play(code, number, seen)
    return seen


@pytest.mark.parametrize("code", CODES)
def test_P40_P43_P45_P51_P52_pots_are_paid_as_a_judge_apart_pays_them(code: str) -> None:
    seen = many(code, 30)
    assert seen["showdowns"] > 10, seen
    assert seen["side pots"] > 3, seen
    if VARIANTS[code].boards and VARIANTS[code].limit != FIXED:
        assert seen["run twice"] > 2, seen


@pytest.mark.slow
@pytest.mark.parametrize("code", CODES)
def test_pots_are_paid_as_a_judge_apart_pays_them_full_count(code: str) -> None:
    seen = many(code, 2000, 1000)
    assert min(seen["three pots"], seen["odd chips"]) > 20, seen
    if VARIANTS[code].low:
        assert seen["quarters"] > 20, seen
    if VARIANTS[code].stud:
        assert seen["community"] > 5, seen
