"""A state's digest: what it shows and where its chance stands, not how it is laid out."""

from __future__ import annotations

from hashlib import sha256

from msgspec import json

from .game import State

_encode = json.Encoder().encode  # no hook and no sets: the order is the author's


def digest(state: State, seats: int) -> bytes:
    """Equal digests: every viewer sees the same, the same may happen, the same will be drawn."""
    shown = [state.view(viewer) for viewer in (*range(seats), None)]
    rest = [state.to_act(), state.timers(), state.outcome(), state.rng.position]
    return sha256(_encode([shown, rest])).digest()[:16]
