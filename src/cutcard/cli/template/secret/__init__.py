"""TITLE: everyone keeps one of a few cards in secret, and the highest wins."""

from .moves import Move, Options, Tick
from .rules import deal

name = "template"
version = 1  # change it when the same log would play out otherwise
seats = range(2, 7)
shows_seed = False  # the cards nobody kept stay hidden
Carry = type(None)  # a match is one deal


def setups() -> list[tuple[Options, int]]:
    """The usual table first, then others worth trying."""
    return [(Options(), 2), (Options(cards=5), 4), (Options(cards=1), 3)]


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
