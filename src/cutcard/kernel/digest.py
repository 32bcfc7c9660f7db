"""A state's digest: what it shows and where its chance stands, not how it is laid out."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from msgspec import json

from .game import Outcome, Seat, State, View

_encode = json.Encoder().encode  # no hook and no sets: the order is the author's


def digest(state: State, seats: int, made: Mapping[Seat | None, View] | None = None) -> bytes:
    """Equal digests: every viewer sees the same, the same may happen, the same will be drawn.

    `made` holds views of this very state that somebody has made already.
    """
    views = made or {}
    shown = [
        views[viewer] if viewer in views else state.view(viewer) for viewer in (*range(seats), None)
    ]
    rest = [state.to_act(), state.timers(), _ending(state.outcome()), state.rng.position]
    return sha256(_encode([shown, rest])).digest()[:16]


def _ending(outcome: Outcome | None) -> dict[str, Any] | None:
    """How a deal ended, by these fields for ever: what an Outcome says besides is for the house,
    and a further field must not change the digests of old logs."""
    if outcome is None:
        return None
    places, scores = outcome.places, outcome.scores
    return {"places": places, "scores": scores, "reason": outcome.reason, "rated": outcome.rated}
