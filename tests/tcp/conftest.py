"""A server with a TCP side, in this process or in one of its own, and raw clients."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from cutcard.arena.ratings import rate
from cutcard.store.sqlite import SqliteStore
from cutcard.table.house import House
from cutcard.wire.limits import Limits
from cutcard.wire.server import Server, Settings
from cutcard.wire.tcp.limits import TcpLimits
from cutcard.wire.tcp.ports import TcpSettings

MAIN = "from cutcard.cli.main import main; main()"
OPEN = Limits(rate=100_000, burst=100_000)  # tests that are not about limits do not meet them


@pytest.fixture(scope="session")
def raw():
    """The module of the client that knows only the protocol."""
    spec = importlib.util.spec_from_file_location("raw", Path(__file__).with_name("raw.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def serving(tmp_path):
    """A server in this process: `async with serving() as server`, its port `server.tcp_port`."""

    @asynccontextmanager
    async def start(limits: Limits = OPEN, cert=None, key=None, **bounds):
        store = SqliteStore(tmp_path / "tcp.db")
        bounds = {"gap": 0.0, **bounds}  # tests are in a hurry
        tcp = TcpSettings(0, 0 if cert else None, cert, key, TcpLimits(**bounds))
        house = House(store, rate=rate)
        server = Server(store, house, Settings(port=0, limits=limits, tcp=tcp))
        server.port = await server.start()
        server.url = f"ws://127.0.0.1:{server.port}/ws"
        try:
            yield server
        finally:
            await server.stop()

    return start


@pytest.fixture
def process(tmp_path):
    """Starts `cutcard serve` in a process of its own; returns its ports by scheme."""
    started = []

    def start(*flags: str):
        command = [sys.executable, "-c", MAIN, "serve", "--db", str(tmp_path / "p.db")]
        with (tmp_path / "p.log").open("ab") as log:
            one = subprocess.Popen(
                [*command, "--port", "0", "--rate", "100000", *flags],
                stdout=subprocess.PIPE,
                stderr=log,
                env={**os.environ, "PYTHONUNBUFFERED": "1"},
            )
        started.append(one)
        assert one.stdout is not None
        ports = {}
        for _ in range(1 + sum(flag in ("--tcp-port", "--tls-port") for flag in flags)):
            line = one.stdout.readline().decode()
            found = re.search(r"(\w+)://127\.0\.0\.1:(\d+)", line)
            assert found, f"{line!r}; {(tmp_path / 'p.log').read_text()}"
            ports[found[1]] = int(found[2])
        return ports

    yield start
    for one in started:
        one.kill()
        one.wait()
