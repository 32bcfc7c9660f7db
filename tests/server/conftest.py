"""The servers and players of tests/running.py, one server for a whole file, and a free port."""

from __future__ import annotations

import socket

import pytest

from ..running import OPEN_LIMITS, Running, fetch, inside, players, serve

__all__ = ["fetch", "inside", "players", "serve"]


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """One server for all tests of a file that only look."""
    one = Running(tmp_path_factory.mktemp("shared") / "t.db", OPEN_LIMITS)
    yield one
    one.kill()


@pytest.fixture
def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])
