"""提示: the best few plays of a hand for the play on the table, and what is still out.

A hint breaks as little as it can of the hand's groups (`arrange.py`), spends as few wilds and high
cards as it can, and keeps bombs for the end of the list. Knows one hand and public plays only.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from cutcard.kernel.cards import RANKS

from .arrange import BOOK, Group, arrange
from .book import Book
from .deck import ALL_ONES, LEVEL_KEY, wild_kind
from .lay import lay, spoken
from .moves import Hint, View
from .shapes import SEQUENCES, Form, forms_of, readings_of
from .ways import Counted, ways_of

LIMIT = 12
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


@lru_cache(maxsize=2048)
def tips(hand: int, level: int, beat: Form | None, book: Book) -> tuple[Tip, ...]:
    """Legal plays, one for each form, the best first."""
    groups = arrange(hand, level)
    spare = sum([group.cards for group in groups if group.form.type in _LOOSE])
    counted = Counted(hand, level, first=spare)
    if beat is None:  # what the hand is sorted into is what one leads
        plays = [(_lead_form(group, level, book), group.cards) for group in groups]
    else:
        forms = forms_of(hand, level, beat, book)
        plays = [play for form in forms for play in _plays(counted, form, groups, book)]
    best: dict[Form, Tip] = {}
    for form, cards in plays:
        tip = Tip(price(level, (form, cards), groups, beat, book), form, cards)
        if form not in best or tip.cost < best[form].cost:
            best[form] = tip
    found = sorted(best.values(), key=lambda tip: (tip.cost, tip.form.key, tip.form.size))
    return tuple(found)


def hints(hand: int, level: int, beat: Form | None, book: Book) -> tuple[Hint, ...]:
    """The best few plays in words, to be cycled through."""
    found = []
    for _, form, cards in tips(hand, level, beat, book)[:LIMIT]:
        shown, stands = spoken(cards, level, form, book)
        found.append(Hint(shown, *form, stands))
    return tuple(found)


def grouped(hand: int, level: int) -> tuple[tuple[str, ...], ...]:
    """The arranged hand in words."""
    return tuple([spoken(cards, level, form, BOOK)[0] for form, cards in arrange(hand, level)])


def _lead_form(group: Group, level: int, book: Book) -> Form:
    """What a group is by this table's book, which may compare full houses by the pair."""
    if group.form.type != "fullhouse" or not book.declare_pair:
        return group.form
    return max(readings_of(group.cards, 5, level, book), key=book.strength)


def _plays(
    hand: Counted, form: Form, groups: tuple[Group, ...], book: Book
) -> list[tuple[Form, int]]:
    """A form as a whole group, or in the first few ways it can be laid."""
    own = [(form, group.cards) for group in groups if group.form == form and not book.declare_pair]
    return own or [(form, lay(hand, way, book)) for way in islice(ways_of(hand, form, book), WAYS)]


def price(
    level: int,
    play: tuple[Form, int],
    groups: tuple[Group, ...],
    beat: Form | None,
    book: Book = BOOK,
) -> int:
    """What the hand loses: broken groups, wilds, high cards; a lead of many low cards gains."""
    form, left = play
    cost = 0
    if book.tier(form):
        cost += BOMB_COST + book.tier(form)
    else:
        cost += WILD_COST * (left >> 4 * wild_kind(level) & 3)
    cost += _broken(left, groups)
    low = form.key - 4 if form.type in SEQUENCES else form.key
    if beat is None:
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
