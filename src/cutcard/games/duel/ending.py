"""How a Duel ends: one game, or a series of which this was one.

A series is best of 3, 5 or 7: it is over when one has won more than half of its games, or all are
played; who won more of them wins it, equal is a tie. Who gives up a game gives up the series.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutcard.kernel.game import Outcome

from .moves import Carry
from .score import TIE, game_winner, season_points

if TYPE_CHECKING:
    from .rules import Duel

# A Duel's phases in their order.
WAITING, PICKING, PAUSED, COMPLETED, ABANDONED = range(5)


def game_number(duel: Duel) -> int:
    """Which game of the series this is."""
    return 1 if duel.carry is None else duel.carry.game


def wins(duel: Duel) -> list[int]:
    """The games each seat has won of the series, this one too once it is over."""
    won = [0, 0] if duel.carry is None else list(duel.carry.wins)
    if duel.phase == COMPLETED and duel.winner != TIE:
        won[duel.winner] += 1
    return won


def outcome(duel: Duel) -> Outcome | None:
    """Of the last game of a series: how the series ended, in games won. What was given up before
    a card was ever revealed is not rated."""
    if duel.phase < COMPLETED:
        return None
    last, winner, scores = next_game(duel) is None, duel.winner, duel.scores
    if duel.options.best_of > 1 and last:
        scores = wins(duel)
        winner = game_winner(scores) if duel.reason == "COMPLETED" else winner
    places = (1, 1) if winner == TIE else (1, 2) if winner == 0 else (2, 1)
    rated = duel.phase == COMPLETED and last and (bool(duel.past) or duel.carry is not None)
    earned = _season_points(duel) if rated else ()
    return Outcome(places, (scores[0], scores[1]), duel.reason, rated, earned)


def next_game(duel: Duel) -> Carry | None:
    """The next game of a series that is not decided."""
    number, best_of = game_number(duel), duel.options.best_of
    if duel.phase != COMPLETED or duel.reason != "COMPLETED" or number >= best_of:
        return None
    first, second = wins(duel)
    if 2 * max(first, second) > best_of:
        return None
    scores = (duel.scores[0], duel.scores[1])
    return Carry(number + 1, (first, second), _season_points(duel), duel.winner, scores)


def _season_points(duel: Duel) -> tuple[int, int]:
    """Those of this game and of the games of its series before it."""
    first, second = (0, 0) if duel.carry is None else duel.carry.season_points
    earned = season_points(duel.scores, duel.winner, duel.options)
    return first + earned[0], second + earned[1]
