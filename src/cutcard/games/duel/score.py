"""Who takes a round, who takes the game, and what it is worth. Pure arithmetic on seats.

-1 stands for a tie. Cards are numbered as in `deck.py`.
"""

from __future__ import annotations

from math import floor

from msgspec import Struct

from cutcard.kernel.game import Seat

from .options import Options

TIE = -1


class Past(Struct, frozen=True, gc=False):
    """A round that was revealed."""

    started_at: int
    completed_at: int
    cards: tuple[int, int]
    winner: int
    points: tuple[int, int]
    auto: tuple[Seat, ...]


def value(card: int, ace_high: bool) -> int:
    """What a card counts: 1 to 13, or 2 to 14 where aces are high."""
    low = card % 13 + 1
    return 14 if low == 1 and ace_high else low


def round_winner(first: int, second: int, options: Options) -> int:
    """The seat whose card is higher; equal values tie, or go to the higher suit."""
    ace_high = options.ace_high_value
    lead = value(first, ace_high) - value(second, ace_high)
    if lead == 0:
        if options.allow_ties:
            return TIE
        lead = first // 13 - second // 13  # never 0: one deck has no card twice
    return 0 if lead > 0 else 1


def round_points(winner: int, options: Options) -> tuple[int, int]:
    """What each seat gets for a round."""
    if winner == TIE:
        return options.tie_round_points, options.tie_round_points
    win, lose = options.win_round_points, options.lose_round_points
    return (win, lose) if winner == 0 else (lose, win)


def game_winner(scores: list[int]) -> int:
    """The seat with more points, or a tie."""
    if scores[0] == scores[1]:
        return TIE
    return 0 if scores[0] > scores[1] else 1


def season_points(scores: list[int], winner: int, options: Options) -> dict[int, int]:
    """Each seat's points for the season: the winner's are multiplied, halves rounded up."""
    season = {0: scores[0], 1: scores[1]}
    if winner != TIE:
        season[winner] = floor(scores[winner] * options.game_win_multiplier + 0.5)
    return season
