"""What was won with at a showdown, cards shown: the counters that only achievements use
(docs/rules/arena.md A86). Whoever folded or mucked has shown nothing and counts nothing (A89), but
for a fold that only its player may be told of."""

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


def folded_better(h: Hand, laid_open: set[int], folded: set[int]) -> set[int]:
    """Which of the places that folded in the last betting round would have lost to every hand shown
    later. Nobody else knows their cards: what it earns is told to them alone (A89)."""
    variant = h.variant
    if variant.high not in HIGHS or not variant.boards or variant.low or not laid_open:
        return set()
    found = set()
    for place in folded:
        mine, theirs = ([_worth(h, one) for one in some] for some in ([place], sorted(laid_open)))
        if all(a > b for worth in theirs for a, b in zip(worth, mine[0], strict=True)):
            found.add(place)
    return found


def _worth(h: Hand, place: int) -> list[int]:
    """On each board."""
    worth = evaluate.WORTH[h.variant.high]
    return [worth(h.hole[place], board) for board in h.boards]


def _name(five: tuple[int, ...]) -> str:
    ranks = Counter(card % 13 for card in five)
    if sorted(ranks.values()) == [2, 3]:
        return "shownFullHouse"
    if max(ranks.values()) == 4:
        return "shownQuads"
    one_suit = len({card // 13 for card in five}) == 1
    return "shownRoyal" if one_suit and ranks.keys() == ROYAL else ""
