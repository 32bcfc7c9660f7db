"""The same deals at two tables: opened together, and compared."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, convert

from cutcard.table.choosing import paid_by

from ..tables import CreateTwice
from .asking import Asker, user_of
from .registry import OPEN, WS, TableNumber, at_table, request
from .tables import TableTold, told


class Twice(Struct):
    """The two tables, each with its link; the asker has a seat at the first, if they wished."""

    tables: list[TableTold]


class OfTable(Struct):
    table: TableNumber


class Standing(Struct, omit_defaults=True):
    """`differences` by deal, for the home team where above 0; `winner` is 0 for the home team and 1
    for the guests, once it is over, and nobody in a draw."""

    tables: list[int]
    differences: list[int] = []
    total: int = 0
    over: bool = False
    winner: int | None = None


@request(
    "CREATE_TWICE",
    WS,
    cost=2 * OPEN,
    refuses=("RATE_LIMITED", "SERVER_SHUTTING_DOWN", "GAME_ERROR"),
)
async def create_twice(asker: Asker, wish: CreateTwice) -> Twice:
    """Open two tables at which the same deals are played and compared, for a game that can be
    played so. The home team has the seats of the first team at the first table and those of the
    other at the second. Each table is found by its link alone, nobody watches or sits at both, both
    begin when both are full, and a deal begins when the one before is over at both:
    BOARDS_COMPARED {tables, deal, differences, total, over, winner, seed} tells then how they
    compare."""
    user = user_of(asker)
    paid_by(asker.owe, asker.limited_host, wish.options)
    numbers = await asker.hall.lobby.create_twice(user, wish, asker.limited_host)
    found: list[TableTold] = []
    for table in numbers:
        seat: Any = asker.hall.house.peek(table).seat_of(user.id)
        if seat is not None:
            asker.attach(table)
        found.append(told(asker, table, seat, user))
    return Twice(found)


@request("BOARDS", WS, refuses=("INVALID_GAME_STATE",), table=at_table)
def boards(asker: Asker, wish: OfTable) -> Standing:
    """How the two tables with the same deals compare, after those that are over at both."""
    return convert(asker.hall.house.compared(wish.table), Standing)
