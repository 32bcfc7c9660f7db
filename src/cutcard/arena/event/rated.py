"""An event is one rated match of all its players, by places (docs/rules/tournament.md T152,
docs/rules/arena.md's table of systems)."""

from __future__ import annotations

from ..book import Result
from .state import OVER, State

MODES = {"sit-and-go": "sit-and-go", "scheduled": "event"}


def result(state: State, number: int) -> Result | None:
    """The match that the book of ratings is given; None where the event is not rated: it is not
    over, or bots played in it (T20). Players who tie share a place."""
    players = [player for player in state.players.values() if player.place]
    if state.phase != OVER or state.terms.bots or any(player.bot for player in players):
        return None
    ranked = sorted(players, key=lambda player: (player.place, player.entry))
    return Result(
        number,
        state.at,
        state.terms.game,
        MODES[state.terms.format],
        "openskill",
        tuple((player.user,) for player in ranked),
        tuple(player.place for player in ranked),
    )
