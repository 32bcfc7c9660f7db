"""script/bench [SECTION …] [--against REV] [--json]: figures as a table, and as one JSON object
when asked."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import click
from rich.console import Console
from rich.table import Table

import cutcard

from .against import NoTree, against, check_tree
from .server import through

Figures = dict[str, float]
OWN = (
    "kernel",
    "table",
    "house",
    "server",
    "bots",
    "restart",
    "growth",
    "fair",
    "workers",
    "thousand",
)


def sections() -> dict[str, Callable[[], Figures]]:
    """Our own sections, and one for each game whose folder has a bench.py."""
    places = {name: f"bench.{name}" for name in OWN}
    places |= {name: f"{cutcard.game(name).__name__}.bench" for name in cutcard.game_names()}  # type: ignore[attr-defined]  # a game is a module
    return {
        name: partial(measure, name, place) for name, place in places.items() if find_spec(place)
    }


def measure(name: str, place: str) -> Figures:
    """One section; a game's own figures, then its moves through a real server."""
    figures: Figures = import_module(place).bench()
    return figures | through(name) if name in cutcard.game_names() else figures


@click.command()
@click.argument("names", nargs=-1, metavar="[SECTION]…")
@click.option("--against", "revision", metavar="REV", help="Beside another revision, in pairs.")
@click.option("--pairs", default=5, show_default=True, help="How many pairs, with --against.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object as the last line of stdout.")
def main(names: tuple[str, ...], revision: str | None, pairs: int, as_json: bool) -> None:
    """Measure Cutcard, beside its peers where they can be had."""
    check_tree()
    known = sections()
    for name in names:
        if name not in known:
            raise click.UsageError(f"no section '{name}'; there are: {', '.join(known)}")
    wanted = list(names or known)
    if revision is None:
        measured: dict[str, Any] = {name: _alone(name, known[name]) for name in wanted}
    else:
        try:
            measured = against(revision, wanted, pairs)
        except NoTree as reason:
            raise click.ClickException(str(reason)) from None
    if as_json:
        sys.stdout.write(json.dumps(measured) + "\n")


def _alone(name: str, measuring: Callable[[], Figures]) -> Figures:
    Console(stderr=True).print(f"measuring {name} …")
    figures = measuring()
    table = Table("what", "figure", title=name)
    for what, figure in figures.items():
        table.add_row(what, f"{figure:,.6g}" if abs(figure) < 100 else f"{figure:,.0f}")
    Console().print(table)
    return figures


if __name__ == "__main__":
    main()
