"""Challenges from the asking to the seat: people are told, and a private table is opened for those
who agree. Which challenges stand is `challenge`'s to say."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import json

from cutcard.store.people import Person
from cutcard.table.house import House
from cutcard.table.words import Notice, Refusal, User

from .challenge import Challenge, Challenges
from .hosting import Hosting, one_of
from .presence import Presence
from .shuns import Shuns
from .wish import Caller, bring, wish_of


class Gauntlet:
    """The challenges of a house."""

    def __init__(
        self,
        house: House,
        presence: Presence,
        shuns: Shuns,
        clock: Callable[[], int],
        hosting: Hosting,
    ) -> None:
        self._hosting = hosting
        self._challenges = Challenges()
        self._senders: dict[int, Caller] = {}
        self._house = house
        self._presence = presence
        self._shuns = shuns
        self._clock = clock

    async def send(  # noqa: PLR0917 - who, from where, whom, what
        self,
        user: User,
        caller: Caller,
        other: Person,
        game: str,
        options: Mapping[str, Any] | None,
        seats: int | None,
        *,
        ranked: bool = False,
    ) -> Challenge:
        """Asks somebody who is here for a match."""
        self._hosting.refuse_more(user.id)
        wish = await wish_of(self._house, game, options, seats, ranked)
        await self._shuns.knock(user, other)
        if not self._presence.online(other.id):
            raise Refusal("NOT_ONLINE", f"{other.name} is not here")
        receiver = User(other.id, other.name, number=other.number, guest=other.guest)
        known = json.decode(wish.options)
        made = self._challenges.send(
            user, receiver, game, known, wish.seats, self._clock(), ranked=ranked
        )
        self._senders[made.id] = caller
        told = {"challenge": made.id, "from": user.id, "name": user.name, "game": game}
        told |= {"options": known, "seats": wish.seats, "inMs": self.stands(made)}
        if ranked:
            told["ranked"] = True
        self._presence.tell(other.id, Notice("CHALLENGED", None, None, told))
        return made

    async def accept(self, user: User, number: int) -> tuple[int, int]:
        """The one challenged takes it up: a private table, both on their seats; table and seat."""
        self._hosting.refuse_more(user.id)
        challenge = self._challenges.answer(number, user, self._clock())
        caller = self._senders.pop(number)
        both = [challenge.sender.id, user.id]
        try:
            opening = self._house.open(
                challenge.game,
                challenge.options,
                challenge.seats,
                host=challenge.sender,
                private=True,
                sit=[challenge.sender, user],
                ranked=challenge.ranked,
            )
            (info,) = await self._hosting.opened(both, None, 1, one_of(opening))
        except Refusal:
            self._end(challenge, "CHALLENGE_CANCELLED")
            raise
        told = {"challenge": number, "table": info.table, "seat": 0, "info": info}
        caller.hear(Notice("CHALLENGE_ACCEPTED", info.table, info.match, told))
        bring(caller, info.table)
        return info.table, 1

    def stands(self, challenge: Challenge) -> int:
        """How many ms a challenge still stands."""
        return challenge.expires - self._clock()

    def decline(self, user: User, number: int) -> None:
        """The one challenged does not want to."""
        self._end(self._challenges.answer(number, user, self._clock()), "CHALLENGE_DECLINED")

    def take_back(self, user: User, number: int) -> None:
        """The sender thinks better of it."""
        self._end(self._challenges.cancel(number, user), "CHALLENGE_CANCELLED")

    def went(self, user: User) -> None:
        """A user is gone with their last connection: nothing they sent or were sent stands."""
        for gone in self._challenges.gone(user.id):
            self._end(gone, "CHALLENGE_CANCELLED")

    def rename(self, user: User) -> None:
        """A user is called something else from now on."""
        self._challenges.rename(user)

    def look(self) -> None:
        """Once a second: those whose time is up stand no more."""
        for challenge in self._challenges.expire(self._clock()):
            self._end(challenge, "CHALLENGE_EXPIRED")

    def _end(self, challenge: Challenge, kind: str) -> None:
        self._senders.pop(challenge.id, None)
        notice = Notice(kind, None, None, {"challenge": challenge.id})
        for user in (challenge.sender, challenge.receiver):
            self._presence.tell(user.id, notice)
