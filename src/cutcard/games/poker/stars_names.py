"""What PokerStars calls the games: made from the table of variants, so that every row has a name
of its own. A header is searched for a whole name: five-card Omaha is not Omaha."""

from __future__ import annotations

import re

from .phh import Unsupported
from .variants import VARIANTS, Variant

_LIMITS = ("No Limit", "Pot Limit", "Limit")
_DRAWS = {1: "Single Draw", 2: "Double Draw", 3: "Triple Draw"}
_BEFORE = r"(?:[:(,]\s*|\b[A-Z]{3}\s+|\d\s+|Freeroll\s+)"  # of a header, before the game's name


def _of_board(v: Variant) -> str:
    first = v.streets[0]
    name = "Hold'em" if first.hole == 2 else "Courchevel" if first.board else "Omaha"
    if v.short:
        name = f"6+ {name}"
    return f"{first.hole} Card {name}" if first.hole > 4 and not first.board else name


def _of_draws(v: Variant) -> str:
    draws = sum(street.draw for street in v.streets)
    kind = {"low27": "2-7 Lowball", "lowa5": "A-5 Lowball"}.get(v.high)
    if kind is not None:
        return f"{_DRAWS.get(draws, f'{draws} Draws')} {kind}"
    many = "" if draws == 1 else f"{_DRAWS.get(draws, f'{draws} Draws')} "
    return "Badugi" if v.high == "badugi" else f"{many}{v.streets[0].hole} Card Draw"


def _name(v: Variant) -> str:
    """The game without its limit."""
    if v.stud:
        name = "Razz" if v.high == "lowa5" else f"{v.cards} Card Stud"
    else:
        name = _of_draws(v) if v.draws else _of_board(v)
    return f"{name} Hi/Lo" if v.low else name


def _names() -> dict[str, str]:
    found: dict[str, str] = {}
    for code, v in VARIANTS.items():
        name = f"{_name(v)} {_LIMITS[v.limit]}"
        # A row that differs in something PokerStars has no word for goes by its own name.
        found[code] = name if name not in found.values() else f"{v.name} {_LIMITS[v.limit]}"
    return found


NAMES = _names()
GAMES = {text: code for code, text in NAMES.items()}
_HEAD = re.compile(
    _BEFORE + "(" + "|".join(map(re.escape, sorted(GAMES, key=len, reverse=True))) + r")(?=[ ,)]|$)"
)


def game_in(header: str) -> Variant:
    """The game that a header names, Unsupported where it is none of ours."""
    found = _HEAD.search(header)
    if found is None:
        raise Unsupported(f"no game of PokerStars that is played here: {header[:70]!r}")
    return VARIANTS[GAMES[found[1]]]
