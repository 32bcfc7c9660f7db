"""A real server in a process of its own, asked over HTTP."""

from __future__ import annotations

from itertools import count

import pytest

from ..running import Asker, asker, players, servers

__all__ = ["asker", "players"]


@pytest.fixture(scope="session")
def start(tmp_path_factory):
    """Starts servers, each with a database of its own; all are stopped at the end."""
    numbers = count()
    with servers(tmp_path_factory.mktemp("http")) as begin:
        yield lambda *flags: begin(*flags, db=f"{next(numbers)}.db")


@pytest.fixture(scope="session")
def server(start):
    """One server for the tests that do not need their own."""
    return start()


@pytest.fixture
def nobody(server) -> Asker:
    """Somebody without a token."""
    return Asker(server)
