"""Whose a seat is: exchanged before a match, taken over in it, lost by the vote of the others."""

from __future__ import annotations

from msgspec import Struct

from cutcard.table.words import TableInfo

from ..tables import SeatNumber
from .asking import Asker, user_of
from .registry import DONE, WS, TableNumber, at_table, request
from .tables import OneTable


class AtSeat(Struct):
    table: TableNumber
    seat: SeatNumber


class Stand(Struct):
    """Without a seat: no longer."""

    table: TableNumber
    seat: SeatNumber | None = None


class Vote(Struct):
    table: TableNumber
    seat: SeatNumber
    agree: bool = True


class SeatTaken(Struct):
    """`taken`: whether the seat is yours by now."""

    table: int
    seat: int
    taken: bool
    info: TableInfo


class Voted(Struct):
    """`away`: whether they were sent away."""

    table: int
    seat: int
    away: bool


@request(
    "TAKE_SEAT", WS, refuses=("INVALID_PLAYER", "INVALID_GAME_STATE"), table=at_table, settled=DONE
)
async def take_seat(asker: Asker, wish: AtSeat) -> SeatTaken:
    """Before a match, sit on another seat of the table you sit at: at once where it is free or a
    bot's, else as soon as its holder asks for yours. SEAT_WISHED {seat, playerId, wish} tells
    everyone that you would."""
    house = asker.hall.house
    taken = await house.take_seat(wish.table, user_of(asker), wish.seat)
    return SeatTaken(wish.table, wish.seat, taken, house.info(wish.table))


@request(
    "SUBSTITUTE",
    WS,
    refuses=("SEAT_TAKEN", "INVALID_GAME_STATE", "INVALID_PLAYER", "KICKED"),
    table=at_table,
)
def substitute(asker: Asker, wish: Stand) -> OneTable:
    """You watch, and will take the seat of a player who is gone when the next deal begins, where
    the game allows it: who left for good, or is gone for longer than PLAYER_DISCONNECTED's
    `graceMs`. SUBSTITUTE_WAITS tells everyone, then SUBSTITUTED {seat, playerId, players}, or
    SUBSTITUTE_GONE where the player came back. The match is rated for who began it. Without
    `seat` you no longer want to."""
    asker.hall.house.substitute(wish.table, user_of(asker), wish.seat)
    return OneTable(wish.table)


@request(
    "VOTE_KICK", WS, refuses=("INVALID_PLAYER", "INVALID_GAME_STATE"), table=at_table, settled=DONE
)
async def vote_kick(asker: Asker, wish: Vote) -> Voted:
    """In the middle of a match, vote another player away, or with `agree: false` no longer. When
    all others who are people have, they are sent away and do not come back; the table plays
    their seat. KICK_VOTE {seat, playerId, votes, needed} tells everyone how it stands."""
    away = await asker.hall.house.vote(wish.table, user_of(asker), wish.seat, wish.agree)
    return Voted(wish.table, wish.seat, away)
