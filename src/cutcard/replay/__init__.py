"""Recorded deals: read, replayed, verified and shown. A recording is a header and a log; the
same seed and entries must give the digests that were written down."""

from .log import EVERY, Header, LogLine, Recording, Unreadable, read, record, write
from .show import Screen, lines, names_of
from .verify import Drift, Step, replay, verify

__all__ = [
    "EVERY",
    "Drift",
    "Header",
    "LogLine",
    "Recording",
    "Screen",
    "Step",
    "Unreadable",
    "lines",
    "names_of",
    "read",
    "record",
    "replay",
    "verify",
    "write",
]
