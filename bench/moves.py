"""Moves for `script/bench table`: whole matches of every game between its usual bots, played once
and kept, so that every run and every revision plays the very same."""

from __future__ import annotations

import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

from msgspec import Struct, json

Step = tuple[int, int, str, str]  # at, seat (-1: time passes), tag, payload


class Moves(Struct):
    """A game's matches: each is its steps in order. The first is played to be warm: what a game
    remembers of one position shall not make the same one cheap when it is measured."""

    game: str
    options: dict[str, Any]
    seats: int
    matches: list[list[Step]]

    @property
    def count(self) -> int:
        """Moves that somebody made; what time does is no move."""
        return sum(seat >= 0 for match in self.matches[1:] for _, seat, _, _ in match)


def seeds_of(game: str, match: int) -> Any:
    """The seeds of a match's deals, always the same."""
    drawn = 0

    def seed() -> bytes:
        nonlocal drawn
        drawn += 1
        return sha256(f"bench {game} {match} {drawn}".encode()).digest()

    return seed


def kept(folder: Path) -> list[Moves]:
    """The moves of every game. They are recorded in a process of its own: whoever has chosen them
    has seen every position, and remembers some of what it cost."""
    if not folder.is_dir():
        command = [sys.executable, "-m", "bench.recording", str(folder)]
        subprocess.run(command, check=True)
    return [json.decode(path.read_bytes(), type=Moves) for path in sorted(folder.glob("*.json"))]
