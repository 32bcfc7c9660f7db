"""Tables and games over HTTP: what there is, open one, sit down. Playing is done on `/ws`."""

from __future__ import annotations

from functools import partial

from .route import carries

_carries = partial(carries, part="tables")

_carries("GET", "/api/games", "list_games", "GAMES")
_carries("GET", "/api/tables", "list_tables", "LIST_TABLES")
_carries(
    "GET",
    "/api/me/tables",
    "my_tables",
    "MY_TABLES",
    about="The tables at which one sits, private ones too.",
)
_carries("GET", "/api/tables/{table}", "show_table", "TABLE", signed="may")
_carries(
    "POST",
    "/api/tables",
    "open_table",
    "CREATE_TABLE",
    status=201,
    about="Open a table and sit down at it. `bots` names a bot for each seat that one shall play; "
    "`sit: false` only opens it.",
)
_carries(
    "POST",
    "/api/tables/{table}/join",
    "join_table",
    "JOIN_TABLE",
    about="Take a seat, this one or the first free one. Whoever sits there already is welcomed "
    "back. `link` is needed at a private table.",
)
