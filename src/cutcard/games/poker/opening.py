"""A deal is opened: the deck shuffled, the first button drawn."""

from __future__ import annotations

from cutcard.kernel.rng import Rng

from .moves import Carry
from .options import Options
from .rules import Poker


def most_seats(options: Options) -> int:
    """How many the table's game (or each of its games) allows."""
    if options.variant == "dealer":
        return 10
    return min(game.most for game in options.games())


def deal(options: Options, seats: int, rng: Rng, carry: Carry | None = None) -> Poker:
    """Shuffle and wait for players."""
    most = most_seats(options)
    if not 2 <= seats <= most:
        raise ValueError(f"{options.variant} is played by 2 to {most}, not {seats}")
    table = Poker(options, seats, rng, carry)
    table.deck = list(range(52))
    rng.shuffle(table.deck)
    if carry is not None and carry.event is not None:
        table.first = carry.button  # an event draws it
    elif table.big < 0:
        table.first = rng.below(seats)  # the first button is drawn
    return table
