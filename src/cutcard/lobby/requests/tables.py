"""Tables: found, opened, sat down at, watched, left."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct, convert

from cutcard import games
from cutcard.table.choosing import paid_by
from cutcard.table.words import Refusal, TableInfo, User

from ..board import Page, TableLine
from ..cards import game_card
from ..tables import CreateTable, SeatNumber
from .asking import Asker, Who, user_of
from .registry import (
    HTTP,
    LIST,
    OPEN,
    TCP,
    WS,
    Nothing,
    Person,
    TableNumber,
    Word,
    at_table,
    request,
)

MOST = 1000  # tables that are looked through for those a client can show
Link = Annotated[str, Meta(min_length=1, max_length=64)]


class ListTables(Struct):
    game: Word | None = None
    free: bool = False
    page: Annotated[int, Meta(ge=0, le=100_000)] = 0


class WatchTables(Struct):
    game: Word | None = None
    stop: bool = False


class AtTable(Struct):
    table: TableNumber


class JoinTable(Struct):
    table: TableNumber | None = None
    link: Link | None = None
    seat: SeatNumber | None = None


class Watch(Struct):
    table: TableNumber | None = None
    link: Link | None = None


class Leave(Struct):
    table: TableNumber
    concede: bool = False


class Kick(Struct):
    table: TableNumber
    user: Person | None = None
    seat: SeatNumber | None = None


class Fill(Struct):
    table: TableNumber
    bot: Word | None = None
    seat: SeatNumber | None = None


class GameCard(Struct, rename="camel", omit_defaults=True):
    """A game that can be played here; `options` is the JSON schema of its options, `leaves` says
    that its rules let people leave in the middle of a match, `page` that it has a table of its own
    in the browser, `texts` that it says itself how the lobby shows it, `partners` that two may look
    for a match together."""

    name: str
    version: int
    seats: list[int]
    bots: list[str]
    shows_seed: bool
    leaves: bool
    page: bool
    texts: bool
    options: dict[str, Any]
    partners: bool = False


class Games(Struct):
    games: list[GameCard]


class Infos(Struct):
    tables: list[TableInfo]


class Lines(Struct):
    tables: list[TableLine]


class TableTold(Struct, omit_defaults=True):
    """A table, the seat the asker has there, and a private table's link for those inside."""

    table: int
    info: TableInfo
    link: str | None = None
    seat: int | None = None


class Seated(Struct, omit_defaults=True, kw_only=True):
    """A table and the seat one has there."""

    table: int
    info: TableInfo
    link: str | None = None
    seat: int


class Described(Struct):
    table: int
    info: TableInfo


class OneTable(Struct):
    table: int


def told(asker: Asker, table: int, seat: int | None, user: User | None) -> TableTold:
    """A table in an answer; with its link for a user who may know it."""
    house = asker.hall.house
    link = None if user is None else house.link(table, user)
    return TableTold(table, house.info(table), link, seat)


def seated(asker: Asker, table: int, seat: int) -> Seated:
    """A table in the answer to who has sat down there."""
    house = asker.hall.house
    link = house.link(table, user_of(asker))
    return Seated(table=table, info=house.info(table), link=link, seat=seat)


def _which(asker: Asker, wish: JoinTable | Watch) -> int:
    """The table that is meant, by its number or its link; by both, where they are of one."""
    if wish.link is None and wish.table is not None:
        return wish.table
    if wish.link is None:
        raise Refusal("INVALID_REQUEST", "Name the table, or give its link")
    found = asker.hall.house.find(wish.link)
    if wish.table not in (None, found):
        raise Refusal("GAME_NOT_FOUND", "This is another table's link")
    return found


def all_games() -> Games:
    """Every game, the same for all who ask."""
    return Games([convert(game_card(name), GameCard) for name in games.game_names()])


@request("GAMES", HTTP, who=Who.ANYONE, cost=LIST)
def list_games(asker: Asker, wish: Nothing) -> Games:
    """Every game, with its seats, its bots and its options."""
    return all_games()


@request("LIST_TABLES", WS, HTTP, who=Who.ANYONE, cost=LIST)
def list_tables(asker: Asker, wish: ListTables) -> Page:
    """The public tables, of one game or all, or only those with a `free` seat; those that wait for
    players first. At most 100 a page, and 64 kB; `next` is the `page` after it, where there is one.
    A line has what a list shows: a table's options are told to who looks at it."""
    if wish.game is not None:
        games.game(wish.game)  # refuses an unknown one
    return asker.hall.lobby.tables(wish.game, free=wish.free, page=wish.page)


@request("WATCH_TABLES", WS, cost=LIST)
def watch_tables(asker: Asker, wish: WatchTables) -> Nothing:
    """Be told from now on which public tables open, change or close, of one game or all, once a
    second at most: TABLES_CHANGED {tables, gone}, with lines as in LIST_TABLES and the numbers of
    those that are closed. `stop: true` ends it."""
    board = asker.hall.lobby.board
    if wish.game is not None:
        games.game(wish.game)  # refuses an unknown one: there will be none of it
    if wish.stop:
        board.leave(asker)
    else:
        board.read(asker, wish.game)
    return Nothing()


