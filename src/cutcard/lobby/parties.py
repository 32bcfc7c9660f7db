"""Parties of two: friends who want to be partners ask each other, and then look for a match on one
ticket (docs/rules/arena.md A1, A12). A party lasts as long as both connections it was made from;
nothing of it is written down."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

from msgspec import Struct

from cutcard.store.people import Person
from cutcard.table.words import Notice, Refusal, User

from .presence import Presence
from .shuns import Shuns
from .wish import Caller

STANDS = 60_000  # ms an invitation waits for its answer
GONE = "No such invitation or party of yours stands any more"


class Party(Struct):
    """Who asked whom; a party when both have a connection to it."""

    id: int
    sender: User
    receiver: User
    expires: int
    callers: dict[str, Caller]

    @property
    def made(self) -> bool:
        return len(self.callers) == 2

    def other(self, user: User) -> User:
        return self.receiver if user.id == self.sender.id else self.sender


class Parties:
    """The parties of a house, and the invitations to them. `parted` is told of two who are a party
    no more."""

    def __init__(
        self,
        presence: Presence,
        shuns: Shuns,
        clock: Callable[[], int],
        parted: Callable[[User, User], None],
    ) -> None:
        self._all: dict[int, Party] = {}
        self._numbers = count(1)
        self._presence = presence
        self._shuns = shuns
        self._clock = clock
        self._parted = parted

    async def invite(self, user: User, caller: Caller, other: Person) -> Party:
        """Asks somebody who is here to be one's partner. One sent before is taken back."""
        if other.id == user.id:
            raise Refusal("INVALID_REQUEST", "You cannot be your own partner")
        await self._shuns.knock(user, other)
        if not self._presence.online(other.id):
            raise Refusal("NOT_ONLINE", f"{other.name} is not here")
        self._refuse_taken(user)
        for sent in [one for one in self._all.values() if one.sender.id == user.id]:
            self._end(sent, user.id)
        receiver = User(other.id, other.name, number=other.number, guest=other.guest)
        number, until = next(self._numbers), self._clock() + STANDS
        made = self._all[number] = Party(number, user, receiver, until, {user.id: caller})
        told = {"party": number, "from": user.id, "name": user.name, "inMs": STANDS}
        self._presence.tell(other.id, Notice("PARTY_INVITED", None, None, told))
        return made

    def stands(self, party: Party) -> int:
        """How many ms an invitation still waits."""
        return party.expires - self._clock()

    def accept(self, user: User, caller: Caller, number: int) -> Party:
        """The one asked agrees: they are a party."""
        party = self._all.get(number)
        if party is None or party.receiver.id != user.id or party.made or self.stands(party) <= 0:
            raise Refusal("NO_SUCH_PARTY", GONE)
        for one in (user, party.sender):
            self._refuse_taken(one)
        party.callers[user.id] = caller
        for one in (party.sender, user):
            other = party.other(one)
            told = {"party": number, "userId": other.id, "name": other.name}
            self._tell(party, one, "PARTY_MADE", told)
        return party

    def leave(self, user: User, number: int) -> None:
        """Declines an invitation, takes one back, or ends a party."""
        party = self._all.get(number)
        if party is None or user.id not in (party.sender.id, party.receiver.id):
            raise Refusal("NO_SUCH_PARTY", GONE)
        self._end(party, user.id)

    def partner(self, user: User) -> tuple[User, Caller]:
        """Who is in a user's party, and the connection they are told at."""
        party = self._of(user)
        if party is None:
            raise Refusal("NO_SUCH_PARTY", "You are in no party; invite a partner first")
        other = party.other(user)
        return other, party.callers[other.id]

    def went(self, user: User, caller: Caller) -> None:
        """A connection is gone, and with it the party it was in, and what was sent from it."""
        for party in list(self._all.values()):
            asked = party.receiver.id == user.id and not party.made
            left = asked and not self._presence.online(user.id)
            if left or party.callers.get(user.id) is caller:
                self._end(party, user.id)

    def rename(self, user: User) -> None:
        """A user is called something else from now on."""
        for party in self._all.values():
            if party.sender.id == user.id:
                party.sender = user
            if party.receiver.id == user.id:
                party.receiver = user

    def look(self) -> None:
        """Once a second: invitations whose time is up stand no more."""
        for party in list(self._all.values()):
            if not party.made and self.stands(party) <= 0:
                self._end(party, None)

    def _of(self, user: User) -> Party | None:
        """The party a user is in."""
        return next(
            (one for one in self._all.values() if one.made and user.id in one.callers), None
        )

    def _refuse_taken(self, user: User) -> None:
        if self._of(user) is not None:
            raise Refusal("ALREADY_PAIRED", f"{user.name} is in a party of two already")

    def _end(self, party: Party, by: str | None) -> None:
        del self._all[party.id]
        told = {"party": party.id} if by is None else {"party": party.id, "by": by}
        for user in (party.sender, party.receiver):
            self._tell(party, user, "PARTY_ENDED", told)
        if party.made:
            leaves = party.receiver if by == party.receiver.id else party.sender
            self._parted(leaves, party.other(leaves))

    def _tell(self, party: Party, user: User, kind: str, told: dict[str, Any]) -> None:
        """At the connection they are in the party from; who was only asked, wherever they are."""
        notice = Notice(kind, None, None, told)
        caller = party.callers.get(user.id)
        if caller is not None:
            caller.hear(notice)
        else:
            self._presence.tell(user.id, notice)
