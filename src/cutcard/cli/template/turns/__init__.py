"""TITLE: in turn everyone plays a card that fits, or draws; the first without cards wins."""

from .moves import Move, Options, Tick
from .rules import deal

name = "template"
version = 1  # change it when the same log would play out otherwise
seats = range(2, 6)
shows_seed = True  # when a deal is over, everybody may see that the shuffle was fair
Carry = type(None)  # a match is one deal


def setups() -> list[tuple[Options, int]]:
    """The usual table first, then others worth trying."""
    return [(Options(), 2), (Options(cards=3), 4), (Options(cards=8), 5)]


__all__ = [
    "Carry",
    "Move",
    "Options",
    "Tick",
    "deal",
    "name",
    "seats",
    "setups",
    "shows_seed",
    "version",
]
