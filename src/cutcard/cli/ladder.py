"""`cutcard ladder`: which bot of a game beats which, and how surely."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from time import perf_counter
from typing import Any

import click
from msgspec import json, to_builtins

from cutcard.bots import UnknownBot, bots_of, make_bot
from cutcard.bots.ladder import Contest, Measure, Pairing, chance_alone, climb, rungs
from cutcard.check import find
from cutcard.kernel.game import Game

from .common import bars, begun, the_game, the_options, the_seats


@click.command(
    "ladder",
    epilog="Examples:  cutcard ladder duel   ·   cutcard ladder guandan --games 1000 "
    "--processes 2 --json   ·   cutcard ladder memory --bot master --bot elephant",
)
@click.argument("game", shell_complete=begun)
@click.option(
    "--games",
    type=click.IntRange(2),
    default=400,
    show_default=True,
    help="Mirrored games for every two bots: one deal each, played from both sides.",
)
@click.option(
    "--bot", "only", multiple=True, help="Only these bots, given twice or more; else all."
)
@click.option("--seed", default="1", show_default=True, help="Any word; it decides everything.")
@click.option("--options", help="The game's options as JSON; others keep their defaults.")
@click.option("--seats", type=int, help="How many seats; by default as usual for the game.")
@click.option("--processes", type=click.IntRange(1), default=1, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="The last line of output is one JSON object.")
def command(
    *,
    game: str,
    games: int,
    only: tuple[str, ...],
    seed: str,
    options: str | None,
    seats: int | None,
    processes: int,
    as_json: bool,
) -> None:
    """Let every two bots of GAME play the same deals from both sides.

    Prints for each pair how often the better one won (a tie is half) and its points a deal more
    than the other's, with 95 % intervals, and the ladder that follows. Exit code 1: a bot does
    not surely beat the one below it. Where the game says that by these options chance alone
    decides, there is no ladder to be found: that is said, and the exit code is 0.
    """
    rules = the_game(game)
    names = the_bots(rules, only)
    if seats is None and the_seats(rules, None) < 2:  # the usual table is for one
        seats = next((count for _, count in rules.setups() if count > 1), None)
    table = Contest(game, the_options(rules, options), the_seats(rules, seats), seed)
    if table.seats < 2:
        raise click.BadParameter("a ladder takes at least two", param_hint="--seats")
    pairs = len(names) * (len(names) - 1) // 2
    started = perf_counter()
    with bars() as progress:
        step = partial(progress.advance, progress.add_task(rules.name, total=pairs * games))
        played = climb(rules, table, names, games, processes=processes, find=find, progress=step)
        pairings = list(played)
    order = rungs(rules, names, pairings)
    steps = neighbours(order, pairings)
    seconds = round(perf_counter() - started, 2)
    click.echo("\n".join(text(rules.name, order, pairings, seconds)))
    sure = all(one.beats and one.bot == upper for upper, one in zip(order, steps, strict=False))
    chance = chance_alone(rules, table.options)
    if chance:
        click.echo("By these options chance alone decides: no bot can beat another.")
    if as_json:
        told = figures(table, order, pairings, seconds, sure) | {"pureChance": chance}
        click.echo(json.encode(told).decode())
    if not sure and not chance:
        raise click.exceptions.Exit(1)


def the_bots(rules: Game, only: Sequence[str]) -> list[str]:
    """The bots to be compared, each once; a usage error where there are not two."""
    for name in only:
        try:
            make_bot(rules, name)
        except UnknownBot as no:
            raise click.BadParameter(str(no), param_hint="--bot") from no
    names = list(dict.fromkeys(only)) or list(bots_of(rules))
    if len(names) < 2:
        raise click.UsageError(f"A ladder takes two bots; {rules.name} has {len(bots_of(rules))}.")
    return names


def neighbours(order: Sequence[str], pairings: Sequence[Pairing]) -> list[Pairing]:
    """How each bot fared against the one below it."""
    by_names = {frozenset((one.bot, one.against)): one for one in pairings}
    return [by_names[frozenset(two)] for two in pairwise(order)]


def line(one: Pairing) -> str:
    """A pair as a row of the table."""
    wins, margin = one.wins, one.margin
    won = f"{100 * wins.mean:5.1f} % ({100 * wins.low:.1f} – {100 * wins.high:.1f})"
    more = f"{margin.mean:+.3f} ({margin.low:+.3f} – {margin.high:+.3f})"
    verdict = "beats" if one.beats else "not told apart"
    return f"  {one.bot:>12} – {one.against:<12} {one.games:>6,}  {won:<24}  {more:<28}  {verdict}"


def text(game: str, order: Sequence[str], pairings: Sequence[Pairing], seconds: float) -> list[str]:
    """The whole table for people, its rows in the ladder's order."""
    place = {name: number for number, name in enumerate(order)}
    rows = sorted(pairings, key=lambda one: (place[one.bot], place[one.against]))
    head = f"  {'bot':>12} – {'against':<12} {'games':>6}  {'won (95 %)':<24}  points a deal (95 %)"
    return [
        f"{game}: {' > '.join(order)}, in {seconds:.1f} s",
        head,
        *[line(one) for one in rows],
    ]


def figures(
    table: Contest, order: Sequence[str], pairings: Sequence[Pairing], seconds: float, sure: bool
) -> dict[str, Any]:
    """The same for programs."""
    return {
        "game": table.where,
        "seats": table.seats,
        "options": to_builtins(table.options),
        "seed": table.seed,
        "ladder": list(order),
        "sure": sure,
        "seconds": seconds,
        "pairs": [
            {
                "bot": one.bot,
                "against": one.against,
                "games": one.games,
                "wins": _numbers(one.wins),
                "margin": _numbers(one.margin),
                "beats": one.beats,
            }
            for one in pairings
        ],
    }


def _numbers(one: Measure) -> dict[str, float]:
    return {name: round(value, 5) for name, value in to_builtins(one).items()}
