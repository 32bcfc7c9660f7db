"""F75: draws, cards and log of a deal that may be shown, made again from its seed and shares."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET

from cutcard.kernel import fair
from cutcard.kernel.rng import Rng

from .chain import Deal
from .lines import Card, Dealt, Draw, End, Head, Line, Move, check

LONGEST = 65536


def check_open(head: Head, lines: Sequence[Line], mine: Deal, x: bytes) -> int:
    """How many cards were checked."""
    end, dealt = mine.the(End), mine.the(Dealt)
    seed = bytes.fromhex(end.seed)
    rng = Rng(fair.deal_seed(seed, x))
    drawn = [_drawn(rng, head, one) for one in lines if isinstance(one, Draw)]
    cards = [one for one in lines if isinstance(one, Card)]
    for card in cards:
        check(whole(card.draw, 0, len(drawn) - 1), "FORMAT", card)
        order = drawn[card.draw]
        check(isinstance(order, list) and whole(card.place, 0, len(order) - 1), "FORMAT", card)
        check(order[card.place] == card.card, "CARD", card)
    now = fair.log_begin(seed, bytes.fromhex(dealt.head))
    for n, move in enumerate(line for line in lines if isinstance(line, Move)):
        check(move.n == n, "LOG", move)
        now = fair.log_step(now, n, move.at, move.seat, move.move)
    check(now.hex() == end.log, "LOG", end)
    return len(cards)


def _drawn(rng: Rng, head: Head, one: Draw) -> Any:
    if one.op == "shuffle" and one.deck is not UNSET:
        check(whole(one.deck, 0, len(head.decks) - 1), "FORMAT", one)
        deck = list(head.decks[one.deck])
        rng.shuffle(deck)
        return deck
    check(whole(one.n, 1, LONGEST), "FORMAT", one)
    got: Any
    if one.op == "shuffle":
        got = fair.shuffled(rng, one.n)
    elif one.op == "below":
        got = rng.below(one.n)
    else:
        check(one.op == "take", "FORMAT", one)
        got = rng.take(one.n).hex()
    check(type(got) is type(one.got) and got == one.got, "DRAW", one)
    return got


def whole(value: object, low: int, high: int) -> bool:
    """Whether this is a whole number between these."""
    return type(value) is int and low <= value <= high
