"""Whether the server lives, is ready, how it does, and what its API is."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct
from prometheus_client import generate_latest

from cutcard.lobby.requests.registry import OPEN

from . import openapi
from .call import Call
from .route import TEXT, route


class Health(Struct):
    status: Literal["ok"]


class Ready(Struct):
    status: Literal["ready", "stopping", "failing"]


@route("/health", "system")
async def health(call: Call) -> Health:
    """Whether the process answers at all."""
    return Health("ok")


@route("/ready", "system", also={503: "It is stopping, or cannot write: send nobody new."})
async def ready(call: Call) -> Ready:
    """Whether to send people here. Before a stop it says 503, then the door closes; it also does
    while the database cannot be written to."""
    if call.hall.leaving:
        call.status = 503
        return Ready("stopping")
    if call.hall.house.failing:
        call.status = 503
        return Ready("failing")
    return Ready("ready")


@route("/metrics", "system", media=TEXT, cost=OPEN)
async def metrics(call: Call) -> str:
    """Figures for Prometheus, in its text format."""
    return generate_latest(call.hall.tally.registry).decode()


@route("/api/openapi.json", "system", cost=OPEN)
async def document(call: Call) -> dict[str, Any]:
    """This document: OpenAPI 3.1, made from the types the server itself uses."""
    return openapi.document()
