"""The faults of `cutcard chaos`: what each needs, and how it is done to a server that runs."""

from __future__ import annotations

import asyncio
import mmap
import os
import re
import resource
import signal
import struct
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from cutcard.store.opening import postgres_at

from .own_postgres import OwnPostgres

FAULTS = ("kill", "stop", "cut", "disk", "clock", "pg-kill", "pg-freeze")
ON_POSTGRES = ("cut", "pg-kill", "pg-freeze")
OURS = ("pg-kill", "pg-freeze")  # done only to a PostgreSQL that was started for it
STOPPED = 5.0  # seconds for which a process stands still, or a disk is full
FROZEN = 10.0  # and PostgreSQL
HOUR = 3600.0
SHIFTS = (HOUR, -HOUR, 0.0)  # by turns: an hour ahead, an hour behind, right again
CLOCK = "CUTCARD_CHAOS_CLOCK"

# The server with a wall clock that is off by what a file says; it is patched before any of ours is
# imported. Clocks that only measure go on as they do when an operator sets the wall clock.
SERVER = """
import mmap, os, struct, time
place = os.environ.get("CUTCARD_CHAOS_CLOCK")
if place:
    file = open(place, "r+b")
    shift, real, real_ns = mmap.mmap(file.fileno(), 8), time.time, time.time_ns
    off = lambda: struct.unpack("d", shift[:8])[0]
    time.time = lambda: real() + off()
    time.time_ns = lambda: real_ns() + int(off() * 1e9)
from cutcard.cli.main import main
main()
"""


class Served:
    """The server's process."""

    def __init__(self, db: str, place: Path) -> None:
        self.db = db
        self.log = place / "server.log"
        self.clock = place / "clock"
        self.clock.write_bytes(struct.pack("d", 0.0))
        self.words = ["--db", db, "--port", "0", "--rate", "100000", "--address-rate", "1000000"]
        self.process: subprocess.Popen[str]
        self.url = ""
        self.shifted = 0  # how often its clock was set

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(  # noqa: S603 # our own server
                [sys.executable, "-c", SERVER, "serve", *self.words],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env={**os.environ, CLOCK: str(self.clock)},
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)", line)
        if found is None:
            raise OSError(f"the server does not start: {self.log.read_text('utf-8')[-500:]}")
        self.words[3] = found[1]
        self.url = f"ws://127.0.0.1:{found[1]}/ws"

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        self.process.terminate()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(30)
        if self.process.poll() is None:
            self.kill()

    def set_clock(self) -> None:
        with self.clock.open("r+b") as file, mmap.mmap(file.fileno(), 8) as shift:
            shift[:8] = struct.pack("d", SHIFTS[self.shifted % len(SHIFTS)])
        self.shifted += 1


async def strike(fault: str, server: Served, postgres: OwnPostgres | None) -> None:
    """One fault, from its beginning to its end."""
    if fault == "kill":
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
    elif fault == "stop":
        server.process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(STOPPED)
        server.process.send_signal(signal.SIGCONT)
    elif fault == "cut":
        await _cut(server.db)
    elif fault == "disk":
        await _fill_disk(server.db, server.process.pid)
    elif fault == "clock":
        server.set_clock()
    else:
        assert postgres is not None
        await _strike_postgres(fault, postgres)


async def _strike_postgres(fault: str, postgres: OwnPostgres) -> None:
    if fault == "pg-kill":
        await asyncio.to_thread(postgres.kill)
        await asyncio.to_thread(postgres.start)
        return
    postgres.signal_all(signal.SIGSTOP)
    await asyncio.sleep(FROZEN)
    postgres.signal_all(signal.SIGCONT)


async def _cut(db: str) -> None:
    connection = await postgres_at(db).connect()
    try:
        await connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE application_name = 'cutcard' AND pid <> pg_backend_pid()"
        )
    finally:
        await connection.close()


async def _fill_disk(db: str, process: int) -> None:
    """The server's files may not grow: to it, that is a full disk."""
    size = await asyncio.to_thread(os.path.getsize, f"{db}-wal")
    before = resource.prlimit(process, resource.RLIMIT_FSIZE)
    resource.prlimit(process, resource.RLIMIT_FSIZE, (size, before[1]))
    await asyncio.sleep(STOPPED)
    resource.prlimit(process, resource.RLIMIT_FSIZE, before)
