"""How PokerKit pays our pots: by its customs about odd chips, hands that are dead, and lows."""

from __future__ import annotations

from cutcard.games.poker import pots, showdown
from cutcard.games.poker.hand import Hand

Sides = list[tuple[list[int], list[int]]]  # on each board, what the high and low hands are worth


def _boards(pot: pots.Pot, sides: Sides, *, halve: bool = False) -> list[tuple[int, list[int]]]:
    """Each board's part of a pot; what is odd is the first one's."""
    share, odd = divmod(pot.amount, len(sides))
    parts = [pot._replace(amount=share + (0 if k else odd)) for k in range(len(sides))]
    return [
        half
        for part, (highs, lows) in zip(parts, sides, strict=True)
        for half in _halves(part, highs, lows, halve=halve)
    ]


def _halves(
    pot: pots.Pot, highs: list[int], lows: list[int], *, halve: bool = False
) -> list[tuple[int, list[int]]]:
    high = showdown.best_of(pot.eligible, highs)
    if not any(lows) or (not halve and not any(lows[i] for i in pot.eligible)):
        return [(pot.amount, high)]
    half = pot.amount // 2
    return [(pot.amount - half, high), (half, showdown.best_of(pot.eligible, lows))]


def _without_dead(layers: list[pots.Pot], sides: Sides) -> list[pots.Pot]:
    winning = {i for pot in layers for _, winners in _boards(pot, sides) for i in winners}
    merged: list[pots.Pot] = []
    for pot in layers:
        left = tuple(i for i in pot.eligible if i in winning)
        below = merged.pop().amount if merged and merged[-1].eligible == left else 0
        merged.append(pots.Pot(below + pot.amount, left))
    return merged


def their_split(h: Hand, *, merge: bool, halve: bool = False) -> list[int]:
    """The stacks of a hand that is over by PokerKit's custom: all that is odd to the first, dead
    hands' pots merged.

    It also halves a pot in which nobody has a low, when somebody has one in another pot,
    and divides that half among all in it (`halve`); P45 has the high hand scoop.
    """
    stacks = [end - won for end, won in zip(h.stacks, h.won, strict=True)]
    layers = pots.of_hand(h, with_bets=True)
    low = h.variant.low
    sides = [
        (highs, showdown.kind_worths(h, low, board) if low else [])
        for highs, board in zip(showdown.worths(h), h.boards, strict=True)
    ]
    if merge:
        layers = _without_dead(layers, sides)
    for pot in layers:
        for amount, winners in _boards(pot, sides, halve=halve):
            share, odd = divmod(amount, len(winners))
            for k, i in enumerate(winners):
                stacks[i] += share + (odd if k == 0 else 0)
    return stacks


def halves_without_low(h: Hand, stacks: list[int]) -> bool:
    """Whether stacks differ from ours by P45 alone."""
    return any(stacks == their_split(h, merge=merge, halve=True) for merge in (False, True))
