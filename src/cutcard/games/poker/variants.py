"""The variants: one table of games times the limits they are played at, read by one engine. A
variant is its streets, its limit, its deck and what wins; nothing else in the engine knows a
variant by name."""

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


def deck_of(short: bool) -> list[int]:
    """The cards of a short deck, sixes and up, or of a whole one."""
    return [c for c in range(52) if c % 13 >= 4] if short else list(range(52))


class Variant(NamedTuple):
    """A game at a limit."""

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
        return deck_of(self.short)


def _flop_streets(hole: int, door: int = 0) -> tuple[Street, ...]:
    """A board of five; a door card of it may lie there before the first bet."""
    return (
        Street("preflop", hole=hole, board=door),
        Street("flop", board=3 - door),
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
    """Small bets before half of the draws are made, big ones after."""
    after = (
        Street(f"draw {k}" if draws > 1 else "draw", draw=True, big=2 * k > draws)
        for k in range(1, draws + 1)
    )
    return (Street("predraw", hole=hole), *after)


class Row(NamedTuple):
    """A game as it is dealt and won, whatever its limit."""

    stem: str  # of its code: the limit's letter stands before it
    name: str
    streets: tuple[Street, ...]
    high: str
    low: str = ""
    most: int = 10
    limits: str = "NPF"  # no-limit, pot-limit, fixed: those that make sense
    opens: int = BY_BLINDS
    ups: tuple[bool, ...] = ()
    short: bool = False


# Seats are as many as the deck serves with two boards. Stud's bring-in is a limit game's.
_H, _O, _O5, _O6 = (_flop_streets(hole) for hole in (2, 4, 5, 6))
_C = _flop_streets(5, door=1)
_ROWS = (
    Row("T", "hold'em", _H, "high"),
    Row("S", "short-deck hold'em", _H, "short", short=True),
    Row("O", "Omaha", _O, "omaha"),
    Row("O/8", "Omaha hi-lo", _O, "omaha", "omaha8"),
    Row("O5", "five-card Omaha", _O5, "omaha", "", 8),
    Row("O5/8", "five-card Omaha hi-lo", _O5, "omaha", "omaha8", 8),
    Row("O6", "six-card Omaha", _O6, "omaha", "", 7),
    Row("O6/8", "six-card Omaha hi-lo", _O6, "omaha", "omaha8", 7),
    Row("C", "Courchevel", _C, "omaha", "", 8),
    Row("C/8", "Courchevel hi-lo", _C, "omaha", "omaha8", 8),
    Row("7S", "seven-card stud", _STUD, "high", "", 8, "F", LOW_CARD, _UPS),
    Row("7S/8", "seven-card stud hi-lo", _STUD, "high", "low8", 8, "F", LOW_CARD, _UPS),
    Row("R", "razz", _STUD, "lowa5", "", 8, "F", HIGH_CARD, _UPS),
    Row("5D", "five-card draw", _draw_streets(5, 1), "high", "", 6),
    Row("2L1D", "2-7 single draw", _draw_streets(5, 1), "low27", "", 6),
    Row("2L3D", "2-7 triple draw", _draw_streets(5, 3), "low27", "", 6),
    Row("B", "badugi", _draw_streets(4, 3), "badugi"),
)
_LIMITS = {
    "N": (NO_LIMIT, "No-limit"),
    "P": (POT_LIMIT, "Pot-limit"),
    "F": (FIXED, "Limit"),
}


def _times(row: Row, letter: str) -> Variant:
    limit, word = _LIMITS[letter]
    name = f"{word} {row.name}" if len(row.limits) > 1 else row.name.capitalize()
    return Variant(
        letter + row.stem,
        name,
        limit,
        row.streets,
        row.high,
        row.low,
        row.most,
        row.opens,
        row.ups,
        row.short,
    )


VARIANTS: dict[str, Variant] = {
    one.code: one for row in _ROWS for one in [_times(row, letter) for letter in row.limits]
}
"""Every game times every limit that makes sense, by its code: PHH's where PHH has one."""

MIXES: dict[str, tuple[str, ...]] = {
    "HORSE": ("FT", "FO/8", "FR", "F7S", "F7S/8"),
    "8-game": ("F2L3D", "FT", "FO/8", "FR", "F7S", "F7S/8", "NT", "PO"),
}
"""Mixed games: an orbit of each, in this order."""
