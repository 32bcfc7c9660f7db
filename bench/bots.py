"""A house full of bots: 1,000 tables play for a minute in one process, durable, the game that has
most seats at its usual table (six at poker).

Bots wait before they move, so that many more hands an hour are not to be had; what a hand costs
says `hands an hour a CPU second`: how many an hour of as many CPU seconds would give. A stall is
the event loop coming late to what is due; everything at every table waits for as long.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
from pathlib import Path
from time import perf_counter, process_time

import uvloop
from rich.console import Console

import cutcard
from cutcard import games
from cutcard.bots import bots_of
from cutcard.store.sqlite import SqliteStore
from cutcard.table.house import House
from cutcard.table.sweeps import few_and_short
from cutcard.table.words import User

GAME = max(cutcard.game_names(), key=lambda name: cutcard.game(name).setups()[0][1])
SEATS = cutcard.game(GAME).setups()[0][1]
TABLES = int(os.environ.get("CUTCARD_BENCH_TABLES", "1000"))
SECONDS = float(os.environ.get("CUTCARD_BENCH_SECONDS", "60"))
TICK = 0.05  # seconds between two looks at the loop


async def _lateness(late: list[float]) -> None:
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + TICK
        await asyncio.sleep(TICK)
        late.append(loop.time() - due)


async def _run(folder: str) -> dict[str, float]:
    games.warm()
    store = SqliteStore(Path(folder) / "bots.db")
    await store.open()
    house = House(store)
    await house.start()
    deals = 0

    def over(game: str, state: object) -> None:
        nonlocal deals
        deals += 1

    house.witness(deal_over=over)
    host = User("bench", "Bench")
    bots = dict.fromkeys(range(SEATS), next(iter(bots_of(GAME))))
    for _ in range(TABLES):
        await house.open(GAME, None, SEATS, host=host, bots=bots)
    await asyncio.sleep(3.0)  # all are seated and dealt to
    few_and_short()  # as `cutcard serve` does
    late: list[float] = []
    watching = asyncio.get_running_loop().create_task(_lateness(late))
    moves, dealt, began, cpu = house.moves, deals, perf_counter(), process_time()
    await asyncio.sleep(SECONDS)
    took, spent = perf_counter() - began, process_time() - cpu
    watching.cancel()
    late.sort()
    figures = {
        "hands an hour a CPU second": (deals - dealt) / spent * 3600,
        "tables": float(TABLES),
        "still playing": float(house.stats()["activeGames"]),
        "moves/CPU s": (house.moves - moves) / spent,
        "moves/s": (house.moves - moves) / took,
        "hands/hour": (deals - dealt) / took * 3600,
        "CPU used": spent / took,
        "lateness of the loop, p50 ms": late[len(late) // 2] * 1000,
        "p99 ms": late[int(len(late) * 0.99)] * 1000,
        "worst ms": late[-1] * 1000,
    }
    await house.stop()
    await store.close()
    return figures


def bench() -> dict[str, float]:
    Console(stderr=True).print(f"{TABLES} tables of {SEATS} bots, {SECONDS:.0f} s …")
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        return uvloop.run(_run(folder))
