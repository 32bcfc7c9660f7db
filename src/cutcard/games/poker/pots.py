"""Pots: layers of what was put in, each with those who may win it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from .hand import Hand


class Pot(NamedTuple):
    amount: int
    eligible: tuple[int, ...]  # places


def layers(put_in: Sequence[int], out: Sequence[bool], dead: int = 0) -> list[Pot]:
    """The main pot and the side pots (P40).

    Folded money stays in the layer where it was put; what lies above every player left in goes
    to the last pot (P41), so no pot is without a winner. Dead money is the main pot's.
    """
    levels = sorted({t for t, gone in zip(put_in, out, strict=True) if not gone})
    pots: list[Pot] = []
    below = 0
    for level in levels:
        amount = dead
        dead = 0
        for t in put_in:
            if t > below:
                amount += min(t, level) - below
        if amount:
            eligible = tuple(i for i, t in enumerate(put_in) if t >= level and not out[i])
            pots.append(Pot(amount, eligible))
        below = level
    above = sum(t - below for t in put_in if t > below)
    if above:
        amount, eligible = pots.pop() if pots else (0, tuple(i for i, g in enumerate(out) if not g))
        pots.append(Pot(amount + above, eligible))
    return pots


def of_hand(h: Hand, *, with_bets: bool) -> list[Pot]:
    """A hand's pots; without this street's bets they are what lies gathered in the middle."""
    if not with_bets and h.able == h.live:  # nobody is all-in: all that is left play for one pot
        amount = h.pot() - sum(h.bets)
        left = tuple([i for i in range(h.n) if not h.folded[i]])
        return [Pot(amount, left)] if amount else []
    put_in = h.total if with_bets else [t - b for t, b in zip(h.total, h.bets, strict=True)]
    if h.antes:
        put_in = [t + a for t, a in zip(put_in, h.antes, strict=True)]
    pots = layers(put_in, h.folded, h.dead)
    if with_bets:
        return pots
    merged: list[Pot] = []
    for pot in pots:  # who has a bet before them is in for the pot below it too
        amount, eligible = pot
        eligible = tuple(i for i in range(h.n) if not h.folded[i] and _reaches(h, i, pot))
        if merged and merged[-1].eligible == eligible:
            amount += merged.pop().amount
        merged.append(Pot(amount, eligible))
    return merged


def _reaches(h: Hand, i: int, pot: Pot) -> bool:
    return i in pot.eligible or h.stacks[i] > 0 or h.bets[i] > 0


def give_back(h: Hand) -> None:
    """P26: what nobody called goes back before pots and rake are counted."""
    most = second = 0
    who = -1
    for i, t in enumerate(h.total):
        if t > most:
            second = most
            most = t
            who = i
        elif t > second:
            second = t
    if most > second:
        back = most - second
        h.stacks[who] += back
        h.total[who] = second
        h.returned = (who, back)


def drop(h: Hand, pots: list[Pot]) -> list[Pot]:
    """The pots after the rake (P44): a share of all money called, capped, main pot first."""
    stakes = h.stakes
    if not stakes.rake or (stakes.no_flop_no_drop and h.street == 0):
        return pots
    left: list[Pot] = []
    taken = total = 0
    for amount, eligible in pots:
        total += amount
        due = total * stakes.rake // 1000
        if stakes.rake_cap:
            due = min(due, stakes.rake_cap)
        left.append(Pot(amount - (due - taken), eligible))
        taken = due
    h.rake = taken
    return left
