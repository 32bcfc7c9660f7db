"""Drawing anew what a viewer was never told: a world that may be the real one for all they know.

Known are the viewer's cards, tributes still held, jokers that were shown. A payer kept nothing
higher than what they paid; a receiver who could return no low card has none. All else is shuffled.
"""

from __future__ import annotations

from typing import TypeVar

from cutcard.kernel.game import Seat
from cutcard.kernel.rng import Rng

from .deck import BIG_KEY, BIT, SMALL_KEY, key_of, kinds, wild_kind
from .state import DEAL, NONE, PAY, REFUSED, SETTLE, TAKE, Deal
from .tribute import cancelled, may_refuse, payable, returnable

TRIES = 32
D = TypeVar("D", bound=Deal)


def redealt(deal: D, viewer: Seat | None, rng: Rng) -> D:
    """A deal as the viewer may imagine it, its future drawn anew too."""
    twin = deal.copy()
    twin.rng = rng.fork()
    if deal.phase >= SETTLE:
        return twin
    fixed = [deal.hands[seat] if seat == viewer else deal.known[seat] for seat in range(4)]
    if deal.phase == TAKE:
        for payer in deal.payers:
            if payer != viewer:
                fixed[payer] += BIT[deal.chosen[payer]]
    hidden = [kinds(deal.hands[seat] - fixed[seat]) for seat in range(4)]
    owners = [seat for seat in range(4) for _ in hidden[seat]]
    true = [kind for cards in hidden for kind in cards]
    for _ in range(TRIES):
        cards = true[:]
        rng.shuffle(cards)
        _mend(deal, owners, cards, rng)
        twin.hands = fixed[:]
        for kind, owner in zip(cards, owners, strict=True):
            twin.hands[owner] += BIT[kind]
        if _possible(deal, twin.hands, owners, cards):
            break
    else:
        twin.hands = deal.hands[:]
    if deal.phase != TAKE:
        _choose_anew(twin, viewer, rng)
    if deal.phase != DEAL:
        _wish_anew(twin, viewer, rng)
    return twin


def _bounds(deal: Deal) -> list[tuple[int, int]]:
    """For each seat the lowest and the highest key its unseen cards can have; wilds aside."""
    bounds = [(2, BIG_KEY)] * 4
    for giver, taker, kind, back in deal.gifts:
        top = key_of(kind, deal.level)
        if deal.book.anti_tribute == "auto":
            top = min(top, SMALL_KEY)  # both big jokers would have been 抗贡
        bounds[giver] = (bounds[giver][0], top)
        if back != NONE and key_of(back, deal.level) > deal.book.return_max:
            bounds[taker] = (key_of(back, deal.level), bounds[taker][1])
    if deal.phase == TAKE:
        for payer in deal.payers:
            bounds[payer] = (2, key_of(deal.chosen[payer], deal.level))
    return bounds


def _fits(kind: int, bound: tuple[int, int], level: int) -> bool:
    key = key_of(kind, level)
    return bound[0] <= key and (key <= bound[1] or kind == wild_kind(level))


def _mend(deal: Deal, owners: list[int], cards: list[int], rng: Rng) -> None:
    """Swap away, at random, what its owner is known not to hold."""
    if not deal.gifts and deal.phase != TAKE:
        return
    bounds, level = _bounds(deal), deal.level
    for i, kind in enumerate(cards):
        if _fits(kind, bounds[owners[i]], level):
            continue
        others = [
            j
            for j, other in enumerate(cards)
            if _fits(kind, bounds[owners[j]], level) and _fits(other, bounds[owners[i]], level)
        ]
        if others:
            j = others[rng.below(len(others))]
            cards[i], cards[j] = cards[j], kind


def _possible(deal: Deal, hands: list[int], owners: list[int], cards: list[int]) -> bool:
    if deal.phase == PAY:
        return not cancelled(hands, deal.payers, deal.book)
    bounds = _bounds(deal)
    return all(
        _fits(kind, bounds[owner], deal.level) for kind, owner in zip(cards, owners, strict=True)
    )


def _wish_anew(twin: Deal, viewer: Seat | None, rng: Rng) -> None:
    """Whether one of the others would give up is known to their team alone."""
    for team in (0, 1):
        if viewer is None or viewer % 2 != team:
            who = rng.below(6)
            twin.conceding[team], twin.conceding[team + 2] = who == 0, who == 1


def _choose_anew(twin: Deal, viewer: Seat | None, rng: Rng) -> None:
    """A card that lies face down is one its owner could have chosen from the new hand."""
    for seat in range(4):
        if seat == viewer or twin.chosen[seat] == NONE:
            continue
        if twin.phase == PAY:
            choices = payable(twin.hands[seat], twin.level)
            if twin.book.anti_tribute == "optional" and may_refuse(twin.hands[seat]):
                choices.append(REFUSED)
        else:
            choices = returnable(twin.hands[seat], twin.level, twin.book)
        twin.chosen[seat] = choices[rng.below(len(choices))]
