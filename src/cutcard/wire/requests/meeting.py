"""Finding somebody to play with: quick match and challenges."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from cutcard.lobby.tables import SeatNumber

from ..envelope import Count, Request, Word
from .registry import Answer, Nothing, asks
from .tables import Person

if TYPE_CHECKING:
    from ..visit import Visit


class QuickMatch(Struct):
    game: Word
    options: dict[str, Any] | None = None
    seats: SeatNumber | None = None


class NewChallenge(Struct):
    user: Person
    game: Word
    options: dict[str, Any] | None = None
    seats: SeatNumber | None = None


class OfChallenge(Struct):
    challenge: Count


@asks(
    "QUICK_MATCH",
    QuickMatch,
    "QUICK_MATCH_ACK {waiting, game?, waitedMs?, window?, rating?, others?}; later MATCH_FOUND",
)
async def quick_match(visit: Visit, payload: QuickMatch, request: Request) -> Answer:
    """Look for somebody who wants to play the same, as near to your rating as there is; the longer
    you wait the farther it may be. MATCH_FOUND {table, seat, info} ends it, and GAME_STATE follows.
    QUICK_MATCH_WAITING comes every 5 s, QUICK_MATCH_BOTS_OFFERED once after 20 s. A lost
    connection ends the search."""
    user, host = visit.user_or_refuse(), visit.hall.lobby.host
    seeker = await host.seek(user, visit, payload.game, payload.options, payload.seats)
    if seeker is None:
        return Answer("QUICK_MATCH_ACK", {"waiting": False})
    return Answer("QUICK_MATCH_ACK", {"waiting": True, **host.waiting(seeker)})


@asks("QUICK_MATCH_CANCEL", Nothing, "QUICK_MATCH_CANCEL_ACK")
def quick_match_cancel(visit: Visit, payload: Nothing, request: Request) -> Answer:
    """Stop looking."""
    visit.hall.lobby.host.cancel(visit.user_or_refuse())
    return Answer("QUICK_MATCH_CANCEL_ACK", {})


@asks("QUICK_MATCH_BOTS", Nothing, "QUICK_MATCH_BOTS_ACK; MATCH_FOUND comes before it")
async def quick_match_bots(visit: Visit, payload: Nothing, request: Request) -> Answer:
    """Stop looking and play with bots."""
    await visit.hall.lobby.host.with_bots(visit.user_or_refuse())
    return Answer("QUICK_MATCH_BOTS_ACK", {})


@asks("CHALLENGE", NewChallenge, "CHALLENGE_ACK {challenge, inMs}; he is told CHALLENGED")
async def challenge(visit: Visit, payload: NewChallenge, request: Request) -> Answer:
    """Ask somebody who is here for a match. It stands for 60 s; he is told CHALLENGED {challenge,
    from, name, game, options, seats, inMs}, you later CHALLENGE_ACCEPTED {challenge, table, seat,
    info} with GAME_STATE, CHALLENGE_DECLINED or CHALLENGE_EXPIRED {challenge}."""
    lobby, user = visit.hall.lobby, visit.user_or_refuse()
    other = await lobby.friends.find(payload.user)
    made = await lobby.gauntlet.send(
        user, visit, other, payload.game, payload.options, payload.seats
    )
    return Answer("CHALLENGE_ACK", {"challenge": made.id, "inMs": lobby.gauntlet.stands(made)})


@asks("CHALLENGE_ACCEPT", OfChallenge, "CHALLENGE_ACCEPT_ACK {table, seat, info, link}")
async def challenge_accept(visit: Visit, payload: OfChallenge, request: Request) -> Answer:
    """Take it up: a private table is opened, you both sit there, GAME_STATE follows."""
    lobby, user = visit.hall.lobby, visit.user_or_refuse()
    table, seat = await lobby.gauntlet.accept(user, payload.challenge)
    visit.attach(table)
    return Answer("CHALLENGE_ACCEPT_ACK", lobby.described(table, seat, user))


@asks("CHALLENGE_DECLINE", OfChallenge, "CHALLENGE_DECLINE_ACK")
def challenge_decline(visit: Visit, payload: OfChallenge, request: Request) -> Answer:
    """Decline it; both are told CHALLENGE_DECLINED {challenge}."""
    visit.hall.lobby.gauntlet.decline(visit.user_or_refuse(), payload.challenge)
    return Answer("CHALLENGE_DECLINE_ACK", {})


@asks("CHALLENGE_CANCEL", OfChallenge, "CHALLENGE_CANCEL_ACK")
def challenge_cancel(visit: Visit, payload: OfChallenge, request: Request) -> Answer:
    """Take back a challenge of yours; both are told CHALLENGE_CANCELLED {challenge}."""
    visit.hall.lobby.gauntlet.take_back(visit.user_or_refuse(), payload.challenge)
    return Answer("CHALLENGE_CANCEL_ACK", {})
