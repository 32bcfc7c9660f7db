"""The load that Battle's spec asks for (11.3): a thousand games at once, and a hundred of them that
turn in the same moment. On a file, and on a PostgreSQL of its own. How long each of the hundred
took until both its players had the update, in ms. (Recovery under load: `cutcard chaos --game
battle --tables 1000`.)
"""

from __future__ import annotations

import asyncio
import gc
import os
import random
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from rich.console import Console

from cutcard.cli.load import quantile, quick_options
from cutcard.cli.own_postgres import NONE, OwnPostgres, programs
from cutcard.cli.serve import run
from cutcard.client import crowd
from cutcard.client.crowd import Crowd, Party, Player, Wish
from cutcard.games import game

from .workers import _server

GAMES = int(os.environ.get("CUTCARD_BENCH_GAMES", "1000"))
TURNING = int(os.environ.get("CUTCARD_BENCH_TURNING", "100"))
BURSTS = int(os.environ.get("CUTCARD_BENCH_BURSTS", "10"))
PERIOD = 10.0  # seconds between two moves of a game, all the time
GAP = 1.0  # seconds between two bursts; what others move meanwhile counts with them
NAME, TURN = "battle", "pass"


def bench() -> dict[str, float]:
    """Latencies of those that turn together, and of all others' moves."""
    figures: dict[str, float] = {}
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        figures |= _figures("a file", f"{folder}/thousand.db")
    found = programs()
    if found is None:
        Console(stderr=True).print(NONE)
        return figures
    with ExitStack() as kept:
        postgres = OwnPostgres(found)
        kept.callback(postgres.stop)
        return figures | _figures("PostgreSQL", postgres.url)


def _figures(head: str, db: str) -> dict[str, float]:
    Console(stderr=True).print(f"{GAMES} games on {head} …")
    with _server(db, ()) as (url, _):
        return {f"{head}: {what}": n for what, n in run(_play(url)).items()}


async def _play(url: str) -> dict[str, float]:
    crowd.SHOWN = 30  # enough to have the move that ends a turn among them
    usual, seats = game(NAME).setups()[0]
    options = quick_options(usual)
    playing = Crowd(Wish(url, NAME, seats, options, True, False, PERIOD), GAMES)
    await playing.sit_down()
    gc.collect()
    gc.freeze()
    playing.start()
    # Decks are chosen, hands are kept.
    while sum(map(_may_pass, playing.parties)) < GAMES / 2:  # noqa: ASYNC110 # it has no event
        await asyncio.sleep(1.0)
    playing.times.clear()
    await asyncio.sleep(PERIOD)
    others = sorted(playing.times)
    together: list[float] = []
    turned = 0
    for _ in range(BURSTS):
        playing.times.clear()
        turned += _turn(playing)
        await asyncio.sleep(GAP)
        together += playing.times
    playing.stop()
    playing.leave()
    await asyncio.sleep(0.1)
    if playing.lost or playing.refused:
        raise RuntimeError(f"{playing.lost} hung up on, refused: {dict(playing.refused)}")
    return {
        "moves/s besides": len(others) / PERIOD,
        "p99 ms of those": quantile(others, 0.99) or 0.0,
        "games that turned at once": turned / BURSTS,
        **{f"{name} ms of a burst": quantile(sorted(together), q) or 0.0 for name, q in QUANTILES},
    }


QUANTILES = (("p50", 0.5), ("p95", 0.95), ("p99", 0.99), ("most", 1.0))


def _turn(playing: Crowd) -> int:
    """A hundred games' players end what they are at, in one turn of the loop; how many did."""
    done = 0
    for party in random.sample(playing.parties, len(playing.parties)):
        if done < TURNING and _passes(party):
            done += 1
    return done


def _may_pass(party: Party) -> bool:
    return party.key is None and any(map(_ends, party.players))


def _ends(player: Player) -> list[Any]:
    """Of its moves those that end its turn."""
    return [raw for raw in player.legal if player.line.decode(raw)["type"] == TURN]


def _passes(party: Party) -> bool:
    if party.key is not None:
        return False
    kept = {player: player.legal for player in party.players}
    for player in party.players:
        player.legal = _ends(player)
    due, party.due_at = party.due_at, None
    party.fire()
    if party.key is None:
        party.due_at = due
        for player, legal in kept.items():
            player.legal = legal
    return party.key is not None
