"""Who wins what. Each pot is divided by itself (P42), each board and each of high and low takes
its share, and odd chips go one by one to the first from the button's left (P43)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from . import evaluate, pots
from .ladders import BIT, KEY, MASK, SHIFT, STANDARD, SUIT

if TYPE_CHECKING:
    from .hand import Hand
    from .pots import Pot

_RANKS7, _FLUSH_SUIT, _FLUSHES = STANDARD.ranks[7], STANDARD.flush_suit[7], STANDARD.flushes


class Award(NamedTuple):
    """A part of a pot and who took it."""

    pot: int
    board: int
    low: bool
    shares: tuple[tuple[int, int], ...]  # (place, chips)


def settle(h: Hand) -> None:
    """Give back the uncalled bet and pay every pot."""
    pots.give_back(h)
    if h.live == 1:
        _pay(h, _to_the_last(h))
        return
    values = worths(h)
    if h.variant.low or len(h.boards) > 1 or h.stakes.rake or h.dead or h.antes:
        for award in _divided(h, values):
            _pay(h, award)
    else:
        _split_high(h, values[0])


def awards(h: Hand) -> list[Award]:
    """Who took which part of which pot, of a hand that is paid: counted when somebody looks."""
    if h.awards is None:
        h.awards = [_to_the_last(h)] if h.live == 1 else list(_divided(h, worths(h)))
    return h.awards


def _pay(h: Hand, award: Award) -> None:
    for i, share in award.shares:
        h.won[i] += share
        h.stacks[i] += share


def _to_the_last(h: Hand) -> Award:
    """P49: everybody else folded."""
    winner = h.folded.index(False)
    amount = h.pot()
    if h.stakes.rake:
        amount = pots.drop(h, [pots.Pot(amount, (winner,))])[0].amount
    return Award(0, 0, False, ((winner, amount),))


def worths(h: Hand) -> list[list[int]]:
    """What each place's hand is worth on each board; 0 for those out of it."""
    if h.variant.high == "high" and len(h.hole[0]) == 2:
        return [_high_worths(h, board) for board in h.boards]
    return [kind_worths(h, h.variant.high, board) for board in h.boards]


def kind_worths(h: Hand, kind: str, board: list[int]) -> list[int]:
    worth = evaluate.WORTH[kind]
    return [0 if h.folded[i] else worth(h.hole[i], board) for i in range(h.n)]


def _high_worths(h: Hand, board: list[int]) -> list[int]:
    """Hold'em: the board is added up once."""
    if not STANDARD.classes:
        STANDARD.fill()
    base = 0
    for c in board:
        base += KEY[c]
    values = [0] * h.n
    for i, (a, b) in enumerate(h.hole):
        if h.folded[i]:
            continue
        s = base + KEY[a] + KEY[b]
        suit = _FLUSH_SUIT[s >> SHIFT]
        if suit:
            m = 0
            for c in (a, b, *board):
                if SUIT[c] == suit:
                    m |= BIT[c]
            values[i] = _FLUSHES[m]
        else:
            values[i] = _RANKS7[s & MASK]
    return values


def _split_high(h: Hand, values: list[int]) -> None:
    """The common case: one board, high only, no dead money, no rake."""
    total, folded = h.total, h.folded
    n = h.n
    below = 0
    while True:
        level = 0
        for i in range(n):
            t = total[i]
            if t > below and not folded[i] and (level == 0 or t < level):
                level = t
        if level == 0:
            return
        pot = 0
        best = -1
        winners: list[int] = []
        top = True
        for i in range(n):
            t = total[i]
            if t > below:
                pot += (t if t < level else level) - below  # noqa: FURB136 - hot: no call
                if t >= level and not folded[i]:
                    if t > level:
                        top = False
                    v = values[i]
                    if v > best:
                        best = v
                        winners = [i]
                    elif v == best:
                        winners.append(i)
        if top:  # P41: folded money above everyone left belongs to the last pot
            for t in total:
                if t > level:
                    pot += t - level
        _share_out(h, pot, winners)
        below = level


def _share_out(h: Hand, pot: int, winners: list[int]) -> None:
    """A whole pot of the first board to those who share it."""
    if len(winners) == 1:
        i = winners[0]
        h.won[i] += pot
        h.stacks[i] += pot
    else:
        for i, share in _shares(h, pot, winners, h.variant.high, 0):
            h.won[i] += share
            h.stacks[i] += share


def _divided(h: Hand, values: list[list[int]]) -> Iterator[Award]:
    """Every pot, board by board, high and low."""
    for number, pot in enumerate(pots.drop(h, pots.of_hand(h, with_bets=True))):
        for board, amount in enumerate(_parts(pot.amount, len(h.boards))):
            for low, part, winners in _sides(h, pot, board, amount, values):
                kind = h.variant.low if low else h.variant.high
                shares = _shares(h, part, winners, kind, board)
                yield Award(number, board, low, tuple(shares))


def _sides(
    h: Hand, pot: Pot, board: int, amount: int, values: list[list[int]]
) -> list[tuple[bool, int, list[int]]]:
    """The high and the low part with their winners (P45: no low, and the high scoops)."""
    high = best_of(pot.eligible, values[board])
    if not h.variant.low:
        return [(False, amount, high)]
    lows = kind_worths(h, h.variant.low, h.boards[board])
    if not any(lows[i] for i in pot.eligible):
        return [(False, amount, high)]
    half, other = _parts(amount, 2)
    return [(False, half, high), (True, other, best_of(pot.eligible, lows))]


def best_of(places: tuple[int, ...], values: list[int]) -> list[int]:
    best = max(values[i] for i in places)
    return [i for i in places if values[i] == best]


def _parts(amount: int, count: int) -> list[int]:
    """Equal shares for boards (P51, P52) or for high and low; what is odd to the first."""
    share, odd = divmod(amount, count)
    return [share + (k < odd) for k in range(count)]


def _shares(
    h: Hand, amount: int, winners: list[int], kind: str, board: int
) -> list[tuple[int, int]]:
    """Equal shares to those who won with hands of that kind."""
    share, odd = divmod(amount, len(winners))
    order = winners
    if odd and h.variant.stud:  # P43: stud's odd chips go by the five that won, the low's by its

        def top_card(i: int) -> tuple[int, int]:
            return evaluate.top_card(kind, [*h.hole[i], *h.boards[board]])

        order = sorted(winners, key=top_card, reverse=True)
    return [(i, share + (k < odd)) for k, i in enumerate(order)]


def order_of_showing(h: Hand) -> list[int]:
    """P46: the last to bet or raise on the last street shows first, or the first from the
    button's left (stud: the best showing), then clockwise."""
    first = h.aggressor if h.aggressor >= 0 else h.first_showing()
    places = [(first + k) % h.n for k in range(h.n)]
    return [i for i in places if not h.folded[i]]


def must_show(h: Hand) -> list[int]:
    """P47: in that order, whoever is not beaten yet, in some pot they are in, by a hand shown."""
    sides = worths(h)
    if h.variant.low:
        sides += [kind_worths(h, h.variant.low, board) for board in h.boards]
    layers = pots.of_hand(h, with_bets=True)
    shown: list[int] = []
    for i in order_of_showing(h):
        for pot in layers:
            if i not in pot.eligible:
                continue
            rivals = [j for j in shown if j in pot.eligible]
            if any(v[i] and all(v[i] >= v[j] for j in rivals) for v in sides):
                shown.append(i)
                break
    return shown
