"""The server under load, beside Colyseus and boardgame.io: moves a second, latencies, memory.

The server has one core and the driver the other, so that neither waits for the other's turn.
Nothing of ours is in memory only: each move is in the SQLite file, synced, before anybody is told;
the peers keep theirs in memory. `bare` is no peer, but a server of our parts without a table: what
they give before there are rules, and `bare with rules`, before there is anything else. `moves/CPU
s` says what a second of the server's own time gives, which a noisy machine changes least.
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
from typing import Any

import psutil
from rich.console import Console

from .dialects import dialects
from .peers import Absent, serving

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


@contextmanager
def bare(*, rules: bool) -> Iterator[tuple[int, int]]:
    """What can be had of these parts at best: a server without a table."""
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        command = [sys.executable, "-m", "bench.bare", f"{folder}/bare.db"]
        command = pinned(0, [*command, "rules"] if rules else command)
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
            assert running.stdout is not None
            try:
                yield int(running.stdout.readline().split()[1]), running.pid
            finally:
                running.kill()


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


def bench() -> dict[str, float]:
    """Each server in turn, on one core, with the same driver on the other."""
    figures: dict[str, float] = {}
    note = Console(stderr=True)
    for tables in SIZES:
        found: dict[str, dict[str, Any]] = {}
        for kind in dialects():
            try:
                with _serving(kind) as (port, pid):
                    found[kind] = _drive(kind, port, pid, tables)
            except Absent as reason:
                note.print(f"without {kind}: {reason}")
                continue
            for load in ("paced", "saturated"):
                for part, value in found[kind][load].items():
                    figures[f"{tables} tables, {LOADS[load]}, {kind}: {part}"] = value
            figures[f"{tables} tables, {kind}: kB a table"] = found[kind]["kB a table"]
        ours = found["cutcard"]["saturated"]
        for kind in found:
            if kind != "cutcard":
                theirs = found[kind]["saturated"]
                for part in ("moves/s", "moves/CPU s"):
                    figures[f"{tables} tables: ratio to {kind}, {part}"] = ours[part] / theirs[part]
    return figures


LOADS = {"paced": "one move/s a table", "saturated": "saturated"}


@contextmanager
def _serving(kind: str) -> Iterator[tuple[int, int]]:
    if kind == "cutcard":
        with server() as (url, process):
            yield int(re.findall(r":(\d+)", url)[-1]), process.pid
    elif kind.startswith("bare"):
        with bare(rules=kind == "bare with rules") as (port, pid):
            yield port, pid
    else:
        with serving(kind, pinned(0, [])) as (port, pid):
            yield port, pid


def _drive(kind: str, port: int, pid: int, tables: int) -> dict[str, Any]:
    driver = [sys.executable, "-m", "bench.duel", kind, str(port), str(tables), str(pid), SECONDS]
    done = subprocess.run(pinned(1, driver), check=False, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"the driver failed on {kind}: {done.stderr.strip()[-500:]}")
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found
