"""Events of matches. `event.py` is the place to begin, `words.py` has their terms and log."""

from __future__ import annotations

from .event import MatchEvent
from .state import rated
from .words import Call, Effect, Entry, Judge, Play, Ponder, Say, Terms, Write, decode, encode

__all__ = [
    "Call",
    "Effect",
    "Entry",
    "Judge",
    "MatchEvent",
    "Play",
    "Ponder",
    "Say",
    "Terms",
    "Write",
    "decode",
    "encode",
    "rated",
]
