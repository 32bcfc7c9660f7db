"""Requests about friends: who they are, who wants to be one, and to ask one to a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import shapes
from .asks import asks
from .packet import Kind

if TYPE_CHECKING:
    from .caller import Caller

MOST = 500  # of a list: so many always fit into a packet


@asks(Kind.FRIENDS, shapes.Nothing, "`[{id, username}]`")
async def friends(caller: Caller, wish: shapes.Nothing) -> list[dict[str, Any]]:
    """Your friends. A map in the place of the list is an ERROR."""
    found = await caller.desk.hall.lobby.friends.friends(caller.must())
    return [{"id": one.number, "username": one.name} for one in found[:MOST]]


@asks(Kind.FRIENDS_LIST, shapes.Nothing, "`[{user_id, username}]`")
async def friends_list(caller: Caller, wish: shapes.Nothing) -> list[dict[str, Any]]:
    """The same under another name."""
    found = await caller.desk.hall.lobby.friends.friends(caller.must())
    return [{"user_id": one.number, "username": one.name} for one in found[:MOST]]


@asks(
    Kind.ADD_FRIEND,
    shapes.Named,
    "`{res: 911}` · 912, already friends 913",
    fails=912,
    codes={"ALREADY_FRIENDS": 913},
)
async def add(caller: Caller, wish: shapes.Named) -> dict[str, Any]:
    """Be friends at once, unless the other has blocked you."""
    await caller.desk.hall.lobby.friends.add(caller.must(), wish.username)
    return {"res": 911}


@asks(
    Kind.INVITE_FRIEND,
    shapes.Named,
    "`{res: 921}` · 922, already sent 923",
    fails=922,
    codes={"ALREADY_SENT": 923},
)
async def invite(caller: Caller, wish: shapes.Named) -> dict[str, Any]:
    """Ask somebody to be your friend."""
    await caller.desk.hall.lobby.friends.invite(caller.must(), wish.username)
    return {"res": 921}


@asks(Kind.ACCEPT_INVITE, shapes.Answered, "`{res: 931}` · 932", fails=932)
async def accept(caller: Caller, wish: shapes.Answered) -> dict[str, Any]:
    """Be the friend of who asked."""
    await caller.desk.hall.lobby.friends.accept(caller.must(), wish.invite_id)
    return {"res": 931}


@asks(Kind.REJECT_INVITE, shapes.Answered, "`{res: 941}` · 942", fails=942)
async def reject(caller: Caller, wish: shapes.Answered) -> dict[str, Any]:
    """Do not."""
    await caller.desk.hall.lobby.friends.reject(caller.must(), wish.invite_id)
    return {"res": 941}


@asks(
    Kind.INVITES,
    shapes.Nothing,
    "`[{invite_id, from_user_id, from_username, status, created_at}]`",
)
async def invites(caller: Caller, wish: shapes.Nothing) -> list[dict[str, Any]]:
    """Who wants to be your friend; `created_at` is epoch ms."""
    found = await caller.desk.hall.lobby.friends.invites(caller.must())
    return [
        {
            "invite_id": one.id,
            "from_user_id": one.sender.number,
            "from_username": one.sender.name,
            "status": one.status,
            "created_at": one.created,
        }
        for one in found[:MOST]
    ]


@asks(
    Kind.INVITE_TO_TABLE,
    shapes.InviteToTable,
    "`{res: 981}`, the friend gets 985 · 982, not friends 983, already in a game 984",
    fails=982,
    codes={"NOT_FRIENDS": 983, "ALREADY_PLAYING": 984},
)
async def invite_to_table(caller: Caller, wish: shapes.InviteToTable) -> dict[str, Any]:
    """Ask a friend to your table; he is told where he is connected."""
    friends = caller.desk.hall.lobby.friends
    await friends.invite_to_table(caller.must(), wish.friend_username, wish.table_id)
    return {"res": 981}
