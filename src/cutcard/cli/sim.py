"""`cutcard sim`: random legal play in bulk, with a digest that proves it went the same way."""

from __future__ import annotations

from functools import partial
from itertools import count
from pathlib import Path
from time import perf_counter

import click
from msgspec import json

from cutcard.bots import simulate
from cutcard.bots.sim import Entry, Keep, Start
from cutcard.kernel.game import Game
from cutcard.replay import golden as goldens

from .common import bars, begun, the_game, the_options, the_seats


@click.command(
    "sim",
    epilog="Examples:  cutcard sim duel --deals 2000 --seed 1 --json   ·   "
    'cutcard sim duel --deals 100 --options \'{"mode":"HAND"}\'',
)
@click.argument("game", shell_complete=begun)
@click.option("--deals", type=click.IntRange(1), default=1000, show_default=True)
@click.option("--seed", default="1", show_default=True, help="Any word; it decides everything.")
@click.option("--options", help="The game's options as JSON; others keep their defaults.")
@click.option("--seats", type=int, help="How many seats; by default as usual for the game.")
@click.option(
    "--golden",
    type=click.Path(file_okay=False, path_type=Path),
    help="Keep every deal in this folder, for `cutcard replay` and as a game's golden files.",
)
@click.option("--json", "as_json", is_flag=True, help="The last line of output is one JSON object.")
def command(
    *,
    game: str,
    deals: int,
    seed: str,
    options: str | None,
    seats: int | None,
    golden: Path | None,
    as_json: bool,
) -> None:
    """Play many deals of GAME at random, from what is legal, as fast as it goes.

    The digest is over every deal's end: the same seed gives the same digest in every process.
    """
    rules = the_game(game)
    chosen, places = the_options(rules, options), the_seats(rules, seats)
    with bars() as progress:
        bar = progress.add_task(f"{rules.name}", total=deals)
        begun = perf_counter()
        tally = simulate(
            rules,
            chosen,
            places,
            seed,
            deals,
            progress=partial(progress.advance, bar),
            keep=None if golden is None else keeper(rules, golden, seed),
        )
        seconds = perf_counter() - begun
    figures = {
        "game": rules.name,
        "deals": tally.deals,
        "moves": tally.moves,
        "seconds": round(seconds, 4),
        "deals_per_s": round(tally.deals / seconds, 1),
        "moves_per_s": round(tally.moves / seconds, 1),
        "digest": tally.digest,
    }
    if as_json:
        click.echo(json.encode(figures).decode())
        return
    click.echo(f"{rules.name}: {tally.deals:,} deals, {tally.moves:,} moves in {seconds:.2f} s")
    click.echo(f"  {figures['deals_per_s']:,} deals/s, {figures['moves_per_s']:,} moves/s")
    click.echo(f"  digest {tally.digest}")


def keeper(rules: Game, folder: Path, seed: str) -> Keep:
    """Keeps each deal of a simulation in a file of its own."""
    folder.mkdir(parents=True, exist_ok=True)
    number = count(1)

    def keep(start: Start, entries: list[Entry]) -> None:
        goldens.write(folder / f"{rules.name}-{seed}-{next(number)}.jsonl", rules, start, entries)

    return keep
