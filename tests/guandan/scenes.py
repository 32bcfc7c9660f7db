"""Deals of Guandan laid by hand, for the page. After `lay()` a server's first deals begin in the
scene that the option `deals` numbers; all else is the real server."""

from __future__ import annotations

from typing import Any

from cutcard.games import guandan
from cutcard.games.guandan.options import book_of

from .conftest import completed, playing

# Fifteen ranks, two of them eight and five high: as wide as a hand gets.
WIDE = "BJ SJ 2h 2s As Kh Kh Ks Ks Kc Kc Kd Kd Qs Jh Ts 9c 8s 7s 6d 5c 4h 4s 4c 4d 4h 3s"
OTHERS = ("Ah Ah Ac", "Ad Qh", "Td Tc")


def wide() -> guandan.State:
    """The first seat leads with a hand of fifteen ranks and two bombs."""
    hands = completed(WIDE, *OTHERS, level="2")
    state = playing("", "", "", "").state
    state.hands = hands
    return state


def last() -> guandan.State:
    """One card from the end: the first seat is out with it, and its partner follows."""
    return playing("As", "3s 3h 4c", "Ks", "5d 6d 7d 9d").state


SCENES = {91: wide, 92: last}


def lay() -> None:
    """From now on this process deals scenes."""
    real = guandan.deal

    def deal(options: Any, seats: int, rng: Any, carry: Any = None) -> guandan.State:
        scene = SCENES.get(options.deals) if carry is None else None
        if scene is None:
            return real(options, seats, rng, carry)
        state = scene()
        state.options, state.book = options, book_of(options)
        return state

    guandan.deal = deal
