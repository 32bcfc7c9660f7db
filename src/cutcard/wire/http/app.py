"""The HTTP side of a server, put together."""

from __future__ import annotations

from aiohttp import web

from .. import files
from ..envelope import MAX_FRAME
from ..hall import Hall
from . import accounts, admin, figures, replays, system, tables
from .call import HALL
from .guard import guard
from .route import ROUTES, answering

PARTS = (system, accounts, tables, replays, figures, admin)
"""The files whose routes there are; importing one registers its routes."""


def app(hall: Hall) -> web.Application:
    """The HTTP side of the server."""
    made = web.Application(middlewares=[guard], client_max_size=MAX_FRAME)
    made[HALL] = hall
    for one in ROUTES:
        if one.method == "GET":  # and HEAD, which is the same without its body
            made.router.add_get(one.where, answering(one))
        else:
            made.router.add_route(one.method, one.where, answering(one))
    files.add_routes(made)
    return made
