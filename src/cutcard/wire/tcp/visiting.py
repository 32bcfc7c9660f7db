"""Requests of who is at no table yet: a life sign, who one is, which tables there are, who has
most chips."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cutcard.lobby.forms import SignUp
from cutcard.table.words import Refusal

from . import shapes
from .asks import asks
from .dialect import packets_of
from .packet import Kind

if TYPE_CHECKING:
    from .caller import Caller

LISTED = 500  # tables in an answer: so many always fit into a packet
BEST = 20


@asks(Kind.PING, shapes.Ping, "11 `{t}` or empty", before_login=True)
async def ping(caller: Caller, wish: shapes.Ping) -> dict[str, Any] | None:
    """A life sign; `t` comes back as it was sent."""
    return None if wish.t is None else {"t": wish.t}


@asks(
    Kind.LOGIN,
    shapes.Login,
    "`{result: 0, user_id, username, balance, fullname, email}` · `{result: 102, res: 102, msg}`",
    fails=102,
    before_login=True,
)
async def login(caller: Caller, wish: shapes.Login) -> dict[str, Any]:
    """Say who you are. At a table only the same user may log in again."""
    accounts = caller.desk.hall.accounts
    password = wish.password if wish.pass_ is None else wish.pass_
    if password is None:
        raise Refusal("INVALID_REQUEST", "A password is missing")
    user, token = await accounts.log_in(
        wish.user, password, address=caller.limited_host, label="tcp"
    )
    if caller.chair is not None and user.id != caller.must().id:
        await accounts.log_out(token)
        raise Refusal("INVALID_GAME_STATE", "Leave the table before another logs in")
    profile = await accounts.profile(user.id, user)
    before = caller.is_now(user, token)
    if before is not None:
        await accounts.log_out(before)
    return {
        "result": 0,
        "user_id": user.number,
        "username": user.name,
        "balance": profile.balance,
        "fullname": profile.fullname or "",
        "email": profile.email or "",
    }


@asks(
    Kind.SIGNUP,
    shapes.Signup,
    "`{res: 201}` · `{res: 202, msg}`",
    fails=202,
    before_login=True,
)
async def signup(caller: Caller, wish: shapes.Signup) -> dict[str, Any]:
    """Make an account; log in with it afterwards."""
    user = wish.username if wish.user is None else wish.user
    password = wish.password if wish.pass_ is None else wish.pass_
    if user is None or password is None:
        raise Refusal("INVALID_REQUEST", "A user and a password are needed")
    form = SignUp(
        user,
        password,
        wish.fullname,
        wish.phone,
        wish.dob,
        wish.email,
        wish.country,
        wish.gender,
    )
    await caller.desk.hall.accounts.sign_up(form, least=1, address=caller.limited_host)
    return {"res": 201}


@asks(
    Kind.TABLES,
    shapes.Tables,
    "`{size, tables: [{id, tableName, maxPlayer, minBet, currentPlayer}]}`",
)
async def tables(caller: Caller, wish: shapes.Tables) -> dict[str, Any]:
    """The public tables that every client can show; with `all` those of every game and size,
    with the `game` where it is not the usual one."""
    found: list[dict[str, Any]] = []
    for info in caller.desk.tables():
        packets = packets_of(info.game)
        plain, bet = packets.listed(info.options, info.seats)
        if not plain and not wish.all:
            continue
        line = {
            "id": info.table,
            "tableName": info.name,
            "maxPlayer": info.seats,
            "minBet": bet,
            "currentPlayer": len(info.roster),
        }
        found.append(line if packets.usual else {**line, "game": info.game})
        if len(found) == LISTED:
            break
    return {"size": len(found), "tables": found}


@asks(Kind.SCOREBOARD, shapes.Nothing, "`[{rank, id, balance}]`, best 20")
async def scoreboard(caller: Caller, wish: shapes.Nothing) -> list[dict[str, Any]]:
    """Who has most chips."""
    richest = await caller.desk.hall.accounts.richest(BEST)
    return [
        {"rank": rank, "id": person.number, "balance": balance}
        for rank, (person, balance) in enumerate(richest, 1)
    ]
