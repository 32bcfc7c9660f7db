"""提示: the best few plays of a hand for the play on the table, and what is still out.

A hint breaks as little as it can of the hand's groups (`arrange.py`), spends as few wilds and high
cards as it can, and keeps bombs for the end of the list. Knows one hand and public plays only.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from cutcard.kernel.cards import RANKS

from .arrange import BOOK, Group, arrange
from .book import Book
from .deck import ALL_ONES, LEVEL_KEY, wild_kind
from .lay import lay, spoken
from .moves import Hint, View
from .shapes import SEQUENCES, Form, Shape, flush_forms, forms_of, readings_of
from .ways import Counted, ways_of

LIMIT = 12  # hints on a page
WAYS = 6
_LOOSE = frozenset(("single", "pair", "triple"))
WILD_COST, BOMB_COST = 12, 40
# What it costs to take some cards of a group and leave the others.
BROKEN = {
    "single": 0,
    "pair": 4,
    "triple": 5,
    "fullhouse": 6,
    "straight": 10,
    "tube": 12,
    "plate": 12,
    "bomb": 30,
    "straightflush": 30,
    "jokerbomb": 50,
}


class Tip(NamedTuple):
    """A play and what it costs the hand; lower is better."""

    cost: int
    form: Form
    cards: int


def tips(hand: int, level: int, beat: Form | None, book: Book) -> list[Tip]:
    """Legal plays, one for each form, the best first."""
    if beat is None:
        return leads(hand, level, book)
    return follows(hand, level, forms_of(hand, level, beat, book), book)


def leads(hand: int, level: int, book: Book) -> list[Tip]:
    """What the hand is sorted into is what one leads, the best first."""
    groups = arrange(hand, level)
    best: dict[Form, Tip] = {}
    for group in groups:
        form = _lead_form(group, level, book)
        tip = Tip(price(level, (form, group.cards), groups, None, book), form, group.cards)
        if form not in best or tip.cost < best[form].cost:
            best[form] = tip
    return sorted(best.values(), key=_by_cost)


def follows(hand: int, level: int, forms: Sequence[Form], book: Book) -> list[Tip]:
    """The best play of each of these forms, all of which the hand has, the best first."""
    if not forms:
        return []
    groups = arrange(hand, level)
    spare = sum([cards for form, cards in groups if form[0] in _LOOSE])
    counted = Counted(hand, level, first=spare)
    return sorted([_cheapest(counted, form, groups, book) for form in forms], key=_by_cost)


def _by_cost(tip: Tip) -> tuple[int, int, int]:
    return tip.cost, tip.form.key, tip.form.size


def _cheapest(hand: Counted, form: Form, groups: tuple[Group, ...], book: Book) -> Tip:
    """The best of a form's first few ways, or of the groups that are it.

    Later ways have no fewer wilds: where they alone cost as much, no other way is looked at.
    """
    worth = _worth(form, True, book)
    wild = 0 if book.tier(form) else WILD_COST
    best, laid = -1, 0
    if not book.declare_pair:
        for kind, cards in groups:
            if kind == form:
                cost = wild * (cards >> 4 * wild_kind(hand.level) & 3) + _broken(cards, groups)
                if best < 0 or cost < best:
                    best, laid = cost, cards
    if best < 0:
        for way in islice(ways_of(hand, form, book), WAYS):
            least = wild * len(way[1])
            if 0 <= best <= least:
                break
            cards = lay(hand, way, book)
            cost = least + _broken(cards, groups)
            if best < 0 or cost < best:
                best, laid = cost, cards
            if cost == least:
                break
    return Tip(worth + best, form, laid)


def everything(hand: int, level: int, beat: Form | None, book: Book) -> list[Tip]:
    """Every legal form once: what `tips` has first, then the rest, the best first."""
    best = tips(hand, level, beat, book)
    if beat is not None:
        return best
    there = {tip.form for tip in best}
    rest = [form for form in forms_of(hand, level, None, book) if form not in there]
    return best + follows(hand, level, rest, book)


def flushes(hand: int, level: int, beat: Form | None, book: Book) -> list[Tip]:
    """The straight flushes of a hand that beat this, the lowest first: a bomb is to be cheap."""
    found = flush_forms(Shape(hand, level))
    forms = [form for form in found if beat is None or book.beats(form, beat)]
    return sorted(follows(hand, level, forms, book), key=lambda tip: tip.form.key)


def in_words(found: Sequence[Tip], level: int, book: Book) -> tuple[Hint, ...]:
    """Plays as they are said, to be cycled through."""
    said = []
    for _, form, cards in found:
        shown, stands = spoken(cards, level, form, book)
        said.append(Hint(shown, *form, stands))
    return tuple(said)


def grouped(hand: int, level: int) -> tuple[tuple[str, ...], ...]:
    """The arranged hand in words."""
    return tuple([spoken(cards, level, form, BOOK)[0] for form, cards in arrange(hand, level)])


def _lead_form(group: Group, level: int, book: Book) -> Form:
    """What a group is by this table's book, which may compare full houses by the pair."""
    if group.form.type != "fullhouse" or not book.declare_pair:
        return group.form
    return max(readings_of(group.cards, 5, level, book), key=book.strength)


def price(
    level: int,
    play: tuple[Form, int],
    groups: tuple[Group, ...],
    beat: Form | None,
    book: Book = BOOK,
) -> int:
    """What the hand loses: broken groups, wilds, high cards; a lead of many low cards gains."""
    form, cards = play
    cost = _worth(form, beat is not None, book) + _broken(cards, groups)
    if not book.tier(form):
        cost += WILD_COST * (cards >> 4 * wild_kind(level) & 3)
    return cost


def _worth(form: Form, follows: bool, book: Book) -> int:
    """What a form costs whichever way it is laid."""
    tier = book.tier(form)
    cost = BOMB_COST + tier if tier else 0
    low = form.key - 4 if form.type in SEQUENCES else form.key
    if not follows:
        return cost + low - 2 * form.size
    return cost + low // 2 + 4 * max(0, form.key - LEVEL_KEY + 1)


def _broken(left: int, groups: tuple[Group, ...]) -> int:
    """What it costs to take cards out of the groups, one group after the other."""
    cost = 0
    for form, cards in groups:
        if cards == left:
            break
        once = (left | left >> 1) & ALL_ONES
        if not 3 * once & cards:
            continue  # no kind is in both
        common = (once & (cards | cards >> 1)) + (left >> 1 & cards >> 1 & ALL_ONES)
        left -= common
        if common != cards:
            cost += BROKEN[form.type]
        if not left:
            break
    return cost


def still_out(view: View) -> dict[str, int]:
    """记牌器: how many cards of each rank the others still hold, as far as plays tell."""
    counts = dict.fromkeys(RANKS, 8) | {"SJ": 2, "BJ": 2}
    for name, count in (view.seen or {}).items():
        counts[name] -= count
    for card in view.hand or ():
        counts[card if card in counts else card[0]] -= 1
    return counts
