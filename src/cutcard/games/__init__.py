"""The games. A folder here is a game; an installed package brings one through the entry
point group `cutcard.games`. Nothing else in the project knows a game by name."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from cutcard.kernel.game import Game
from cutcard.kernel.optional import traits_of

from .installed import Left, installed


class UnknownGame(LookupError):
    """No game has that name; the message lists those there are."""


@cache
def _own() -> dict[str, str]:
    """Each game of a folder here, and the module it is in."""
    return {m.name: f"{__name__}.{m.name}" for m in iter_modules(__path__) if m.ispkg}


@cache
def _installed() -> tuple[dict[str, str], list[Left]]:
    return installed(_own())


def own_names() -> list[str]:
    """Our own games by name, without those that other packages bring."""
    return sorted(_own())


def left_out() -> list[Left]:
    """The installed games that cannot be used, each with the reason."""
    return _installed()[1]


@cache
def _places() -> dict[str, str]:
    """Each game's name and the module it is in."""
    return dict(sorted((_own() | _installed()[0]).items()))


def game_names() -> list[str]:
    """The games there are, by name."""
    return list(_places())


def game(name: str) -> Game:
    """The game of that name: `cutcard.game("duel")`."""
    place = _own().get(name) or _places().get(name)  # for one of ours no other is looked at
    if place is None:
        if name in {left.name for left in left_out()}:
            raise UnknownGame(f"the game '{name}' cannot be used here: `cutcard doctor` says why")
        near = get_close_matches(name, _places(), 1)
        hint = f"did you mean {near[0]}?" if near else f"there are: {', '.join(_places())}"
        raise UnknownGame(f"no game is called '{name}'; {hint}")
    return import_module(place)


def warm() -> dict[str, Exception]:
    """Lets every game make what it would else make at its first use (its own `warm`, where it has
    one); a server calls this aside, so that nobody at a table waits for it. Whose failed is told,
    and costs the others nothing."""
    failed = {}
    for name in game_names():
        make = traits_of(game(name)).warm
        try:
            if make is not None:
                make()
        except Exception as error:
            failed[name] = error
    return failed
