"""Tests that serve players can serve them through a worker that has no table (row S26): those that
are marked `through` once so and once plainly, and all of them with CUTCARD_TEST_THROUGH=1, by hand:

    CUTCARD_TEST_THROUGH=1 .venv/bin/python -m pytest tests/tcp tests/server tests/http
"""

from __future__ import annotations

import os

import pytest

WHOLE = os.environ.get("CUTCARD_TEST_THROUGH") == "1"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "bridged" in metafunc.fixturenames:
        if WHOLE:
            metafunc.parametrize("bridged", [True], ids=["through"])
        elif metafunc.definition.get_closest_marker("through") is not None:
            metafunc.parametrize("bridged", [False, True], ids=["here", "through"])


@pytest.fixture
def bridged() -> bool:
    """Whether players are connected to a worker that has no table."""
    return False
