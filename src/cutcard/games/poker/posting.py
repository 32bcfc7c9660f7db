"""Antes and dead money, put in before the first bet (blinds are the hand's own: they are bets)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .hand import Hand


def antes_and_dead(h: Hand) -> None:
    """Before the blinds: what everybody puts in, and what was missed."""
    stakes = h.stakes
    for i in range(h.n):
        dead = stakes.dead[i] if stakes.dead else 0
        _ante(h, i, stakes.antes[i] if h.antes and not stakes.ante_last else 0)
        paid = min(dead, h.stacks[i])
        h.stacks[i] -= paid
        h.dead += paid
        if not h.stacks[i]:
            _all_in(h, i)


def antes_after_blinds(h: Hand) -> None:
    """Where the blinds come first, out of what they left."""
    for i, ante in enumerate(h.stakes.antes):
        if h.can[i]:
            _ante(h, i, ante)
            if not h.stacks[i]:
                _all_in(h, i)


def _all_in(h: Hand, i: int) -> None:
    h.can[i] = False
    h.able -= 1


def _ante(h: Hand, i: int, ante: int) -> None:
    if ante:
        paid = min(ante, h.stacks[i])
        h.stacks[i] -= paid
        if h.stakes.trim:
            h.antes[i] = paid
        else:
            h.dead += paid
            h.anted += paid
