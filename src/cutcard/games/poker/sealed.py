"""A hand from a sealed deck (F40–F47 of docs/rules/fairness.md): promised as two hidden decks, of
which the players' shares throw one open and order the other."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from cutcard.kernel import cards, fair
from cutcard.kernel.rng import Rng

from . import seating
from .moves import Begin
from .variants import deck_of

if TYPE_CHECKING:
    from .rules import Poker

_WAIT = 0  # of rules.py's phases


class Reshuffles(Rng):
    """F47: the chance of a sealed hand: nothing but the orders of its discards, each its own."""

    __slots__ = ("count", "x")

    def __init__(self, seed: bytes, x: bytes, count: int = 0) -> None:
        super().__init__(seed)
        self.x = x
        self.count = count

    def shuffle(self, xs: list[Any]) -> None:
        self.count += 1
        order = fair.reshuffled(self.seed, self.x, self.count, len(xs))
        xs[:] = [xs[i] for i in order]

    def copy(self) -> Reshuffles:
        return Reshuffles(self.seed, self.x, self.count)

    def fork(self) -> Rng:
        return Rng(fair.keyed(self.seed, "fork", self.x, self.count))


@cache
def _names(short: bool) -> tuple[str, ...]:
    return tuple(cards.names(deck_of(short)))


def deck_names(t: Poker) -> Sequence[str]:
    """F41: the cards of the variant's own deck."""
    return _names(t.variant.short)


def next_deck(t: Poker) -> int:
    """F41: the dealer's choice is not known before it is made."""
    return 0 if t.options.variant == "dealer" else len(deck_names(t))


def dealt_in(t: Poker) -> Sequence[int]:
    """Who would play the hand that is about to start."""
    if t.phase != _WAIT or t.start_at < 0:
        return ()
    plan = seating.plan(t)
    return () if plan is None else sorted(plan.order)


def tick(x: bytes, number: int) -> Begin:
    return Begin(x.hex(), number)


def take_deck(t: Poker, begin: Begin) -> list[int]:
    """The deck of the hand, and its chance; the first button with it (F46)."""
    x = bytes.fromhex(begin.x)
    seed = fair.sealed_seed(t.rng.seed, begin.offer) if begin.offer else t.rng.seed
    own = t.variant.deck
    t.deck = [own[i] for i in fair.dealt_order(seed, x, len(own))]
    t.rng = Reshuffles(seed, x)
    if t.big < 0 and t.event is None:
        seated = seating.players(t)
        t.first = seated[fair.first_button(x, len(seated))]
    return t.deck


def seen_cards(t: Poker, viewer: int | None) -> list[tuple[int, str, bool]]:
    """Place and name of every card a viewer was told, and whether its place is kept from them: a
    reshuffle brought it (F47), or it would tell in which draw it came, and the table has chosen
    that only its holder knows (F48)."""
    hand = t.hand
    if hand is None:
        return []
    place = -1 if viewer is None else t.place_of[viewer]
    opened = {t.place_of[seat] for seat in t.shown} | ({place} if place >= 0 else set())
    told = [card for board in hand.boards for card in board]
    for i in range(hand.n):
        told += hand.hole[i] if i in opened else hand.up(i) if hand.variant.ups else []
    told += [card for owner, card in hand.muck if owner == place]
    same = zip(t.deck, hand.deck, strict=False)
    again = next((i for i, (was, now) in enumerate(same) if was != now), len(t.deck))
    late = set(hand.deck[again : hand.pos])
    if hand.variant.draws and t.options.draw_proofs == "own":
        late |= {card for i in opened - {place} for card in hand.hole[i]}
    return [(t.deck.index(card), cards.name(card), card in late) for card in dict.fromkeys(told)]
