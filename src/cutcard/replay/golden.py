"""Golden playthroughs: recorded deals checked in with a game, which must replay for ever.

They are in `golden/*.jsonl` of the game's folder. `cutcard sim GAME --golden FOLDER` writes some
from random play; `write` here writes one from any entries.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from types import ModuleType
from typing import Any

from cutcard.games import game, game_names
from cutcard.kernel.game import Game, Move, Seat, State, Tick

from . import log
from .verify import verify


def write(
    path: Path,
    rules: Game,
    start: tuple[Any, int, bytes, Any],
    entries: Iterable[tuple[int, Seat, Move | Tick]],
) -> None:
    """Play a deal and keep it; `start`: options, seats, seed, carry; an entry: at, seat, move."""
    log.write(path, log.record(rules, start, entries))


def check(path: Path) -> State:
    """Replay a golden playthrough; Drift if it goes another way. Returns its end."""
    recording = log.read(path)
    return verify(game(recording.header.game), recording)


def files() -> list[Path]:
    """Every golden playthrough of the games that are here."""
    found: list[Path] = []
    for name in game_names():
        rules = game(name)
        if isinstance(rules, ModuleType) and rules.__file__ is not None:
            found += sorted((Path(rules.__file__).parent / "golden").glob("*.jsonl"))
    return found
