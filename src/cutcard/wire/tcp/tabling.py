"""Requests about a table: open one, sit down, look again, leave. One table a connection."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from cutcard.kernel.game import Illegal
from cutcard.table.words import Refusal, User

from . import shapes
from .asks import asks
from .chair import Chair
from .dialect import packets_of, usual_game
from .packet import Kind

if TYPE_CHECKING:
    from .caller import Caller


@asks(
    Kind.CREATE_TABLE,
    shapes.CreateTable,
    "`{res: 301, table_id}`, then 970 and 600 · `{res: 302}`",
    fails=302,
)
async def create(caller: Caller, wish: shapes.CreateTable) -> dict[str, Any]:
    """Open a table and sit down at it, on seat 0. `min_bet` is the big blind; `game` and
    `options` open a table of any game, with that game's own options."""
    user, desk = caller.must(), caller.desk
    _at_no_table(caller)
    name = wish.table_name if wish.name is None else wish.name
    if name is None or not (name.isprintable() or not name):
        raise Refusal("INVALID_REQUEST", "A table needs a name of printable characters")
    game = wish.game or usual_game()
    packets = packets_of(game)
    wished = {"max_player": wish.max_player, "min_bet": wish.min_bet, "options": wish.options}
    options, seats = packets.opening(wished)
    if packets.least(options) > await desk.balance(user):
        raise Refusal("NOT_ENOUGH_CHIPS", "You have too few chips for this table")
    table = await desk.open_table(user, game, options, seats, name)
    await _sit(caller, user, table)
    return {"res": 301, "table_id": table}


@asks(
    Kind.JOIN_TABLE,
    shapes.JoinTable,
    "the game state, then 970 and 600 · `{res: 402}`, full `{res: 403}`",
    fails=402,
    codes={"TABLE_FULL": 403},
)
async def join(caller: Caller, wish: shapes.JoinTable) -> dict[str, Any]:
    """Take the lowest free seat and buy in. Who sits there already is told the state, and comes
    in again where he sat out or lost all."""
    user = caller.must()
    table = wish.table_id if wish.camel is None else wish.camel
    if table is None:
        raise Refusal("INVALID_REQUEST", "Which table? tableId is missing")
    if caller.chair is not None and caller.chair.table != table:
        _at_no_table(caller)
    chair = await _sit(caller, user, table)
    return chair.state()


@asks(
    Kind.RESYNC,
    shapes.Resync,
    "471 `{result: 0, game_state, seq}`",
)
async def resync(caller: Caller, wish: shapes.Resync) -> dict[str, Any]:
    """The whole state of the table one sits at, also after a reconnect."""
    user, house = caller.must(), caller.desk.hall.house
    if caller.chair is None or caller.chair.table != wish.game_id:
        _at_no_table(caller)
        if user not in house.roster(wish.game_id):
            raise Refusal("INVALID_PLAYER", "You do not sit at this table")
        chair = await caller.attach(wish.game_id)
    else:
        chair = caller.chair
        chair.quiet = True
        house.resync(chair.table, caller, None)
        await house.written()
    chair.quiet = False  # the answer says it all
    return {"result": 0, "game_state": chair.state(), "seq": chair.seq}


@asks(Kind.LEAVE_TABLE, shapes.LeaveTable, "`{res: 701}`, then 970 · `{res: 702}`", fails=702)
async def leave(caller: Caller, wish: shapes.LeaveTable) -> dict[str, Any]:
    """Give up the seat; the chips go home, in the middle of a hand when it is over."""
    user, house = caller.must(), caller.desk.hall.house
    chair = caller.chair
    table = wish.table_id if wish.table_id is not None else chair.table if chair else None
    if table is None or user not in house.roster(table):
        raise Refusal("INVALID_PLAYER", "You do not sit at this table")
    caller.desk.relist()
    if chair is None or chair.table != table:
        house.leave(table, user)
        await house.written()
        return {"res": 701}
    assert chair.seat is not None
    bare = chair.packets.stake(chair.view, chair.seat) == 0
    house.leave(table, user)
    caller.rise()
    await house.written()
    if bare:  # nothing is paid back, so nobody else would tell him
        caller.told_balance(await caller.desk.balance(user), "table_leave")
    return {"res": 701}


def _at_no_table(caller: Caller) -> None:
    if caller.chair is not None:
        raise Refusal("INVALID_GAME_STATE", "You sit at a table; leave it first")


async def _sit(caller: Caller, user: User, table: int) -> Chair:
    """A seat at the table, and into its game."""
    house = caller.desk.hall.house
    new = user not in house.roster(table)
    try:
        await house.sit(table, user, link=caller.links.get(table))
        chair = await caller.attach(table)
        assert chair.seat is not None
        balance = await caller.desk.balance(user)
        move = chair.packets.coming(chair.view, chair.seat, balance)
        if move is not None:
            await caller.play(table, move)
    except BaseException as reason:
        if new:  # he has a seat and is not in: he shall not keep it from others
            with suppress(Refusal):
                house.leave(table, user)
            caller.rise()
        if new or caller.chair is None or not isinstance(reason, Refusal | Illegal):
            raise
        caller.chair.eager = isinstance(reason, Illegal)
    finally:
        caller.desk.relist()
    assert caller.chair is not None
    return caller.chair
