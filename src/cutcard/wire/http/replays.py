"""Replays: the deals that were played, and each of them told again. These requests join the
list here: a deal is told again in the wire's words, with users in the place of seats."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from msgspec import Meta, Struct, structs

from cutcard.lobby.requests import HTTP, Asker, Who, request
from cutcard.lobby.requests.asking import user_of
from cutcard.lobby.requests.match import table_of
from cutcard.lobby.requests.registry import LIST, LOOKED_THROUGH, OPEN, Count, TableNumber, Word
from cutcard.store.archive import where
from cutcard.store.deal_line import DealLine
from cutcard.store.moderation import LOOK, Act
from cutcard.store.protocol import DealLog
from cutcard.table.deal import Drift
from cutcard.table.dealt_in import dealt_in
from cutcard.table.house import epoch_ms
from cutcard.table.proof import proof_of
from cutcard.table.recovery import Recovered, recovered
from cutcard.table.states import Step, states_of
from cutcard.table.words import Refusal

from .aside import aside
from .retold import NO_DEAL, PUT_AWAY, Retold, is_over, may_look, must_be_over, retell, seat_in
from .route import CUTCARD, carries


class Deals(Struct, omit_defaults=True):
    """Deals, newest first. `next` is the `before` of the next page, where there may be one; it may
    have fewer than were asked for. A deal that is `over` can be told again."""

    deals: list[DealLine]
    next: int | None = None


class Which(Struct):
    game: Word | None = None
    table: TableNumber | None = None
    before: Count | None = None
    limit: Annotated[int, Meta(ge=1, le=100)] = 50


class OneDeal(Struct):
    table: TableNumber
    deal: TableNumber


@request("DEALS", HTTP, who=Who.ANYONE, cost=LIST)
async def list_deals(asker: Asker, wish: Which) -> Deals:
    """The last deals, of one game or table or all. Those of private tables are listed for who
    sits there or opened them."""
    viewer = None if asker.user is None else asker.user.id
    house = asker.hall.house
    found = await house.store.past_deals(
        viewer, game=wish.game, table=wish.table, before=wish.before, limit=wish.limit
    )
    asker.owe(found.looked / LOOKED_THROUGH)
    return Deals(
        [structs.replace(one, over=is_over(house, one)) for one in found.lines], found.next
    )


@request(
    "DEAL",
    HTTP,
    who=Who.ANYONE,
    cost=OPEN,
    refuses=("GAME_NOT_FOUND", "NOT_WATCHABLE", "INVALID_GAME_STATE"),
)
async def show_deal(asker: Asker, wish: OneDeal) -> Retold:
    """A deal, entry by entry, as far as the asker may know it: their own side of a deal they sit
    in, a spectator's of one that is over; and all of it, with its seed, where the game shows the
    seed and the match is over."""
    store = asker.hall.house.store
    table = await store.past_table(wish.table)
    if table is None:
        raise Refusal("GAME_NOT_FOUND", NO_DEAL)
    dealt = await dealt_in(store, wish.table, wish.deal)
    seat = seat_in(table, wish.deal, asker.user, dealt)
    may_look(table, seat, asker.user)
    must_be_over(asker.hall.house, wish.table, wish.deal)
    log = await store.deal(wish.table, wish.deal)
    match = None if log is None else await store.match(wish.table, log.header.match)
    if log is None or match is None:
        gone = await store.archived(wish.table)
        raise Refusal("GAME_NOT_FOUND", NO_DEAL if gone is None else PUT_AWAY)
    return await aside(asker, partial(retell, table, match, log, seat, epoch_ms()))


class States(Struct):
    """A deal's log with the state before and after each action."""

    steps: list[Step]


