"""Machines that test are busy: what waits for a worker waits longer here."""

from __future__ import annotations

import pytest

from cutcard.wire.bridge import asks, bridge, gate, link

from ..tcp.raw import Raw
from .crew import PATIENCE


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    monkeypatch.setattr(gate, "HELD", PATIENCE)
    monkeypatch.setattr(asks, "PATIENCE", PATIENCE)
    monkeypatch.setattr(bridge, "DIAL", PATIENCE)
    monkeypatch.setattr(link, "SILENCE", PATIENCE)
    monkeypatch.setattr(link, "PATIENCE", PATIENCE / 8)
    for waits in (Raw.bytes, Raw.next):
        monkeypatch.setattr(waits, "__defaults__", (PATIENCE,))
    monkeypatch.setattr(Raw.until, "__defaults__", (*Raw.until.__defaults__[:-1], PATIENCE))
