"""Battle: two players, decks of forty, units, techniques and responses. See README.md."""

from __future__ import annotations

from .moves import Carry, Move, Tick
from .options import Options
from .ranking import mode as _mode
from .rules import Battle, deal
from .sets import starter

name = "battle"
version = 4
seats = range(2, 3)
shows_seed = True  # when it is over, nothing needs to stay hidden

__all__ = [
    "Battle",
    "Carry",
    "Move",
    "Options",
    "Tick",
    "deal",
    "ladder",
    "name",
    "seats",
    "setups",
    "shows_seed",
    "texts",
    "version",
    "warm",
]


def ladder(options: Options, seats: int) -> str | None:
    """A rating for each ruleset, where all else is as it is."""
    rated = _mode(options, seats)
    return None if rated is None else rated.name


def texts(options: Options) -> frozenset[str]:
    """What stands on the cards of somebody's own set."""
    return options.cards.texts if options.card_set else frozenset()


def warm() -> None:
    """Reads the set that comes with the game, which else the first table would hold all others up
    for."""
    starter()


def setups() -> list[tuple[Options, int]]:
    """Both rulesets, decks given and chosen, fast clocks and none, one game and three."""
    return [
        (Options(), 2),
        (Options(decks=("beasts", "mystics"), timers="spec"), 2),
        (Options(ruleset="core", decks=("soldiers", "constructs"), timers="off"), 2),
        (Options(best_of=3, turn_limit=12), 2),
        (Options(decks=("sampler", "sampler"), turn_limit=40), 2),
        (Options(decks=("spirits", "titans"), turn_limit=30, block_window=True), 2),
    ]
