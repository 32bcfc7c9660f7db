"""Statistics of the house, and who plays best."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct, convert

from cutcard import games
from cutcard.table.words import Refusal

from ..envelope import Word
from .route import Call, route

Many = Annotated[int, Meta(ge=1, le=100)]


class Statistics(Struct, rename="camel"):
    """Matches: under way, ever created, mean duration in ms, and completed since midnight UTC."""

    active_games: int
    total_games_created: int
    average_game_duration: float
    games_completed_today: int


class Ranked(Struct, rename="camel"):
    """A place on a ladder."""

    place: int
    user_id: str
    name: str
    guest: bool
    rating: int
    games: int


class Leaderboard(Struct):
    game: str
    players: list[Ranked]


class OfGame(Struct):
    game: Word


class HowMany(Struct):
    limit: Many = 20


class Holder(Struct, rename="camel"):
    """A place among those with most chips."""

    place: int
    user_id: str
    name: str
    guest: bool
    balance: int


class Holders(Struct):
    players: list[Holder]


@route("GET", "/api/stats")
async def statistics(call: Call) -> Statistics:
    """The statistics of the house."""
    return convert(call.hall.house.stats(), Statistics)


@route("GET", "/api/games/{game}/leaderboard", refuses=("GAME_NOT_FOUND",))
async def leaderboard(call: Call, path: OfGame, query: HowMany) -> Leaderboard:
    """The best rated players of a game, best first."""
    if path.game not in games.game_names():
        raise Refusal("GAME_NOT_FOUND", "There is no such game here")
    rows = await call.hall.house.store.ladder(path.game, query.limit)
    return Leaderboard(
        path.game,
        [
            Ranked(n, person.id, person.name, person.guest, int(kept.rating + 0.5), kept.games)
            for n, (person, kept) in enumerate(rows, 1)
        ],
    )


@route("GET", "/api/leaderboards/chips")
async def richest(call: Call, query: HowMany) -> Holders:
    """Who has most play chips."""
    rows = await call.hall.accounts.richest(query.limit)
    return Holders(
        [
            Holder(n, person.id, person.name, person.guest, balance)
            for n, (person, balance) in enumerate(rows, 1)
        ]
    )
