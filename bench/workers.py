"""What a move costs on PostgreSQL: one worker, two with everybody where their table is, and two of
which one has all connections and the other all tables. And one worker with few tables and with
many, at one and the same rate of moves.

A worker puts what comes within some milliseconds into one write, so a move costs the more the fewer
there are: two workers are held against one that is as busy as each of them, once with all moves for
the two (each has as many as the one), once with as many for the two as for the one (beside one that
has half).

In microseconds of CPU, not of time, and by turns in one run, so that a busy machine changes the
ratios least; of each ratio the median of so many sets. PostgreSQL's own CPU is told apart.
"""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from statistics import median

from msgspec import Struct
from rich.console import Console

from cutcard.cli.load import quick_options
from cutcard.cli.own_postgres import NONE, OwnPostgres, family, programs
from cutcard.cli.serve import run
from cutcard.client.crowd import Crowd, Wish
from cutcard.games import game

TABLES = int(os.environ.get("CUTCARD_BENCH_WORKER_TABLES", "300"))
SIZES = tuple(map(int, os.environ.get("CUTCARD_BENCH_WORKER_SIZES", "100,5000").split(",")))
RATE = float(os.environ.get("CUTCARD_BENCH_WORKER_RATE", "600"))  # moves a second, of all tables
SECONDS = float(os.environ.get("CUTCARD_BENCH_WORKER_SECONDS", "10"))
SETS = int(os.environ.get("CUTCARD_BENCH_SETS", "3"))
WARM = 2.0
IDLE = 0.02  # of a core: a server that has made ready what it packs and warms uses less,
A_TABLE = 1e-5  # and for each open table what its looks at leases and lists cost
MOST = 90.0  # seconds, after which it is measured as it is
GAME = "duel"
HOUR = 3_600_000
SLOW = {"readyTimeoutMs": HOUR, "roundTimeoutMs": HOUR, "gameTimeoutMs": HOUR}
"""Of many tables each moves seldom: no clock is to move for their players, or end their games."""
SERVE = "from cutcard.cli.main import main; main()"
PLAIN: tuple[str, ...] = ()
SHARES = ("--bridge", "127.0.0.1", "--no-balance")
NO_TABLES = (*SHARES, "--tables", "0")


class Cost(Struct, frozen=True):
    """Microseconds of CPU a move, and moves a second."""

    ours: float
    postgres: float
    rate: float


def bench() -> dict[str, float]:
    """Costs and their ratios."""
    found = programs()
    if found is None:
        Console(stderr=True).print(NONE)
        return {}
    two, halved, bridged, many = [], [], [], []
    figures: dict[str, float] = {}
    for number in range(1, SETS + 1):
        Console(stderr=True).print(f"set {number} of {SETS} …")
        one = _cost(found, [PLAIN], TABLES)
        local = _cost(found, [SHARES, SHARES], 2 * TABLES, 2 * RATE)
        apart = _cost(found, [SHARES, NO_TABLES], TABLES, connect=[1])
        few, lots = (_cost(found, [PLAIN], size) for size in SIZES)
        half = _cost(found, [PLAIN], TABLES // 2, RATE / 2)
        shared = _cost(found, [SHARES, SHARES], TABLES)
        two.append(local.ours / one.ours)
        halved.append(shared.ours / half.ours)
        bridged.append(apart.ours / one.ours)
        many.append(lots.ours / few.ours)
        heads = [
            "one worker",
            "two workers, everybody at home",
            "one worker, half the moves",
            "two workers, half the moves each",
            "two workers, all bridged",
        ]
        heads += (f"one worker, {size} tables" for size in SIZES)
        for head, cost in zip(heads, (one, local, half, shared, apart, few, lots), strict=True):
            figures[f"{head}: CPU µs a move"] = cost.ours
            figures[f"{head}: PostgreSQL's CPU µs a move"] = cost.postgres
            figures[f"{head}: moves/s"] = cost.rate
    few_tables, many_tables = SIZES
    return {
        "two workers, everybody at home: times one worker's": median(two),
        "two workers, half the moves each: times one worker's with half": median(halved),
        "two workers, all bridged: times one worker's": median(bridged),
        f"{many_tables} tables: times what a move costs with {few_tables}": median(many),
        **figures,
    }


def _cost(
    found: Path,
    servers: Sequence[tuple[str, ...]],
    tables: int,
    rate: float = RATE,
    connect: Sequence[int] = (),
) -> Cost:
    """Of a room of these servers on a new database; people are connected to all of them, or to
    those named, and play at one rate in all."""
    with ExitStack() as kept:
        postgres = OwnPostgres(found)
        kept.callback(postgres.stop)
        started = [kept.enter_context(_server(postgres.url, flags)) for flags in servers]
        urls = [started[n][0] for n in connect or range(len(started))]
        pids = [pid for _, pid in started]
        return run(_play(urls, pids, postgres.process.pid, tables, rate))


@contextmanager
def _server(db: str, flags: Sequence[str]) -> Iterator[tuple[str, int]]:
    command = [sys.executable, "-c", SERVE, "serve", "--db", db, "--port", "0"]
    command += ["--rate", "1000000", "--address-rate", "1000000", "--log-level", "warning", *flags]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            address = re.search(r"http://(\S+)", server.stdout.readline())
            if address is None:
                raise RuntimeError("the server did not say where it serves")
            yield f"ws://{address[1]}/ws", server.pid
        finally:
            server.kill()


async def _play(
    urls: Sequence[str], pids: Sequence[int], postgres: int, tables: int, rate: float
) -> Cost:
    usual, seats = game(GAME).setups()[0]
    period = tables / rate
    options = quick_options(usual) | SLOW
    wishes = [Wish(url, GAME, seats, options, True, False, period) for url in urls]
    crowds = [Crowd(wish, tables // len(wishes)) for wish in wishes]
    for crowd in crowds:
        await crowd.sit_down()
    await _settled(pids, tables)
    for crowd in crowds:
        crowd.start()
    await asyncio.sleep(max(WARM, period))  # everybody has moved once
    for crowd in crowds:
        crowd.times.clear()
    before, began = [_cpu(pids), _cpu(family(postgres))], time.monotonic()
    await asyncio.sleep(SECONDS)
    after, spent = [_cpu(pids), _cpu(family(postgres))], time.monotonic() - began
    moves = sum(len(crowd.times) for crowd in crowds)
    for crowd in crowds:
        crowd.stop()
        crowd.leave()
    await asyncio.sleep(0.1)
    if not moves:
        raise RuntimeError("nobody moved")
    ours, theirs = (1e6 * (late - early) / moves for early, late in zip(before, after, strict=True))
    return Cost(ours, theirs, moves / spent)


async def _settled(pids: Sequence[int], tables: int) -> None:
    """What servers make once, after their start, is no move's cost."""
    idle, until, enough = 0, time.monotonic() + MOST, IDLE * len(pids) + A_TABLE * tables
    while idle < 4 and time.monotonic() < until:  # the page is packed some time after the start
        before, began = _cpu(pids), time.monotonic()
        await asyncio.sleep(1.0)
        used = (_cpu(pids) - before) / (time.monotonic() - began)
        idle = idle + 1 if used < enough else 0


def _cpu(pids: Sequence[int]) -> float:
    """Seconds of all their threads, in nanoseconds as the kernel keeps them: its ticks are as long
    as what a second of such play costs."""
    spent = 0
    for pid in pids:
        for thread in Path(f"/proc/{pid}/task").iterdir():
            with suppress(OSError):  # one that has just ended
                spent += int((thread / "schedstat").read_text().split()[0])
    return spent / 1e9
