"""A deal as it might be: all that a viewer was never told, drawn anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import showdown
from .hand import DONE, Hand

if TYPE_CHECKING:
    from cutcard.kernel.rng import Rng

    from .rules import Poker


def redeal(t: Poker, viewer: int | None, rng: Rng) -> Poker:
    """Hidden hands, the others' discards, the burns and the deck, and all chance to come."""
    if t.hand is not None and t.hand.phase == DONE:
        showdown.awards(t.hand)  # told already: hands drawn anew do not change who won
    twin = t.copy()
    twin.seen = None  # what was seen of this deal is not what is seen of that one
    twin.rng = rng.fork()
    if t.hand is None:
        twin.deck = t.deck[:]
        rng.shuffle(twin.deck)
        if t.big < 0:
            twin.first = rng.below(t.n)
        return twin
    assert twin.hand is not None
    twin.hand.rng = twin.rng
    place = -1 if viewer is None else t.place_of[viewer]
    open_places = {t.place_of[s] for s in t.shown} | {place}
    _redeal_hand(twin.hand, place, open_places, rng)
    if twin.hand.actor < 0 and t.phase == 1:
        for s in range(t.n):
            if s != viewer and twin.votes[s] >= 0:
                twin.votes[s] = rng.below(2)
    return twin


def all_cards(h: Hand) -> list[int]:
    """Every card of a hand; nobody keeps the burns: they are what lies nowhere else."""
    lying = [card for hole in h.hole for card in hole] + [card for _, card in h.muck]
    lying += [card for board in h.boards for card in board] + h.deck[h.pos :]
    return lying + [card for card in h.variant.deck if card not in lying]


def _redeal_hand(h: Hand, place: int, open_places: set[int], rng: Rng) -> None:
    ups = h.variant.ups
    slots = [
        (i, k)
        for i in range(h.n)
        if i not in open_places
        for k in range(len(h.hole[i]))
        if not (ups and ups[k])
    ]
    thrown = [k for k, (owner, _) in enumerate(h.muck) if owner != place]
    pool = [h.hole[i][k] for i, k in slots] + [h.muck[k][1] for k in thrown] + h.deck[h.pos :]
    seen = {*pool, *(c for hole in h.hole for c in hole), *(c for _, c in h.muck)}
    seen.update(c for board in h.boards for c in board)
    pool += [c for c in h.variant.deck if c not in seen]  # the burns
    rng.shuffle(pool)
    for (i, k), card in zip(slots, pool, strict=False):
        h.hole[i][k] = card
    rest = pool[len(slots) :]
    for k, card in zip(thrown, rest, strict=False):
        h.muck[k] = (h.muck[k][0], card)
    rest = rest[len(thrown) :]
    h.deck = h.deck[: h.pos] + rest[: len(h.deck) - h.pos]
