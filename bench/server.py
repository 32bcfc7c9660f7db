"""The server under load, beside Colyseus and boardgame.io: moves a second, latencies, memory.

The server has one core and the driver the other, so that neither waits for the other's turn.
Nothing of ours is in memory only: each move is in the SQLite file, synced, before anybody is told;
the peers keep theirs in memory. `bare` is no peer, but a server of our parts without a table: what
they give before there are rules, and `bare with rules`, before there is anything else. Servers are
compared by `moves/CPU s`, what a second of the server's own time gives: a noisy machine changes it
least, and what is left of that the sets show, in which all servers take turns.
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
from statistics import median
from typing import Any

import psutil
from rich.console import Console

from .dialects import dialects
from .peers import Absent, serving

CUTCARD = [sys.executable, "-m", "cutcard"]
OURS = "cutcard"
SIZES = tuple(map(int, os.environ.get("CUTCARD_BENCH_SIZES", "1000").split(",")))
SETS = int(os.environ.get("CUTCARD_BENCH_SETS", "6"))
ALONE = "CUTCARD_BENCH_ALONE" in os.environ  # without the peers: beside another revision
SECONDS = "5"  # of each load

Set = dict[str, dict[str, Any]]  # of each server what the driver found


def pinned(core: int, command: list[str]) -> list[str]:
    """The command on one core, where there are several and the machine lets us choose."""
    if (os.cpu_count() or 1) > 1 and Path("/usr/bin/taskset").exists():
        return ["taskset", "-c", str(core), *command]
    return command


@contextmanager
def server(*flags: str) -> Iterator[tuple[str, psutil.Process]]:
    """A server of its own on a free port, with a new database on a real disk."""
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        serve = [*CUTCARD, "serve", "--port", "0", "--db", f"{folder}/bench.db"]
        serve += ["--rate", "1000000", "--log-level", "warning", *flags]
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
    """Every server in turn, on one core, with the same driver on the other; so many sets of that.
    What a CPU second gives beside a peer comes first: of each set its own ratio, then the median,
    the least and the most of them."""
    figures: dict[str, float] = {}
    for tables in SIZES:
        sets = _sets(tables)
        figures |= _ratios(tables, sets)
        for kind in sets[0]:
            for load in ("paced", "saturated"):
                for part in sets[0][kind][load]:
                    each = [one[kind][load][part] for one in sets]
                    figures[f"{tables} tables, {LOADS[load]}, {kind}: {part}"] = median(each)
            each = [one[kind]["kB a table"] for one in sets]
            figures[f"{tables} tables, {kind}: kB a table"] = median(each)
    return figures


def _sets(tables: int) -> list[Set]:
    """What each set found, of the servers that can be had here."""
    note, absent = Console(stderr=True), set[str]()
    sets: list[Set] = []
    for number in range(1, SETS + 1):
        sets.append({})
        for kind in (OURS,) if ALONE else dialects():
            if kind in absent:
                continue
            note.print(f"{tables} tables, set {number} of {SETS}: {kind} …")
            try:
                with _serving(kind) as (port, pid):
                    sets[-1][kind] = _drive(kind, port, pid, tables)
            except Absent as reason:
                note.print(f"without {kind}: {reason}")
                absent.add(kind)
    return sets


def _ratios(tables: int, sets: list[Set]) -> dict[str, float]:
    figures: dict[str, float] = {}
    for part in ("moves/CPU s", "moves/s"):
        for kind in sets[0]:
            if kind == OURS:
                continue
            each = [one[OURS]["saturated"][part] / one[kind]["saturated"][part] for one in sets]
            head = f"{tables} tables: {part}, ratio to {kind}"
            figures |= {head: median(each), f"{head}, least": min(each), f"{head}, most": max(each)}
    return figures


LOADS = {"paced": "one move/s a table", "saturated": "saturated"}


@contextmanager
def _serving(kind: str) -> Iterator[tuple[int, int]]:
    if kind == OURS:
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
