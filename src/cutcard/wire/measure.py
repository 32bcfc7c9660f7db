"""What games let an operator see: a game's `stats.py`, where it has one.

`measure(view)` gives figures of a finished deal out of what a spectator saw of it; `OPEN` names
the moves whose fields are nobody's secret. A game without it is counted, and its moves are known
by their tags alone.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from functools import cache

from cutcard.bots.parts import part
from cutcard.games import game
from cutcard.kernel.game import State, View
from cutcard.kernel.optional import figures_of

log = logging.getLogger("cutcard.wire")

Measure = Callable[[View], Mapping[str, float]]


@cache
def measure_of(name: str) -> Measure | None:
    """A game's own figures."""
    return figures_of(part(game(name), "stats")).measure


@cache
def open_moves(name: str) -> frozenset[str]:
    """Tags of a game's moves that hold nothing hidden."""
    return figures_of(part(game(name), "stats")).open_moves


def figures(name: str, state: State) -> Mapping[str, float]:
    """A finished deal's figures; a game's fault in this is logged and costs nobody a game."""
    measure = measure_of(name)
    if measure is None:
        return {}
    try:
        return measure(state.view(None))
    except Exception:
        log.exception("measuring %s failed; its figures are left out", name)
        return {}
