"""Friends, and whom one does not want to hear."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from cutcard.store import people
from cutcard.store.social import BLOCK, MUTE

from ..envelope import Count, Request
from .registry import Answer, Nothing, TableNumber, asks
from .tables import Person

if TYPE_CHECKING:
    from ..visit import Visit


class OfPerson(Struct):
    user: Person


class OfInvite(Struct):
    invite: Count


class InviteToTable(Struct):
    user: Person
    table: TableNumber


def _shown(person: people.Person) -> dict[str, Any]:
    return {"userId": person.id, "name": person.name}


@asks("FRIENDS", Nothing, "FRIENDS_ACK {friends: [{userId, name, online, table?}]}")
async def friends(visit: Visit, payload: Nothing, request: Request) -> Answer:
    """Your friends: who is here, and at which public table. PRESENCE {userId, name, online, table?}
    tells you when one comes or goes, sits down at a public table or leaves it."""
    lobby = visit.hall.lobby
    found = await lobby.friends.friends(visit.user_or_refuse())
    seen = [lobby.friends.seen(one, lobby.presence.online(one.id)) for one in found]
    return Answer("FRIENDS_ACK", {"friends": seen})


@asks("FRIEND_INVITE", OfPerson, "FRIEND_INVITE_ACK {invite?, friends}")
async def friend_invite(visit: Visit, payload: OfPerson, request: Request) -> Answer:
    """Ask somebody to be your friend; he is told FRIEND_INVITED {invite, from, name}. Where he had
    asked you, you are friends at once."""
    invite = await visit.hall.lobby.friends.invite(visit.user_or_refuse(), payload.user)
    told: dict[str, Any] = {"invite": invite, "friends": False} if invite else {"friends": True}
    return Answer("FRIEND_INVITE_ACK", told)


@asks("FRIEND_INVITES", Nothing, "FRIEND_INVITES_ACK {invites: [{invite, from, name, createdAt}]}")
async def friend_invites(visit: Visit, payload: Nothing, request: Request) -> Answer:
    """Who wants to be your friend."""
    found = await visit.hall.lobby.friends.invites(visit.user_or_refuse())
    shown = [
        {
            "invite": one.id,
            "from": one.sender.id,
            "name": one.sender.name,
            "createdAt": one.created,
        }
        for one in found
    ]
    return Answer("FRIEND_INVITES_ACK", {"invites": shown})


@asks("FRIEND_ACCEPT", OfInvite, "FRIEND_ACCEPT_ACK {userId, name}")
async def friend_accept(visit: Visit, payload: OfInvite, request: Request) -> Answer:
    """Accept an invitation; its sender is told FRIEND_ACCEPTED {userId, name}."""
    sender = await visit.hall.lobby.friends.accept(visit.user_or_refuse(), payload.invite)
    return Answer("FRIEND_ACCEPT_ACK", _shown(sender))


@asks("FRIEND_REJECT", OfInvite, "FRIEND_REJECT_ACK")
async def friend_reject(visit: Visit, payload: OfInvite, request: Request) -> Answer:
    """Refuse an invitation; nobody is told."""
    await visit.hall.lobby.friends.reject(visit.user_or_refuse(), payload.invite)
    return Answer("FRIEND_REJECT_ACK", {})


@asks("FRIEND_REMOVE", OfPerson, "FRIEND_REMOVE_ACK")
async def friend_remove(visit: Visit, payload: OfPerson, request: Request) -> Answer:
    """Be friends no more, on both sides."""
    await visit.hall.lobby.friends.remove(visit.user_or_refuse(), payload.user)
    return Answer("FRIEND_REMOVE_ACK", {})


@asks("INVITE_TO_TABLE", InviteToTable, "INVITE_TO_TABLE_ACK")
async def invite_to_table(visit: Visit, payload: InviteToTable, request: Request) -> Answer:
    """Ask a friend who is here to your table; he is told TABLE_INVITED {from, name, table,
    tableName, game, link?}."""
    friends = visit.hall.lobby.friends
    await friends.invite_to_table(visit.user_or_refuse(), payload.user, payload.table)
    return Answer("INVITE_TO_TABLE_ACK", {})


async def _shun(visit: Visit, who: str, kind: str) -> None:
    lobby = visit.hall.lobby
    await lobby.shuns.shun(visit.user_or_refuse(), await lobby.friends.find(who), kind)


async def _unshun(visit: Visit, who: str, kind: str) -> None:
    lobby = visit.hall.lobby
    await lobby.shuns.unshun(visit.user_or_refuse(), await lobby.friends.find(who), kind)


@asks("MUTE", OfPerson, "MUTE_ACK")
async def mute(visit: Visit, payload: OfPerson, request: Request) -> Answer:
    """Do not hear somebody's chat any more; he is not told."""
    await _shun(visit, payload.user, MUTE)
    return Answer("MUTE_ACK", {})


@asks("UNMUTE", OfPerson, "UNMUTE_ACK")
async def unmute(visit: Visit, payload: OfPerson, request: Request) -> Answer:
    """Hear him again."""
    await _unshun(visit, payload.user, MUTE)
    return Answer("UNMUTE_ACK", {})


@asks("BLOCK", OfPerson, "BLOCK_ACK")
async def block(visit: Visit, payload: OfPerson, request: Request) -> Answer:
    """Neither chat nor invitations nor challenges of somebody reach you any more, quick match does
    not bring you together, and you are friends no more."""
    await _shun(visit, payload.user, BLOCK)
    return Answer("BLOCK_ACK", {})


@asks("UNBLOCK", OfPerson, "UNBLOCK_ACK")
async def unblock(visit: Visit, payload: OfPerson, request: Request) -> Answer:
    """Let them reach you again."""
    await _unshun(visit, payload.user, BLOCK)
    return Answer("UNBLOCK_ACK", {})


@asks("SHUNNED", Nothing, "SHUNNED_ACK {muted: [{userId, name}], blocked: [{userId, name}]}")
async def shunned(visit: Visit, payload: Nothing, request: Request) -> Answer:
    """Whom you have muted and blocked."""
    shuns, user = visit.hall.lobby.shuns, visit.user_or_refuse()
    muted, blocked = await shuns.of(user, MUTE), await shuns.of(user, BLOCK)
    told = {"muted": [_shown(one) for one in muted], "blocked": [_shown(one) for one in blocked]}
    return Answer("SHUNNED_ACK", told)
