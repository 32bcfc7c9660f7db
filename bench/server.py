"""The server under load: durable moves a second, latencies, memory a table.

The server has one core and the driver the other, so that neither waits for the other's turn.
Nothing is in memory only: each move is in the SQLite file, synced, before anybody is told.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil

CUTCARD = [sys.executable, "-m", "cutcard"]
SIZES = (200, 1000)
SECONDS = "8"


def pinned(core: int, command: list[str]) -> list[str]:
    """The command on one core, where there are several and the machine lets us choose."""
    if (os.cpu_count() or 1) > 1 and Path("/usr/bin/taskset").exists():
        return ["taskset", "-c", str(core), *command]
    return command


@contextmanager
def server() -> Iterator[tuple[str, psutil.Process]]:
    """A server of its own on a free port, with a new database on a real disk."""
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        serve = [*CUTCARD, "serve", "--port", "0", "--db", f"{folder}/bench.db"]
        serve += ["--rate", "1000000", "--log-level", "warning"]
        with subprocess.Popen(pinned(0, serve), stdout=subprocess.PIPE, text=True) as running:
            assert running.stdout is not None
            try:
                address = re.search(r"http://(\S+)", running.stdout.readline())
                if address is None:
                    raise RuntimeError("the server did not say where it serves")
                yield f"ws://{address[1]}/ws", psutil.Process(running.pid)
            finally:
                running.terminate()
                running.communicate(timeout=30)  # it says what it does until the end


def load(url: str, *more: str) -> dict[str, float]:
    command = [*CUTCARD, "load", "--url", url, "--seconds", SECONDS, "--json", *more]
    done = subprocess.run(pinned(1, command), check=True, capture_output=True, text=True)
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def through(game: str, tables: int = 8) -> dict[str, float]:
    """A game's moves through the whole server, from the socket that sends to all that hear:
    judged, made, written down and told. One move a second a table."""
    with server() as (url, _):
        found = load(url, "--game", game, "--games", str(tables), "--rate", "1")
    head = f"through the server, {tables} tables: "
    return {head + part: found[part] for part in ("p50_ms", "p95_ms", "p99_ms")}


class Peak:
    """How far the server's memory rises while a load runs."""

    def __init__(self, process: psutil.Process) -> None:
        self.process = process
        self.before = process.memory_info().rss

    def per(self, tables: int) -> float:
        return (self.process.memory_info().rss - self.before) / tables / 1000


def bench() -> dict[str, float]:
    figures: dict[str, float] = {}
    for tables in SIZES:
        for kind, more in (("saturated", []), ("1 move/s a table", ["--rate", "1"])):
            with server() as (url, process):
                peak = Peak(process)
                found = load(url, "--games", str(tables), *more)
                head = f"{tables} tables, {kind}: "
                figures[head + "durable moves/s"] = found["moves_per_s"]
                for part in ("p50_ms", "p95_ms", "p99_ms"):
                    figures[head + part] = found[part]
                figures[head + "kB a table with both sockets, after"] = peak.per(tables)
    return figures
