"""`cutcard load`: many tables of real sockets against a running server, and what it did."""

from __future__ import annotations

import asyncio
import gc
import json
from typing import Any

import click
from rich.console import Console
from rich.progress import Progress

from cutcard.client.crowd import Crowd, Wish
from cutcard.games import UnknownGame, game

from .serve import run

FAST = {"roundPauseMs": 0, "maxRounds": 26}
"""Options that let a game go on at once and for long, taken where a game has them: what is
measured is moves, not the opening and rating of matches.
"""


@click.command()
@click.option(
    "--url", default="ws://127.0.0.1:8000/ws", show_default=True, help="The server's socket."
)
@click.option("--games", default=100, show_default=True, type=click.IntRange(1), help="Tables.")
@click.option(
    "--seconds", default=10.0, show_default=True, type=click.FloatRange(0.1), help="How long."
)
@click.option(
    "--rate", type=click.FloatRange(min=0.001), help="Moves a second per table; else all it takes."
)
@click.option("--game", "name", required=True, help="Which game they play.")
@click.option("--seats", type=click.IntRange(1), help="Players a table; else the game's usual.")
@click.option(
    "--options", "chosen", help="The tables' options as JSON; else a game without pauses."
)
@click.option("--warm", default=1.0, show_default=True, help="Seconds played before measuring.")
@click.option("--packed", is_flag=True, help="Speak MessagePack instead of JSON.")
@click.option("--fair", is_flag=True, help="Give shares of what is shuffled, as clients do.")
@click.option("--json", "as_json", is_flag=True, help="End with one JSON object.")
def load(
    *,
    url: str,
    games: int,
    seconds: float,
    rate: float | None,
    name: str,
    seats: int | None,
    chosen: str | None,
    warm: float,
    packed: bool,
    fair: bool,
    as_json: bool,
) -> None:
    """Play many tables at once between real sockets and measure.

    Each table has one move under way at a time; its time runs until every player has the update.

    \b
    cutcard load --game duel --games 1000 --seconds 10             as fast as the server can
    cutcard load --game duel --games 1000 --seconds 30 --rate 1    one move a second per table
    """
    try:
        usual, count = game(name).setups()[0]
        options = json.loads(chosen) if chosen else quick_options(usual)
    except UnknownGame as reason:
        raise click.ClickException(str(reason)) from None
    except ValueError as reason:
        raise click.ClickException(f"--options is no JSON: {reason}") from None
    period = None if rate is None else 1 / rate
    wish = Wish(url, name, seats or count, options, packed, fair, period)
    try:
        found = run(_load(Crowd(wish, games), seconds, warm))
    except (OSError, TimeoutError) as reason:
        raise click.ClickException(f"cannot play at {url}: {reason or 'no answer'}") from None
    if as_json:
        click.echo(json.dumps(found))
    else:
        for key, value in found.items():
            click.echo(f"{key:>12}  {value}")


def quick_options(usual: object) -> dict[str, Any]:
    fields = getattr(usual, "__struct_encode_fields__", ())
    return {key: value for key, value in FAST.items() if key in fields}


async def _load(crowd: Crowd, seconds: float, warm: float) -> dict[str, Any]:
    loop = asyncio.get_running_loop()
    with Progress(console=Console(stderr=True), transient=True) as progress:
        seating = progress.add_task("sitting down", total=len(crowd.parties))
        sitting = asyncio.ensure_future(crowd.sit_down())
        while not sitting.done():
            progress.update(seating, completed=crowd.seated)
            await asyncio.wait([sitting], timeout=0.2)
        await sitting
        progress.remove_task(seating)
        gc.collect()
        gc.freeze()  # what sits here stays; only the measuring is to be measured
        crowd.start()
        await asyncio.sleep(warm)
        crowd.times.clear()
        playing = progress.add_task("playing", total=seconds)
        start = loop.time()
        while (spent := loop.time() - start) < seconds:
            progress.update(playing, completed=spent)
            await asyncio.sleep(min(0.25, seconds - spent))
        spent, times = loop.time() - start, sorted(crowd.times)
    crowd.stop()
    crowd.leave()
    await asyncio.sleep(0.1)
    return {
        "game": crowd.wish.game,
        "games": len(crowd.parties),
        "connections": len(crowd.parties) * crowd.wish.seats,
        "seconds": round(spent, 2),
        "moves": len(times),
        "moves_per_s": round(len(times) / spent, 1),
        "p50_ms": quantile(times, 0.5),
        "p95_ms": quantile(times, 0.95),
        "p99_ms": quantile(times, 0.99),
        "max_ms": quantile(times, 1.0),
        "rematches": crowd.rematches,
        "lost": crowd.lost,
        "refused": dict(crowd.refused),
    }


def quantile(times: list[float], q: float) -> float | None:
    """In ms; None where nothing was measured."""
    return round(times[min(len(times) - 1, int(len(times) * q))] * 1000, 3) if times else None
