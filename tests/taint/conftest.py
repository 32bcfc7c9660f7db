"""What the nights of the wire taint tests share."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def lists_made_anew(monkeypatch):
    """The lobby lists its tables anew every so many real seconds; nights have a clock of their own,
    and two of them would list the same table from different moments."""
    monkeypatch.setattr("cutcard.lobby.tables.FRESH", -1.0)