@request("FREE_SEATS", TCP, who=Who.ANYONE, cost=LIST)
def free_seats(asker: Asker, wish: Nothing) -> Infos:
    """The public tables, those with a free seat first."""
    return Infos(asker.hall.lobby.free_first(MOST))


@request("MY_TABLES", WS, HTTP, cost=LIST)
def my_tables(asker: Asker, wish: Nothing) -> Lines:
    """The tables you sit at; JOIN_TABLE brings you back to one."""
    return Lines(asker.hall.lobby.tables_of(user_of(asker)))


@request("TABLE", HTTP, who=Who.ANYONE, refuses=("GAME_NOT_FOUND",))
def show_table(asker: Asker, wish: AtTable) -> TableTold:
    """One table. A private one is shown to who opened it or sits there, and to nobody else."""
    info, user = asker.hall.house.info(wish.table), asker.user
    mine = [one["seat"] for one in info.roster if user is not None and one["id"] == user.id]
    if info.private and not mine and (user is None or user.id != info.host):
        raise Refusal("GAME_NOT_FOUND", f"Game session not found: {wish.table}")
    return told(asker, wish.table, mine[0] if mine else None, user)


@request(
    "CREATE_TABLE",
    WS,
    TCP,
    HTTP,
    cost=OPEN,
    refuses=("TABLE_FULL", "NOT_ENOUGH_CHIPS", "SERVER_SHUTTING_DOWN"),
)
async def create_table(asker: Asker, wish: CreateTable) -> TableTold:
    """Open a table and sit down at it. `bots` names a bot for each seat that one shall play;
    `sit: false` only opens it. A `private` table is never listed and found only by its `link`,
    which is told to its host and to those who sit there. With `spectatorDelaySeconds` spectators
    are told everything that much later. A `ranked` table's matches change ratings: it is public,
    for people only, and by the game's standard options; every other table is casual."""
    user = user_of(asker)
    paid_by(asker.owe, asker.limited_host, wish.options)
    table, seat = await asker.hall.lobby.create(user, wish, asker.limited_host)
    if seat is not None:
        asker.attach(table)
    return told(asker, table, seat, user)


@request(
    "JOIN_TABLE",
    WS,
    TCP,
    HTTP,
    refuses=(
        "GAME_NOT_FOUND",
        "TABLE_FULL",
        "SEAT_TAKEN",
        "INVALID_GAME_STATE",
        "KICKED",
        "NOT_ENOUGH_CHIPS",
        "SERVER_SHUTTING_DOWN",
    ),
)
async def join_table(asker: Asker, wish: JoinTable) -> Seated:
    """Take a seat, this one or the first free one. Whoever sits there already is welcomed back. A
    private table is named by its `link`."""
    table = _which(asker, wish)
    seat = await asker.hall.house.sit(table, user_of(asker), wish.seat, wish.link)
    asker.attach(table)
    return seated(asker, table, seat)


@request("SPECTATE", WS)
def spectate(asker: Asker, wish: Watch) -> Described:
    """Watch a table: you are told what everybody may know, and nothing else; as late as the
    table's `spectatorDelaySeconds` says."""
    table = _which(asker, wish)
    asker.attach(table, watch=True, link=wish.link)
    return Described(table, asker.hall.house.info(table))


@request("LEAVE", WS, TCP, table=at_table)
def leave(asker: Asker, wish: Leave) -> OneTable:
    """Give up your seat, or stop watching. In the middle of a match you only go away: the seat
    stays yours, your clock runs on, JOIN_TABLE brings you back; unless the game has a move `leave`,
    which is played. `concede: true` gives the match up."""
    house, user = asker.hall.house, user_of(asker)
    if user in house.roster(wish.table):
        house.leave(wish.table, user, wish.concede)
    asker.detach(wish.table)
    return OneTable(wish.table)


@request("KICK", WS, table=at_table)
async def kick(asker: Asker, wish: Kick) -> OneTable:
    """The host sends somebody away, who does not come back: a player or a bot before the match or
    after it (in it only where people come and go at any time; else there is VOTE_KICK), a
    spectator at any time."""
    hall = asker.hall
    who: str | int
    if wish.seat is not None:
        who = wish.seat
    elif wish.user is not None:
        who = (await hall.lobby.friends.find(wish.user)).id
    else:
        raise Refusal("INVALID_REQUEST", "Name the user or their seat")
    await hall.house.kick(wish.table, user_of(asker), who)
    return OneTable(wish.table)


@request("FILL", WS, cost=OPEN, table=at_table)
async def fill(asker: Asker, wish: Fill) -> Described:
    """Put bots into the empty seats of a table you sit at or opened, or one bot into `seat`."""
    await asker.hall.lobby.fill(user_of(asker), wish.table, wish.bot, wish.seat)
    return Described(wish.table, asker.hall.house.info(wish.table))
