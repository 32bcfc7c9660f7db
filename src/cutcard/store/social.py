"""What a store keeps between people: friends, invitations, who does not want to hear whom."""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct

from .people import Person

BLOCK, MUTE = "block", "mute"
SENT, ALREADY_SENT, FRIENDS, ALREADY_FRIENDS = "SENT", "ALREADY_SENT", "FRIENDS", "ALREADY_FRIENDS"


class FriendInvite(Struct, frozen=True):
    """Somebody who wants to be a friend, and is not answered yet."""

    id: int
    sender: Person
    status: str
    created: int


class Report(Struct, frozen=True, rename="camel"):
    """A complaint about somebody, with what was said, for a moderator to read."""

    id: int
    at: int
    reporter: str
    reported: str
    table: int | None
    reason: str
    said: str  # JSON: the last lines of the one reported
    chat: str = "[]"  # JSON: the last lines of all at that table
    deal: int | None = None  # the one that was under way there
    settled: int | None = None  # when a moderator was done with it,
    verdict: str = ""  # and what they came to


class Social(Protocol):
    """The part of a store that keeps what is between people. Times are epoch ms."""

    async def friends(self, user: str) -> list[Person]:
        """By name."""

    async def are_friends(self, user: str, other: str) -> bool: ...

    async def agreed_friends(self, user: str) -> list[Person]:
        """Likewise those of them of whom each wants to be the other's friend."""

    async def befriend(self, user: str, other: str, at: int) -> tuple[str, int]:
        """Makes two friends of each other at once, though only one has said so: SENT with the
        number of the invitation by which the other may agree; FRIENDS where the other had said so
        before; ALREADY_FRIENDS."""

    async def unfriend(self, user: str, other: str) -> bool:
        """They are friends no more; False where they were not."""

    async def invite_friend(self, sender: str, receiver: str, at: int) -> tuple[str, int]:
        """SENT with the invitation's number; FRIENDS where the other had asked before, so that
        they are friends now; ALREADY_SENT; ALREADY_FRIENDS."""

    async def answer_friend(
        self, receiver: str, invite: int, accept: bool, at: int
    ) -> Person | None:
        """Whose invitation was answered; None: there is no such one open."""

    async def friend_invites(self, receiver: str) -> list[FriendInvite]:
        """Those not answered yet, oldest first."""

    async def invites_sent(self, sender: str) -> int:
        """How many of theirs are not answered yet."""

    async def shun(self, user: str, other: str, kind: str, at: int) -> None:
        """A BLOCK also ends a friendship, and invitations between them."""

    async def unshun(self, user: str, other: str, kind: str) -> bool: ...

    async def shunned(self, user: str) -> list[tuple[str, Person]]:
        """Whom a user does not want to hear: kind and person."""

    async def shunned_by(self, user: str) -> list[tuple[str, str]]:
        """Who does not want to hear a user: kind and id."""

    async def add_report(self, report: Report) -> int:
        """Its number; the one it holds does not count."""

    async def reports(
        self, limit: int = 100, after: int = 0, *, waiting: bool = False
    ) -> list[Report]:
        """By number: all, or those that no moderator is done with."""
