"""HTTP beside `/ws`: health, metrics, the lobby for programs, and the page.

Answers are JSON; a refusal is `{"error": {code, message}}` with a fitting status. Who posts says
who he is with `Authorization: Bearer <token>`, never with a cookie, so no other site can post.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Any, TypeVar

import msgspec
from aiohttp import web
from msgspec import Struct
from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from cutcard import games
from cutcard.table.words import Refusal, User

from . import files
from .codes import fault
from .envelope import MAX_FRAME
from .hall import Hall
from .lobby import game_card
from .requests import CreateTable, SeatNumber

STATUS = {
    "NOT_AUTHENTICATED": 401,
    "INVALID_PLAYER": 403,
    "NOT_WATCHABLE": 403,
    "GAME_NOT_FOUND": 404,
    "TABLE_FULL": 409,
    "SEAT_TAKEN": 409,
    "INVALID_GAME_STATE": 409,
    "RATE_LIMITED": 429,
    "GAME_ERROR": 500,
    "SERVER_SHUTTING_DOWN": 503,
}
HALL: web.AppKey[Hall] = web.AppKey("hall", Hall)
REGISTRY: web.AppKey[CollectorRegistry] = web.AppKey("registry", CollectorRegistry)

log = logging.getLogger("cutcard.wire")
Shape = TypeVar("Shape")
Answering = Callable[[web.Request], Awaitable[web.StreamResponse]]


class NewGuest(Struct):
    name: str | None = None


class Join(Struct):
    seat: SeatNumber | None = None


def app(hall: Hall) -> web.Application:
    """The HTTP side of the server."""
    made = web.Application(middlewares=[_guard], client_max_size=MAX_FRAME)
    made[HALL] = hall
    made[REGISTRY] = registry = CollectorRegistry()
    registry.register(hall.tally)
    ProcessCollector(registry=registry)
    routes = made.router
    routes.add_get("/health", _health)
    routes.add_get("/ready", _ready)
    routes.add_get("/metrics", _metrics)
    routes.add_get("/api/games", _games)
    routes.add_get("/api/stats", _stats)
    routes.add_get("/api/tables", _tables)
    routes.add_post("/api/tables", _create)
    routes.add_post("/api/tables/{table:[0-9]{1,15}}/join", _join)
    routes.add_post("/api/guests", _guest)
    files.add_routes(made)
    return made


def _json(value: Any, status: int = 200) -> web.Response:
    return web.Response(
        body=msgspec.json.encode(value),
        status=status,
        content_type="application/json",
        headers={"X-Content-Type-Options": "nosniff", "Cache-Control": "no-store"},
    )


def _error(code: str, message: str, status: int) -> web.Response:
    return _json({"error": {"code": code, "message": message}}, status)


@web.middleware
async def _guard(request: web.Request, handler: Answering) -> web.StreamResponse:
    """Limits, and every failure as a typed answer."""
    hall = request.app[HALL]
    now = hall.loop.time()
    address = hall.addresses.of(request.remote or "", now)
    try:
        if address is not None and not address.messages.take(now):
            raise Refusal("RATE_LIMITED", "Too many requests; slow down")
        if request.method == "POST" and not hall.origins.allow(
            request.headers.get("Origin"), request.headers.get("Host")
        ):
            return _error("NOT_AUTHENTICATED", "This page may not use this server", 403)
        return await handler(request)
    except web.HTTPException as reason:
        if reason.status < 400:
            raise
        return _error(HTTPStatus(reason.status).name, reason.reason, reason.status)
    except Exception as reason:
        why = fault(reason)
        hall.tally.refusals[why.code] += 1
        if why.code == "GAME_ERROR" and not isinstance(reason, Refusal):
            log.exception("%s %s failed", request.method, request.path)
        return _error(why.code, why.message, STATUS.get(why.code, 400))


async def _health(request: web.Request) -> web.Response:
    return _json({"status": "ok"})


async def _ready(request: web.Request) -> web.Response:
    if request.app[HALL].closing:
        return _json({"status": "stopping"}, 503)
    return _json({"status": "ready"})


async def _metrics(request: web.Request) -> web.Response:
    body = generate_latest(request.app[REGISTRY])
    return web.Response(body=body, headers={"Content-Type": CONTENT_TYPE_LATEST})


async def _games(request: web.Request) -> web.Response:
    return _json({"games": [game_card(name) for name in games.game_names()]})


async def _stats(request: web.Request) -> web.Response:
    return _json(request.app[HALL].house.stats())


async def _tables(request: web.Request) -> web.Response:
    return _json({"tables": request.app[HALL].lobby.tables(request.query.get("game"))})


async def _create(request: web.Request) -> web.Response:
    hall, user = request.app[HALL], await _user(request)
    table, seat = await hall.lobby.create(user, await _body(request, CreateTable))
    return _json(hall.lobby.described(table, seat), 201)


async def _join(request: web.Request) -> web.Response:
    hall, user = request.app[HALL], await _user(request)
    table, wish = int(request.match_info["table"]), await _body(request, Join)
    seat = await hall.house.sit(table, user, wish.seat)
    return _json(hall.lobby.described(table, seat))


async def _guest(request: web.Request) -> web.Response:
    hall = request.app[HALL]
    now = hall.loop.time()
    address = hall.addresses.of(request.remote or "", now)
    if address is not None and not address.guests.take(now):
        raise Refusal("RATE_LIMITED", "Too many new guests from your address; try again later")
    user, token = await hall.guests.welcome((await _body(request, NewGuest)).name)
    return _json({"userId": user.id, "name": user.name, "token": token}, 201)


async def _user(request: web.Request) -> User:
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    if kind.lower() != "bearer" or not token:
        raise Refusal("NOT_AUTHENTICATED", "Send your token: Authorization: Bearer <token>")
    return await request.app[HALL].guests.known(token.strip())


async def _body(request: web.Request, shape: type[Shape]) -> Shape:
    return msgspec.json.decode(await request.read() or b"{}", type=shape)
