"""Finding somebody to play with: quick match and challenges."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, convert

from cutcard.table.choosing import weight

from ..tables import SeatNumber
from .asking import Asker, user_of
from .registry import LIST, OPEN, WS, Count, Nothing, Person, Word, request
from .tables import Seated, seated


class QuickMatch(Struct):
    game: Word
    options: dict[str, Any] | None = None
    seats: SeatNumber | None = None
    ranked: bool | None = None


class NewChallenge(Struct):
    user: Person
    game: Word
    options: dict[str, Any] | None = None
    seats: SeatNumber | None = None
    ranked: bool = False


class OfChallenge(Struct):
    challenge: Count


class Waiting(Struct, rename="camel", omit_defaults=True):
    """Whether one waits, and how the search stands."""

    waiting: bool
    game: str | None = None
    waited_ms: int | None = None
    window: int | None = None
    rating: int | None = None
    others: int | None = None


class Challenged(Struct, rename="camel"):
    challenge: int
    in_ms: int


@request("QUICK_MATCH", WS, cost=LIST)
async def quick_match(asker: Asker, wish: QuickMatch) -> Waiting:
    """Look for somebody who wants to play the same, as near to your rating as there is; the longer
    you wait the farther it may be. MATCH_FOUND {table, seat, info} ends it, and GAME_STATE follows.
    QUICK_MATCH_WAITING comes every 5 s, QUICK_MATCH_BOTS_OFFERED once after 20 s. A lost
    connection ends the search. A match by the game's standard options is `ranked` unless you say
    no; by others, and against bots, it is casual."""
    matchmaker = asker.hall.lobby.matchmaker
    asker.owe(weight(wish.options))
    seeker = await matchmaker.seek(
        user_of(asker), asker, wish.game, wish.options, wish.seats, ranked=wish.ranked
    )
    if seeker is None:
        return Waiting(waiting=False)
    return convert({"waiting": True, **matchmaker.waiting(seeker)}, Waiting)


@request("QUICK_MATCH_CANCEL", WS)
def quick_match_cancel(asker: Asker, wish: Nothing) -> Nothing:
    """Stop looking."""
    asker.hall.lobby.matchmaker.cancel(user_of(asker))
    return Nothing()


@request("QUICK_MATCH_BOTS", WS, cost=OPEN)
async def quick_match_bots(asker: Asker, wish: Nothing) -> Nothing:
    """Stop looking and play with bots."""
    await asker.hall.lobby.matchmaker.with_bots(user_of(asker))
    return Nothing()


@request("CHALLENGE", WS, cost=LIST)
async def challenge(asker: Asker, wish: NewChallenge) -> Challenged:
    """Ask somebody who is here for a match, a `ranked` one where the game's standard options are
    played. It stands for 60 s; they are told CHALLENGED {challenge, from, name, game, options,
    seats, inMs, ranked?}, you later CHALLENGE_ACCEPTED {challenge, table, seat, info} with
    GAME_STATE, CHALLENGE_DECLINED or CHALLENGE_EXPIRED {challenge}."""
    asker.owe(weight(wish.options))
    lobby, user = asker.hall.lobby, user_of(asker)
    other = await lobby.friends.find(wish.user)
    made = await lobby.gauntlet.send(
        user, asker, other, wish.game, wish.options, wish.seats, ranked=wish.ranked
    )
    return Challenged(made.id, lobby.gauntlet.stands(made))


@request("CHALLENGE_ACCEPT", WS, cost=OPEN)
async def challenge_accept(asker: Asker, wish: OfChallenge) -> Seated:
    """Take it up: a private table is opened, you both sit there, GAME_STATE follows."""
    table, seat = await asker.hall.lobby.gauntlet.accept(user_of(asker), wish.challenge)
    asker.attach(table)
    return seated(asker, table, seat)


@request("CHALLENGE_DECLINE", WS)
def challenge_decline(asker: Asker, wish: OfChallenge) -> Nothing:
    """Decline it; both are told CHALLENGE_DECLINED {challenge}."""
    asker.hall.lobby.gauntlet.decline(user_of(asker), wish.challenge)
    return Nothing()


@request("CHALLENGE_CANCEL", WS)
def challenge_cancel(asker: Asker, wish: OfChallenge) -> Nothing:
    """Take back a challenge of yours; both are told CHALLENGE_CANCELLED {challenge}."""
    asker.hall.lobby.gauntlet.take_back(user_of(asker), wish.challenge)
    return Nothing()
