"""Statistics of the house, and who plays best."""

from __future__ import annotations

from functools import partial

from msgspec import Struct

from cutcard.lobby.requests import profile

from .route import carries


class Holders(Struct):
    players: list[profile.Holder]


def _holders(answer: profile.Holders) -> Holders:
    return Holders(
        [
            profile.Holder(one.place, one.user_id, one.name, one.guest, one.balance)
            for one in answer.players
        ]
    )


_carries = partial(carries, part="figures")

_carries("GET", "/api/stats", "statistics", "STATISTICS")
_carries("GET", "/api/games/{game}/leaderboard", "leaderboard", "LEADERBOARD")
_carries("GET", "/api/games/{game}/season", "season", "SEASON")
_carries("GET", "/api/games/{game}/bests", "bests", "BESTS")
_carries("GET", "/api/games/{game}/daily", "daily", "DAILY")
_carries("GET", "/api/users/{user}/history", "user_history", "HISTORY", signed="may")
_carries("GET", "/api/users/{user}/stats", "user_stats", "PLAYER_STATS", signed="may")
_carries("GET", "/api/users/{user}/ratings", "user_ratings", "RATING_CURVE", signed="may")
_carries("GET", "/api/leaderboards/chips", "richest", "RICHEST", says=_holders)
