"""F76: of a sealed deal, that the other deck was whole and each card told the one its place had."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET

from cutcard.kernel import fair

from .chain import Deal
from .lines import Card, Dealt, End, Head, Leaves, Line, Offer, Void, check
from .opened import whole

HEX = frozenset("0123456789abcdef")


def check_sealed(head: Head, lines: Sequence[Line], mine: Deal, x: bytes, notes: list[str]) -> int:
    """How many cards were checked against their leaves."""
    offer, dealt = mine.the(Offer), mine.the(Dealt)
    names, cards = head.decks[0], offer.cards
    played, places = fair.cut(x, cards)
    check(len(names) == len(set(names)) == cards and len(dealt.opened) == 64, "FORMAT", dealt)
    opened = fair.SealedDeck(bytes.fromhex(dealt.opened), cards)
    check(opened.root.hex() == offer.roots[1 - played], "CUT", dealt)
    leaves = _leaves(lines, cards, offer.roots[played])
    told = [line for line in lines if isinstance(line, Card)]
    own = [card for card in told if card.source != "reshuffle"]
    proved = _told(told, names, places, leaves)
    if len(told) > len(own):
        notes.append(f"RESHUFFLED {len(told) - len(own)}")
    if len(own) > proved:
        notes.append(f"UNPROVED {len(own) - proved}")
    _check_seed(mine, offer)
    return proved


def _leaves(lines: Sequence[Line], cards: int, root: str) -> list[str] | None:
    line = next((one for one in lines if isinstance(one, Leaves)), None)
    if line is None:
        return None
    good = len(line.hashes) == cards and all(hash_text(one) for one in line.hashes)
    check(good, "FORMAT", line)
    check(fair.root([bytes.fromhex(one) for one in line.hashes]).hex() == root, "PROOF", line)
    return line.hashes


def _told(
    cards: Sequence[Card], names: Sequence[str], places: Sequence[int], leaves: list[str] | None
) -> int:
    """Card by card, as the other judges do it: the first fault in the file is the verdict's."""
    at: dict[int, str] = {}
    proved = 0
    for card in cards:
        check(card.card in names, "FORMAT", card)
        if card.source == "reshuffle":
            continue
        free = whole(card.place, 0, len(places) - 1) and card.place not in at
        check(free, "FORMAT", card)
        check(card.card not in at.values(), "TWICE", card)
        at[card.place] = card.card
        if card.salt is UNSET:
            continue
        check(hash_text(card.salt) and leaves is not None, "FORMAT", card)
        assert leaves is not None
        where = places[card.place]
        made = fair.leaf(where, names.index(card.card), bytes.fromhex(card.salt))
        check(made.hex() == leaves[where], "PROOF", card)
        proved += 1
    return proved


def _check_seed(mine: Deal, offer: Offer) -> None:
    """An operator may tell all, later (F50): then both decks follow from the seed."""
    over = mine.get(End) or mine.get(Void)
    if over is None or not over.seed:
        return
    seed = bytes.fromhex(over.seed)
    made = [fair.SealedDeck(fair.deck_secret(seed, j), offer.cards).root.hex() for j in (0, 1)]
    check(made == offer.roots, "SEED", over)


def hash_text(value: object) -> bool:
    """Whether this is a hash in lower-case hex."""
    return isinstance(value, str) and len(value) == 64 and HEX.issuperset(value)
