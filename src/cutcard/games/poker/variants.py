"""The variants: one table, read by one engine. A variant is its streets, its limit, its deck and
what wins; nothing else in the engine knows a variant by name."""

from __future__ import annotations

from typing import NamedTuple

NO_LIMIT, POT_LIMIT, FIXED = 0, 1, 2
BY_BLINDS, LOW_CARD, HIGH_CARD = 0, 1, 2  # who opens: left of the blinds; the bring-in card


class Street(NamedTuple):
    """What is dealt, and then bet."""

    name: str
    hole: int = 0  # cards to each player
    board: int = 0  # cards to the board
    draw: bool = False  # players may change cards first
    big: bool = False  # the big bet of a fixed limit


class Variant(NamedTuple):
    """A row of the table."""

    code: str  # as PHH writes it
    name: str
    limit: int
    streets: tuple[Street, ...]
    high: str  # what wins the pot, or the high half of it
    low: str = ""  # what wins the low half
    most: int = 10  # seats
    opens: int = BY_BLINDS
    ups: tuple[bool, ...] = ()  # which of the hole cards lie face up
    short: bool = False  # 36 cards, sixes and up

    @property
    def cards(self) -> int:
        """Hole cards at the start (in stud: the most there will be)."""
        return len(self.ups) or self.streets[0].hole

    @property
    def stud(self) -> bool:
        return self.opens != BY_BLINDS

    @property
    def draws(self) -> bool:
        return any(street.draw for street in self.streets)

    @property
    def boards(self) -> bool:
        """Played with a board of five."""
        return any(street.board for street in self.streets)

    @property
    def deck(self) -> list[int]:
        return [c for c in range(52) if c % 13 >= 4] if self.short else list(range(52))


def _flop_streets(hole: int) -> tuple[Street, ...]:
    return (
        Street("preflop", hole=hole),
        Street("flop", board=3),
        Street("turn", board=1, big=True),
        Street("river", board=1, big=True),
    )


_STUD = (
    Street("third street", hole=3),
    Street("fourth street", hole=1),
    Street("fifth street", hole=1, big=True),
    Street("sixth street", hole=1, big=True),
    Street("seventh street", hole=1, big=True),
)
_UPS = (False, False, True, True, True, True, False)


def _draw_streets(hole: int, draws: int) -> tuple[Street, ...]:
    after = (
        Street(f"draw {k}" if draws > 1 else "draw", draw=True, big=k > 1)
        for k in range(1, draws + 1)
    )
    return (Street("predraw", hole=hole), *after)


_H, _O = _flop_streets(2), _flop_streets(4)
_TABLE = (
    Variant("NT", "No-limit hold'em", NO_LIMIT, _H, "high"),
    Variant("PT", "Pot-limit hold'em", POT_LIMIT, _H, "high"),
    Variant("FT", "Limit hold'em", FIXED, _H, "high"),
    Variant("NS", "No-limit short-deck hold'em", NO_LIMIT, _H, "short", short=True),
    Variant("PO", "Pot-limit Omaha", POT_LIMIT, _O, "omaha"),
    Variant("PO/8", "Pot-limit Omaha hi-lo", POT_LIMIT, _O, "omaha", "omaha8"),
    Variant("FO/8", "Limit Omaha hi-lo", FIXED, _O, "omaha", "omaha8"),
    Variant("F7S", "Seven-card stud", FIXED, _STUD, "high", "", 8, LOW_CARD, _UPS),
    Variant("F7S/8", "Seven-card stud hi-lo", FIXED, _STUD, "high", "low8", 8, LOW_CARD, _UPS),
    Variant("FR", "Razz", FIXED, _STUD, "lowa5", "", 8, HIGH_CARD, _UPS),
    Variant("N2L1D", "No-limit 2-7 single draw", NO_LIMIT, _draw_streets(5, 1), "low27", "", 6),
    Variant("F2L3D", "Limit 2-7 triple draw", FIXED, _draw_streets(5, 3), "low27", "", 6),
    Variant("FB", "Badugi", FIXED, _draw_streets(4, 3), "badugi"),
)
VARIANTS: dict[str, Variant] = {variant.code: variant for variant in _TABLE}
"""Every variant by its PHH code."""

MIXES: dict[str, tuple[str, ...]] = {
    "HORSE": ("FT", "FO/8", "FR", "F7S", "F7S/8"),
    "8-game": ("F2L3D", "FT", "FO/8", "FR", "F7S", "F7S/8", "NT", "PO"),
}
"""Mixed games: an orbit of each, in this order."""
