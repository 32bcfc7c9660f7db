"""What a client may ask besides its moves: each request with its payload, its answer and what it
does, in one place. PROTOCOL.md's tables are made from here; moves are `GAME_<MOVE>_REQUEST` of
whatever game is played and need no entry."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta, Struct, convert, json

from cutcard.table.words import Refusal

from .envelope import Count, Key, Request, Word

if TYPE_CHECKING:
    from .visit import Visit

TableNumber = Annotated[int, Meta(ge=1, le=2**53)]
SeatNumber = Annotated[int, Meta(ge=0, le=255)]
BotSeat = Annotated[str, Meta(pattern="^[0-9]{1,3}$")]

ALIASES = {"MATCH_READY": "GAME_READY_REQUEST", "GAME_SURRENDER": "GAME_SURRENDER_REQUEST"}


class Answer(Struct, frozen=True):
    """A request's answer. A table one was attached to by it speaks later, when it is durable."""

    type: str
    payload: Any = None


Run = Callable[["Visit", Any, Request], "Answer | Awaitable[Answer | None] | None"]


class Ask(Struct, frozen=True):
    """One kind of request."""

    name: str
    shape: type[Struct]
    answers: str  # for PROTOCOL.md
    about: str
    run: Run
    before_auth: bool


REQUESTS: dict[str, Ask] = {}


def asks(
    kind: str, shape: type[Struct], answers: str, *, before_auth: bool = False
) -> Callable[[Run], Run]:
    """Register what a request does; its docstring is its sentence in PROTOCOL.md."""

    def register(run: Run) -> Run:
        about = " ".join((run.__doc__ or "").split())
        REQUESTS[kind] = Ask(kind, shape, answers, about, run, before_auth)
        return run

    return register


def alias(kind: str) -> str:
    """The request's one name; two moves also go by the names the Duel spec gave them."""
    return ALIASES.get(kind, kind)


class _MatchInside(Struct, rename="camel"):
    match_id: Key | None = None


def read_match(request: Request) -> tuple[int, str]:
    """The table and the match a request names, in its envelope or, as Duel's spec has it,
    in its payload."""
    match = request.match_id
    if match is None:
        payload = request.payload
        if isinstance(payload, dict):
            match = convert(payload, _MatchInside).match_id
        else:
            match = json.decode(payload, type=_MatchInside).match_id
    if match is None:
        raise Refusal("INVALID_REQUEST", "Name the match: matchId is missing")
    table = match.partition("-")[0]
    if not (table.isascii() and table.isdigit() and len(table) < 16):
        raise Refusal("GAME_NOT_FOUND", "There is no such match")
    return int(table), match


class Nothing(Struct):
    pass


class Auth(Struct):
    token: str | None = None
    name: str | None = None
    legal: bool | Annotated[int, Meta(ge=0, le=1000)] = False


class ListTables(Struct):
    game: Word | None = None


class CreateTable(Struct):
    game: Word
    options: dict[str, Any] | None = None
    seats: SeatNumber | None = None
    name: Annotated[str, Meta(max_length=64)] = ""
    private: bool = False
    watchable: bool = True
    sit: bool = True
    bots: dict[BotSeat, Word] | None = None


class AtTable(Struct):
    table: TableNumber


class JoinTable(Struct):
    table: TableNumber
    seat: SeatNumber | None = None


class Fill(Struct):
    table: TableNumber
    bot: Word | None = None


class StateRequest(Struct, rename="camel"):
    last_seq: Count | None = None
    legal: bool | Annotated[int, Meta(ge=0, le=1000)] | None = None


def _how_many(legal: bool | int) -> int:
    """How many legal moves to show: all (-1), none, or the first few."""
    return -1 if legal is True else int(legal)


@asks("PING", Nothing, "PONG", before_auth=True)
def ping(visit: Visit, payload: Nothing, request: Request) -> Answer:
    """A life sign. The server also answers the WebSocket's own pings."""
    return Answer("PONG", {})


