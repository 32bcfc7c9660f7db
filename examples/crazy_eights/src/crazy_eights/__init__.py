"""Crazy Eights: follow suit or rank, or play an eight and name the suit; out first wins."""

from .moves import Move, Options, Tick
from .rules import deal

name = "crazy_eights"
version = 1  # change it when the same log would play out otherwise
seats = range(2, 6)
shows_seed = True  # when a deal is over, everybody may see that the shuffle was fair
Carry = type(None)  # a match is one deal


def setups() -> list[tuple[Options, int]]:
    """The usual table first, then others worth trying."""
    return [(Options(), 2), (Options(), 4), (Options(cards=9), 5), (Options(cards=1), 3)]


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
