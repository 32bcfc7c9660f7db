"""Friends: asked for, accepted, seen coming, sitting down and going, asked to one's table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cutcard.store.people import Person
from cutcard.store.protocol import PLAYING, Store
from cutcard.store.social import ALREADY_FRIENDS, ALREADY_SENT, FRIENDS, FriendInvite
from cutcard.table.words import Notice, Refusal, User

from .finding import by_name
from .presence import Presence
from .rooms import Rooms
from .shuns import Shuns

MOST_INVITES = 50  # of one user that are not answered
MOST_WAITING = 200  # for one user's answer: strangers may ask as many times as there are of them
MOST_FRIENDS = 500


class Friends:
    """Who is whose friend. Both dialects ask here; a friend is named by username or id."""

    def __init__(
        self,
        store: Store,
        rooms: Rooms,
        presence: Presence,
        shuns: Shuns,
        wall: Callable[[], int],
    ) -> None:
        self._store = store
        self._rooms = rooms
        self._presence = presence
        self._shuns = shuns
        self._wall = wall

    async def find(self, who: str) -> Person:
        """The person with this id, or the account of this name."""
        person = await self._store.person(who) or await by_name(self._store, who)
        if person is None:
            raise Refusal("NO_SUCH_PLAYER", "There is no such player")
        return person

    async def friends(self, user: User) -> list[Person]:
        return await self._store.friends(user.id)

    async def agreed(self, user: User) -> list[Person]:
        """Those of them who want it too: only they are told who is here."""
        return await self._store.agreed_friends(user.id)

    async def add(self, user: User, who: str) -> Person:
        """Friends at once, as the TCP protocol has it. The other is asked all the same: until they
        agree, neither learns whether the other is here."""
        other = await self._other(user, who)
        kind, number = await self._store.befriend(user.id, other.id, self._wall())
        if kind == ALREADY_FRIENDS:
            raise Refusal("ALREADY_FRIENDS", f"You and {other.name} are friends already")
        if kind == FRIENDS:
            self._accepted(user, other.id)
        else:
            await self._invited(user, other.id, number)
        return other

    async def invite(self, user: User, who: str) -> int:
        """Asks somebody to be a friend; the invitation's number, 0 where that one had asked
        before, so that they are friends now."""
        other = await self._other(user, who)
        if await self._store.invites_sent(user.id) >= MOST_INVITES:
            raise Refusal("RATE_LIMITED", f"{MOST_INVITES} invitations of yours wait for an answer")
        kind, number = await self._store.invite_friend(user.id, other.id, self._wall())
        if kind == ALREADY_FRIENDS:
            raise Refusal("ALREADY_FRIENDS", f"You and {other.name} are friends already")
        if kind == ALREADY_SENT:
            raise Refusal("ALREADY_SENT", f"{other.name} has not answered your last invitation")
        if kind == FRIENDS:
            self._accepted(user, other.id)
            return 0
        await self._invited(user, other.id, number)
        return number

    async def invites(self, user: User) -> list[FriendInvite]:
        """Who wants to be a friend."""
        return await self._store.friend_invites(user.id)

    async def accept(self, user: User, invite: int) -> Person:
        await self._refuse_many(user, 0)
        sender = await self._answer(user, invite, accept=True)
        self._accepted(user, sender.id)
        return sender

    async def reject(self, user: User, invite: int) -> Person:
        return await self._answer(user, invite, accept=False)

    async def remove(self, user: User, who: str) -> None:
        other = await self.find(who)
        if not await self._store.unfriend(user.id, other.id):
            raise Refusal("NOT_FRIENDS", f"You and {other.name} are not friends")

    async def invite_to_table(self, user: User, who: str, table: int) -> None:
        """Asks a friend to a table one sits at or has opened; the friend is told its link."""
        other = await self.find(who)
        await self._shuns.knock(user, other)
        if not await self._store.are_friends(user.id, other.id):
            raise Refusal("NOT_FRIENDS", f"You and {other.name} are not friends")
        self._rooms.must_know(table, user)
        info = self._rooms.info(table)
        if info.host != user.id and user not in self._rooms.people(table):
            raise Refusal("INVALID_PLAYER", "You are not at this table")
        agreed = other.id in {one.id for one in await self.agreed(user)}
        tables = [self._rooms.info(one) for one in self._rooms.tables_of(other.id)]
        seen = [one for one in tables if agreed or not one.private or one.table == table]
        if any(one.status == PLAYING for one in seen):  # who sits at public tables is no secret
            raise Refusal("ALREADY_PLAYING", f"{other.name} is playing")
        told: dict[str, Any] = {
            "from": user.id,
            "name": user.name,
            "table": table,
            "tableName": info.name,
            "game": info.game,
        }
        link = self._rooms.link(table, user)
        if link is not None:
            told["link"] = link
        here = self._presence.tell(other.id, Notice("TABLE_INVITED", table, info.match, told))
        if agreed and not here:  # who has not agreed is here or not: nobody is told
            raise Refusal("NOT_ONLINE", f"{other.name} is not here")

    def seen(self, person: Person | User, online: bool) -> dict[str, Any]:
        """A friend as shown in the list: here or not, and at which public table."""
        shown: dict[str, Any] = {"userId": person.id, "name": person.name, "online": online}
        table = self.seat_of(person.id) if online else None
        return shown if table is None else {**shown, "table": table}

    def seat_of(self, user: str) -> int | None:
        """The public table somebody sits at; of several, the newest."""
        tables = [self._rooms.info(one) for one in self._rooms.tables_of(user)]
        return max((info.table for info in tables if not info.private), default=None)

    async def tell(self, user: User) -> None:
        """A user's friends who are here hear whether the user is, where they sit, their name."""
        friends = [one for one in await self.agreed(user) if self._presence.online(one.id)]
        if friends:
            here = self._presence.user(user.id)  # by now
            shown = self.seen(here or user, here is not None)
            for friend in friends:
                self._presence.tell(friend.id, Notice("PRESENCE", None, None, shown))

    async def _other(self, user: User, who: str) -> Person:
        other = await self.find(who)
        if other.id == user.id:
            raise Refusal("INVALID_REQUEST", "That is yourself")
        await self._shuns.knock(user, other)
        await self._refuse_many(user, await self._store.invites_sent(user.id))
        return other

    async def _refuse_many(self, user: User, asked: int) -> None:
        """RATE_LIMITED where a user has enough friends, with those they asked. Whom strangers have
        made their friend by a packet is theirs to count: nobody fills another's list."""
        if len(await self.agreed(user)) + asked >= MOST_FRIENDS:
            raise Refusal("RATE_LIMITED", f"You have {MOST_FRIENDS} friends already")

    async def _answer(self, user: User, invite: int, *, accept: bool) -> Person:
        sender = await self._store.answer_friend(user.id, invite, accept, self._wall())
        if sender is None:
            raise Refusal("NO_SUCH_INVITE", "No such invitation waits for your answer")
        return sender

    async def _invited(self, user: User, other: str, number: int) -> None:
        """They are told; where more wait than a list shows, the oldest is refused."""
        for one in (await self._store.friend_invites(other))[:-MOST_WAITING]:
            await self._store.answer_friend(other, one.id, False, self._wall())
        told = {"invite": number, "from": user.id, "name": user.name}
        self._presence.tell(other, Notice("FRIEND_INVITED", None, None, told))

    def _accepted(self, user: User, other: str) -> None:
        told = {"userId": user.id, "name": user.name}
        self._presence.tell(other, Notice("FRIEND_ACCEPTED", None, None, told))
