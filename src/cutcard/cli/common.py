"""What several commands ask for in the same way: a game, its options, its seats."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click
from msgspec import MsgspecError, json
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from cutcard.check import find
from cutcard.games import UnknownGame, game_names
from cutcard.kernel.game import Game


def the_game(where: str) -> Game:
    """The game somebody named; a usage error says what there is instead."""
    try:
        return find(where)
    except UnknownGame as no:
        raise click.UsageError(str(no)) from no


def begun(ctx: click.Context, param: click.Parameter, word: str) -> list[str]:
    """The games whose names begin so, for a shell that completes words."""
    return [name for name in game_names() if name.startswith(word)]


def the_options(rules: Game, text: str | None) -> Any:
    """Options written as JSON; without any, those of the game's usual setup."""
    if text is None:
        return rules.setups()[0][0]
    try:
        return json.decode(text, type=rules.Options)
    except MsgspecError as no:
        hint = f"{no}; options are JSON, such as " + json.encode(rules.setups()[-1][0]).decode()
        raise click.BadParameter(hint, param_hint="--options") from no


def the_seats(rules: Game, seats: int | None) -> int:
    """How many seats; without a number, as many as in the game's usual setup."""
    if seats is None:
        return int(rules.setups()[0][1])
    if seats not in rules.seats:
        least, most = min(rules.seats), max(rules.seats)
        span = f"{least}" if least == most else f"{least} to {most}"
        raise click.BadParameter(f"{rules.name} takes {span}", param_hint="--seats")
    return seats


@contextmanager
def bars() -> Iterator[Progress]:
    """Progress bars on stderr, gone when the work is done."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    console = Console(stderr=True)
    quiet = not console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=quiet) as progress:
        yield progress
