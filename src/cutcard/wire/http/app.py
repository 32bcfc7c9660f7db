"""The HTTP side of a server, put together."""

from __future__ import annotations

from aiohttp import web

from .. import files
from ..envelope import MAX_FRAME
from ..hall import Hall
from . import accounts, admin, events, figures, looking, moderation, replays, system, tables
from .call import HALL
from .guard import guard
from .line import SERVER
from .route import ROUTES, answering
from .takeover import Protocols, takes_over

PARTS = (system, accounts, tables, events, replays, looking, figures, admin, moderation)
"""The files whose routes there are; importing one registers its routes."""


async def _nameless(request: web.BaseRequest, answer: web.StreamResponse) -> None:
    answer.headers["Server"] = SERVER


def app(hall: Hall, websocket: Protocols) -> web.Application:
    """The HTTP side of the server; `websocket` takes over who comes to `/ws` by way of it."""
    made = web.Application(middlewares=[guard], client_max_size=MAX_FRAME)
    made[HALL] = hall
    for one in ROUTES:
        if one.method == "GET":  # and HEAD, which is the same without its body
            made.router.add_get(one.where, answering(one))
        else:
            made.router.add_route(one.method, one.where, answering(one))
    made.router.add_get("/ws", takes_over(websocket), allow_head=False)
    made.on_response_prepare.append(_nameless)
    files.add_routes(made)
    return made
