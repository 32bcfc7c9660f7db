"""Another world that looks the same to a viewer: all they were never told, drawn anew.

Both functions change the duel they are given, which is a copy already. What a viewer knows is
what was revealed, their own hand once the game has started, and the card they locked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutcard.kernel.game import Seat
from cutcard.kernel.rng import Rng

from .deck import TOTAL

if TYPE_CHECKING:
    from .rules import Duel


def deck(duel: Duel, seat: Seat | None, rng: Rng) -> None:
    """QUICK: the faces of all places but those revealed and the one the seat picked."""
    known = {card for past in duel.past for card in past.cards}
    if seat is not None and duel.picks[seat] >= 0:
        known.add(duel.card_at(duel.picks[seat]))
    order = duel.deck.order
    hidden = [place for place in range(TOTAL) if order[place] not in known]
    cards = [order[place] for place in hidden]
    rng.shuffle(cards)
    for place, card in zip(hidden, cards, strict=True):
        order[place] = card


def hands(duel: Duel, seat: Seat | None, rng: Rng) -> None:
    """HAND: the other hand, the card locked out of it and the rest of the deck are one pool.

    Before the start nobody has seen even their own hand.
    """
    unseen = [other for other in (0, 1) if other != seat or duel.started_at < 0]
    locked = [other for other in unseen if duel.picks[other] >= 0 and not duel.revealed]
    free, order = duel.deck.free, duel.deck.order
    pool = [card for other in unseen for card in duel.hands[other]]
    pool += [duel.picks[other] for other in locked]
    pool += [order[place] for place in free]
    rng.shuffle(pool)
    for other in unseen:
        count = len(duel.hands[other])
        duel.hands[other] = sorted(pool[:count])
        del pool[:count]
    for other in locked:
        duel.picks[other] = pool.pop()
    for place, card in zip(free, pool, strict=True):
        order[place] = card