@request(
    "DEAL_STATES",
    HTTP,
    who=Who.ADMIN,
    cost=OPEN,
    refuses=("GAME_NOT_FOUND", "INVALID_GAME_STATE"),
)
async def show_states(asker: Asker, wish: OneDeal) -> States:
    """A deal's log with the whole state before and after each action, made by replay: every hidden
    card is in it, so that you looked is on the trail. A game that is asked for by its id and is not
    there is not found."""
    store = asker.hall.house.store
    log = await store.deal(wish.table, wish.deal)
    if log is None:
        gone = await store.archived(wish.table)
        said = f"Game {wish.table}/{wish.deal} not found"
        raise Refusal("GAME_NOT_FOUND", said if gone is None else where(wish.table, gone))
    by = user_of(asker).id
    await store.add_act(Act(0, epoch_ms(), by, LOOK, str(wish.deal), wish.table, None, ""))
    return await aside(asker, partial(_steps, log))


def _steps(log: DealLog) -> States:
    try:
        return States(list(states_of(log)))
    except Drift as reason:
        raise Refusal("INVALID_GAME_STATE", str(reason)) from None


class OneMatch(Struct):
    match: Word


@request(
    "MATCH_STATE",
    HTTP,
    who=Who.ADMIN,
    cost=OPEN,
    refuses=("GAME_NOT_FOUND", "INVALID_GAME_STATE"),
)
async def match_state(asker: Asker, wish: OneMatch) -> Recovered:
    """All of a match's state as it stands, by the match's id: from the cache, if that stands where
    the log does, else from the log. Every hidden card is in it, so that you looked is on the
    trail."""
    house = asker.hall.house
    state = await recovered(house.store, house.hot, wish.match)
    act = Act(0, epoch_ms(), user_of(asker).id, LOOK, wish.match, table_of(wish.match), None, "")
    await house.store.add_act(act)
    return await aside(asker, state)


class ProofFile(Struct):
    """A `.cutcard` file."""

    text: str


@request(
    "DEAL_PROOF",
    HTTP,
    who=Who.ANYONE,
    cost=OPEN,
    refuses=("GAME_NOT_FOUND", "NOT_WATCHABLE", "INVALID_GAME_STATE", "FAIR_OFF"),
)
async def deal_proof(asker: Asker, wish: OneDeal) -> ProofFile:
    """A deal that is over as a signed `.cutcard` file, with what the asker's seat was told of it
    (else what everybody was): `cutcard verify`, `/verify.py` and the page judge it. Of a sealed
    deal no card is in it that they did not see."""
    house = asker.hall.house
    table = await house.store.past_table(wish.table)
    if table is None:
        raise Refusal("GAME_NOT_FOUND", NO_DEAL)
    dealt = await dealt_in(house.store, wish.table, wish.deal)
    seat = seat_in(table, wish.deal, asker.user, dealt)
    may_look(table, seat, asker.user)
    proof = await proof_of(house.store, wish.table, wish.deal)
    key = None if proof is None else house.signing_key(proof.created)
    if key is None or proof is None:
        raise Refusal("FAIR_OFF", "This deal was not proved")
    late = 0 if seat is not None else table.delay * 1000
    if proof.ended is None or epoch_ms() < proof.ended + late:
        raise Refusal("INVALID_GAME_STATE", "The deal is not over")
    try:
        text = await aside(asker, partial(proof.made, seat, key))
    except Drift as reason:
        raise Refusal("INVALID_GAME_STATE", f"It cannot be told any more: {reason}") from None
    return ProofFile(text.decode())


def _as_text(file: ProofFile) -> str:
    return file.text


carries(
    "GET",
    "/api/deals/{table}/{deal}/proof",
    "deal_proof",
    "DEAL_PROOF",
    part="replays",
    signed="may",
    media=CUTCARD,
    says=_as_text,
)
carries("GET", "/api/fair", "fair_keys", "FAIR_KEYS", part="replays", signed="may")
carries("GET", "/api/deals", "list_deals", "DEALS", part="replays", signed="may")
carries("GET", "/api/deals/{table}/{deal}", "show_deal", "DEAL", part="replays", signed="may")
carries("GET", "/api/matches/{match}/state", "match_state", "MATCH_STATE", part="replays")
carries("GET", "/api/deals/{table}/{deal}/states", "show_states", "DEAL_STATES", part="replays")
