"""Dealing, street by street: hole cards, boards, up cards, draws, and who opens the betting.

Burns are places of the deck that are passed over; nobody is ever told them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .variants import BY_BLINDS, LOW_CARD

if TYPE_CHECKING:
    from .hand import Hand

_BET, _BRING, _DRAW, _RUNS = range(4)  # hand.py's phases


def open_without_blinds(h: Hand) -> None:
    """A first street without blinds: the bring-in, a bomb pot, or antes alone."""
    stakes = h.stakes
    if stakes.bomb or h.able == 0:
        street_over(h)
    elif h.variant.opens == BY_BLINDS:
        h.step = stakes.bet
        h.open_from(stakes.first)
    else:
        _open_with_bring_in(h)


def _open_with_bring_in(h: Hand) -> None:
    if h.variant.opens == LOW_CARD:  # P31: clubs are lowest
        low = min(range(h.n), key=lambda i: min((c % 13, c // 13) for c in h.up(i)))
    else:  # razz: the ace is low, so the king of spades brings it in
        low = max(range(h.n), key=lambda i: max(((c % 13 + 1) % 13, c // 13) for c in h.up(i)))
    if h.able <= 1:  # everybody else is all-in for the ante
        street_over(h)
        return
    h.phase = _BRING
    h.actor = low if h.can[low] else after(h, low)  # P33
    h.opener = low


def after(h: Hand, i: int) -> int:
    """The next place that can act."""
    while True:
        i = i + 1 if i + 1 < h.n else 0
        if h.can[i]:
            return i


def street_over(h: Hand) -> None:
    """Gather the bets; deal the next street, or show down."""
    if h.street + 1 == len(h.stakes.streets):
        h.finish()
        return
    n = h.n
    h.bets = [0] * n
    h.acted = [-1] * n
    h.cur = h.full = h.count = 0
    h.nominal = False
    h.aggressor = -1
    h.step = h.stakes.bet
    go_on(h)


def go_on(h: Hand) -> None:
    """Deal the next street. Where no betting is left, also those after it."""
    stakes = h.stakes
    streets = stakes.streets
    while h.street + 1 < len(streets):
        draw, board, hole, unit = streets[h.street + 1]
        if h.able <= 1:
            h.closed = not any(row[0] for row in streets[h.street + 1 :])
            if stakes.runs and not h.runs and board:
                h.phase = _RUNS
                h.actor = -1
                return
        h.street += 1
        h.unit = unit
        if draw:
            next_drawer(h, 0)
            return
        if board:
            h.deal_board(board)
        else:
            h.deal_up(hole)
        if h.able > 1:
            open_betting(h)
            return
    h.finish()


def open_betting(h: Hand) -> None:
    """After the first street: left of the button, or the best hand showing (P32)."""
    h.open_from(best_showing(h) if h.variant.ups else 0)


def best_showing(h: Hand) -> int:
    """Who shows the best cards; of equals, the first from the button's left."""
    live = [i for i in range(h.n) if not h.folded[i]]
    if h.variant.opens == LOW_CARD:
        return max(live, key=lambda i: (_showing(h.up(i), 0), -i))
    return min(live, key=lambda i: (_showing(h.up(i), 1), i))


def _showing(cards: list[int], shift: int) -> tuple[list[int], list[int]]:
    """Up cards by pairs and ranks; straights and flushes do not count among four cards."""
    ranks = [(c % 13 + shift) % 13 for c in cards]
    groups = sorted(((ranks.count(r), r) for r in set(ranks)), reverse=True)
    return [count for count, _ in groups], [r for _, r in groups]


def open_pair(h: Hand) -> bool:
    """P28: on fourth street, a pair showing (where the stakes know it: stud, high only)."""
    ups = [h.up(i) for i in range(h.n) if not h.folded[i]]
    return any(len(up) == 2 and up[0] % 13 == up[1] % 13 for up in ups)


def next_drawer(h: Hand, i: int) -> None:
    """P36: who still has cards changes some, from the button's left; the all-in do too."""
    while i < h.n and h.folded[i]:
        i += 1
    if i < h.n:
        h.phase = _DRAW
        h.actor = i
        return
    h.phase = _BET
    if h.able > 1:
        h.open_from(0)
    elif h.street + 1 < len(h.variant.streets):
        go_on(h)
    else:
        h.finish()


def change(h: Hand, i: int, cards: list[int]) -> None:
    """Take cards of a place away and deal it as many."""
    hole = h.hole[i]
    for card in cards:
        hole.remove(card)
    hole += h.deal_change(i, len(cards))
    h.muck += [(i, card) for card in cards]
