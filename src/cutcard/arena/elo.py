"""Elo for any game of two: pure arithmetic, no store and no clock.

A win moves both ratings by K × (1 − E), E being what was expected of the winner, K the winner's;
a draw by the smaller K of the two. So what one gains the other loses, with one exception: nobody
falls under FLOOR. There the winner still gets the whole gain and the loser gives what there is
above the floor, so a few points come into the world. Ratings are kept as floats and shown whole.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from cutcard.kernel.game import Outcome, Record, Seat

from .misdeal import need

START = 1200.0
FLOOR = 100.0
PLACEMENT_GAMES = 10  # where placement is on, K is doubled for a player's first games
TIE = "tie"
FARTHEST = 300.0  # as a power of ten: beyond it a float cannot hold what is expected


class Rating(Record, frozen=True):
    """One player's rating before and after a game."""

    old: float
    new: float
    change: float


class RatingChange(Record, frozen=True, tag="RATING_CHANGE"):
    """What a game did to both ratings, by seat; `winner_id` is a seat or "tie"."""

    winner_id: Seat | str
    ratings: dict[Seat, Rating]

    def shown(self) -> RatingChange:
        """The same in whole points, halves rounded up; the change is between those shown."""
        return RatingChange(self.winner_id, {s: _whole(r) for s, r in self.ratings.items()})


def expected(own: float, other: float) -> float:
    """The score to be expected against another rating: 0 to 1, a half between equals."""
    return 1.0 / (1.0 + math.pow(10.0, min(FARTHEST, (other - own) / 400.0)))


def k_factor(rating: float, games: int | None = None) -> int:
    """40 under 1200, 20 under 1800, else 10; doubled if this is one of the first games.

    `games` is how many the player had finished before; None where placement is off.
    """
    k = 40 if rating < 1200 else 20 if rating < 1800 else 10
    return 2 * k if games is not None and games < PLACEMENT_GAMES else k


def rate(
    ratings: Sequence[float], winner: Seat | None, games: Sequence[int] | None = None
) -> RatingChange:
    """The change after a game between seats 0 and 1; `winner` None is a draw.

    With `games` (how many each had finished before) placement is on.
    """
    need(len(ratings) == 2, f"Elo is for two, not {len(ratings)}")
    first, second = ratings
    for rating in (first, second):  # refuses nan too
        need(FLOOR <= rating < math.inf, f"a rating is {FLOOR:.0f} or more, not {rating}")
    need(winner in (None, 0, 1), f"seat {winner} is not one of the two")
    need(games is None or len(games) == 2, "placement wants to know how many games both had")
    ks = [k_factor(ratings[s], None if games is None else games[s]) for s in (0, 1)]
    k = min(ks) if winner is None else ks[winner]
    score = 0.5 if winner is None else 1.0 - winner
    gain = k * (score - expected(first, second))  # of seat 0; seat 1 gets its negative
    return RatingChange(
        TIE if winner is None else winner,
        {0: _moved(first, gain), 1: _moved(second, -gain)},
    )


def rate_outcome(
    outcome: Outcome, ratings: Sequence[float], games: Sequence[int] | None = None
) -> RatingChange | None:
    """The change after a deal's outcome; None where it is not rated or was not between two."""
    if not outcome.rated or len(outcome.places) != 2:
        return None
    first, second = outcome.places
    winner = None if first == second else 0 if first < second else 1
    return rate(ratings, winner, games)


def _moved(old: float, change: float) -> Rating:
    new = max(FLOOR, old + change)
    return Rating(old, new, new - old)


def _whole(rating: Rating) -> Rating:
    old, new = math.floor(rating.old + 0.5), math.floor(rating.new + 0.5)
    return Rating(old, new, new - old)
