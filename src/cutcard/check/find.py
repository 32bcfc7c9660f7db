"""The game somebody means: its name, an importable module, or a folder."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

from cutcard.games import UnknownGame, game
from cutcard.kernel.game import Game


def find(where: str) -> Game:
    """`duel`, `my_package.my_game` or `./my_game`; UnknownGame says what is there instead."""
    folder = Path(where)
    if "/" in where or where in (".", "..") or where.endswith(".py"):
        return _at(folder)
    try:
        return game(where)
    except UnknownGame:
        if "." not in where and (folder / "__init__.py").is_file():
            return _at(folder)
        if "." not in where:
            raise
    return _module(where)


def _module(name: str) -> Game:
    if "" not in sys.path and str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))  # as `python -m` would
    try:
        return import_module(name)
    except ModuleNotFoundError as no:
        raise UnknownGame(
            f"there is no module {name} here ({no}); give a name, a module or a folder"
        ) from no


def _at(place: Path) -> Game:
    """A game in a folder with an __init__.py, or in one file."""
    place = place.resolve()
    found = place / "__init__.py" if place.is_dir() else place
    if not found.is_file():
        raise UnknownGame(f"{place} is no game: a game's folder has an __init__.py")
    top = place.parent
    names = [place.stem]
    while (top / "__init__.py").is_file():  # a folder inside a package keeps its full name
        names.insert(0, top.name)
        top = top.parent
    if str(top) not in sys.path:
        sys.path.insert(0, str(top))
    module = import_module(".".join(names))
    if module.__file__ is None or Path(module.__file__).resolve() != found:
        raise UnknownGame(f"another module is called {names[-1]} already; rename {place}")
    return module
