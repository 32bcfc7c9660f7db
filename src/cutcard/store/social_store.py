"""The part of a store that keeps what is between people."""

from __future__ import annotations

from . import social_ops as social
from .people import Person
from .social import FriendInvite, Report
from .turns import InTurn


class SocialInTurn(InTurn):
    """`Social`, as operations done in turn."""

    async def friends(self, user: str) -> list[Person]:
        return await self._do(social.friends, user)

    async def are_friends(self, user: str, other: str) -> bool:
        return await self._do(social.are_friends, user, other)

    async def agreed_friends(self, user: str) -> list[Person]:
        return await self._do(social.agreed_friends, user)

    async def befriend(self, user: str, other: str, at: int) -> tuple[str, int]:
        return await self._do(social.befriend, user, other, at)

    async def unfriend(self, user: str, other: str) -> bool:
        return await self._do(social.unfriend, user, other)

    async def invite_friend(self, sender: str, receiver: str, at: int) -> tuple[str, int]:
        return await self._do(social.invite_friend, sender, receiver, at)

    async def answer_friend(
        self, receiver: str, invite: int, accept: bool, at: int
    ) -> Person | None:
        return await self._do(social.answer_friend, receiver, invite, accept, at)

    async def friend_invites(self, receiver: str) -> list[FriendInvite]:
        return await self._do(social.friend_invites, receiver)

    async def invites_sent(self, sender: str) -> int:
        return await self._do(social.invites_sent, sender)

    async def shun(self, user: str, other: str, kind: str, at: int) -> None:
        await self._do(social.shun, user, other, kind, at)

    async def unshun(self, user: str, other: str, kind: str) -> bool:
        return await self._do(social.unshun, user, other, kind)

    async def shunned(self, user: str) -> list[tuple[str, Person]]:
        return await self._do(social.shunned, user)

    async def shunned_by(self, user: str) -> list[tuple[str, str]]:
        return await self._do(social.shunned_by, user)

    async def add_report(self, report: Report) -> int:
        return await self._do(social.add_report, report)

    async def reports(
        self, limit: int = 100, after: int = 0, *, waiting: bool = False
    ) -> list[Report]:
        return await self._do(social.reports, limit, after, waiting)
