"""The games. A folder here is a game; an installed package brings one through the entry
point group `cutcard.games`. Nothing else in the project knows a game by name."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pkgutil import iter_modules

from cutcard.kernel.game import Game


class UnknownGame(LookupError):
    """No game has that name; the message lists those there are."""


@cache
def _places() -> dict[str, str]:
    """Each game's name and the module it is in; a folder here wins over an installed one."""
    found = {point.name: point.value for point in entry_points(group="cutcard.games")}
    found.update({m.name: f"{__name__}.{m.name}" for m in iter_modules(__path__) if m.ispkg})
    return dict(sorted(found.items()))


def game_names() -> list[str]:
    """The games there are, by name."""
    return list(_places())


def game(name: str) -> Game:
    """The game of that name: `cutcard.game("duel")`."""
    place = _places().get(name)
    if place is None:
        near = get_close_matches(name, _places(), 1)
        hint = f"did you mean {near[0]}?" if near else f"there are: {', '.join(_places())}"
        raise UnknownGame(f"no game is called '{name}'; {hint}")
    return import_module(place)


def warm() -> None:
    """Lets every game make what it would else make at its first use (its own `warm`, where it has
    one); a server calls this aside, so that nobody at a table waits for it."""
    for name in game_names():
        make = getattr(game(name), "warm", None)
        if make is not None:
            make()
