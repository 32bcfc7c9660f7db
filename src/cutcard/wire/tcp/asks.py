"""The list of requests in packets: which of them a type asks for, how its payload becomes the wish
and the answer a payload, and the numbers for what cannot be done. PROTOCOL.md's table is made from
here."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from cutcard.lobby.requests import REQUESTS, Request

from .packet import Kind, pack

if TYPE_CHECKING:
    from .caller import Caller

NOT_LOGGED_IN = "NOT_AUTHENTICATED"
BARE = (Kind.JOIN_TABLE, Kind.LEAVE_TABLE)  # the protocol has their failures without a `msg`
ERRORS = {
    400: "It cannot be read, or no packet has this type.",
    401: "Log in first.",
    403: "Not you: you do not sit there, or may not.",
    404: "There is no such table or player.",
    409: "Not now; or another connection of yours took the seat.",
    422: "A value that cannot be.",
    429: "Too many packets; send it again later.",
    500: "Something went wrong here.",
    503: "The server is stopping, or full.",
}
RESULTS = {
    0: "Accepted.",
    400: "No such move, or it cannot be read.",
    403: "Not your turn, or not your table.",
    409: "Not allowed now.",
    422: "An amount that cannot be.",
    429: "Too many packets.",
    500: "Something went wrong here; the game stands as before.",
}
TOLD = {
    Kind.UPDATE_BUNDLE: (
        "`{seq, notifications, updates}`",
        "What one update told you; only after a handshake. Apply them strictly by `seq` and "
        "resync on a gap.",
    ),
    Kind.GAME_STATE: (
        "the game state",
        "As you may see it, after every change; changes of one moment are told as one, but a "
        "hand's result (`complete`) always by itself.",
    ),
    Kind.BALANCE: ("`{balance, reason}`", "Your chips, after `table_join` or `table_leave`."),
    Kind.INVITED_TO_TABLE: (
        "`{from_user, table_id, table_name}`",
        "A friend asks you to a table.",
    ),
}
_CODES = {
    "INVALID_REQUEST": 400,
    NOT_LOGGED_IN: 401,
    "INVALID_CREDENTIALS": 401,
    "CODE_REQUIRED": 401,
    "INVALID_CODE": 401,
    "INVALID_PLAYER": 403,
    "FORBIDDEN": 403,
    "BANNED": 403,
    "MUTED": 403,
    "NOT_WATCHABLE": 403,
    "GAME_NOT_FOUND": 404,
    "NO_SUCH_PLAYER": 404,
    "INVALID_AMOUNT": 422,
    "RATE_LIMITED": 429,
    "GAME_ERROR": 500,
    "SERVER_SHUTTING_DOWN": 503,
}


def number_of(code: str) -> int:
    """An ERROR's number for a refusal's code."""
    return _CODES.get(code, 409)


Run = Callable[["Caller", Any], Awaitable[Any]]


class Ask(Struct, frozen=True):
    """One type of packet. `fails` is its `res` when it cannot be done, `codes` those for which the
    protocol has a number of their own; without one it is answered with an ERROR."""

    kind: Kind
    request: Request
    shape: type[Struct]
    answers: str  # for PROTOCOL.md
    about: str
    run: Run  # out of a payload makes the answer's
    fails: int | None
    codes: dict[str, int]
    read: Callable[[bytes], Any]

    def failure(self, code: str, message: str) -> bytes | None:
        """What is answered for a refusal; None: an ERROR."""
        if self.fails is None:
            return None
        number = self.codes.get(code, self.fails)
        if self.kind is Kind.LOGIN:
            return pack(self.kind, {"result": number, "res": number, "msg": message})
        if self.kind in BARE:
            return pack(self.kind, {"res": number})
        return pack(self.kind, {"res": number, "msg": message})


ASKS: dict[int, Ask] = {}


def asks(
    kind: Kind,
    name: str,
    shape: type[Struct],
    answers: str,
    *,
    about: str = "",
    fails: int | None = None,
    codes: dict[str, int] | None = None,
) -> Callable[[Run], Run]:
    """Register what a packet asks for, where more is to be done for it than to say it otherwise:
    its function asks for the request. Without `about` its sentence is its docstring."""

    def register(run: Run) -> Run:
        read = msgspec.msgpack.Decoder(shape).decode
        text = about or " ".join((run.__doc__ or "").split())
        one = REQUESTS[name]
        ASKS[kind] = Ask(kind, one, shape, answers, text, run, fails, codes or {}, read)
        return run

    return register


def carries(
    kind: Kind,
    name: str,
    shape: type[Struct],
    answers: str,
    *,
    wish: Callable[[Any], dict[str, Any]],
    said: Callable[[Any], Any],
    about: str = "",
    fails: int | None = None,
    codes: dict[str, int] | None = None,
) -> None:
    """Register a packet that is a request in other words: `wish` makes the request's out of the
    payload's, `said` the payload's out of the answer's."""

    async def run(caller: Caller, payload: Any) -> Any:
        return said(await caller.wants(name, wish(payload)))

    text = about or REQUESTS[name].about
    asks(kind, name, shape, answers, about=text, fails=fails, codes=codes)(run)
