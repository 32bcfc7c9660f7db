"""The host finds people a table: quick matches and challenges, from the wish to the seat.

Who fits whom is `quick`'s to say, which challenges stand `challenge`'s; here tables are opened for
them and people are told. Nothing here is written down: after a restart people wish again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, Protocol

from msgspec import json

from cutcard.arena.elo import START
from cutcard.games import UnknownGame
from cutcard.store.people import Person
from cutcard.table.house import House
from cutcard.table.patch import full
from cutcard.table.vocabulary import vocabulary
from cutcard.table.words import Notice, Refusal, User, Word

from .challenge import Challenge, Challenges
from .presence import Presence
from .quick import Quick, Seeker, Wish
from .shuns import Shuns

log = logging.getLogger("cutcard.lobby")

TELL_EVERY = 5_000  # ms between two words to who waits
NOBODY = User("", "")  # a table found by the house has no host


class Caller(Protocol):
    """A connection that can be told something, and brought to a table."""

    def hear(self, word: Word) -> None: ...

    def attach(self, table: int) -> None: ...


class Host:
    """Quick matches and challenges of a house."""

    def __init__(
        self, house: House, presence: Presence, shuns: Shuns, clock: Callable[[], int]
    ) -> None:
        self.quick = Quick()
        self.challenges = Challenges()
        self._house = house
        self._presence = presence
        self._shuns = shuns
        self._clock = clock
        self._callers: dict[str, Caller] = {}  # of those who wait
        self._senders: dict[int, Caller] = {}  # of challenges
        self._told: dict[str, int] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    # Quick match

    async def seek(
        self,
        user: User,
        caller: Caller,
        game: str,
        options: Mapping[str, Any] | None,
        seats: int | None,
    ) -> Seeker | None:
        """Somebody wants to play; None where a table with a free seat was found at once."""
        wish = wish_of(game, options, seats)
        if self.quick.of(user.id) is not None:
            raise Refusal("ALREADY_WAITING", "You are looking for a match already")
        standings = await self._house.store.standings(game, [user.id])
        rating = standings[user.id].rating if user.id in standings else START
        avoids = await self._shuns.avoided_by(user)
        if wish.need < wish.seats and await self._sit_down(user, caller, wish, avoids):
            return None
        now = self._clock()
        seeker = Seeker(user, wish, rating, now, avoids)
        self.quick.seek(seeker)
        self._callers[user.id] = caller
        self._told[user.id] = now
        asyncio.get_running_loop().call_soon(self.look)  # after the answer to this
        return seeker

    def cancel(self, user: User) -> None:
        """He wants no more."""
        if self._forget(user.id) is None:
            raise Refusal("NOT_WAITING", "You are not looking for a match")

    async def with_bots(self, user: User) -> None:
        """He takes bots in the place of those who did not come."""
        seeker = self._forget(user.id, keep_caller=True)
        if seeker is None:
            raise Refusal("NOT_WAITING", "You are not looking for a match")
        caller = self._callers.pop(user.id)
        await self._open(seeker.wish, [(user, caller)], fill=True)

    def went(self, user: User, caller: Caller) -> None:
        """A connection is gone, and with it the search that was made from it."""
        if self._callers.get(user.id) is caller:
            self._forget(user.id)
        if not self._presence.online(user.id):
            for gone in self.challenges.gone(user.id):
                self._end(gone, "CHALLENGE_CANCELLED")

    def look(self) -> None:
        """Brings together whoever fits by now. Once a second, and when somebody comes."""
        now = self._clock()
        for group in self.quick.match(now):
            people = [(one.user, self._callers.pop(one.user.id)) for one in group]
            for user, _ in people:
                self._told.pop(user.id, None)
            self._start(self._open(group[0].wish, people))
        for seeker in self.quick.offer_bots(now):
            self._say(seeker, "QUICK_MATCH_BOTS_OFFERED", {"game": seeker.wish.game})
        for seeker in self.quick:
            if now - self._told[seeker.user.id] >= TELL_EVERY:
                self._told[seeker.user.id] = now
                self._say(seeker, "QUICK_MATCH_WAITING", self.waiting(seeker))
        for challenge in self.challenges.expire(now):
            self._end(challenge, "CHALLENGE_EXPIRED")

    def waiting(self, seeker: Seeker) -> dict[str, Any]:
        """How somebody's search stands."""
        now = self._clock()
        return {
            "game": seeker.wish.game,
            "waitedMs": now - seeker.since,
            "window": int(seeker.window(now)),
            "rating": int(seeker.rating + 0.5),
            "others": self.quick.others(seeker),
        }

    # Challenges

    async def challenge(  # noqa: PLR0917 - who, from where, whom, what
        self,
        user: User,
        caller: Caller,
        other: Person,
        game: str,
        options: Mapping[str, Any] | None,
        seats: int | None,
    ) -> Challenge:
        """Asks somebody who is here for a match."""
        wish = wish_of(game, options, seats)
        await self._shuns.knock(user, other)
        if not self._presence.online(other.id):
            raise Refusal("NOT_ONLINE", f"{other.name} is not here")
        receiver = User(other.id, other.name, number=other.number, guest=other.guest)
        known = json.decode(wish.options)
        made = self.challenges.send(user, receiver, game, known, wish.seats, self._clock())
        self._senders[made.id] = caller
        told = {"challenge": made.id, "from": user.id, "name": user.name, "game": game}
        told |= {"options": known, "seats": wish.seats, "inMs": self.stands(made)}
        self._presence.tell(other.id, Notice("CHALLENGED", None, None, told))
        return made

    async def accept(self, user: User, number: int) -> tuple[int, int]:
        """He takes it up: a private table, both on their seats; his table and seat."""
        challenge = self.challenges.answer(number, user, self._clock())
        caller = self._senders.pop(number)
        house = self._house
        info = await house.open(
            challenge.game, challenge.options, challenge.seats, host=challenge.sender, private=True
        )
        link = house.link(info.table, challenge.sender)
        first = await house.sit(info.table, challenge.sender)
        seat = await house.sit(info.table, user, link=link)
        info = house.info(info.table)
        told = {"challenge": number, "table": info.table, "seat": first, "info": info}
        caller.hear(Notice("CHALLENGE_ACCEPTED", info.table, info.match, told))
        self._bring(caller, info.table)
        return info.table, seat

    def stands(self, challenge: Challenge) -> int:
        """How many ms a challenge still stands."""
        return challenge.expires - self._clock()

    def decline(self, user: User, number: int) -> None:
        """He does not want to."""
        self._end(self.challenges.answer(number, user, self._clock()), "CHALLENGE_DECLINED")

    def take_back(self, user: User, number: int) -> None:
        """The sender thinks better of it."""
        self._end(self.challenges.cancel(number, user), "CHALLENGE_CANCELLED")

    # Inside

    async def _sit_down(
        self, user: User, caller: Caller, wish: Wish, avoids: frozenset[str]
    ) -> bool:
        """Where the rules let people come at any time: a seat at a table that plays the same."""
        house = self._house
        for info in sorted(house.tables(), key=lambda info: -len(info.roster)):
            there = {one["id"] for one in info.roster if not one["bot"]}
            same = (info.game, info.seats) == (wish.game, wish.seats)
            if info.private or not same or not there or user.id in there or there & avoids:
                continue
            if _written(info.options) != wish.options:
                continue
            try:
                seat = await house.sit(info.table, user)
            except Refusal:
                continue
            self._found(caller, info.table, seat)
            return True
        return False

    async def _open(
        self, wish: Wish, people: Sequence[tuple[User, Caller]], *, fill: bool = False
    ) -> None:
        house = self._house
        try:
            info = await house.open(wish.game, json.decode(wish.options), wish.seats, host=NOBODY)
            seats = [await house.sit(info.table, user) for user, _ in people]
            if fill:
                await house.fill(info.table)
        except Refusal as no:
            told = {"game": wish.game, "code": no.code, "message": no.message}
            for _, caller in people:
                caller.hear(Notice("QUICK_MATCH_FAILED", None, None, told))
            return
        for (_, caller), seat in zip(people, seats, strict=True):
            self._found(caller, info.table, seat)

    def _found(self, caller: Caller, table: int, seat: int) -> None:
        info = self._house.info(table)
        told = {"table": table, "seat": seat, "info": info}
        caller.hear(Notice("MATCH_FOUND", table, info.match, told))
        self._bring(caller, table)

    def _bring(self, caller: Caller, table: int) -> None:
        try:
            caller.attach(table)
        except Refusal as no:  # closed meanwhile: nobody is harmed
            log.info("somebody found table %s gone: %s", table, no.code)

    def _say(self, seeker: Seeker, kind: str, payload: dict[str, Any]) -> None:
        self._callers[seeker.user.id].hear(Notice(kind, None, None, payload))

    def _end(self, challenge: Challenge, kind: str) -> None:
        self._senders.pop(challenge.id, None)
        notice = Notice(kind, None, None, {"challenge": challenge.id})
        for user in (challenge.sender, challenge.receiver):
            self._presence.tell(user.id, notice)

    def _forget(self, user: str, *, keep_caller: bool = False) -> Seeker | None:
        self._told.pop(user, None)
        if not keep_caller:
            self._callers.pop(user, None)
        return self.quick.cancel(user)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def wish_of(game: str, options: Mapping[str, Any] | None, seats: int | None) -> Wish:
    """A wish with all its defaults, so that those who want the same meet."""
    try:
        words = vocabulary(game)
    except UnknownGame as error:
        raise Refusal("INVALID_REQUEST", str(error)) from None
    chosen = full(words.options(options))
    count = max(2, words.game.setups()[0][1]) if seats is None else seats
    if count < 2 or count not in words.game.seats:
        raise Refusal("INVALID_REQUEST", f"{count} cannot play this game together")
    waits = bool(getattr(words.game, "open_seating", False))
    need = min(2, count) if waits else count
    return Wish(game, _written(chosen), count, need)


def _written(options: Mapping[str, Any]) -> bytes:
    """Equal options are equal bytes."""
    return json.encode(options, order="deterministic")
