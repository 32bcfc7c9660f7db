"""Events: tournaments as machines without I/O. `event.py` is the place to begin."""

from __future__ import annotations

from .effects import BANK, Book, Deal, Effect, Say, Ticket, Write
from .event import Broke, Event
from .log import Entry, decode, encode
from .state import State
from .terms import Row, Terms, check_structure, check_terms

__all__ = [
    "BANK",
    "Book",
    "Broke",
    "Deal",
    "Effect",
    "Entry",
    "Event",
    "Row",
    "Say",
    "State",
    "Terms",
    "Ticket",
    "Write",
    "check_structure",
    "check_terms",
    "decode",
    "encode",
]
