"""Friends, and whom one does not want to hear."""

from __future__ import annotations

from msgspec import Struct

from cutcard.store import people
from cutcard.store.social import BLOCK, MUTE

from .asking import Asker, user_of
from .registry import LIST, TCP, WS, Count, Nothing, Person, TableNumber, request


class OfPerson(Struct):
    user: Person


class OfInvite(Struct):
    invite: Count


class InviteToTable(Struct):
    user: Person
    table: TableNumber


class Shown(Struct, rename="camel"):
    """Somebody, as others see them."""

    user_id: str
    name: str


class Friend(Shown, omit_defaults=True, kw_only=True):
    """A friend: here or not, and at which public table."""

    number: int
    online: bool
    table: int | None = None


class Friends(Struct):
    friends: list[Friend]


class Invited(Struct, omit_defaults=True, kw_only=True):
    """The invitation that waits now; or `friends`: there was one the other way."""

    invite: int | None = None
    friends: bool


class Invite(Struct, rename="camel"):
    """Somebody who wants to be a friend."""

    invite: int
    sender: str
    name: str
    created_at: int
    number: int
    status: str


class Invites(Struct):
    invites: list[Invite]


class Shunned(Struct):
    muted: list[Shown]
    blocked: list[Shown]


def _shown(person: people.Person) -> Shown:
    return Shown(person.id, person.name)


@request("FRIENDS", WS, TCP, cost=LIST)
async def friends(asker: Asker, wish: Nothing) -> Friends:
    """Your friends: who is here, and at which public table. PRESENCE {userId, name, online, table?}
    tells you when one comes or goes, sits down at a public table or leaves it. Of a friend who was
    added and has not agreed yet neither is told."""
    lobby, user = asker.hall.lobby, user_of(asker)
    agreed = {one.id for one in await lobby.friends.agreed(user)}
    found = []
    for one in await lobby.friends.friends(user):
        online = one.id in agreed and lobby.presence.online(one.id)
        table = lobby.friends.seat_of(one.id) if online else None
        found.append(Friend(one.id, one.name, number=one.number, online=online, table=table))
    return Friends(found)


@request("FRIEND_ADD", TCP, refuses=("ALREADY_FRIENDS", "BLOCKED", "NO_SUCH_PLAYER"))
async def friend_add(asker: Asker, wish: OfPerson) -> Shown:
    """Be friends at once, unless the other has blocked you. They are asked all the same (they are
    told FRIEND_INVITED), and neither learns whether the other is here until they agree."""
    return _shown(await asker.hall.lobby.friends.add(user_of(asker), wish.user))


@request("FRIEND_INVITE", WS, TCP)
async def friend_invite(asker: Asker, wish: OfPerson) -> Invited:
    """Ask somebody to be your friend; they are told FRIEND_INVITED {invite, from, name}. Where they
    had asked you, you are friends at once."""
    invite = await asker.hall.lobby.friends.invite(user_of(asker), wish.user)
    return Invited(invite=invite or None, friends=not invite)


@request("FRIEND_INVITES", WS, TCP, cost=LIST)
async def friend_invites(asker: Asker, wish: Nothing) -> Invites:
    """Who wants to be your friend."""
    found = await asker.hall.lobby.friends.invites(user_of(asker))
    return Invites(
        [
            Invite(
                one.id, one.sender.id, one.sender.name, one.created, one.sender.number, one.status
            )
            for one in found
        ]
    )


@request("FRIEND_ACCEPT", WS, TCP)
async def friend_accept(asker: Asker, wish: OfInvite) -> Shown:
    """Accept an invitation; its sender is told FRIEND_ACCEPTED {userId, name}."""
    return _shown(await asker.hall.lobby.friends.accept(user_of(asker), wish.invite))


@request("FRIEND_REJECT", WS, TCP)
async def friend_reject(asker: Asker, wish: OfInvite) -> Nothing:
    """Refuse an invitation; nobody is told."""
    await asker.hall.lobby.friends.reject(user_of(asker), wish.invite)
    return Nothing()


@request("FRIEND_REMOVE", WS)
async def friend_remove(asker: Asker, wish: OfPerson) -> Nothing:
    """Be friends no more, on both sides."""
    await asker.hall.lobby.friends.remove(user_of(asker), wish.user)
    return Nothing()


@request("INVITE_TO_TABLE", WS, TCP)
async def invite_to_table(asker: Asker, wish: InviteToTable) -> Nothing:
    """Ask a friend who is here to your table; they are told TABLE_INVITED {from, name, table,
    tableName, game, link?}."""
    await asker.hall.lobby.friends.invite_to_table(user_of(asker), wish.user, wish.table)
    return Nothing()


async def _shun(asker: Asker, wish: OfPerson, kind: str) -> Nothing:
    lobby = asker.hall.lobby
    await lobby.shuns.shun(user_of(asker), await lobby.friends.find(wish.user), kind)
    return Nothing()


async def _unshun(asker: Asker, wish: OfPerson, kind: str) -> Nothing:
    lobby = asker.hall.lobby
    await lobby.shuns.unshun(user_of(asker), await lobby.friends.find(wish.user), kind)
    return Nothing()


@request("MUTE", WS)
async def mute(asker: Asker, wish: OfPerson) -> Nothing:
    """Do not hear somebody's chat any more; they are not told."""
    return await _shun(asker, wish, MUTE)


@request("UNMUTE", WS)
async def unmute(asker: Asker, wish: OfPerson) -> Nothing:
    """Hear them again."""
    return await _unshun(asker, wish, MUTE)


@request("BLOCK", WS)
async def block(asker: Asker, wish: OfPerson) -> Nothing:
    """Neither chat nor invitations nor challenges of somebody reach you any more, quick match does
    not bring you together, and you are friends no more."""
    return await _shun(asker, wish, BLOCK)


@request("UNBLOCK", WS)
async def unblock(asker: Asker, wish: OfPerson) -> Nothing:
    """Let them reach you again."""
    return await _unshun(asker, wish, BLOCK)


@request("SHUNNED", WS, cost=LIST)
async def shunned(asker: Asker, wish: Nothing) -> Shunned:
    """Whom you have muted and blocked."""
    shuns, user = asker.hall.lobby.shuns, user_of(asker)
    muted, blocked = await shuns.of(user, MUTE), await shuns.of(user, BLOCK)
    return Shunned([_shown(one) for one in muted], [_shown(one) for one in blocked])
