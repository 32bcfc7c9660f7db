"""What a game's `event.py` says of matches in events: their options, and how one stands that is not
over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any, Protocol, runtime_checkable

from .game import State


@runtime_checkable
class Judging(Protocol):
    """A game's `event.py`: how a match stands that is not over, for a round whose time is up."""

    def stands(self, state: State) -> Sequence[int]:
        """A number by seat, more is better; partners have the same."""


@runtime_checkable
class Defaulting(Protocol):
    """A game's `event.py`: options of an event's matches that are not the game's usual ones."""

    match_options: Mapping[str, Any]


def match_options_of(event: ModuleType | None, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """The options of an event's matches: those chosen, and the game's own for events besides."""
    own = event.match_options if isinstance(event, Defaulting) else {}
    return {**own, **chosen}


def judging_of(event: ModuleType | None) -> Judging | None:
    """What there is of it; without it a match that is not over is a draw."""
    return event if isinstance(event, Judging) else None
