"""Requests of who is at no table yet: a life sign, who one is, which tables there are, who has
most chips."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cutcard.lobby.requests import answer_to, profile, session
from cutcard.lobby.requests.tables import Infos
from cutcard.table.words import Refusal

from . import shapes
from .asks import asks, carries
from .dialect import packets_of
from .packet import Kind

if TYPE_CHECKING:
    from .caller import Caller

LISTED = 500  # tables in an answer: so many always fit into a packet
BEST = 20


@asks(Kind.PING, "PING", shapes.Ping, "11 `{t}` or empty")
async def ping(caller: Caller, payload: shapes.Ping) -> dict[str, Any] | None:
    """A life sign; `t` comes back as it was sent."""
    await answer_to(caller, "PING", {})
    return None if payload.t is None else {"t": payload.t}


@asks(
    Kind.LOGIN,
    "LOG_IN",
    shapes.Login,
    "`{result: 0, user_id, username, balance, fullname, email}` · `{result: 102, res: 102, msg}`",
    fails=102,
)
async def login(caller: Caller, payload: shapes.Login) -> dict[str, Any]:
    """Say who you are. At a table only the same user may log in again. `code`, `device` and
    `remember` are as in LOG_IN on `/ws`; with `remember` the answer has a `device` too."""
    password = payload.password if payload.pass_ is None else payload.pass_
    if password is None:
        raise Refusal("INVALID_REQUEST", "A password is missing")
    further = {"code": payload.code, "device": payload.device, "remember": payload.remember}
    entered: session.Session = await answer_to(
        caller, "LOG_IN", {"user": payload.user, "password": password, **further}
    )
    told: profile.OneProfile = await answer_to(caller, "PROFILE", {})
    own = told.profile
    said = {
        "result": 0,
        "user_id": own.number,
        "username": own.name,
        "balance": own.balance,
        "fullname": own.fullname or "",
        "email": own.email or "",
    }
    return said if entered.device is None else {**said, "device": entered.device}


@asks(Kind.SIGNUP, "SIGN_UP", shapes.Signup, "`{res: 201}` · `{res: 202, msg}`", fails=202)
async def signup(caller: Caller, payload: shapes.Signup) -> dict[str, Any]:
    """Make an account; log in with it afterwards. A password has 8 characters or more, unless the
    server takes shorter ones of older clients, and is none that everybody tries first. `code` is
    as in SIGN_UP on `/ws`."""
    user = payload.username if payload.user is None else payload.user
    password = payload.password if payload.pass_ is None else payload.pass_
    if user is None or password is None:
        raise Refusal("INVALID_REQUEST", "A user and a password are needed")
    details = {name: getattr(payload, name) for name in shapes.DETAILS}
    form = {"user": user, "password": password, "code": payload.code, **details}
    await answer_to(caller, "SIGN_UP", form)
    return {"res": 201}


@asks(
    Kind.TABLES,
    "FREE_SEATS",
    shapes.Tables,
    "`{size, tables: [{id, tableName, maxPlayer, minBet, currentPlayer}]}`",
)
async def tables(caller: Caller, payload: shapes.Tables) -> dict[str, Any]:
    """The public tables that every client can show; with `all` those of every game and size,
    with the `game` where it is not the usual one."""
    told: Infos = await caller.wants("FREE_SEATS", {})
    found: list[dict[str, Any]] = []
    for info in told.tables:
        packets = packets_of(info.game)
        plain, bet = packets.listed(info.options, info.seats)
        if not plain and not payload.all:
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


def _scores(told: profile.Holders) -> list[dict[str, Any]]:
    return [{"rank": one.place, "id": one.number, "balance": one.balance} for one in told.players]


carries(
    Kind.SCOREBOARD,
    "RICHEST",
    shapes.Nothing,
    f"`[{{rank, id, balance}}]`, best {BEST}",
    wish=lambda _: {"limit": BEST},
    said=_scores,
)
