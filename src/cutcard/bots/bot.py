"""Which bots a game has; what a bot is, `kernel/bot.py` says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import get_close_matches

from cutcard.games import game
from cutcard.kernel.bot import Bot, World
from cutcard.kernel.game import Game, Move, Seat, View
from cutcard.kernel.rng import Rng

from .parts import part

Make = Callable[[], Bot]


class UnknownBot(LookupError):
    """The game has no bot of that name; the message lists those it has."""


class Random:
    """Draws from what is legal, every move as likely as any other."""

    def choose(
        self,
        seat: Seat,
        view: View,
        legal: Sequence[Move],
        asides: Sequence[Move],
        world: World,
        rng: Rng,
    ) -> Move:
        return legal[rng.below(len(legal))]


def bots_of(which: Game | str) -> dict[str, Make]:
    """The bots of a game by name, the usual opponent first; `random` is always among them."""
    found = part(game(which) if isinstance(which, str) else which, "bot")
    bots: dict[str, Make] = dict(found.BOTS) if found is not None else {}
    bots.setdefault("random", Random)
    return bots


def shown(bot: str) -> str:
    """What it is called where people meet it; the page has its name in their language."""
    return bot.replace("_", " ").title()


def make_bot(which: Game | str, name: str | None = None) -> Bot:
    """A new bot of that name; without one, the game's usual opponent."""
    bots = bots_of(which)
    if name is None:
        return next(iter(bots.values()))()
    if name not in bots:
        near = get_close_matches(name, bots, 1)
        hint = f"did you mean {near[0]}?" if near else f"there are: {', '.join(bots)}"
        raise UnknownBot(f"no bot is called '{name}'; {hint}")
    return bots[name]()
