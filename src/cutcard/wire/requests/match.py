"""Around a match: what one missed, being ready, sitting out, claiming, playing again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from msgspec import Meta, Struct

from cutcard.kernel import tags

from ..envelope import Count, Request
from .registry import Answer, Nothing, asks, read_match
from .session import how_many
from .tables import AtTable

if TYPE_CHECKING:
    from ..visit import Visit

READY = (tags.READY, tags.START)
SIT_OUT = (tags.SIT_OUT, tags.AUTO)
SIT_IN = (tags.SIT_IN, tags.BACK)


class StateRequest(Struct, rename="camel"):
    last_seq: Count | None = None
    legal: bool | Annotated[int, Meta(ge=0, le=1000)] | None = None


@asks(
    "GAME_STATE_REQUEST",
    StateRequest,
    "GAME_STATE_ACK, then each GAME_UPDATE missed · GAME_STATE",
)
def game_state(visit: Visit, payload: StateRequest, request: Request) -> None:
    """What you missed since `lastSeq` where the table still has it, else the whole view. After a
    reconnect this is also how a seat's owner is told again what happens there."""
    table, _ = read_match(request)
    if payload.legal is not None:
        visit.legal = how_many(payload.legal)
    visit.resync(table, payload.last_seq, request.correlation_id)


@asks("READY", AtTable, "READY_ACK {table, move}")
def ready(visit: Visit, payload: AtTable, request: Request) -> Answer:
    """You are ready: plays the game's own move for it (`ready`, `start`), where it has one. Other
    games begin when every seat is taken."""
    move = visit.hall.house.gesture(payload.table, visit.user_or_refuse(), *READY)
    return Answer("READY_ACK", {"table": payload.table, "move": move})


@asks("SIT_OUT", AtTable, "SIT_OUT_ACK {table, move}")
def sit_out(visit: Visit, payload: AtTable, request: Request) -> Answer:
    """Let the game go on without you for a while, where it has a move for it (`sit_out`,
    `auto`)."""
    move = visit.hall.house.gesture(payload.table, visit.user_or_refuse(), *SIT_OUT)
    return Answer("SIT_OUT_ACK", {"table": payload.table, "move": move})


@asks("SIT_IN", AtTable, "SIT_IN_ACK {table, move}")
def sit_in(visit: Visit, payload: AtTable, request: Request) -> Answer:
    """Take part again (`sit_in`, `back`)."""
    move = visit.hall.house.gesture(payload.table, visit.user_or_refuse(), *SIT_IN)
    return Answer("SIT_IN_ACK", {"table": payload.table, "move": move})


@asks("CLAIM", AtTable, "CLAIM_ACK {table}")
def claim(visit: Visit, payload: AtTable, request: Request) -> Answer:
    """The match waits for somebody who has been gone for longer than PLAYER_DISCONNECTED's
    `graceMs`, and no clock runs against him: he concedes, or where the game knows no conceding the
    match is called off."""
    visit.hall.house.claim(payload.table, visit.user_or_refuse())
    return Answer("CLAIM_ACK", {"table": payload.table})


@asks("REMATCH_OFFER", Nothing, "REMATCH_OFFER_ACK")
def rematch_offer(visit: Visit, payload: Nothing, request: Request) -> Answer:
    """Offer another match within 30 s of the last; it begins when all agree."""
    visit.hall.house.rematch(read_match(request)[0], visit.user_or_refuse(), True)
    return Answer("REMATCH_OFFER_ACK", {})


@asks("REMATCH_ACCEPT", Nothing, "REMATCH_ACCEPT_ACK")
def rematch_accept(visit: Visit, payload: Nothing, request: Request) -> Answer:
    """Accept the match that was offered."""
    visit.hall.house.rematch(read_match(request)[0], visit.user_or_refuse(), True)
    return Answer("REMATCH_ACCEPT_ACK", {})


@asks("REMATCH_DECLINE", Nothing, "REMATCH_DECLINE_ACK")
def rematch_decline(visit: Visit, payload: Nothing, request: Request) -> Answer:
    """Decline it."""
    visit.hall.house.rematch(read_match(request)[0], visit.user_or_refuse(), False)
    return Answer("REMATCH_DECLINE_ACK", {})
