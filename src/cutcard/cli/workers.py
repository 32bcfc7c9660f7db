"""`cutcard serve --workers N`: a parent that keeps N workers running.

The parent has the public ports, without listening on them, so that a free one is chosen once; each
worker listens there itself (SO_REUSEPORT). A worker that ends is started again, after 1 s, then
2 s, up to 30 s while it keeps ending within ten seconds. SIGTERM and SIGINT stop all of them,
SIGHUP goes to all, SIGUSR1 restarts them one after the other: each gives its tables to the others
before it goes.

Lines on stdout, for people and for programs that start this:

    worker 0 is up: pid 4711, bridge 127.0.0.1:40123
    cutcard 1.2 serves http://127.0.0.1:8000 with 2 workers
    worker 0 (pid 4711) ended by signal 9; it is started again in 1 s
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import sys
import time
from contextlib import suppress
from pathlib import Path

import click
from msgspec import Struct

import cutcard
from cutcard.store.opening import is_address
from cutcard.wire.door import listen
from cutcard.wire.server import Settings
from cutcard.wire.tcp.ports import bind

from .settings import Config

log = logging.getLogger("cutcard.cli")

INDEX = "CUTCARD_WORKER_INDEX"  # which worker a process is, among those of its parent
PORTS = "CUTCARD_WORKER_PORTS"  # which ports its parent holds
UP = "up "  # a worker says on its stdout that it is, with its bridge's address
FIRST, LONGEST = 1.0, 30.0  # seconds before a worker that ended is started again
STEADY = 10.0  # seconds after which one that was up, and ends, is not one that keeps ending
MAIN = "from cutcard.cli.main import main; main()"


class Place(Struct, frozen=True):
    """What a worker is told by its parent."""

    index: int
    ports: tuple[int, int | None, int | None]  # of HTTP, TCP and TLS


def place() -> Place | None:
    """Which worker this process is; None: it has no parent that is one of ours."""
    index = os.environ.get(INDEX)
    if index is None:
        return None
    port, tcp, tls = (int(one) if one else None for one in os.environ[PORTS].split(","))
    return Place(int(index), (port or 0, tcp, tls))


async def orphaned(stop: asyncio.Event) -> None:
    """A worker whose parent was killed stops: nobody would look after it."""
    parent = os.getppid()
    while os.getppid() == parent:  # noqa: ASYNC110 # the system tells it in no other way
        await asyncio.sleep(1.0)
    log.warning("the parent is gone; this worker stops")
    stop.set()


def check(config: Config) -> None:
    """Refuses what several workers cannot do together, with what to do instead."""
    if config.tables not in (None, 0):
        raise click.UsageError(
            "tables: only 0 has a meaning, a server whose workers have no tables; leave it out, and"
            " tables are spread evenly"
        )
    if config.workers == 1 and config.bridge is None:
        if config.tables is not None:
            raise click.UsageError(
                "tables = 0 needs other workers that have tables: name with --bridge where they"
                " reach this one, and the database they share with --db"
            )
        return
    asked = f"workers = {config.workers}" if config.workers > 1 else "bridge"
    if not is_address(config.db):
        raise click.UsageError(
            f"{asked} needs a database that several processes share: name a postgresql:// address"
            " with --db (`cutcard db copy` moves a SQLite file there), or serve with one worker"
        )
    if config.standby:
        raise click.UsageError(
            f"{asked} and standby are two ways to the same end: workers take over from each other,"
            " so leave standby out"
        )
    bridge_of(config)


def bridge_of(config: Config, index: int = 0) -> tuple[str, int]:
    """Where a worker is reached by others. Ports count up from the one that is named."""
    said = config.bridge or "127.0.0.1"
    host, found, port = said.rpartition(":")
    if not found or said.endswith("]") or (":" in host and not host.startswith("[")):
        host, port = said, "0"
    host = host.removeprefix("[").removesuffix("]")
    if not port.isdigit() or not 0 <= int(port) < 65536 - config.workers or not host:
        raise click.UsageError(f"bridge: {said!r} is no HOST or HOST:PORT")
    if host in ("0.0.0.0", "::"):  # noqa: S104 # it is refused
        raise click.UsageError(
            f"bridge: {host} is every address; name the one at which the others reach this machine"
        )
    return host, int(port) + index if int(port) else 0


def audit_of(path: Path | None, index: int) -> Path | None:
    """Each worker has an audit trail of its own: audit.jsonl is audit.w0.jsonl and so on."""
    return None if path is None else path.with_name(f"{path.stem}.w{index}{path.suffix}")


class Parent:
    """Starts, watches and stops workers."""

    def __init__(self, config: Config, settings: Settings) -> None:
        self.count = config.workers
        self.host = settings.host
        self._held: list[socket.socket] = listen(
            settings.host, settings.port, shared=True, accepts=False
        )
        self.port = int(self._held[0].getsockname()[1])
        try:
            further = bind(settings.host, settings.tcp, shared=True, accepts=False)
        except OSError:  # NoCertificate is one
            self._let_go()
            raise
        self._held += [sock for port in further for sock in port.sockets]
        plain = [port.number for port in further if port.certificate is None]
        secret = [port.number for port in further if port.certificate is not None]
        self.tcp_port = plain[0] if plain else None
        self.tls_port = secret[0] if secret else None
        self._stopping = asyncio.Event()
        self._children: dict[int, asyncio.subprocess.Process] = {}
        self._up = [asyncio.Event() for _ in range(self.count)]
        self._served = False  # a room that once did tries on, however long its store is away
        self._wanted: set[int] = set()  # those that are to end, and be started again at once
        self._failed = asyncio.Event()
        self._reading: dict[int, asyncio.Task[None]] = {}
        self._rolling: asyncio.Task[None] | None = None

    async def run(self) -> int:
        """Until a signal; the exit code."""
        loop = asyncio.get_running_loop()
        for kind in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(kind, self._stop)
        loop.add_signal_handler(signal.SIGHUP, self._pass_on, signal.SIGHUP)
        loop.add_signal_handler(signal.SIGUSR1, self._roll)
        keeping = [asyncio.create_task(self._keep(0))]
        announced = asyncio.create_task(self._announce(keeping))
        await self._stopping.wait()
        await asyncio.gather(*keeping, return_exceptions=True)
        announced.cancel()
        self._let_go()
        return 1 if self._failed.is_set() else 0

    def _let_go(self) -> None:
        for sock in self._held:
            sock.close()

    async def _announce(self, keeping: list[asyncio.Task[None]]) -> None:
        """The first worker makes what all need (the layout, the keys), then come the others."""
        await self._up[0].wait()
        keeping += [asyncio.create_task(self._keep(index)) for index in range(1, self.count)]
        for one in self._up:
            await one.wait()
        shown = f"[{self.host}]" if ":" in self.host else self.host
        say(
            f"cutcard {cutcard.__version__} serves http://{shown}:{self.port}"
            f" with {self.count} workers"
        )
        for scheme, port in (("tcp", self.tcp_port), ("tls", self.tls_port)):
            if port is not None:
                say(f"and {scheme}://{shown}:{port}")

    # One worker

    async def _keep(self, index: int) -> None:
        pause = FIRST
        while not self._stopping.is_set():
            began = time.monotonic()
            child = await self._start(index)
            code = await child.wait()
            was_up = self._up[index].is_set()
            self._up[index].clear()
            if self._stopping.is_set():
                return
            if index in self._wanted:
                self._wanted.discard(index)
                continue
            if not self._served and code == 1:
                say(f"worker {index} (pid {child.pid}) could not start; see the log")
                self._failed.set()
                self._stop()
                return
            if was_up and time.monotonic() - began > STEADY:
                pause = FIRST
            how = f"by signal {-code}" if code < 0 else f"with code {code}"
            say(f"worker {index} (pid {child.pid}) ended {how}; it is started again in {pause:g} s")
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), pause)
            pause = min(2 * pause, LONGEST)

    async def _start(self, index: int) -> asyncio.subprocess.Process:
        env = {
            **os.environ,
            INDEX: str(index),
            PORTS: f"{self.port},{self.tcp_port or ''},{self.tls_port or ''}",
            "PYTHONUNBUFFERED": "1",
        }
        command = [sys.executable, "-c", MAIN, *sys.argv[1:]]
        child = await asyncio.create_subprocess_exec(
            *command, env=env, stdout=asyncio.subprocess.PIPE, start_new_session=True
        )
        self._children[index] = child
        self._reading[index] = asyncio.create_task(self._read(index, child))
        return child

    async def _read(self, index: int, child: asyncio.subprocess.Process) -> None:
        assert child.stdout is not None
        async for line in child.stdout:
            text = line.decode(errors="replace").rstrip()
            if text.startswith(UP):
                say(f"worker {index} is up: pid {child.pid}, bridge {text.removeprefix(UP)}")
                self._up[index].set()
                self._served = True
            elif text:
                say(f"worker {index}: {text}")

    # Signals

    def _stop(self) -> None:
        """The first time everybody is asked to stop, the second time at once."""
        self._pass_on(signal.SIGTERM)
        self._stopping.set()

    def _pass_on(self, kind: signal.Signals) -> None:
        for child in self._children.values():
            if child.returncode is None:
                with suppress(ProcessLookupError):
                    child.send_signal(kind)

    def _roll(self) -> None:
        if self._rolling is None or self._rolling.done():
            self._rolling = asyncio.create_task(self._restart_all())

    async def _restart_all(self) -> None:
        """One after the other; the next only when the last is up again."""
        for index in range(self.count):
            if self._stopping.is_set():
                return
            child = self._children.get(index)
            if child is not None and child.returncode is None:
                self._wanted.add(index)
                with suppress(ProcessLookupError):
                    child.send_signal(signal.SIGTERM)
                await child.wait()
                self._up[index].clear()
            await self._up[index].wait()
        say(f"all {self.count} workers were restarted")


def say(line: str) -> None:
    with suppress(BrokenPipeError):  # whoever read this may be gone; the games are not
        click.echo(line)
        sys.stdout.flush()
