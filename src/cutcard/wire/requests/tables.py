"""Tables: found, opened, sat down at, watched, left."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from msgspec import Meta, Struct

from cutcard.lobby.tables import CreateTable, SeatNumber
from cutcard.table.words import Refusal

from ..envelope import Request, Word
from .registry import Answer, Nothing, TableNumber, asks

if TYPE_CHECKING:
    from ..visit import Visit

Link = Annotated[str, Meta(min_length=1, max_length=64)]
Person = Annotated[str, Meta(min_length=1, max_length=64)]


class ListTables(Struct):
    game: Word | None = None


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


def _which(visit: Visit, payload: JoinTable | Watch) -> int:
    """The table that is meant, by its number or its link."""
    if payload.link is not None:
        return visit.hall.house.find(payload.link)
    if payload.table is None:
        raise Refusal("INVALID_REQUEST", "Name the table, or give its link")
    return payload.table


@asks("LIST_TABLES", ListTables, "LIST_TABLES_ACK {tables}")
def list_tables(visit: Visit, payload: ListTables, request: Request) -> Answer:
    """The public tables, of one game or all: at most 100, those that wait for players first."""
    return Answer("LIST_TABLES_ACK", {"tables": visit.hall.lobby.tables(payload.game)})


@asks("MY_TABLES", Nothing, "MY_TABLES_ACK {tables}")
def my_tables(visit: Visit, payload: Nothing, request: Request) -> Answer:
    """The tables you sit at; JOIN_TABLE brings you back to one."""
    return Answer("MY_TABLES_ACK", {"tables": visit.hall.lobby.tables_of(visit.user_or_refuse())})


@asks("CREATE_TABLE", CreateTable, "CREATE_TABLE_ACK {table, seat?, info, link?}, then GAME_STATE")
async def create_table(visit: Visit, payload: CreateTable, request: Request) -> Answer:
    """Open a table and sit down at it. `bots` names a bot for each seat that one shall play;
    `sit: false` only opens it. A `private` table is never listed and found only by its `link`,
    which is told to its host and to those who sit there. With `spectatorDelaySeconds` spectators
    are told everything that much later."""
    user, lobby = visit.user_or_refuse(), visit.hall.lobby
    table, seat = await lobby.create(user, payload)
    if seat is not None:
        visit.attach(table)
    return Answer("CREATE_TABLE_ACK", lobby.described(table, seat, user))


@asks("JOIN_TABLE", JoinTable, "JOIN_TABLE_ACK {table, seat, info, link?}, then GAME_STATE")
async def join_table(visit: Visit, payload: JoinTable, request: Request) -> Answer:
    """Take a seat, this one or the first free one. Whoever sits there already is welcomed back. A
    private table is named by its `link`."""
    user, hall = visit.user_or_refuse(), visit.hall
    table = _which(visit, payload)
    seat = await hall.house.sit(table, user, payload.seat, payload.link)
    visit.attach(table)
    return Answer("JOIN_TABLE_ACK", hall.lobby.described(table, seat, user))


@asks("SPECTATE", Watch, "SPECTATE_ACK {table, info}, then GAME_STATE")
def spectate(visit: Visit, payload: Watch, request: Request) -> Answer:
    """Watch a table: you are told what everybody may know, and nothing else; as late as the
    table's `spectatorDelaySeconds` says."""
    table = _which(visit, payload)
    visit.attach(table, watch=True, link=payload.link)
    return Answer("SPECTATE_ACK", visit.hall.lobby.described(table, None))


@asks("LEAVE", Leave, "LEAVE_ACK {table}")
def leave(visit: Visit, payload: Leave, request: Request) -> Answer:
    """Give up your seat, or stop watching. In the middle of a match you only go away: the seat
    stays yours, your clock runs on, JOIN_TABLE brings you back; unless the game has a move `leave`,
    which is played. `concede: true` gives the match up."""
    visit.leave(payload.table, payload.concede)
    return Answer("LEAVE_ACK", {"table": payload.table})


@asks("KICK", Kick, "KICK_ACK {table}; he is told KICKED {table}")
async def kick(visit: Visit, payload: Kick, request: Request) -> Answer:
    """The host sends somebody away, who does not come back: a player or a bot before the match or
    after it (in it only where the game has a move `leave`), a spectator at any time."""
    hall = visit.hall
    if payload.seat is None and payload.user is None:
        raise Refusal("INVALID_REQUEST", "Name the user or his seat")
    who: str | int
    if payload.seat is not None:
        who = payload.seat
    else:
        who = (await hall.lobby.friends.find(payload.user or "")).id
    await hall.house.kick(payload.table, visit.user_or_refuse(), who)
    return Answer("KICK_ACK", {"table": payload.table})


@asks("FILL", Fill, "FILL_ACK {table, info}")
async def fill(visit: Visit, payload: Fill, request: Request) -> Answer:
    """Put bots into the empty seats of a table you sit at or opened."""
    await visit.hall.lobby.fill(visit.user_or_refuse(), payload.table, payload.bot)
    return Answer("FILL_ACK", visit.hall.lobby.described(payload.table, None))
