"""What was won with at a showdown, cards shown: the counters that only achievements use
(docs/rules/arena.md A86). Whoever folded or mucked has shown nothing and counts nothing (A89)."""

from __future__ import annotations

from collections import Counter

from . import evaluate, showdown
from .hand import Hand

ROYAL = frozenset(range(8, 13))  # ten to ace
HIGHS = ("high", "omaha")  # hold'em's and Omaha's


def of_hand(h: Hand, laid_open: set[int]) -> list[dict[str, int]]:
    """By place, of a hand that was paid after a showdown of two or more; those places showed."""
    found: list[dict[str, int]] = [{} for _ in range(h.n)]
    kind = h.variant.high
    if kind not in HIGHS or not h.variant.boards or h.live < 2:
        return found
    for award in showdown.awards(h):
        if award.low:
            continue
        for place, chips in award.shares:
            if chips and place in laid_open:
                cards = (tuple(h.hole[place]), tuple(h.boards[award.board]))
                name = _name(evaluate.best_cards(kind, *cards))
                if name:
                    found[place][name] = 1
    return found


def _name(five: tuple[int, ...]) -> str:
    ranks = Counter(card % 13 for card in five)
    if sorted(ranks.values()) == [2, 3]:
        return "shownFullHouse"
    if max(ranks.values()) == 4:
        return "shownQuads"
    one_suit = len({card // 13 for card in five}) == 1
    return "shownRoyal" if one_suit and ranks.keys() == ROYAL else ""
