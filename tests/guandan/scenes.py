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


def choice() -> guandan.State:
    """The first seat holds two pairs and a wild (either full house), and leads."""
    hands = completed("2h 9s 9c 6d 6c Ks", "Qs Jh", "Td Tc", "Ad 8h", level="2")
    state = playing("", "", "", "").state
    state.hands = hands
    return state


def high() -> guandan.State:
    """As much as lies on the felt at once: one's own bomb, over it the partner's straight flush
    with a wild, and by one's own wild two straight flushes to choose from."""
    bench = playing("", "", "", "")
    bench.state.hands = completed(
        "2h 5s 6s 7s 8s Td Tc Th Ts As", "Qs Qh Jc", "2h 3h 4h 6h 7h Kd", "Ad Ac Js", level="2"
    )
    bench.lay(0, "Td Tc Th Ts")
    bench.skip(1)
    bench.lay(2, "3h 4h 2h 6h 7h", "straightflush", 7)
    bench.skip(3)
    return bench.state


SCENES = {91: wide, 92: last, 93: choice, 94: high}


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
