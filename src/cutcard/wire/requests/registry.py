"""How requests are registered: each with its payload, its answer and what it does, in one place.
PROTOCOL.md's tables are made from here."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta, Struct, convert, json

from cutcard.table.words import Refusal

from ..envelope import Key, Request

if TYPE_CHECKING:
    from ..visit import Visit

TableNumber = Annotated[int, Meta(ge=1, le=2**53)]

ALIASES = {"MATCH_READY": "GAME_READY_REQUEST", "GAME_SURRENDER": "GAME_SURRENDER_REQUEST"}


class Answer(Struct, frozen=True):
    """A request's answer. A table one was attached to by it speaks later, when it is durable."""

    type: str
    payload: Any = None


Run = Callable[["Visit", Any, Request], "Answer | Awaitable[Answer | None] | None"]


class Ask(Struct, frozen=True):
    """One kind of request."""

    name: str
    shape: type[Struct]
    answers: str  # for PROTOCOL.md
    about: str
    run: Run
    before_auth: bool


REQUESTS: dict[str, Ask] = {}


def asks(
    kind: str, shape: type[Struct], answers: str, *, before_auth: bool = False
) -> Callable[[Run], Run]:
    """Register what a request does; its docstring is its sentence in PROTOCOL.md."""

    def register(run: Run) -> Run:
        about = " ".join((run.__doc__ or "").split())
        REQUESTS[kind] = Ask(kind, shape, answers, about, run, before_auth)
        return run

    return register


def alias(kind: str) -> str:
    """The request's one name; two moves also go by the names the Duel spec gave them."""
    return ALIASES.get(kind, kind)


class _MatchInside(Struct, rename="camel"):
    match_id: Key | None = None


def read_match(request: Request) -> tuple[int, str]:
    """The table and the match a request names, in its envelope or, as Duel's spec has it,
    in its payload."""
    match = request.match_id
    if match is None:
        payload = request.payload
        if isinstance(payload, dict):
            match = convert(payload, _MatchInside).match_id
        else:
            match = json.decode(payload, type=_MatchInside).match_id
    if match is None:
        raise Refusal("INVALID_REQUEST", "Name the match: matchId is missing")
    table = _table_of(match)
    if table is None:
        raise Refusal("GAME_NOT_FOUND", "There is no such match")
    return table, match


@lru_cache(16_384)  # players name the same match with every move
def _table_of(match: str) -> int | None:
    table = match.partition("-")[0]
    return int(table) if table.isascii() and table.isdigit() and len(table) < 16 else None


class Nothing(Struct):
    """A request without a payload."""
