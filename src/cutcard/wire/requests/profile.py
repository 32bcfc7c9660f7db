"""What is known about people: profiles and leaderboards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from msgspec import Meta, Struct, structs

from cutcard import games

from ..envelope import Request, Word
from .registry import Answer, asks
from .tables import Person

if TYPE_CHECKING:
    from ..visit import Visit

Text = Annotated[str, Meta(max_length=128)]


class OfProfile(Struct):
    user: Person | None = None


class SetProfile(Struct):
    fullname: Text | None = None
    email: Text | None = None
    phone: Text | None = None
    dob: Text | None = None
    country: Text | None = None
    gender: Text | None = None


class OfGame(Struct):
    game: Word


@asks("PROFILE", OfProfile, "PROFILE_ACK {profile: {id, number, name, guest, created, ratings, …}}")
async def profile(visit: Visit, payload: OfProfile, request: Request) -> Answer:
    """What is known about somebody, or about you. Chips, e-mail and what else is personal is shown
    to yourself alone."""
    hall, user = visit.hall, visit.user_or_refuse()
    who = user.id if payload.user is None else (await hall.lobby.friends.find(payload.user)).id
    return Answer("PROFILE_ACK", {"profile": await hall.accounts.profile(who, user)})


@asks("SET_PROFILE", SetProfile, "SET_PROFILE_ACK {profile}")
async def set_profile(visit: Visit, payload: SetProfile, request: Request) -> Answer:
    """Change what you tell about yourself: those fields that are named."""
    user, named = visit.user_or_refuse(), structs.asdict(payload)
    changes = {name: text for name, text in named.items() if text is not None}
    return Answer(
        "SET_PROFILE_ACK", {"profile": await visit.hall.accounts.set_profile(user, changes)}
    )


@asks("LEADERBOARD", OfGame, "LEADERBOARD_ACK {rows: [{rank, userId, name, rating, games}]}")
async def leaderboard(visit: Visit, payload: OfGame, request: Request) -> Answer:
    """The 20 best rated players of a game."""
    games.game(payload.game)  # refuses an unknown one
    ladder = await visit.hall.house.store.ladder(payload.game)
    rows = [
        {
            "rank": rank,
            "userId": person.id,
            "name": person.name,
            "rating": int(standing.rating + 0.5),
            "games": standing.games,
        }
        for rank, (person, standing) in enumerate(ladder, 1)
    ]
    return Answer("LEADERBOARD_ACK", {"rows": rows})
