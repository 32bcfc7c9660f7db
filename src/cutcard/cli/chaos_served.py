"""The server of `cutcard chaos`: one process, or a parent with workers, started as an operator
does; its processes can be named one by one, and its wall clock is what a file says."""

from __future__ import annotations

import mmap
import os
import re
import signal
import struct
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

from .own_postgres import family

HOUR = 3600.0
SHIFTS = (HOUR, -HOUR, 0.0)  # by turns: an hour ahead, an hour behind, right again
CLOCK = "CUTCARD_CHAOS_CLOCK"
UP_SECONDS = 300.0
MAIN = "from cutcard.cli.main import main; main()"

# A wall clock that is off by what a file says, in every Python that is started with it on its path;
# it is patched before any of ours is imported. Clocks that only measure go on as they do when an
# operator sets the wall clock.
PATCH = """
import mmap, os, struct, time
file = open(os.environ["CUTCARD_CHAOS_CLOCK"], "r+b")
shift, real, real_ns = mmap.mmap(file.fileno(), 8), time.time, time.time_ns
off = lambda: struct.unpack("d", shift[:8])[0]
time.time = lambda: real() + off()
time.time_ns = lambda: real_ns() + int(off() * 1e9)
"""


class Served:
    """The server's processes."""

    def __init__(self, db: str, place: Path, *, workers: int = 1, cache: str | None = None) -> None:
        self.db = db
        self.many = workers
        self.log = place / "server.log"
        self.clock = place / "clock"
        self.clock.write_bytes(struct.pack("d", 0.0))
        patched = place / "patched"
        patched.mkdir(exist_ok=True)
        (patched / "sitecustomize.py").write_text(PATCH, "utf-8")
        path = os.pathsep.join(filter(None, (str(patched), os.environ.get("PYTHONPATH"))))
        self._environment = {**os.environ, CLOCK: str(self.clock), "PYTHONPATH": path}
        self.words = ["--db", db, "--port", "0", "--rate", "100000", "--address-rate", "1000000"]
        if cache is not None:
            self.words += ["--cache", cache]
        if workers > 1:
            self.words += ["--workers", str(workers)]
        self._process: subprocess.Popen[str] | None = None
        self.url = ""
        self.workers: dict[int, int] = {}  # which: its process, of those that are up
        self.rolled = threading.Event()  # all workers were restarted
        self._serves = threading.Event()
        self.shifted = 0  # how often its clock was set
        self.mark = 0  # where in its log the last fault began
        self._over = threading.Event()  # for good

    @property
    def process(self) -> subprocess.Popen[str]:
        """The one that was started last."""
        assert self._process is not None
        return self._process

    def start(self) -> None:
        self._serves.clear()
        self.workers.clear()
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(  # noqa: S603 # our own server
                [sys.executable, "-c", MAIN, "serve", *self.words],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=self._environment,
            )
        threading.Thread(target=self._listen, args=(self.process,), daemon=True).start()
        until = time.monotonic() + UP_SECONDS
        while not self._serves.wait(0.05):
            ended = self._over.is_set() or self.process.poll() is not None
            if ended or time.monotonic() > until:
                self.kill()  # it may come up later, when nobody is there to stop it
                raise OSError(f"the server does not start: {self.log.read_text('utf-8')[-500:]}")
        if self.many == 1:
            self.workers[0] = self.process.pid

    def _listen(self, process: subprocess.Popen[str]) -> None:
        """What it says on its stdout, for as long as it does."""
        assert process.stdout is not None
        for line in process.stdout:
            if found := re.search(r"worker (\d+) is up: pid (\d+)", line):
                self.workers[int(found[1])] = int(found[2])
            elif found := re.search(r"worker (\d+) \(pid (\d+)\) ended", line):
                self.workers.pop(int(found[1]), None)
            elif re.search(r"all \d+ workers were restarted", line):
                self.rolled.set()
            elif found := re.search(r"serves http://127\.0\.0\.1:(\d+)", line):
                self.words[3] = found[1]
                self.url = f"ws://127.0.0.1:{found[1]}/ws"
                self._serves.set()

    def remember(self) -> None:
        """A fault begins: what it says from here on is of that."""
        self.mark = self.log.stat().st_size

    def whole(self) -> bool:
        """Whether all its workers are up."""
        return len(self.workers) == self.many

    def kill(self) -> None:
        """All of it at once, the parent first: it starts nobody again. Nothing where it is not
        there."""
        self.rolled.set()  # who waits for it in a thread need not
        if self._process is None or self._process.poll() is not None:
            return
        workers = family(self.process.pid)[1:] if self.many > 1 else []
        for pid in (self.process.pid, *workers):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()

    def end(self) -> None:
        """For good: also where it is being started, in a thread, in this moment."""
        self._over.set()
        self.kill()

    def stop(self) -> None:
        self.process.terminate()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(60)
        if self.process.poll() is None:
            self.kill()

    def set_clock(self) -> None:
        with self.clock.open("r+b") as file, mmap.mmap(file.fileno(), 8) as shift:
            shift[:8] = struct.pack("d", SHIFTS[self.shifted % len(SHIFTS)])
        self.shifted += 1
