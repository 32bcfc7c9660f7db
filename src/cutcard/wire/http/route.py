"""A route of the API: a typed function.

    @route("POST", "/api/tables", status=201)
    async def open_table(call: Call, user: User, body: CreateTable) -> TableTold:
        "Open a table."

What it takes is told by its parameters: `user` is whoever's token was sent (it must be), `asker`
is he or None, and `path`, `query` and `body` are Structs of that part of the request. What it
returns is the answer; its docstring is its text in the OpenAPI document.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from functools import cache
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from aiohttp import web
from msgspec import Struct, structs
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from cutcard.table.words import Refusal, User

from .. import logs
from ..hall import Hall

HALL: web.AppKey[Hall] = web.AppKey("hall", Hall)
JSON, CSV, TEXT = "application/json", "text/csv", "text/plain"
_SAID = {TEXT: CONTENT_TYPE_LATEST, CSV: "text/csv; charset=utf-8"}
HEADERS = {"X-Content-Type-Options": "nosniff", "Cache-Control": "no-store"}

Run = TypeVar("Run", bound=Callable[..., Awaitable[Any]])


class Call:
    """A request as a route sees it."""

    __slots__ = ("hall", "request", "status")

    def __init__(self, request: web.Request) -> None:
        self.request = request
        self.status: int | None = None  # where the route answers with another than its usual one
        self.hall = request.app[HALL]

    @property
    def address(self) -> str:
        return self.request.remote or ""

    @property
    def token(self) -> str | None:
        """The token that was sent, if one was."""
        kind, _, token = self.request.headers.get("Authorization", "").partition(" ")
        return token.strip() or None if kind.lower() == "bearer" else None

    async def asker(self) -> User | None:
        """Whose token was sent; nobody's is refused, none at all is not."""
        token = self.token
        if token is None:
            return None
        user = await self.hall.accounts.known(token)
        logs.request.get({})["user"] = user.id
        return user

    async def user(self) -> User:
        """Whose token was sent; it must be."""
        user = await self.asker()
        if user is None:
            raise Refusal("NOT_AUTHENTICATED", "Send your token: Authorization: Bearer <token>")
        return user


class Route(Struct, frozen=True):
    """One route, with all that the OpenAPI document says about it."""

    method: str
    where: str
    run: Callable[..., Awaitable[Any]]
    about: str
    takes: dict[str, Any]  # parameter: its type
    answer: Any
    status: int
    media: str
    refuses: tuple[str, ...]
    also: dict[int, str]  # other statuses it answers itself, with the same type

    @property
    def name(self) -> str:
        return str(getattr(self.run, "__name__", ""))

    @property
    def part(self) -> str:
        """The file it is in, as a tag in the document."""
        return str(self.run.__module__).rpartition(".")[2]


ROUTES: list[Route] = []


def route(
    method: str,
    where: str,
    *,
    status: int = 200,
    media: str = JSON,
    refuses: tuple[str, ...] = (),
    also: dict[int, str] | None = None,
) -> Callable[[Run], Run]:
    """Make a function a route; `refuses` are the codes it may refuse with beyond those that
    follow from its parameters."""

    def register(run: Run) -> Run:
        takes = get_type_hints(run, include_extras=True)
        answer = takes.pop("return")
        takes.pop("call", None)
        about = " ".join((run.__doc__ or "").split())
        ROUTES.append(
            Route(method, where, run, about, takes, answer, status, media, refuses, also or {})
        )
        return run

    return register


def respond(value: Any, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    """A value as a JSON answer."""
    return web.Response(
        body=msgspec.json.encode(value),
        status=status,
        content_type=JSON,
        headers={**HEADERS, **(headers or {})},
    )


def _read(texts: Mapping[str, str], kind: type[Struct]) -> Struct:
    """A Struct out of a URL's texts. There is no null in a URL: `null` is a text as any other."""
    values = {}
    for field in structs.fields(kind):
        if field.encode_name in texts:
            text, wanted = texts[field.encode_name], _without_none(field.type)
            values[field.name] = msgspec.convert(text, wanted, strict=False)
        elif field.required:
            raise msgspec.ValidationError(f"The parameter {field.encode_name} is missing")
    return kind(**values)


@cache
def _without_none(hint: Any) -> Any:
    if get_origin(hint) not in (Union, UnionType):
        return hint
    (left,) = [one for one in get_args(hint) if one is not type(None)]
    return left


async def _body(request: web.Request) -> bytes:
    """What was sent; not for ever, for a body that never ends would keep its connection."""
    try:
        async with asyncio.timeout(request.app[HALL].limits.hello):
            return await request.read()
    except TimeoutError:
        raise web.HTTPRequestTimeout from None


def answering(one: Route) -> Callable[[web.Request], Awaitable[web.Response]]:
    """What aiohttp calls for a route."""

    async def answer(request: web.Request) -> web.Response:
        call = Call(request)
        given: dict[str, Any] = {}
        for name, kind in one.takes.items():
            match name:
                case "user":
                    given[name] = await call.user()
                case "asker":
                    given[name] = await call.asker()
                case "path":
                    given[name] = _read(request.match_info, kind)
                case "query":
                    given[name] = _read(request.query, kind)
                case _:
                    given[name] = msgspec.json.decode(await _body(request) or b"{}", type=kind)
        value = await one.run(call, **given)
        status = call.status or one.status
        if one.media == JSON:
            return respond(value, status)
        body = value.encode() if isinstance(value, str) else value
        return web.Response(
            body=body, status=status, headers={**HEADERS, "Content-Type": _SAID[one.media]}
        )

    return answer
