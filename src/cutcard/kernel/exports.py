"""What a game may have so that its deals leave in files: parts of its folder, like those of
`optional.py`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import ModuleType
from typing import Any, Protocol, runtime_checkable

from .game import Seat, State


@runtime_checkable
class Reading(Protocol):
    """A game's `screen.py` that can put what stands in a file into words as well: without the
    kinds of its facts and its view, such a file is shown as JSON."""

    FACTS: Any  # a union of all of them
    VIEW: Any


@runtime_checkable
class Exporting(Protocol):
    """A game's `export.py`: its deals in the formats that others read."""

    def texts(
        self,
        start: State,
        log: Iterable[tuple[int, Seat, Any]],
        names: Sequence[str],
        *,
        viewer: Seat | None,
        everything: bool,
        when: Sequence[int],
    ) -> Mapping[str, str]:
        """By the name of each format, a finished deal out of the state as it was dealt and what was
        played (time, seat, move): what a viewer saw of it (None: a spectator), or everything.
        `when` it was is year, month, day, hour, minute, second (UTC); nothing: unknown."""


def exporting_of(export: ModuleType | None) -> Exporting | None:
    """What there is of it; a game without `export.py` has its readable log only."""
    return export if isinstance(export, Exporting) else None
