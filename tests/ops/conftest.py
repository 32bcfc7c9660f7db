"""Servers in processes of their own, as an operator runs them."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

_path = Path(__file__).parents[1] / "http" / "conftest.py"
_spec = importlib.util.spec_from_file_location("tests_ops_http", _path)
_http = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(_http)


@pytest.fixture
def serve(tmp_path):
    """Starts servers with these flags; what still runs at the end is killed."""
    started = []

    def start(*flags: str):
        one = _http.Running(tmp_path / f"{len(started)}.db", ("--rate", "100000", *flags))
        started.append(one)
        return one

    yield start
    for one in started:
        if one.process.poll() is None:
            one.kill()


@pytest.fixture
def asker():
    return _http.Asker


@pytest.fixture
def players():
    return _http.Players
