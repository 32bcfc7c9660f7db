"""A recorded deal and its file: one JSON object a line, first the header, then the entries.

Every sixteenth entry and the last carry the digest of the state after them.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from msgspec import MsgspecError, Raw, Struct, json

from cutcard.kernel.digest import digest
from cutcard.kernel.game import Game, Move, Seat, Tick
from cutcard.kernel.rng import Rng

EVERY = 16  # entries between two digests


class Unreadable(ValueError):
    """A file that is no recorded deal; the message says where."""


class Header(Struct, frozen=True):
    """All that a deal starts from. Options and carry are JSON."""

    game: str
    version: int
    options: Raw
    seats: int
    seed: str  # 64 hex digits
    carry: Raw = Raw(b"null")


class LogLine(Struct, frozen=True, omit_defaults=True):
    """One entry: when, who (-1: time), what, and the digest after it where one was taken."""

    at: int
    seat: Seat
    move: Raw
    digest: str | None = None


class Recording(Struct, frozen=True):
    """A deal as it was written down."""

    header: Header
    lines: list[LogLine]


def record(
    rules: Game,
    start: tuple[Any, int, bytes, Any],
    entries: Iterable[tuple[int, Seat, Move | Tick]],
) -> Recording:
    """Write down a deal; `start` is (options, seats, seed, carry), an entry (at, seat, move)."""
    options, seats, seed, carry = start
    state = rules.deal(options, seats, Rng(seed), carry)
    lines: list[LogLine] = []
    played = list(entries)
    for n, (at, seat, move) in enumerate(played, 1):
        state.play(seat, move, at)
        taken = digest(state, seats).hex() if n % EVERY == 0 or n == len(played) else None
        lines.append(LogLine(at, seat, Raw(json.encode(move)), taken))
    header = Header(
        rules.name,
        rules.version,
        Raw(json.encode(options)),
        seats,
        seed.hex(),
        Raw(json.encode(carry)),
    )
    return Recording(header, lines)


def write(path: Path, recording: Recording) -> None:
    """Keep a recorded deal in a file."""
    rows = [recording.header, *recording.lines]
    path.write_bytes(b"".join(json.encode(row) + b"\n" for row in rows))


def read(path: Path) -> Recording:
    """A recorded deal out of its file; Unreadable says which line is wrong."""
    rows = path.read_bytes().splitlines()
    if not rows:
        raise Unreadable(f"{path} is empty; the first line is the deal's header")
    kinds: list[Any] = [Header, *([LogLine] * (len(rows) - 1))]
    found: list[Any] = []
    for n, (row, kind) in enumerate(zip(rows, kinds, strict=True), 1):
        try:
            found.append(json.decode(row, type=kind))
        except (MsgspecError, UnicodeDecodeError, RecursionError) as no:
            raise Unreadable(f"{path} line {n} is no {kind.__name__.lower()}: {no}") from no
    return Recording(found[0], found[1:])
