"""Servers in processes of their own, as an operator runs them."""

from __future__ import annotations

from itertools import count

import pytest

from ..running import asker, players, servers

__all__ = ["asker", "players"]


@pytest.fixture
def serve(tmp_path):
    """Starts servers with these flags, each with a database of its own."""
    numbers = count()
    with servers(tmp_path) as start:
        yield lambda *flags: start(*flags, db=f"{next(numbers)}.db")
