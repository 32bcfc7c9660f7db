"""Requests about friends: who they are, who wants to be one, and to ask one to a table."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from cutcard.lobby.requests import people

from . import shapes
from .asks import carries
from .packet import Kind

MOST = 500  # of a list: so many always fit into a packet


def _nothing(payload: shapes.Nothing) -> dict[str, Any]:
    return {}


def _named(payload: shapes.Named) -> dict[str, Any]:
    return {"user": payload.username}


def _answered(payload: shapes.Answered) -> dict[str, Any]:
    return {"invite": payload.invite_id}


def _to_table(payload: shapes.InviteToTable) -> dict[str, Any]:
    return {"user": payload.friend_username, "table": payload.table_id}


def _friends(key: str) -> Callable[[people.Friends], list[dict[str, Any]]]:
    return lambda told: [{key: one.number, "username": one.name} for one in told.friends[:MOST]]


def _res(number: int) -> Callable[[Any], dict[str, Any]]:
    return lambda told: {"res": number}


def _text(ms: int) -> str:
    """A moment as ISO 8601 has it."""
    return f"{datetime.fromtimestamp(ms // 1000, UTC):%Y-%m-%dT%H:%M:%SZ}"


def _invites(told: people.Invites) -> list[dict[str, Any]]:
    return [
        {
            "invite_id": one.invite,
            "from_user_id": one.number,
            "from_username": one.name,
            "status": one.status,
            "created_at": _text(one.created_at),
        }
        for one in told.invites[:MOST]
    ]


carries(
    Kind.FRIENDS,
    "FRIENDS",
    shapes.Nothing,
    "`[{id, username}]`",
    wish=_nothing,
    said=_friends("id"),
    about="Your friends. A map in the place of the list is an ERROR.",
)
carries(
    Kind.FRIENDS_LIST,
    "FRIENDS",
    shapes.Nothing,
    "`[{user_id, username}]`",
    wish=_nothing,
    said=_friends("user_id"),
    about="The same under another name.",
)
carries(
    Kind.ADD_FRIEND,
    "FRIEND_ADD",
    shapes.Named,
    "`{res: 911}` · `{res: 912, msg}`, already friends 913",
    wish=_named,
    said=_res(911),
    fails=912,
    codes={"ALREADY_FRIENDS": 913},
)
carries(
    Kind.INVITE_FRIEND,
    "FRIEND_INVITE",
    shapes.Named,
    "`{res: 921}` · `{res: 922, msg}`, already sent 923",
    wish=_named,
    said=_res(921),
    about="Ask somebody to be your friend.",
    fails=922,
    codes={"ALREADY_SENT": 923},
)
carries(
    Kind.ACCEPT_INVITE,
    "FRIEND_ACCEPT",
    shapes.Answered,
    "`{res: 931}` · `{res: 932, msg}`",
    wish=_answered,
    said=_res(931),
    about="Be the friend of who asked.",
    fails=932,
)
carries(
    Kind.REJECT_INVITE,
    "FRIEND_REJECT",
    shapes.Answered,
    "`{res: 941}` · `{res: 942, msg}`",
    wish=_answered,
    said=_res(941),
    fails=942,
)
carries(
    Kind.INVITES,
    "FRIEND_INVITES",
    shapes.Nothing,
    "`[{invite_id, from_user_id, from_username, status, created_at}]`",
    wish=_nothing,
    said=_invites,
    about="Who wants to be your friend; `created_at` is a text like `2026-11-16T14:05:00Z`.",
)
carries(
    Kind.INVITE_TO_TABLE,
    "INVITE_TO_TABLE",
    shapes.InviteToTable,
    "`{res: 981}`, the friend gets 985 · `{res: 982, msg}`, not friends 983, already in a game 984",
    wish=_to_table,
    said=_res(981),
    about="Ask a friend to your table, who is told where they are connected.",
    fails=982,
    codes={"NOT_FRIENDS": 983, "ALREADY_PLAYING": 984},
)
