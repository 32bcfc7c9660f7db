"""A server with a TCP side, in this process or in one of its own, and raw clients."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from cutcard.wire.limits import Limits
from cutcard.wire.tcp.limits import TcpLimits
from cutcard.wire.tcp.ports import TcpSettings

from ..command import MAIN
from ..running import OPEN, here
from . import raw as raw_client


@pytest.fixture(scope="session")
def raw():
    """The module of the client that knows only the protocol."""
    return raw_client


@pytest.fixture
def serving(tmp_path, ground):
    """A server in this process: `async with serving() as server`, its port `server.tcp_port`."""

    def start(limits: Limits = OPEN, cert=None, key=None, balance_first=False, **bounds):
        bounds = {"gap": 0.0, **bounds}  # tests are in a hurry
        tcp = TcpSettings(0, 0 if cert else None, cert, key, TcpLimits(**bounds), balance_first)
        if ground is not None:
            from ..bridge.crew import through  # noqa: PLC0415 # PostgreSQL's part may not be there

            return through(ground, limits, tcp=tcp)
        return here(tmp_path / "tcp.db", limits, tcp=tcp)

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
