"""script/bench [SECTION …] [--json]: figures as a table, and as one JSON object when asked."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from importlib.util import find_spec

import click
from rich.console import Console
from rich.table import Table

import cutcard

from .server import through

Figures = dict[str, float]


def sections() -> dict[str, Callable[[], Figures]]:
    """Our own sections, and one for each game whose folder has a bench.py."""
    places = {"kernel": "bench.kernel", "table": "bench.table", "server": "bench.server"}
    places["bots"] = "bench.bots"
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
@click.option("--json", "as_json", is_flag=True, help="One JSON object as the last line of stdout.")
def main(names: tuple[str, ...], as_json: bool) -> None:
    """Measure Cutcard, beside its peers where they can be had."""
    known = sections()
    for name in names:
        if name not in known:
            raise click.UsageError(f"no section '{name}'; there are: {', '.join(known)}")
    out = Console()
    note = Console(stderr=True)
    measured: dict[str, Figures] = {}
    for name in names or tuple(known):
        note.print(f"measuring {name} …")
        measured[name] = figures = known[name]()
        table = Table("what", "figure", title=name)
        for what, figure in figures.items():
            table.add_row(what, f"{figure:,.6g}" if abs(figure) < 100 else f"{figure:,.0f}")
        out.print(table)
    if as_json:
        sys.stdout.write(json.dumps(measured) + "\n")


if __name__ == "__main__":
    main()
