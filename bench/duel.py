"""The driver of `script/bench server`: the same duel on Cutcard, Colyseus and boardgame.io.

Each table has two real sockets and one move under way; a move's time runs from its sending until
both players have what it did. The driver reads no more of a frame than it needs, so that the
server is what is measured. `python -m bench.duel KIND PORT TABLES PID` prints one JSON object.
"""

from __future__ import annotations

import asyncio
import gc
import json
import random
import sys
from time import perf_counter
from typing import Any

import psutil
import uvloop

from .dialects import Dialect, dialects

AT_ONCE = 50  # tables that sit down at the same time
STILL = 500_000  # bytes in half a second that count as growing
WARM = 1.5  # seconds before the clock runs


class Crowd:
    """All tables of a run, and the moves that were answered: when, and after how long."""

    def __init__(self, dialect: type[Dialect], port: int, tables: int) -> None:
        self.tables = [dialect(port, number, self) for number in range(1, tables + 1)]
        self.times: list[tuple[float, float]] = []
        self.faults: list[str] = []
        self.playing = False
        self.period: float | None = None  # seconds between two moves of a table

    async def sit_down(self) -> None:
        gate = asyncio.Semaphore(AT_ONCE)

        async def one(table: Dialect) -> None:
            async with gate:
                await table.sit_down()

        await asyncio.gather(*(one(table) for table in self.tables))

    def done(self, table: Dialect, sent: float) -> None:
        """A table's move is with both players: its next one follows, now or in its time."""
        now = perf_counter()
        self.times.append((now, now - sent))
        if not self.playing:
            return
        if self.period is None:
            table.fire()
        else:
            wait = max(0.0, self.period - (now - sent))
            asyncio.get_running_loop().call_later(wait, table.fire)

    async def run(self, seconds: float, period: float | None, server: Usage) -> dict[str, float]:
        """Let them play for a while, and say how it went."""
        loop = asyncio.get_running_loop()
        self.playing, self.period = True, period
        self.times.clear()
        for table in self.tables:
            if period is None:
                table.fire()
            else:
                loop.call_later(random.random() * period, table.fire)  # noqa: S311 # spreads load
        await asyncio.sleep(WARM)
        began, cpu = perf_counter(), server.cpu()
        await asyncio.sleep(seconds)
        ended, spent = perf_counter(), server.cpu() - cpu
        self.playing = False
        taken = sorted(time for at, time in self.times if began <= at <= ended)
        await asyncio.sleep(1.0)  # what is under way comes home
        if not taken:
            raise RuntimeError(f"no move was answered; {self.faults[:3]}")
        return {
            "moves/s": len(taken) / (ended - began),
            "moves/CPU s": len(taken) / max(spent, 1e-3),
            "p50 ms": _quantile(taken, 0.5),
            "p95 ms": _quantile(taken, 0.95),
            "p99 ms": _quantile(taken, 0.99),
        }


class Usage:
    """What a server and its children take of the machine."""

    def __init__(self, pid: int) -> None:
        self.process = psutil.Process(pid)

    def _all(self) -> list[psutil.Process]:
        return [self.process, *self.process.children(recursive=True)]

    def cpu(self) -> float:
        return sum(sum(one.cpu_times()[:2]) for one in self._all())

    def memory(self) -> int:
        return sum(int(one.memory_info().rss) for one in self._all())

    async def at_rest(self) -> int:
        """Its memory when it no longer grows by itself: a server may still be getting ready."""
        was, now = 0, self.memory()
        while now - was > STILL:
            await asyncio.sleep(0.5)
            was, now = now, self.memory()
        return now


def _quantile(ordered: list[float], q: float) -> float:
    return ordered[min(len(ordered) - 1, int(len(ordered) * q))] * 1000


async def drive(kind: str, port: int, tables: int, pid: int, seconds: float) -> dict[str, Any]:
    """Sit down, play at one move a second a table, then as fast as it goes."""
    server = Usage(pid)
    before = await server.at_rest()
    crowd = Crowd(dialects()[kind], port, tables)
    await crowd.sit_down()
    await asyncio.sleep(1.0)
    gc.disable()  # the driver must not pause
    found: dict[str, Any] = {"paced": await crowd.run(seconds, 1.0, server)}
    found["kB a table"] = (server.memory() - before) / tables / 1000
    found["saturated"] = await crowd.run(seconds, None, server)
    found["faults"] = len(crowd.faults)
    return found


if __name__ == "__main__":
    _, kind, port, tables, pid, seconds = sys.argv
    found = uvloop.run(drive(kind, int(port), int(tables), int(pid), float(seconds)))
    sys.stdout.write(json.dumps(found) + "\n")
