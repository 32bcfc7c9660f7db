"""The matchmaker finds people a table: quick matches from the wish to the seat.

Who fits whom is `quick`'s to say; here tables are opened for them and people are told. Nothing
here is written down: after a restart people wish again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import json

from cutcard.arena.elo import START
from cutcard.table.house import House
from cutcard.table.tasks import Tasks
from cutcard.table.words import Notice, Refusal, User

from .quick import Quick, Seeker, Wish
from .shuns import Shuns
from .wish import Caller, bring, wish_of, written

TELL_EVERY = 5_000  # ms between two words to who waits
NOBODY = User("", "")  # a table found by the house has no host


class Matchmaker:
    """The quick matches of a house."""

    def __init__(self, house: House, shuns: Shuns, clock: Callable[[], int]) -> None:
        self.quick = Quick()
        self._house = house
        self._shuns = shuns
        self._clock = clock
        self._callers: dict[str, Caller] = {}  # of those who wait
        self._told: dict[str, int] = {}
        self._tasks = Tasks("opening a table for a quick match")

    async def seek(
        self,
        user: User,
        caller: Caller,
        game: str,
        options: Mapping[str, Any] | None,
        seats: int | None,
        *,
        ranked: bool | None = None,
    ) -> Seeker | None:
        """Somebody wants to play; None where a table with a free seat was found at once."""
        wish = await wish_of(game, options, seats, ranked)
        if self.quick.of(user.id) is not None:
            raise Refusal("ALREADY_WAITING", "You are looking for a match already")
        standings = await self._house.store.standings(wish.ladder, [user.id])
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
        """The user wants no match any more."""
        if self._forget(user.id) is None:
            raise Refusal("NOT_WAITING", "You are not looking for a match")

    async def with_bots(self, user: User) -> None:
        """The user takes bots in the place of those who did not come."""
        seeker = self._forget(user.id, keep_caller=True)
        if seeker is None:
            raise Refusal("NOT_WAITING", "You are not looking for a match")
        caller = self._callers.pop(user.id)
        await self._open(seeker.wish, [(user, caller)], fill=True)

    def went(self, user: User, caller: Caller) -> None:
        """A connection is gone, and with it the search that was made from it."""
        if self._callers.get(user.id) is caller:
            self._forget(user.id)

    def look(self) -> None:
        """Brings together whoever fits by now. Once a second, and when somebody comes."""
        now = self._clock()
        for group in self.quick.match(now):
            people = [(one.user, self._callers.pop(one.user.id)) for one in group]
            for user, _ in people:
                self._told.pop(user.id, None)
            self._tasks.start(self._open(group[0].wish, people))
        for seeker in self.quick.offer_bots(now):
            self._say(seeker, "QUICK_MATCH_BOTS_OFFERED", {"game": seeker.wish.game})
        for seeker in self.quick:
            if now - self._told[seeker.user.id] >= TELL_EVERY:
                self._told[seeker.user.id] = now
                self._say(seeker, "QUICK_MATCH_WAITING", self.waiting(seeker))

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

    # Inside

    async def _sit_down(
        self, user: User, caller: Caller, wish: Wish, avoids: frozenset[str]
    ) -> bool:
        """Where the rules let people come at any time: a seat at a table that plays the same."""
        house = self._house
        for info in sorted(house.tables(), key=lambda info: -len(info.roster)):
            there = {one["id"] for one in info.roster if not one["bot"]}
            same = (info.game, info.seats) == (wish.game, wish.seats)
            full = len(info.roster) == info.seats
            if info.private or full or not same or not there or there & {user.id, *avoids}:
                continue
            if written(info.options) != wish.options or info.ranked != wish.ranked:
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
            users = [user for user, _ in people]
            options = json.decode(wish.options)
            info = await house.open(
                wish.game,
                options,
                wish.seats,
                host=NOBODY,
                sit=users,
                ranked=wish.ranked and not fill,
            )
            if fill:
                await house.fill(info.table)
        except Refusal as no:
            told = {"game": wish.game, "code": no.code, "message": no.message}
            for _, caller in people:
                caller.hear(Notice("QUICK_MATCH_FAILED", None, None, told))
            return
        for seat, (_, caller) in enumerate(people):
            self._found(caller, info.table, seat)

    def _found(self, caller: Caller, table: int, seat: int) -> None:
        info = self._house.info(table)
        told = {"table": table, "seat": seat, "info": info}
        caller.hear(Notice("MATCH_FOUND", table, info.match, told))
        bring(caller, table)

    def _say(self, seeker: Seeker, kind: str, payload: dict[str, Any]) -> None:
        self._callers[seeker.user.id].hear(Notice(kind, None, None, payload))

    def _forget(self, user: str, *, keep_caller: bool = False) -> Seeker | None:
        self._told.pop(user, None)
        if not keep_caller:
            self._callers.pop(user, None)
        return self.quick.cancel(user)
