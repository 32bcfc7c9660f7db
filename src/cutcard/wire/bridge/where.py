"""Where a request is answered: at the worker that has the table it names, at the one that has the
lobby, or here. What names no table and concerns nobody else is answered where its client is
connected."""

from __future__ import annotations

from typing import Any

import msgspec

from cutcard.lobby.requests import Request as Listed
from cutcard.table.words import Refusal

from ..envelope import Codec, Request
from ..requests import OfMatch, meaning, table_of

LOBBY = frozenset(
    (
        *("LIST_TABLES", "WATCH_TABLES", "FREE_SEATS", "MY_TABLES", "STATISTICS"),
        *("QUICK_MATCH", "QUICK_MATCH_CANCEL", "QUICK_MATCH_BOTS", "QUICK_MATCH_READY"),
        *("QUICK_MATCH_DECLINE", "QUICK_MATCH_CASUAL"),
        *("PARTY_INVITE", "PARTY_ACCEPT", "PARTY_LEAVE"),
        *("CHALLENGE", "CHALLENGE_ACCEPT", "CHALLENGE_DECLINE", "CHALLENGE_CANCEL"),
        *("FRIENDS", "FRIEND_ADD", "FRIEND_INVITE", "FRIEND_INVITES", "FRIEND_ACCEPT"),
        *("FRIEND_REJECT", "FRIEND_REMOVE", "INVITE_TO_TABLE"),
    )
)
"""Requests that concern people and tables of all workers; those of events besides."""

OPENS = frozenset(("CREATE_TABLE", "CREATE_TWICE"))
"""Requests that open tables: where their asker is connected, unless that is a gateway."""

TABLES = frozenset(("JOIN_TABLE", "SPECTATE", "REPORT", "TABLE", "MOD_CLOSE_TABLE"))
"""Requests that may name a table and are not only for those who are there."""


def of_lobby(name: str) -> bool:
    """Whether the worker that has the lobby answers it."""
    return name in LOBBY or name.startswith("TOURNAMENT_")


def named(one: Listed, wish: Any) -> int | None:
    """The table that a wish names by its number."""
    if one.table is not None:
        try:
            return one.table(wish)
        except Refusal:
            return None
    if one.name in TABLES and not of_lobby(one.name):
        table: int | None = getattr(wish, "table", None)
        return table
    return None


def table_wished(codec: Codec, request: Request) -> int | None:
    """The table a message names by its number; None where it names none, or is mistaken: then
    whoever reads it refuses it."""
    _, ask, tag = meaning(request.type)
    try:
        if ask is not None:
            if ask.request.table is None and ask.request.name not in TABLES:
                return None
            wish = codec.payload(request, ask.request.shape)
            if request.match_id is not None and isinstance(wish, OfMatch):
                wish.match_id = request.match_id
            return named(ask.request, wish)
        if tag is None:
            return None
        match = request.match_id or codec.payload(request, OfMatch).match_id
        return table_of(match)
    except (msgspec.ValidationError, msgspec.DecodeError, Refusal):
        return None


def link_wished(codec: Codec, request: Request) -> str | None:
    """The private link by which a message names a table, where it does so by nothing else."""
    _, ask, _ = meaning(request.type)
    if ask is None or ask.request.name not in ("JOIN_TABLE", "SPECTATE"):
        return None
    try:
        wish = codec.payload(request, ask.request.shape)
    except (msgspec.ValidationError, msgspec.DecodeError):
        return None
    link: str | None = wish.link
    return link if wish.table is None else None
