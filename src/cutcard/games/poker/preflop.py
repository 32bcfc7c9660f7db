"""What two cards of hold'em win on average before the flop, against so many unknown hands.

Looked up, not drawn anew at every decision: two thirds of all decisions of a table of bots fall
before the flop. `python -m cutcard.games.poker.preflop` made the table: for each of the 169 kinds
of hands 40,000 boards and nine rivals' hands, of which the first one, two, … nine stay in.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import click
from msgspec import json

from cutcard.kernel.cards import RANKS, name
from cutcard.kernel.rng import Rng

from .evaluate import high7
from .variants import Variant

TABLE = Path(__file__).with_name("preflop.json")
RIVALS = 9  # at most
DEALS = 40_000
WHOLE = 10_000  # the pot, in the table


def known(variant: Variant) -> bool:
    """Whether the table is of this game: two cards of 52 and a board, the high hand wins."""
    first = variant.streets[0]
    plain = variant.boards and not (variant.low or variant.short or variant.draws or first.board)
    return plain and variant.high == "high" and variant.cards == 2


def share(hole: Sequence[int], rivals: int) -> float:
    """The average share of the pot that these two cards win from so many who all stay in."""
    return _table()[kind_of(hole)][rivals - 1] / WHOLE


def kind_of(hole: Sequence[int]) -> str:
    """`AA`, `AKs` (of one suit), `AKo`: all hands of a kind are worth the same."""
    low, high = sorted(hole, key=lambda card: card % 13)
    ranks = name(high)[0] + name(low)[0]
    if high % 13 == low % 13:
        return ranks
    return ranks + ("s" if high // 13 == low // 13 else "o")


@cache
def _table() -> dict[str, list[int]]:
    return json.decode(TABLE.read_bytes(), type=dict[str, list[int]])


def measure(hole: Sequence[int], deals: int) -> list[float]:
    """The shares against one, two, … nine rivals, over so many deals."""
    rng = Rng.named(f"preflop/{kind_of(hole)}")
    unseen = [card for card in range(52) if card not in hole]
    won = [0.0] * RIVALS
    for _ in range(deals):
        rng.shuffle(unseen)
        board = unseen[:5]
        mine, equals = high7([*hole, *board]), 1
        for rival in range(RIVALS):
            theirs = high7([*unseen[5 + 2 * rival : 7 + 2 * rival], *board])
            if theirs > mine:
                break
            equals += theirs == mine
            won[rival] += 1 / equals
    return [total / deals for total in won]


def main() -> None:
    """Make the table anew; about two minutes."""
    found = {}
    for high in reversed(range(13)):
        for low in reversed(range(high + 1)):
            pair = [(high, low + 13)] if high == low else [(high, low), (high, low + 13)]
            for hole in pair:
                found[kind_of(hole)] = [round(part * WHOLE) for part in measure(hole, DEALS)]
        click.echo(f"{13 - high} of 13 ranks ({RANKS[high]})", err=True)
    rows = ",\n".join(f'"{kind}": {shares}' for kind, shares in found.items())
    TABLE.write_text(f"{{\n{rows}\n}}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
