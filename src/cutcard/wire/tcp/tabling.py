"""Requests about a table: open one, sit down, look again, leave. One table a connection."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from cutcard.kernel.game import Illegal
from cutcard.lobby.requests import answer_to, user_of
from cutcard.table.words import Refusal

from . import shapes
from .asks import asks
from .chair import Chair
from .dialect import packets_of, usual_game
from .packet import Kind

if TYPE_CHECKING:
    from .caller import Caller


@asks(
    Kind.CREATE_TABLE,
    "CREATE_TABLE",
    shapes.CreateTable,
    "`{res: 301, table_id}`, then 970 and 600 · `{res: 302, msg}`",
    fails=302,
)
async def create(caller: Caller, payload: shapes.CreateTable) -> dict[str, Any]:
    """Open a table and sit down at it, on seat 0. `min_bet` is the big blind; `game` and
    `options` open a table of any game, with that game's own options."""
    caller.must_be_free()
    name = payload.table_name if payload.name is None else payload.name
    if name is None:
        raise Refusal("INVALID_REQUEST", "A table needs a name")
    game = payload.game or usual_game()
    packets = packets_of(game)
    said = {
        "max_player": payload.max_player,
        "min_bet": payload.min_bet,
        "options": payload.options,
    }
    options, seats = packets.opening(said)
    if packets.least(options) > await caller.balance():
        raise Refusal("NOT_ENOUGH_CHIPS", "You have too few chips for this table")
    wish = {"game": game, "options": dict(options), "seats": seats, "name": name, "sit": False}
    table: int = (await answer_to(caller, "CREATE_TABLE", wish)).table
    await _sit(caller, table)
    return {"res": 301, "table_id": table}


@asks(
    Kind.JOIN_TABLE,
    "JOIN_TABLE",
    shapes.JoinTable,
    "the game state, then 970 and 600 · `{res: 402}`, full `{res: 403}`",
    fails=402,
    codes={"TABLE_FULL": 403},
)
async def join(caller: Caller, payload: shapes.JoinTable) -> dict[str, Any]:
    """Take the lowest free seat and buy in. Who sits there already is told the state, and comes
    in again where they sat out or lost all."""
    table = payload.table_id if payload.camel is None else payload.camel
    if table is None:
        raise Refusal("INVALID_REQUEST", "Which table? tableId is missing")
    if caller.chair is not None and caller.chair.table != table:
        caller.must_be_free()
    chair = await _sit(caller, table)
    return chair.state()


@asks(Kind.RESYNC, "GAME_STATE_REQUEST", shapes.Resync, "471 `{result: 0, game_state, seq}`")
async def resync(caller: Caller, payload: shapes.Resync) -> dict[str, Any]:
    """The whole state of the table one sits at, also after a reconnect."""
    wish = {"matchId": str(payload.game_id)}  # of whatever match is played there
    chair: Chair = await answer_to(caller, "GAME_STATE_REQUEST", wish)
    return {"result": 0, "game_state": chair.state(), "seq": chair.seq}


@asks(
    Kind.LEAVE_TABLE,
    "LEAVE",
    shapes.LeaveTable,
    "`{res: 701}`, then 970 · `{res: 702}`",
    fails=702,
)
async def leave(caller: Caller, payload: shapes.LeaveTable) -> dict[str, Any]:
    """Give up the seat; the chips go home, in the middle of a hand when it is over."""
    house, chair = caller.hall.house, caller.chair
    table = payload.table_id if payload.table_id is not None else chair.table if chair else None
    if table is not None:
        house.must_know(table, user_of(caller))
    if table is None or user_of(caller) not in house.roster(table):
        raise Refusal("INVALID_PLAYER", "You do not sit at this table")
    bare = False
    if chair is not None and chair.table == table:
        assert chair.seat is not None
        bare = chair.packets.stake(chair.view, chair.seat) == 0
    await answer_to(caller, "LEAVE", {"table": table})
    await house.written()
    caller.hall.lobby.board.touch(table)
    if bare:  # nothing is paid back, so nobody else would tell it
        caller.told_balance(await caller.balance(), "table_leave")
    return {"res": 701}


async def _sit(caller: Caller, table: int) -> Chair:
    """A seat at the table, and into its game."""
    house, user = caller.hall.house, user_of(caller)
    new = user not in house.roster(table)
    try:
        await answer_to(caller, "JOIN_TABLE", {"table": table, "link": caller.links.get(table)})
        chair = await caller.take_chair(table)
        await caller.acts.come(chair)
    except BaseException as reason:
        if new:  # a seat that does not play is not to be kept from others
            with suppress(Refusal):
                house.leave(table, user)
            caller.rise()
        if new or caller.chair is None or not isinstance(reason, Refusal | Illegal):
            raise
        caller.wait_in(caller.chair, isinstance(reason, Illegal))
    finally:
        caller.hall.lobby.board.touch(table)
    assert caller.chair is not None
    return caller.chair
