"""Tables and games over HTTP: what there is, open one, sit down. Playing is done on `/ws`."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct, convert

from cutcard import games
from cutcard.lobby.cards import game_card
from cutcard.table.words import Refusal, TableInfo, User

from ..envelope import Word
from ..requests import CreateTable, SeatNumber, TableNumber
from .route import Call, route


class GameCard(Struct, rename="camel"):
    """A game that can be played here; `options` is the JSON schema of its options, `leaves` says
    that its rules let people leave in the middle of a match."""

    name: str
    version: int
    seats: list[int]
    bots: list[str]
    shows_seed: bool
    leaves: bool
    page: bool
    options: dict[str, Any]


class Games(Struct):
    games: list[GameCard]


class Tables(Struct):
    tables: list[TableInfo]


class TableTold(Struct, omit_defaults=True):
    """A table, the seat the asker has there, and a private table's link for those inside."""

    table: int
    info: TableInfo
    seat: int | None = None
    link: str | None = None


class OfGame(Struct):
    game: Word | None = None


class AtTable(Struct):
    table: TableNumber


class Join(Struct):
    """`link` is needed at a private table."""

    seat: SeatNumber | None = None
    link: Annotated[str, Meta(max_length=64)] | None = None


def _told(call: Call, table: int, seat: int | None, user: User | None) -> TableTold:
    house = call.hall.house
    link = None if user is None else house.link(table, user)
    return TableTold(table, house.info(table), seat, link)


@route("GET", "/api/games")
async def list_games(call: Call) -> Games:
    """Every game, with its seats, its bots and its options."""
    cards = [game_card(name) for name in games.game_names()]
    return Games([convert(card, GameCard) for card in cards])


@route("GET", "/api/tables")
async def list_tables(call: Call, query: OfGame) -> Tables:
    """The public tables, of one game or all: at most 100, those that wait for players first."""
    return Tables(call.hall.lobby.tables(query.game))


@route("GET", "/api/me/tables")
async def my_tables(call: Call, user: User) -> Tables:
    """The tables at which one sits, private ones too."""
    house = call.hall.house
    return Tables([house.info(table) for table in house.tables_of(user.id)])


@route("GET", "/api/tables/{table}", refuses=("GAME_NOT_FOUND",))
async def show_table(call: Call, asker: User | None, path: AtTable) -> TableTold:
    """One table. A private one is shown to who opened it or sits there, and to nobody else."""
    info = call.hall.house.info(path.table)
    mine = [one["seat"] for one in info.roster if asker is not None and one["id"] == asker.id]
    if info.private and not mine and (asker is None or asker.id != info.host):
        raise Refusal("GAME_NOT_FOUND", f"Game session not found: {path.table}")
    return _told(call, path.table, mine[0] if mine else None, asker)


@route("POST", "/api/tables", status=201, refuses=("TABLE_FULL", "SERVER_SHUTTING_DOWN"))
async def open_table(call: Call, user: User, body: CreateTable) -> TableTold:
    """Open a table and sit down at it. `bots` names a bot for each seat that one shall play;
    `sit: false` only opens it."""
    table, seat = await call.hall.lobby.create(user, body)
    return _told(call, table, seat, user)


@route(
    "POST",
    "/api/tables/{table}/join",
    refuses=(
        "GAME_NOT_FOUND",
        "TABLE_FULL",
        "SEAT_TAKEN",
        "INVALID_GAME_STATE",
        "KICKED",
        "SERVER_SHUTTING_DOWN",
    ),
)
async def join_table(call: Call, user: User, path: AtTable, body: Join) -> TableTold:
    """Take a seat, this one or the first free one. Whoever sits there already is welcomed back."""
    seat = await call.hall.house.sit(path.table, user, body.seat, body.link)
    return _told(call, path.table, seat, user)
