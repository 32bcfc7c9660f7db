"""Guandan 掼蛋: four players, two packs, thirteen types of play, wild hearts and tribute.

`readings` and `forms` answer for card strings what the table asks for every play.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .book import preset as _preset
from .deck import level_of as _level_of
from .deck import pack_names as _pack_names
from .duplicate import compared
from .moves import Carry, Move, Tick
from .options import Options
from .ranking import mode as _mode
from .rules import State, deal
from .shapes import Form
from .shapes import forms_of as _forms_of
from .shapes import readings_of as _readings_of

name = "guandan"
version = 3
seats = range(4, 5)
shows_seed = True
sorry = "Your play was not made; please try again"
phrases = ("hello", "nice", "sorry", "thanks", "hurry", "yours", "mine", "bomb", "again")
stand_in = "steady"
substitutes = True

__all__ = [
    "Carry",
    "Form",
    "Move",
    "Options",
    "State",
    "Tick",
    "compared",
    "deal",
    "forms",
    "ladder",
    "name",
    "phrases",
    "readings",
    "seats",
    "setups",
    "shows_seed",
    "sorry",
    "stand_in",
    "substitutes",
    "teams",
    "twice",
    "version",
]


def ladder(options: Options, seats: int) -> str | None:
    """A rating for each preset, where its values are as they are."""
    rated = _mode(options, seats)
    return None if rated is None else rated.name


def teams(count: int) -> Sequence[int]:
    """Who sits across is the partner."""
    return [seat % 2 for seat in range(count)]


def twice(options: Options) -> bool:
    """Boards are each by itself, so they can be played at two tables."""
    return options.match == "boards"


def setups() -> Sequence[tuple[Options, int]]:
    """The kinds of table a game is tried on; the first is the usual one."""
    return [
        (Options(), 4),
        (Options(preset="competition"), 4),
        (
            Options(match="deals", deals=2, equal_tribute="choice", shuffle=False, pause_seconds=0),
            4,
        ),
        (Options(match="minutes", minutes=1, equal_tribute="random", declare_pair=True), 4),
    ]


def readings(cards: Iterable[str], level: str, preset: str = "spec") -> set[Form]:
    """Every (type, key, size) that exactly these cards can be; none: an invalid combination."""
    held = list(cards)
    return set(_readings_of(_pack_names(held), len(held), _level_of(level), _preset(preset)))


def forms(
    hand: Iterable[str],
    level: str,
    beat: tuple[str, int, int] | None = None,
    preset: str = "spec",
) -> set[Form]:
    """Every (type, key, size) the hand may lead, or that beats the play given."""
    table = None if beat is None else Form(*beat)
    return set(_forms_of(_pack_names(hand), _level_of(level), table, _preset(preset)))
