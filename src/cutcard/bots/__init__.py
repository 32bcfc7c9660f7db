"""Bots. A bot sees a seat's views and may imagine worlds that fit them; it never holds a state.

A game's own bots are in `bot.py` of its folder: `BOTS`, a name and a way to make one for each,
the usual opponent first. Every game has `random` besides.
"""

from cutcard.kernel.bot import Bot, Listener, tell

from .bot import Make, Random, UnknownBot, bots_of, make_bot, shown
from .drive import Played, drive
from .parts import part
from .sim import Tally, play_out, simulate

__all__ = [
    "Bot",
    "Listener",
    "Make",
    "Played",
    "Random",
    "Tally",
    "UnknownBot",
    "bots_of",
    "drive",
    "make_bot",
    "part",
    "play_out",
    "shown",
    "simulate",
    "tell",
]
