"""A route of the API: a request of the list, and where in HTTP its wish is found.

    carries("POST", "/api/tables/{table}/join", "join_table", "JOIN_TABLE", part="tables")

The wish's fields come from the path where it names them, the rest from the query of a GET or from
the body. What is said is the request's answer, or what `says` makes of it. What is no request (is
the server well?) is a function that `route` makes one.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping
from functools import cache
from inspect import isawaitable
from types import UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from aiohttp import web
from msgspec import Struct, structs
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from cutcard.lobby.requests import REQUESTS, Request, Who, answer_to, perform, user_of

from ..metered import Metered
from .call import HALL, Call

JSON, CSV, TEXT = "application/json", "text/csv", "text/plain"
CUTCARD, PLAIN = "application/x-cutcard", "text/plain; charset=utf-8"
_SAID = {
    JSON: JSON,  # of what was put into bytes already
    TEXT: CONTENT_TYPE_LATEST,
    CSV: "text/csv; charset=utf-8",
    CUTCARD: CUTCARD,
    PLAIN: PLAIN,
}
HEADERS = {"X-Content-Type-Options": "nosniff", "Cache-Control": "no-store"}

Signed = Literal["no", "may", "must"]
_GUARDED = {
    Who.USER: (),
    Who.ACCOUNT: ("FORBIDDEN",),
    Who.MODERATOR: ("FORBIDDEN",),
    Who.ADMIN: ("FORBIDDEN",),
}
Run = TypeVar("Run", bound=Callable[[Call], Awaitable[Any]])


class Route(Struct, frozen=True):
    """One route, with all that the OpenAPI document says about it."""

    method: str
    where: str
    name: str
    part: str  # a tag in the document
    about: str
    takes: dict[str, type[Struct]]  # path, query, body
    answer: Any
    run: Callable[[Call, dict[str, Any]], Awaitable[Any]]
    status: int = 200
    media: str = JSON
    refuses: tuple[str, ...] = ()
    also: dict[int, str] = {}  # other statuses it answers itself, with the same type
    signed: Signed = "no"  # whether a token is looked at
    request: Request | None = None


ROUTES: list[Route] = []


def route(
    where: str, part: str, *, media: str = JSON, also: dict[int, str] | None = None, cost: int = 1
) -> Callable[[Run], Run]:
    """Make a function a route that anybody may GET; its docstring is its text."""

    def register(run: Run) -> Run:
        async def go(call: Call, wished: dict[str, Any]) -> Any:
            call.owe(cost - 1)
            return await run(call)

        name, about = str(getattr(run, "__name__", "")), " ".join((run.__doc__ or "").split())
        answer = get_type_hints(run)["return"]
        ROUTES.append(
            Route("GET", where, name, part, about, {}, answer, go, media=media, also=also or {})
        )
        return run

    return register


def carries(
    method: str,
    where: str,
    name: str,
    request: str,
    *,
    part: str,
    about: str = "",
    status: int = 200,
    media: str = JSON,
    fields: tuple[str, ...] | None = None,
    fixed: Mapping[str, Any] | None = None,
    says: Callable[[Any], Any] | None = None,
    signed: Signed | None = None,
    then: str | None = None,
) -> None:
    """A request by way of HTTP. `fields` are those of its wish that may be sent, where not all;
    `fixed` are those that this route says itself; `then` is a request about oneself whose answer is
    said in the place of its own."""
    one, given = REQUESTS[request], dict(fixed or {})
    open_to = {} if fields is None else dict.fromkeys(fields)
    sent = [
        field
        for field in structs.fields(one.shape)
        if field.name not in given and (fields is None or field.name in open_to)
    ]
    in_path = re.findall(r"{(\w+)}", where)
    takes: dict[str, type[Struct]] = {}
    if in_path:
        takes["path"] = _path(name, [field for field in sent if field.name in in_path])
    rest = [field for field in sent if field.name not in in_path]
    if rest:
        whole = len(rest) == len(structs.fields(one.shape))
        shape = one.shape if whole else _some(name, rest)
        takes["query" if method == "GET" else "body"] = shape

    async def go(call: Call, wished: dict[str, Any]) -> Any:
        call.owe(one.cost - 1)
        wish, bridge = one.shape(**wished, **given), call.hall.bridge
        if bridge is not None:
            answer = await bridge.asks.ask(call, one, wish)
        else:
            answer = perform(call, one, wish)
            answer = await answer if isawaitable(answer) else answer
        if then is not None:
            answer = await answer_to(call, then, {})
        return answer if says is None else says(answer)

    ROUTES.append(
        Route(
            method,
            where,
            name,
            part,
            about or one.about,
            takes,
            one.answer if says is None else get_type_hints(says)["return"],
            go,
            status,
            media,
            (*one.refuses, *_GUARDED.get(one.who, ())),
            signed=signed or ("must" if one.who in _GUARDED else "no"),
            request=one,
        )
    )


def _some(name: str, fields: list[structs.FieldInfo]) -> type[Struct]:
    """A Struct of some fields of a wish."""
    made: list[tuple[str, Any, Any]] = []
    for field in fields:
        if field.required:
            told = msgspec.field(name=field.encode_name)
        elif field.default is not msgspec.NODEFAULT:
            told = msgspec.field(name=field.encode_name, default=field.default)
        else:
            told = msgspec.field(name=field.encode_name, default_factory=field.default_factory)
        made.append((field.name, field.type, told))
    return msgspec.defstruct(f"{_titled(name)}Wish", made, kw_only=True)


def _path(name: str, fields: list[structs.FieldInfo]) -> type[Struct]:
    """A Struct of the fields in a path, where each must be."""
    return msgspec.defstruct(
        f"{_titled(name)}Path", [(field.name, _without_none(field.type)) for field in fields]
    )


def _titled(name: str) -> str:
    return name.title().replace("_", "")


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
    except ConnectionError:  # gone in the middle of it: no fault of ours, and no line in our log
        raise web.HTTPBadRequest(reason="The body did not come whole") from None


async def _part(request: web.Request, place: str, kind: type[Struct]) -> Struct:
    """What was sent in one place."""
    if place == "path":
        return _read(request.match_info, kind)
    if place == "query":
        return _read(request.query, kind)
    return msgspec.json.decode(await _body(request) or b"{}", type=kind)


def answering(one: Route) -> Callable[[web.Request], Awaitable[web.Response]]:
    """What aiohttp calls for a route."""

    async def answer(request: web.Request) -> web.Response:
        call = Call(request)
        if one.signed != "no":
            await call.identify()
        if one.signed == "must":
            user_of(call)
        wished: dict[str, Any] = {}
        for place, kind in one.takes.items():
            found = await _part(request, place, kind)
            wished |= {name: getattr(found, name) for name in kind.__struct_fields__}
        value = await Metered(one.run(call, wished), call.spent)
        status = call.status or one.status
        if one.media == JSON and not isinstance(value, bytes):
            told = respond(value, status)
            call.weighed(told.content_length or 0)
            return told
        body = value.encode() if isinstance(value, str) else value
        call.weighed(len(body))
        return web.Response(
            body=body, status=status, headers={**HEADERS, "Content-Type": _SAID[one.media]}
        )

    return answer
