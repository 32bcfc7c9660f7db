"""Events of bots on one server, measured: CPU, memory, and how late the loop comes.

    .venv/bin/python bench/arena_load.py --events 100 --players 45 --seconds 120
    .venv/bin/python bench/arena_load.py --events 1 --players 5000 --seconds 300

The server is a whole one (store, house, wire) in this process; bots think as long as on any server
unless --delay says otherwise. It stops when all events are over or the time is up, and says which.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import resource
import sys
import tempfile
import time
from pathlib import Path

from cutcard.arena.event import Row, Terms
from cutcard.arena.ratings import rate
from cutcard.events import holder as holding
from cutcard.lobby.chips import conserved
from cutcard.store.sqlite import SqliteStore
from cutcard.table.house import House
from cutcard.table.patience import DESERTED
from cutcard.table.words import User
from cutcard.wire.server import Server, Settings

STEPS = (10, 15, 25, 50, 75, 100, 150, 200, 300, 400, 600, 1000, 1500, 2000, 4000, 8000, 16000)


def given() -> argparse.Namespace:
    asks = argparse.ArgumentParser(description=__doc__)
    asks.add_argument("--events", type=int, default=100)
    asks.add_argument("--players", type=int, default=45)
    asks.add_argument("--table-size", type=int, default=9)
    asks.add_argument("--seconds", type=float, default=120)
    asks.add_argument("--minutes", type=float, default=1.0, help="a level takes")
    asks.add_argument("--bot", default="random", help="as every seat's player")
    asks.add_argument("--delay", type=int, nargs=2, default=(500, 1500), help="ms a bot waits")
    asks.add_argument("--lead", type=int, default=60, help="seconds before they start")
    asks.add_argument("--db", type=Path)
    return asks.parse_args()


class Lag:
    """How late the loop comes, in ms."""

    def __init__(self) -> None:
        self.found: list[float] = []

    async def measure(self) -> None:
        while True:
            due = time.perf_counter() + 0.02
            await asyncio.sleep(0.02)
            self.found.append(max(0.0, time.perf_counter() - due) * 1000)

    def at(self, share: float) -> float:
        ordered = sorted(self.found)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


class Turns:
    """What each turn of the loop costs in CPU ms: how long it holds everybody up on a machine that
    does nothing else, whatever this one does besides. Of long ones it is known what they did."""

    def __init__(self) -> None:
        self.found: list[float] = []
        self.worst: list[tuple[float, str]] = []
        self.sweeps: list[tuple[float, int]] = []
        self.began = 0.0
        run_once = asyncio.BaseEventLoop._run_once
        run = asyncio.Handle._run

        def turn(loop: asyncio.BaseEventLoop) -> None:
            began = time.thread_time()
            run_once(loop)
            self.found.append((time.thread_time() - began) * 1000)

        def step(handle: asyncio.Handle) -> None:
            began = time.thread_time()
            run(handle)
            spent = (time.thread_time() - began) * 1000
            if spent > TOO_LONG:
                self.worst.append((spent, repr(handle)[:300]))

        gc.callbacks.append(self._swept)
        asyncio.BaseEventLoop._run_once = turn
        asyncio.Handle._run = step

    def _swept(self, phase: str, info: dict[str, int]) -> None:
        """The search for cycles is part of the turn it happens in."""
        if phase == "start":
            self.began = time.thread_time()
        else:
            self.sweeps.append(((time.thread_time() - self.began) * 1000, info["generation"]))

    def clear(self) -> None:
        self.found.clear()
        self.sweeps.clear()
        self.worst.clear()

    def told(self) -> str:
        ordered = sorted(self.found) or [0.0]
        last = len(ordered) - 1
        shares = [f"{name} {ordered[min(last, int(s * len(ordered)))]:.1f}" for name, s in LATE]
        over = sum(one > TOO_LONG for one in ordered)
        return f"CPU ms {', '.join(shares)}, most {ordered[-1]:.1f}; {over} over {TOO_LONG:.0f}"


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def memory() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20


async def run(asked: argparse.Namespace, db: Path) -> None:
    store = SqliteStore(db)
    house = House(store, rate=rate, deserted=DESERTED, bot_delay=tuple(asked.delay))
    server = Server(store, house, Settings(port=0))
    await server.start()
    gc.collect()  # as `cutcard serve` does
    gc.freeze()
    gc.set_threshold(10_000, 20, 50)
    sys.setswitchinterval(0.001)
    holder = server.hall.lobby.gallery.holder
    holding.OF_ONE = holding.MOST = max(1000, asked.events)
    lag = Lag()
    turns = asked.turns
    watch = asyncio.get_running_loop().create_task(lag.measure())
    host, began = User("host", "Host"), time.perf_counter()
    levels = tuple(Row(b, 2 * b, minutes=asked.minutes) for b in STEPS)
    start = int(time.time() * 1000) + 1000 * asked.lead
    making = []
    for number in range(asked.events):
        terms = Terms(
            **{"name": f"Load {number + 1}", "game": "poker", "structure": levels},
            **{"table_size": asked.table_size, "start_stack": 1500, "starts_at": start},
            **{"bots": True, "bot": asked.bot, "host": host.id},
        )
        making.append(holder.make(host, terms, asked.players))
    await asyncio.gather(*making)
    made = time.perf_counter() - began
    say(f"{asked.events} events of {asked.players} made in {made:.1f} s; {memory():.0f} MB")
    await asyncio.sleep(max(0.0, start / 1000 - time.time()))
    lag.found.clear()
    say(f"turns while they were made: {turns.told()}")
    turns.clear()
    began, cpu, moves, most = time.perf_counter(), time.process_time(), house.moves, 0.0
    while holder.live and time.perf_counter() - began < asked.seconds:
        await asyncio.sleep(0.5)
        most = max(most, memory())
    took, spent = time.perf_counter() - began, time.process_time() - cpu
    hands = sum(
        sum(type(entry.what).__name__ == "HandEnded" for entry in one.event.log)
        for one in (*holder.live.values(), *holder.past.values())
    )
    left = sum(one.event.state.left for one in holder.live.values())
    say(f"over {asked.events - len(holder.live)} of {asked.events}, {left} players left")
    say(f"{hands} hands and {house.moves - moves} moves in {took:.0f} s ({hands / took:.0f}/s)")
    each = 1000 * spent / max(1, house.moves - moves)
    say(f"CPU {100 * spent / took:.0f} % of one core, {each:.2f} ms a move; at most {most:.0f} MB")
    late = ", ".join(f"{name} {lag.at(share):.1f}" for name, share in LATE)
    say(f"loop late by (ms): {late}, most {max(lag.found, default=0):.1f}")
    say(f"turns of the loop: {turns.told()}")
    swept = sorted(turns.sweeps, reverse=True)[:5]
    say(f"  looking for cycles: {', '.join(f'{ms:.1f} ms (gen {gen})' for ms, gen in swept)}")
    for spent, what in sorted(turns.worst, reverse=True)[:5]:
        say(f"  {spent:.1f} ms {what}")
    say(f"stopped by a fault: {sum(one.stopped for one in holder.live.values())}")
    watch.cancel()
    await house.written()
    say("the ledger adds up" if (await conserved(store)).ok else "THE LEDGER DOES NOT ADD UP")
    await server.stop()


LATE = (("p50", 0.5), ("p95", 0.95), ("p99", 0.99))
TOO_LONG = 20.0  # CPU ms of one callback


def main() -> None:
    asked = given()
    asked.turns = Turns()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(run(asked, asked.db or Path(folder) / "load.db"))


if __name__ == "__main__":
    main()
