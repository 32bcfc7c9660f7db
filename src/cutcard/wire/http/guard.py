"""What every HTTP request passes: limits, the page it comes from, and its failures as typed
answers. It is counted, and logged with its correlation id at debug level."""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Any

from aiohttp import web
from msgspec import Struct

from cutcard.table.words import Refusal

from .. import logs
from ..codes import fault
from ..limits import Address
from .call import HALL, address_of
from .line import HttpLine
from .route import respond

STATUS = {
    "NOT_AUTHENTICATED": 401,
    "INVALID_CREDENTIALS": 401,
    "CODE_REQUIRED": 401,
    "INVALID_CODE": 401,
    "INVALID_PLAYER": 403,
    "NOT_WATCHABLE": 403,
    "FORBIDDEN": 403,
    "ORIGIN": 403,
    "REGISTRATION_CLOSED": 403,
    "INVITATION_REQUIRED": 403,
    "BLOCKED": 403,
    "BANNED": 403,
    "MUTED": 403,
    "KICKED": 403,
    "GAME_NOT_FOUND": 404,
    "NO_SUCH_PLAYER": 404,
    "EVENT_NOT_FOUND": 404,
    "NO_SUCH_SESSION": 404,
    "NOT_FOUND": 404,
    "NAME_TAKEN": 409,
    "CONFIRMATION_REQUIRED": 409,
    "TABLE_FULL": 409,
    "SEAT_TAKEN": 409,
    "INVALID_GAME_STATE": 409,
    "NOT_ENOUGH_CHIPS": 409,
    **dict.fromkeys(
        (
            *("NOT_OPEN_YET", "ENTRY_CLOSED", "ALREADY_REGISTERED", "NOT_REGISTERED"),
            *("EVENT_FULL", "EVENT_RUNNING", "EVENT_OVER", "EVENT_STOPPED", "ENTRY_LIMIT"),
            *("STILL_IN", "REBUY_NOT_ALLOWED", "ADD_ON_NOT_ALLOWED", "NO_DEAL_NOW"),
            *("DEAL_CHANGED", "TOO_MANY_EVENTS"),
        ),
        409,
    ),
    "REQUEST_ENTITY_TOO_LARGE": 413,
    "UNSUPPORTED_MEDIA_TYPE": 415,
    "RATE_LIMITED": 429,
    "GAME_ERROR": 500,
    "SERVER_SHUTTING_DOWN": 503,
}
CORRELATION = "X-Correlation-Id"
_SOUND = re.compile(r"[A-Za-z0-9._:-]{1,64}")

log = logging.getLogger("cutcard.wire.http")
Answering = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Why(Struct, omit_defaults=True):
    """A stable code, a sentence for people, and what else helps."""

    code: str
    message: str
    details: dict[str, Any] | None = None


class Problem(Struct):
    """A refusal."""

    error: Why


# Python 3.13 calls these otherwise; what a client matches on stays the same.
RENAMED = {
    413: "REQUEST_ENTITY_TOO_LARGE",
    414: "REQUEST_URI_TOO_LONG",
    416: "REQUESTED_RANGE_NOT_SATISFIABLE",
    422: "UNPROCESSABLE_ENTITY",
}


def _code_of(status: int) -> str:
    return RENAMED.get(status) or HTTPStatus(status).name


def status_of(code: str) -> int:
    """The status a refusal is answered with."""
    return STATUS.get(code, 400)


def refuse(
    code: str, message: str, status: int, details: dict[str, Any] | None = None
) -> web.Response:
    """A refusal as an answer."""
    wait = str((details or {}).get("retryAfter", 1))
    extra = {401: {"WWW-Authenticate": "Bearer"}, 429: {"Retry-After": wait}}.get(status)
    return respond(Problem(Why(code, message, details)), status, extra)


@web.middleware
async def guard(request: web.Request, handler: Answering) -> web.StreamResponse:
    """Let a request through, or answer why not; either way it is counted."""
    # From Python 3.12 on aiohttp begins a handler at once and goes on to the next request that is
    # there: without this, whoever sends a thousand in one write has the loop for all of them.
    await asyncio.sleep(0)
    hall = request.app[HALL]
    began = hall.loop.time()
    sent = request.headers.get(CORRELATION, "")
    key = sent if _SOUND.fullmatch(sent) else secrets.token_hex(8)
    logs.request.set({"correlation": key, "task": asyncio.current_task()})
    answer = await _answer(request, handler)
    resource = request.match_info.route.resource
    where = resource.canonical if resource is not None else "none"
    hall.tally.http[where, answer.status] += 1
    answer.headers[CORRELATION] = key
    if log.isEnabledFor(logging.DEBUG):
        took = (hall.loop.time() - began) * 1000
        log.debug("%s %s: %s in %.1f ms", request.method, where, answer.status, took)
    return answer


def _within_limits(request: web.Request, address: Address, now: float) -> None:
    """Refuses what is too much; who does not stop at that is hung up on."""
    line = request.protocol
    may = address.messages.take(now)
    if isinstance(line, HttpLine):
        if may:
            line.allowed()
        else:
            line.flooded(now)
    if not may:
        raise Refusal("RATE_LIMITED", "Too many requests; slow down")


async def _answer(request: web.Request, handler: Answering) -> web.StreamResponse:
    hall = request.app[HALL]
    now = hall.loop.time()
    address = address_of(request)
    try:
        if address is not None:
            _within_limits(request, address, now)
        if request.headers.get("Content-Encoding", "identity").lower() != "identity":
            raise web.HTTPUnsupportedMediaType(reason="Send the body as it is, not compressed")
        if request.method not in ("GET", "HEAD", "OPTIONS") and not hall.origins.allow(
            request.headers.get("Origin"), request.headers.get("Host")
        ):
            hall.tally.refusals["ORIGIN"] += 1
            return refuse("ORIGIN", "This page may not use this server", 403)
        return await handler(request)
    except web.HTTPException as reason:
        if reason.status < 400:
            raise
        answer = refuse(_code_of(reason.status), reason.reason, reason.status)
        if isinstance(reason, web.HTTPMethodNotAllowed):
            answer.headers["Allow"] = ", ".join(sorted(reason.allowed_methods))
        return answer
    except Exception as reason:
        why = fault(reason)
        hall.tally.refusals[why.code] += 1
        if why.code == "GAME_ERROR" and not isinstance(reason, Refusal):
            log.exception(
                "HTTP request %s %s failed; it was refused",
                request.method,
                request.match_info.route.resource,
            )
        return refuse(why.code, why.message, status_of(why.code), why.details)