@asks("AUTH", Auth, "AUTH_OK {userId, name, guest, token?} · AUTH_NACK", before_auth=True)
async def auth(visit: Visit, payload: Auth, request: Request) -> Answer:
    """Say who you are. Without a token you become a new guest and are given one, shown only this
    once. `legal: true` adds `legal` and `asides` to your own GAME_STATE and GAME_UPDATE, a number
    only that many legal moves: for bots and other programs that know no rules."""
    hall = visit.hall
    if visit.user is not None:
        raise Refusal("INVALID_REQUEST", "You have said who you are already")
    token = None
    if payload.token is not None:
        user = await hall.accounts.known(payload.token)
    else:
        address = visit.address
        if address is not None and not address.guests.take(hall.loop.time()):
            raise Refusal("RATE_LIMITED", "Too many new guests from your address; try again later")
        user, token = await hall.accounts.guest(payload.name)
    visit.user = user
    visit.known = True
    visit.legal = _how_many(payload.legal)
    told = {"userId": user.id, "name": user.name, "guest": user.guest}
    return Answer("AUTH_OK", told if token is None else {**told, "token": token})


@asks("LIST_TABLES", ListTables, "LIST_TABLES_ACK {tables}")
def list_tables(visit: Visit, payload: ListTables, request: Request) -> Answer:
    """The public tables, of one game or all: at most 100, those that wait for players first."""
    return Answer("LIST_TABLES_ACK", {"tables": visit.hall.lobby.tables(payload.game)})


@asks("CREATE_TABLE", CreateTable, "CREATE_TABLE_ACK {table, seat?, info}, then GAME_STATE")
async def create_table(visit: Visit, payload: CreateTable, request: Request) -> Answer:
    """Open a table and sit down at it. `bots` names a bot for each seat that one shall play;
    `sit: false` only opens it."""
    table, seat = await visit.hall.lobby.create(visit.user_or_refuse(), payload)
    if seat is not None:
        visit.attach(table)
    return Answer("CREATE_TABLE_ACK", visit.hall.lobby.described(table, seat))


@asks("JOIN_TABLE", JoinTable, "JOIN_TABLE_ACK {table, seat, info}, then GAME_STATE")
async def join_table(visit: Visit, payload: JoinTable, request: Request) -> Answer:
    """Take a seat, this one or the first free one. Whoever sits there already is welcomed back."""
    user = visit.user_or_refuse()
    seat = await visit.hall.house.sit(payload.table, user, payload.seat)
    visit.attach(payload.table)
    return Answer("JOIN_TABLE_ACK", visit.hall.lobby.described(payload.table, seat))


@asks("SPECTATE", AtTable, "SPECTATE_ACK {table, info}, then GAME_STATE")
def spectate(visit: Visit, payload: AtTable, request: Request) -> Answer:
    """Watch a table: you are told what everybody may know, and nothing else."""
    visit.attach(payload.table, watch=True)
    return Answer("SPECTATE_ACK", visit.hall.lobby.described(payload.table, None))


@asks("LEAVE", AtTable, "LEAVE_ACK {table}")
def leave(visit: Visit, payload: AtTable, request: Request) -> Answer:
    """Give up your seat, or stop watching. In the middle of a match this plays the game's `leave`
    or `surrender`."""
    visit.leave(payload.table)
    return Answer("LEAVE_ACK", {"table": payload.table})


@asks("FILL", Fill, "FILL_ACK {table, info}")
async def fill(visit: Visit, payload: Fill, request: Request) -> Answer:
    """Put bots into the empty seats of a table you sit at or opened."""
    await visit.hall.lobby.fill(visit.user_or_refuse(), payload.table, payload.bot)
    return Answer("FILL_ACK", visit.hall.lobby.described(payload.table, None))


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
        visit.legal = _how_many(payload.legal)
    visit.resync(table, payload.last_seq, request.correlation_id)


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
