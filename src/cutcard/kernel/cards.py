"""Cards as small ints with names.

0 … 51 is suit × 13 + rank, suits c d h s, ranks 2 … A; 52 and 53 are the small and the big
joker; in two decks the second copy is 54 higher (`kind` takes it back to 0 … 53).
"""

from __future__ import annotations

from collections.abc import Iterable

RANKS = "23456789TJQKA"
SUITS = "cdhs"
SYMBOLS = "♣♦♥♠"
SMALL_JOKER, BIG_JOKER = 52, 53
COPY = 54

NAMES: tuple[str, ...] = (*(r + s for s in SUITS for r in RANKS), "SJ", "BJ")
_BY_NAME = {name.upper(): card for card, name in enumerate(NAMES)}


def kind(card: int) -> int:
    """The card without its copy: 0 … 53."""
    return card % COPY


def rank(card: int) -> int:
    """0 (two) … 12 (ace); 13 and 14 for the jokers."""
    card %= COPY
    return card % 13 if card < 52 else card - 39


def suit(card: int) -> int:
    """0 ♣ … 3 ♠; -1 for a joker."""
    card %= COPY
    return card // 13 if card < 52 else -1


def name(card: int) -> str:
    """`Ah`, `Td`; `SJ` and `BJ` are the jokers."""
    return NAMES[card % COPY]


def display(card: int) -> str:
    """For people: `A♥`, `10♦`, and the jokers by their names."""
    card %= COPY
    if card >= 52:
        return NAMES[card]
    face = RANKS[card % 13]
    return ("10" if face == "T" else face) + SYMBOLS[card // 13]


def parse(text: str) -> int:
    """The card of a name (either case; `10h` is `Th`); ValueError says what was expected."""
    card = _BY_NAME.get(text.upper().replace("10", "T"))
    if card is None:
        raise ValueError(f"'{text}' is no card; cards are named like Ah, Td, 2c, SJ, BJ")
    return card


def parse_many(text: str) -> list[int]:
    """Cards written together or apart: `AhKd`, `Ah Kd`, `Ah,Kd`."""
    packed = text.replace(",", " ").replace("10", "T").split()
    return [parse(word[i : i + 2]) for word in packed for i in range(0, len(word), 2)]


def names(cards: Iterable[int]) -> list[str]:
    return [name(card) for card in cards]


def deck52() -> list[int]:
    return list(range(52))


def deck54() -> list[int]:
    return list(range(54))


def deck108() -> list[int]:
    return list(range(108))
