"""Games that other packages bring, through the entry point group `cutcard.games`.

A bad neighbour does no harm: what cannot be used is left out of the games there are, and `Left`
says what, whose, and why. A server logs it when it starts, and `cutcard doctor` tells it."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from typing import Any, NamedTuple

import msgspec

from cutcard.kernel.game import Game

GROUP = "cutcard.games"
NEEDED = (*Game.__annotations__, "deal", "setups")
PARTS = ("bot", "packets", "stats")  # what a server imports of a game's folder, where it is there
LONGEST = 200  # characters of a reason


class Left(NamedTuple):
    """An installed game that is not among the games."""

    name: str
    package: str  # as pip knows what brought it
    reason: str
    mend: str  # what its makers would do

    def __str__(self) -> str:
        return f"the installed game '{self.name}' of {self.package} is left out: {self.reason}"

    @property
    def advice(self) -> str:
        return f"{self.mend}, or: pip uninstall {self.package}"


class Unfit(Exception):
    """It can be imported, but is no game."""


def installed(own: Iterable[str]) -> tuple[dict[str, str], list[Left]]:
    """The games other packages bring, with their modules, and what is left out; `own` are names
    already given."""
    found: dict[str, str] = {}
    left: list[Left] = []
    ours = set(own)
    for point in entry_points(group=GROUP):
        package = point.dist.name if point.dist is not None else "an unknown package"
        if point.name in ours or point.name in found:
            whose = "Cutcard's own" if point.name in ours else "another package's"
            reason = f"a game of {whose} is called so already, and that one stays"
            left.append(Left(point.name, package, reason, "have it renamed"))
            continue
        try:
            _use(point)
        except (Exception, SystemExit) as error:  # whatever it does, it is not our end
            left.append(Left(point.name, package, _said(error), "mend it"))
        else:
            found[point.name] = point.value
    return found, left


def _use(point: EntryPoint) -> None:
    """Ask for all that a server will ask of it; raises what it raises."""
    module: Any = import_module(point.value)
    missing = [name for name in NEEDED if not hasattr(module, name)]
    if missing:
        raise Unfit(f"it has no {', '.join(missing)}")
    if module.name != point.name:
        raise Unfit(f"it calls itself '{module.name}'")
    for part in PARTS if hasattr(module, "__path__") else ():
        if find_spec(f"{point.value}.{part}"):
            import_module(f"{point.value}.{part}")
    msgspec.json.schema(module.Options)
    msgspec.json.Decoder(module.Move)
    module.setups()[0]


def _said(error: BaseException) -> str:
    """Why, in a line."""
    said = str(error) if isinstance(error, Unfit) else f"{type(error).__name__}: {error}"
    said = " ".join(said.split())
    return said if len(said) <= LONGEST else f"{said[: LONGEST - 1]}…"
