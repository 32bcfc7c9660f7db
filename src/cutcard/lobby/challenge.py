"""Challenges: one player asks another for a match, and it stands for a minute. Reads no clock and
opens no table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import count
from typing import Any

from msgspec import Struct, structs

from cutcard.table.words import Refusal, User

STANDS = 60_000  # ms
MOST = 5  # open challenges of one player


class Challenge(Struct, frozen=True):
    """Who asks whom for what, until when."""

    id: int
    sender: User
    receiver: User
    game: str
    options: Mapping[str, Any]
    seats: int | None
    expires: int
    ranked: bool = False


Which = Callable[[Challenge], bool]


class Challenges:
    """Those that stand. An answer ends one, and only the right person may give it."""

    def __init__(self) -> None:
        self._open: dict[int, Challenge] = {}
        self._numbers = count(1)

    def __len__(self) -> int:
        return len(self._open)

    def send(  # noqa: PLR0917 - who, whom, what, when
        self,
        sender: User,
        receiver: User,
        game: str,
        options: Mapping[str, Any],
        seats: int | None,
        now: int,
        *,
        ranked: bool = False,
    ) -> Challenge:
        """A new challenge."""
        if sender.id == receiver.id:
            raise Refusal("INVALID_REQUEST", "You cannot challenge yourself")
        mine = [one for one in self._open.values() if one.sender.id == sender.id]
        if any(one.receiver.id == receiver.id for one in mine):
            raise Refusal("ALREADY_SENT", f"You have challenged {receiver.name} already")
        if len(mine) >= MOST:
            raise Refusal("RATE_LIMITED", f"You have {MOST} challenges open; wait for an answer")
        number, until = next(self._numbers), now + STANDS
        made = Challenge(number, sender, receiver, game, options, seats, until, ranked)
        self._open[made.id] = made
        return made

    def answer(self, number: int, user: User, now: int) -> Challenge:
        """The receiver accepts or declines: it no longer stands."""
        found = self._open.get(number)
        if found is None or found.receiver.id != user.id or now >= found.expires:
            raise Refusal("NO_SUCH_CHALLENGE", "No such challenge to you stands any more")
        return self._open.pop(number)

    def cancel(self, number: int, user: User) -> Challenge:
        """The sender takes it back."""
        found = self._open.get(number)
        if found is None or found.sender.id != user.id:
            raise Refusal("NO_SUCH_CHALLENGE", "No such challenge of yours stands any more")
        return self._open.pop(number)

    def gone(self, user: str) -> list[Challenge]:
        """A user is gone: what they sent and were sent stands no more."""
        return self._drop(lambda one: user in (one.sender.id, one.receiver.id))

    def rename(self, user: User) -> None:
        """A user, who may have sent some or been sent some, is called something else."""
        for number, one in self._open.items():
            sender = user if one.sender == user else one.sender
            receiver = user if one.receiver == user else one.receiver
            self._open[number] = structs.replace(one, sender=sender, receiver=receiver)

    def expire(self, now: int) -> list[Challenge]:
        """Those whose time is up."""
        return self._drop(lambda one: now >= one.expires)

    def _drop(self, which: Which) -> list[Challenge]:
        dropped = [one for one in self._open.values() if which(one)]
        for one in dropped:
            del self._open[one.id]
        return dropped
