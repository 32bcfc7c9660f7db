"""Tests that serve players can serve them through a worker that has no table (row S26): those that
are marked `through` once so and once plainly, and all of them with CUTCARD_TEST_THROUGH=1, by hand:

    CUTCARD_TEST_THROUGH=1 .venv/bin/python -m pytest tests/tcp tests/server tests/http
"""

from __future__ import annotations

import asyncio
import os
from typing import Any

import pytest

WHOLE = os.environ.get("CUTCARD_TEST_THROUGH") == "1"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "bridged" in metafunc.fixturenames:
        if WHOLE:
            metafunc.parametrize("bridged", [True], ids=["through"])
        elif metafunc.definition.get_closest_marker("through") is not None:
            metafunc.parametrize("bridged", [False, True], ids=["here", "through"])


def door(server: Any) -> Any:
    """The server whose sockets players have: the worker that owns nothing, where there is one."""
    return getattr(server, "gateway", server)


@pytest.fixture
def bridged() -> bool:
    """Whether players are connected to a worker that has no table."""
    return False


@pytest.fixture
def ground(bridged: bool, request: pytest.FixtureRequest) -> str | None:
    """The database on which such workers are, laid out before the test's time runs; None: they are
    not."""
    if not bridged:
        return None
    from cutcard.store.postgres import PostgresStore  # noqa: PLC0415 # not before it is needed

    database: str = request.getfixturevalue("database")

    async def lay_out() -> None:
        store = PostgresStore(database)
        await store.open()
        await store.close()

    asyncio.run(lay_out())
    return database
