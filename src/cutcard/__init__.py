"""Cutcard: a server-authoritative card table. It deals, judges and never plays.

`game(name)` is a game, `game_names()` lists them, `Rng` is where chance comes from:
`state = game("duel").deal(options, seats, Rng.named("a word"))`, then `state.legal(seat)`,
`state.play(seat, move)`, `state.view(seat)`, `state.outcome()`, `state.next()`.
"""

from cutcard.games import UnknownGame, game, game_names
from cutcard.kernel.game import NATURE, Game, Illegal, Outcome, State, Timer, Told
from cutcard.kernel.rng import Rng

__version__ = "0.1.0"
__all__ = [
    "NATURE",
    "Game",
    "Illegal",
    "Outcome",
    "Rng",
    "State",
    "Timer",
    "Told",
    "UnknownGame",
    "game",
    "game_names",
]
