"""Decks: what is legal, how they are written down, how they travel.

A deck is a map of card ids to counts. `deck_problems` finds everything wrong with one at once.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as BadBase64
from collections.abc import Mapping
from difflib import get_close_matches

from msgspec import Struct

from .defs import CardSet

SIZE = 40
COPIES = 3
SIDEBOARD = 10
Deck = dict[str, int]


class Format(Struct, frozen=True):
    """What decks a table allows; the usual one has no lists of its own."""

    smallest: int = SIZE
    largest: int = SIZE
    copies: int = COPIES
    banned: tuple[str, ...] = ()
    restricted: dict[str, int] = {}
    sets: tuple[str, ...] = ()  # ids of the sets allowed; none: all
    least_units: int = 0


class Problem(Struct, frozen=True):
    """One thing wrong with a deck: a stable code, a sentence, and the card it is about."""

    code: str
    message: str
    card: str = ""


class BadDeck(ValueError):
    """A deck that may not be played; `problems` lists why."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("; ".join(one.message for one in problems))
        self.problems = problems


USUAL = Format()


def deck_problems(cards: CardSet, deck: Mapping[str, int], rules: Format = USUAL) -> list[Problem]:
    """Everything that is wrong with a deck, in the order of its cards, its size last."""
    found: list[Problem] = []
    if rules.sets and cards.id not in rules.sets:
        found.append(Problem("SET_NOT_LEGAL", f"the set '{cards.id}' is not played here"))
    total = units = 0
    for name, count in deck.items():
        d = cards.by_id.get(name)
        total += max(count, 0)
        if d is None:
            near = get_close_matches(name, cards.by_id, 1)
            hint = f"; did you mean '{near[0]}'?" if near else ""
            found.append(Problem("UNKNOWN_CARD", f"there is no card '{name}'{hint}", name))
            continue
        units += count if d.kind == 0 else 0
        if count < 1:
            found.append(Problem("BAD_COUNT", f"{count} copies of {d.name}", name))
        if d.token:
            found.append(
                Problem("CARD_NOT_COLLECTIBLE", f"{d.name} is a token, not a card of decks", name)
            )
        if name in rules.banned:
            found.append(Problem("CARD_BANNED", f"{d.name} is banned here", name))
        most = rules.restricted.get(name)
        if most is not None and count > most:
            found.append(Problem("CARD_RESTRICTED", f"{d.name} is limited to {most} here", name))
        copies = 1 if d.legendary else rules.copies
        if count > copies:
            found.append(
                Problem("TOO_MANY_COPIES", f"{count} copies of {d.name}; at most {copies}", name)
            )
    if total < rules.smallest:
        found.append(Problem("DECK_TOO_SMALL", f"{total} cards; at least {rules.smallest}"))
    if total > rules.largest:
        found.append(Problem("DECK_TOO_LARGE", f"{total} cards; at most {rules.largest}"))
    if units < rules.least_units:
        found.append(Problem("TOO_FEW_UNITS", f"{units} units; at least {rules.least_units}"))
    return found


def auto_deck(cards: CardSet) -> Deck:
    """Forty cards, as even as it goes: for a set that brings no decks."""
    names = [d for d in cards.defs if not d.token]
    deck: Deck = {}
    for copy in range(COPIES):
        for d in names:
            if sum(deck.values()) == SIZE:
                return deck
            if copy == 0 or not d.legendary:
                deck[d.id] = copy + 1
    return deck


# Written down


def to_text(cards: CardSet, deck: Mapping[str, int]) -> str:
    """`3 Ember Hound`, a line each, dearest last."""
    order = sorted(deck, key=lambda name: (cards.by_id[name].cost, cards.by_id[name].name))
    return "".join(f"{deck[name]} {cards.by_id[name].name}\n" for name in order)


def from_text(cards: CardSet, text: str) -> Deck:
    """Reads what `to_text` writes, ids too; empty lines and lines after # are left out."""
    names = {d.name.lower(): d.id for d in cards.defs} | {d.id: d.id for d in cards.defs}
    deck: Deck = {}
    wrong: list[Problem] = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].strip()
        if not words:
            continue
        count, _, name = words.partition(" ")
        found = names.get(name.strip().lower())
        if not count.isdigit() or not 1 <= len(count) <= 2:
            wrong.append(
                Problem("BAD_LINE", f"line {number}: write a count and a name, not '{words}'")
            )
        elif found is None:
            near = get_close_matches(name.strip().lower(), names, 1)
            hint = f"; did you mean '{near[0]}'?" if near else ""
            wrong.append(Problem("UNKNOWN_CARD", f"line {number}: no card '{name}'{hint}", name))
        else:
            deck[found] = deck.get(found, 0) + int(count)
    if wrong:
        raise BadDeck(wrong)
    return deck


def to_code(cards: CardSet, deck: Mapping[str, int]) -> str:
    """A short word for a deck: pairs of card number and count, in base64url."""
    raw = bytearray([1])
    for name in sorted(deck):
        number = cards.by_id[name].index
        raw += bytes([number >> 8 | deck[name] << 4, number & 255])
    return urlsafe_b64encode(bytes(raw)).decode().rstrip("=")


def from_code(cards: CardSet, code: str) -> Deck:
    """The deck of a share code; BadDeck where it is none of this set."""
    try:
        raw = urlsafe_b64decode(code + "=" * (-len(code) % 4))
    except (BadBase64, ValueError) as no:
        raise BadDeck([Problem("BAD_CODE", "this is no deck code")]) from no
    if len(raw) % 2 != 1 or raw[0] != 1 or len(raw) > 401:
        raise BadDeck([Problem("BAD_CODE", "this is no deck code")])
    deck: Deck = {}
    for first, second in zip(raw[1::2], raw[2::2], strict=True):
        number = (first & 15) << 8 | second
        if number >= len(cards.defs) or not first >> 4:
            raise BadDeck([Problem("BAD_CODE", "this code is of another card set")])
        deck[cards.defs[number].id] = first >> 4
    return deck


def swapped(
    cards: CardSet, main: Deck, side: Deck, out: tuple[str, ...], into: tuple[str, ...]
) -> tuple[Deck, Deck]:
    """Main deck and sideboard after cards changed places, or BadDeck."""
    new, rest = dict(main), dict(side)
    if len(out) != len(into):
        raise BadDeck([Problem("UNEVEN_SWAP", f"{len(out)} cards out, but {len(into)} in")])
    for name, here, there in (*((n, new, rest) for n in out), *((n, rest, new) for n in into)):
        if not here.get(name):
            raise BadDeck([Problem("UNKNOWN_CARD", f"'{name}' is not there to be swapped", name)])
        here[name] -= 1
        if not here[name]:
            del here[name]
        there[name] = there.get(name, 0) + 1
    if found := deck_problems(cards, new):
        raise BadDeck(found)
    return new, rest
