"""A house killed in the middle of its games, and taken up again: how long until it serves.

So many tables, every game in turn at its usual number of seats, all seats people's; each plays on
until it has its moves, and then the process is killed as by `kill -9`. What is timed is a real
`cutcard serve` on that database, from its start until it says its address: it takes up all tables
before it opens its port. In seconds, and in seconds of its own CPU where the machine is busy. On a
file, and for the smallest number also on a PostgreSQL of its own.
"""

from __future__ import annotations

import asyncio
import http.client
import os
import re
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

from msgspec import json, to_builtins
from rich.console import Console

import cutcard
from cutcard.bots.bot import make_bot
from cutcard.bots.drive import ask
from cutcard.cli.own_postgres import NONE, OwnPostgres, programs
from cutcard.kernel.rng import Rng
from cutcard.store.opening import store_at
from cutcard.table.house import House
from cutcard.table.table import Table
from cutcard.table.vocabulary import tag_of
from cutcard.table.words import User

from .house import Deaf
from .recording import usual

TABLES = [int(n) for n in os.environ.get("CUTCARD_BENCH_TABLES", "1000,5000").split(",")]
MOVES = int(os.environ.get("CUTCARD_BENCH_MOVES_A_TABLE", "30"))
LONGEST = 120.0  # seconds: some wait long for a clock
TICKS = os.sysconf("SC_CLK_TCK")
DEAF = Deaf()
SERVE = "from cutcard.cli.main import main; main()"


def bench() -> dict[str, float]:
    """Seconds and CPU seconds until it serves, for each number of tables."""
    figures: dict[str, float] = {}
    for tables in TABLES:
        with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
            figures |= _figures(f"{tables} tables", str(Path(folder) / "restart.db"), tables)
    found = programs()
    if found is None:
        Console(stderr=True).print(NONE)
        return figures
    postgres = OwnPostgres(found)
    try:
        figures |= _figures(f"{TABLES[0]} tables, PostgreSQL", postgres.url, TABLES[0])
    finally:
        postgres.stop()
    return figures


def _figures(head: str, db: str, tables: int) -> dict[str, float]:
    Console(stderr=True).print(f"{head} play {MOVES} moves each …")
    _played_and_killed(db, tables)
    return {f"{head}: {what}": n for what, n in _taken_up(db, tables).items()}


def _played_and_killed(db: str, tables: int) -> None:
    playing = subprocess.run([sys.executable, "-m", "bench.restart", db, str(tables)], check=False)
    if playing.returncode != -signal.SIGKILL:
        raise RuntimeError("the house that was to be killed ended by itself; its reason is above")


def _taken_up(db: str, tables: int) -> dict[str, float]:
    command = [sys.executable, "-c", SERVE, "serve", "--db", db, "--port", "0"]
    began = perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as server:
        try:
            assert server.stdout is not None
            said = server.stdout.readline().decode()
            took, cpu = perf_counter() - began, _cpu(server.pid)
            found = re.search(r"http://(127\.0\.0\.1:\d+)", said)
            if found is None:
                raise RuntimeError(f"the server said no address, but {said!r}")
            asking = http.client.HTTPConnection(found[1], timeout=10)
            asking.request("GET", "/metrics")
            figures = asking.getresponse().read().decode()
            playing = re.search(r'^cutcard_house\{what="matches"\} (\d+)', figures, re.MULTILINE)
            if playing is None or int(playing[1]) < 0.9 * tables:  # a few were over already
                raise RuntimeError(f"{tables} tables were played, and of them play on: {playing}")
        finally:
            server.kill()
    return {"s until it serves": took, "CPU s until it serves": cpu}


def _cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


async def _play(db: str, tables: int) -> None:
    began, store = perf_counter(), store_at(db)
    await store.open()
    house = House(store)
    await house.start()
    names, rng = cutcard.game_names(), Rng.named("bench restart")
    games = [await opened(house, names[n % len(names)], n) for n in range(tables)]
    while any(one.left for one in games):
        for one in games:
            one.move(house, rng)
        await house.written()
        await asyncio.sleep(0.01)  # for those that wait for their clocks
        if perf_counter() - began > LONGEST:
            break
    os.kill(os.getpid(), signal.SIGKILL)


class Playing:
    """A table of people, and how many moves it has still to make."""

    def __init__(self, number: int, table: Table, users: list[User], game: str) -> None:
        self.number = number
        self.table = table
        self.users = users
        self.left = MOVES
        self.bots = [make_bot(game) for _ in range(table.seats)]

    def move(self, house: House, rng: Rng) -> None:
        """One of those who are to act does; of a match that is over none is."""
        table, deal = self.table, self.table.deal
        if table.over:
            self.left = 0
        if not self.left or deal is None or not deal.to_act:
            return
        seat = list(deal.to_act)[rng.below(len(deal.to_act))]
        holder, move = table.roster[seat], ask(deal.state, seat, self.bots[seat], rng)
        assert holder is not None
        key = f"k{self.left}"
        house.ask(self.number, None, DEAF, holder, tag_of(move), json.encode(move), key)
        self.left -= 1


async def opened(house: House, game: str, number: int) -> Playing:
    options, seats = usual(game)
    plain = {k: v for k, v in to_builtins(options, str_keys=True).items() if v is not None}
    users = [User(f"u{number}-{seat}", f"Player {seat}") for seat in range(seats)]
    info = await house.open(game, plain, seats, host=users[0], sit=users)
    return Playing(info.table, house.peek(info.table), users, game)


if __name__ == "__main__":
    asyncio.run(_play(sys.argv[1], int(sys.argv[2])))
