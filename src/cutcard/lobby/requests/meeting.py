"""Finding somebody to play with: quick match, parties and challenges."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct, convert

from cutcard.table.choosing import paid_by

from ..matchmaker import Wanted
from ..tables import SeatNumber
from .asking import Asker, user_of
from .registry import LIST, OPEN, WS, Count, Nothing, Person, Word, request
from .tables import Seated, seated

Points = Annotated[float, Meta(ge=0, le=10_000)]


class QuickMatch(Struct, rename="camel"):
    game: Word
    options: dict[str, Any] | None = None
    seats: SeatNumber | None = None
    ranked: bool | None = None
    rating_range: tuple[Points, Points] | None = None
    party: bool = False


class OfMatchFound(Struct):
    match: Count


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
    ranked: bool | None = None
    waited_ms: int | None = None
    window: int | None = None
    rating: int | None = None
    others: int | None = None
    estimate_ms: int | None = None


class OfParty(Struct):
    party: Count


class PartyWish(Struct):
    user: Person


class PartyAsked(Struct, rename="camel"):
    party: int
    in_ms: int


class Challenged(Struct, rename="camel"):
    challenge: int
    in_ms: int


@request("QUICK_MATCH", WS, cost=LIST)
async def quick_match(asker: Asker, wish: QuickMatch) -> Waiting:
    """Look for somebody who wants to play the same, as near to your rating as there is; the longer
    you wait the farther it may be. MATCH_FOUND {match, game, seat, ranked, ratings, readyDeadline,
    inMs} asks whether you are there: QUICK_MATCH_READY within 10 s, and when all are, MATCH_OPENED
    {table, seat, info} ends the search, and GAME_STATE follows. QUICK_MATCH_WAITING comes every
    5 s, QUICK_MATCH_BOTS_OFFERED once after 20 s, QUICK_MATCH_CASUAL_OFFERED to who waits for a
    ranked match, once after 60 s. A lost connection ends the search. A match by the game's standard
    options is `ranked` unless you say no; by others, and against bots, it is casual. `ratingRange`
    is from the least to the most of the others' rating; `party` looks for you and the partner of
    your party."""
    paid_by(asker.owe, asker.limited_host, wish.options)
    wanted = Wanted(wish.game, wish.options, wish.seats, wish.ranked, wish.rating_range, wish.party)
    stands = await asker.hall.lobby.matchmaker.seek(user_of(asker), asker, wanted)
    return convert({"waiting": stands is not None, **(stands or {})}, Waiting)


@request("QUICK_MATCH_CANCEL", WS)
def quick_match_cancel(asker: Asker, wish: Nothing) -> Nothing:
    """Stop looking, for your partner too; where a match was found, that is QUICK_MATCH_DECLINE."""
    asker.hall.lobby.matchmaker.cancel(user_of(asker))
    return Nothing()


@request("QUICK_MATCH_BOTS", WS, cost=OPEN)
async def quick_match_bots(asker: Asker, wish: Nothing) -> Nothing:
    """Stop looking and play with bots."""
    await asker.hall.lobby.matchmaker.with_bots(user_of(asker), asker.limited_host)
    return Nothing()


@request("QUICK_MATCH_READY", WS)
def quick_match_ready(asker: Asker, wish: OfMatchFound) -> Nothing:
    """You are there for the match of MATCH_FOUND. When everybody is, the table opens; where one is
    not, MATCH_NOT_READY {game, waiting} says that you wait on, with the time you waited."""
    asker.hall.lobby.matchmaker.ready(user_of(asker), wish.match)
    return Nothing()


@request("QUICK_MATCH_DECLINE", WS)
def quick_match_decline(asker: Asker, wish: OfMatchFound) -> Nothing:
    """You do not want the match of MATCH_FOUND. The search is over, as when you say nothing, and
    you wait before the next: MATCH_NOT_READY {game, waiting, inMs}, MATCH_COOLDOWN until then."""
    asker.hall.lobby.matchmaker.decline(user_of(asker), wish.match)
    return Nothing()


@request("QUICK_MATCH_CASUAL", WS)
def quick_match_casual(asker: Asker, wish: Nothing) -> Nothing:
    """Look for a casual match in the place of a ranked one, with the time you waited."""
    asker.hall.lobby.matchmaker.casually(user_of(asker))
    return Nothing()


@request("PARTY_INVITE", WS, cost=LIST)
async def party_invite(asker: Asker, wish: PartyWish) -> PartyAsked:
    """Ask somebody who is here to be your partner in games of two against two. It stands for 60 s;
    they are told PARTY_INVITED {party, from, name, inMs}, and when they agree both PARTY_MADE
    {party, userId, name}. Either may then look for a match for both, QUICK_MATCH {party: true}; the
    other is told QUICK_MATCH_WAITING, and QUICK_MATCH_ENDED {game, by} where one stops."""
    lobby = asker.hall.lobby
    other = await lobby.friends.find(wish.user)
    made = await lobby.parties.invite(user_of(asker), asker, other)
    return PartyAsked(made.id, lobby.parties.stands(made))


@request("PARTY_ACCEPT", WS)
def party_accept(asker: Asker, wish: OfParty) -> Nothing:
    """Be their partner."""
    asker.hall.lobby.parties.accept(user_of(asker), asker, wish.party)
    return Nothing()


@request("PARTY_LEAVE", WS)
def party_leave(asker: Asker, wish: OfParty) -> Nothing:
    """Decline an invitation, take yours back, or end the party; a lost connection ends it too, and
    the search of both. Both are told PARTY_ENDED {party, by?}."""
    asker.hall.lobby.parties.leave(user_of(asker), wish.party)
    return Nothing()


@request("CHALLENGE", WS, cost=LIST)
async def challenge(asker: Asker, wish: NewChallenge) -> Challenged:
    """Ask somebody who is here for a match, a `ranked` one where the game's standard options are
    played. It stands for 60 s; they are told CHALLENGED {challenge, from, name, game, options,
    seats, inMs, ranked?}, you later CHALLENGE_ACCEPTED {challenge, table, seat, info} with
    GAME_STATE, CHALLENGE_DECLINED or CHALLENGE_EXPIRED {challenge}."""
    paid_by(asker.owe, asker.limited_host, wish.options)
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
