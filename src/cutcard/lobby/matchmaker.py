"""The matchmaker finds people a table: quick matches from the wish to the seat.

Who meets whom, and when, is the arena's pool to say (docs/rules/arena.md A1-A20); here wishes are
made tickets of it, people are told what it says, and tables are opened. Nothing here is written
down: after a restart people wish again; a match that was made is a table.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from cutcard.arena import pool as arena
from cutcard.arena.pool import Key
from cutcard.arena.ratings import sought
from cutcard.store.protocol import PLAYING, Batch
from cutcard.table.house import House
from cutcard.table.tasks import Tasks
from cutcard.table.words import Notice, Refusal, User

from .hosting import Hosting
from .rooms import Rooms
from .shuns import Shuns
from .usher import Place, Usher
from .wish import Caller, wish_of

MOST = 20  # tables somebody may have open, where nobody else says
LATE = 0.0005  # seconds by which a timer is late rather than early
NOT_WAITING = "You are not looking for a match"


class Wanted(Struct, frozen=True):
    """A search as it was asked for. With a partner it is the ticket of both."""

    game: str
    options: Mapping[str, Any] | None = None
    seats: int | None = None
    ranked: bool | None = None
    within: tuple[float, float] | None = None
    party: bool = False


Partner = Callable[[User], tuple[User, Caller]]
"""Who is in somebody's party, and where they are told; Refusal where nobody is."""


class Matchmaker:
    """The quick matches of a house."""

    def __init__(  # noqa: PLR0917 - what it stands on
        self,
        house: House,
        shuns: Shuns,
        partner: Partner,
        clock: Callable[[], int],
        wall: Callable[[], int],
        rooms: Rooms | None = None,
        hosting: Hosting | None = None,
        *,
        distinct: bool = False,
    ) -> None:
        self.pool = arena.Waiting()
        self._distinct = distinct  # A19: who comes from one address plays no ranked match together
        self._house = house
        self._rooms = rooms or Rooms(house)
        self._hosting = hosting or Hosting(house, MOST)
        self._usher = Usher(house, self._rooms, self._hosting)
        self._shuns = shuns
        self._partner = partner
        self._clock = clock
        self._wall = wall
        self._places: dict[str, Place] = {}  # of those who wait
        self._asking: dict[str, Caller] = {}  # of whom something is still being read
        self._ranked: dict[int, tuple[str, ...]] = {}  # who plays at the tables made here
        self._tasks = Tasks("opening a table for a quick match")
        self._timer: asyncio.TimerHandle | None = None
        house.witness(batch=self._see)

    async def seek(self, user: User, caller: Caller, wanted: Wanted) -> dict[str, Any] | None:
        """Somebody wants to play: how the search stands; None where a table with a free seat was
        found at once."""
        if user.id in self._asking:
            raise Refusal("ALREADY_WAITING", "You are looking for a match already")
        self._asking[user.id] = caller
        try:
            key = await wish_of(
                self._house, wanted.game, wanted.options, wanted.seats, wanted.ranked
            )
            users = [user, self._partner(user)[0]] if wanted.party else [user]
            for one in users:
                self._may_seek(one.id)
            rating = await self._rating(key, users)
            avoids = [await self._shuns.avoided_by(one) for one in users]
            avoided = frozenset().union(*avoids).difference(one.id for one in users)
            if key.people < key.seats and await self._usher.sit_down(user, caller, key, avoided):
                return None
            if self._asking.get(user.id) is not caller:
                raise Refusal("NOT_WAITING", "The connection that asked is gone")
        finally:
            if self._asking.get(user.id) is caller:
                del self._asking[user.id]
        places = [Place(user, caller, key.game)]
        if wanted.party:  # the other may have left meanwhile
            places += [Place(*self._partner(user), key.game)]
        now, ids = self._clock(), tuple(place.user.id for place in places)
        hosts = [place.caller.limited_host for place in places if self._distinct]
        where = frozenset(host for host in hosts if host is not None)
        seeker = arena.Seeker(ids, rating, now, avoided, wanted.within, where)
        self.pool.seek(key, seeker, now)
        self._places.update(zip(ids, places, strict=True))
        asyncio.get_running_loop().call_soon(self.look)  # after the answer to this
        for place in places[1:]:
            self._say(place.user.id, "QUICK_MATCH_WAITING", self.waiting(place.user.id))
        return self.waiting(user.id)

    def cancel(self, user: User) -> None:
        """The user wants no match any more; where one was found, they say no to it."""
        if user.id not in self._places:
            raise Refusal("NOT_WAITING", NOT_WAITING)
        self._do(self.pool.leave(user.id, self._clock()))

    def ready(self, user: User, match: int) -> None:
        """A13: the user is there for the match that was found."""
        self._do(self.pool.ready(user.id, match))

    def decline(self, user: User, match: int) -> None:
        """A13: the user does not want it."""
        self._do(self.pool.refuse(user.id, match, self._clock()))

    def casually(self, user: User) -> None:
        """A5: the user takes a casual match where no ranked one was found."""
        self._do(self.pool.casually(user.id))

    async def with_bots(self, user: User, address: str | None = None) -> None:
        """A17: the user takes bots in the place of those who did not come."""
        found = self.pool.of(user.id)
        if found is None:
            raise Refusal("NOT_WAITING", NOT_WAITING)
        self._hosting.refuse_more(user.id, address)
        key, seeker = found
        self.pool.leave(user.id)
        await self._open(key, self._leave_off(seeker.users), fill=True, address=address)

    def went(self, user: User, caller: Caller) -> None:
        """A18: a connection is gone, and with it the search that was made from it."""
        if self._asking.get(user.id) is caller:
            del self._asking[user.id]
        place = self._places.get(user.id)
        if place is not None and place.caller is caller:
            self._do(self.pool.leave(user.id, self._clock()))

    def parted(self, user: User, partner: User) -> None:
        """Two are a party no more: the search they made together ends, one's own goes on."""
        if self.pool.together(user.id, partner.id):
            self._do(self.pool.leave(user.id, self._clock()))

    def rename(self, user: User) -> None:
        """Somebody, who may wait here, is called something else."""
        if user.id in self._places:
            self._places[user.id].user = user

    def look(self) -> None:
        """Brings together whoever fits by now. When somebody comes, and when the pool says so."""
        self._do(self.pool.advance(self._clock()))

    def waiting(self, user: str) -> dict[str, Any]:
        """A16: how somebody's search stands."""
        found = self.pool.of(user)
        if found is None:
            raise Refusal("NOT_WAITING", NOT_WAITING)
        return _told(*found, self.pool.waits_of(*found, self._clock()))

    # Inside

    def _do(self, effects: Sequence[arena.Effect]) -> None:
        """What the pool says is done; the timer is set for when it wants to look again."""
        for effect in effects:
            match effect:
                case arena.Found():
                    self._found(effect)
                case arena.Open(_, key, users):
                    self._tasks.start(self._open(key, self._leave_off(users)))
                case arena.Waits(users):
                    for user in users:
                        self._say(user, "QUICK_MATCH_WAITING", self.waiting(user))
                case arena.Offer(users, what):
                    for user in users:
                        self._say(user, f"QUICK_MATCH_{what.upper()}_OFFERED")
                case arena.Again(users):
                    for user in users:
                        self._say(user, "MATCH_NOT_READY", {"waiting": True})
                case arena.Dropped(users):
                    now = self._clock()
                    for user in users:
                        told = {"waiting": False, "inMs": self.pool.cooldown(user, now)}
                        self._say(user, "MATCH_NOT_READY", told)
                    self._leave_off(users)
                case arena.Ended(users, _, by):
                    for user in users:
                        if user != by:
                            self._say(user, "QUICK_MATCH_ENDED", {"by": by})
                    self._leave_off(users)
        self._wait()

    def _wait(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        due = self.pool.due()
        if due is None or self._house.stopping:
            self._timer = None
            return
        left = max(0, due - self._clock()) / 1000 + LATE
        self._timer = asyncio.get_running_loop().call_later(left, self.look)

    def _found(self, found: arena.Found) -> None:
        left = found.ready_by - self._clock()
        ratings = [int(rating + 0.5) for rating in found.ratings]
        for seat, user in enumerate(found.users):
            told: dict[str, Any] = {"match": found.match, "seat": seat, "ranked": found.key.ranked}
            told |= {"ratings": ratings, "readyDeadline": self._wall() + left, "inMs": left}
            self._say(user, "MATCH_FOUND", told)

    def _may_seek(self, user: str) -> None:
        """A2: whether somebody plays a ranked match is the tables' to say. And who has as many
        tables open as one may have looks for no more."""
        self._hosting.refuse_more(user)
        infos = (self._rooms.info(table) for table in self._rooms.tables_of(user))
        if any(info.ranked and info.status == PLAYING for info in infos):
            self.pool.playing.add(user)
        else:
            self.pool.playing.discard(user)
        self.pool.may_seek(user, self._clock())

    async def _rating(self, key: Key, users: Sequence[User]) -> float:
        """A4: by which they are compared."""
        known = await self._house.store.standings(key.mode, [user.id for user in users])
        return sum(sought(known.get(user.id), key.system) for user in users) / len(users)

    def _see(self, batch: Batch) -> None:
        """A2, A9, A15: a batch is durable; ranked matches in it are over."""
        at = self._clock()
        for rated in batch.rated:
            self.pool.over(rated.users, at, ranked=True, absent=rated.absent)
        ended = [row.table for row in batch.matches if row.completed is not None]
        for table in (*ended, *batch.closed):
            users = self._ranked.pop(table, None)
            if users is not None:
                self.pool.over(users, at, ranked=False)

    async def _open(
        self, key: Key, places: Sequence[Place], *, fill: bool = False, address: str | None = None
    ) -> None:
        users = tuple(place.user.id for place in places)
        table = await self._usher.open(key, places, fill=fill, address=address)
        if table is None:
            self.pool.over(users, self._clock(), ranked=False)
        elif key.ranked and not fill:
            self._ranked[table] = users

    def _say(self, user: str, kind: str, payload: Mapping[str, Any] | None = None) -> None:
        place = self._places[user]
        place.caller.hear(Notice(kind, None, None, {"game": place.game, **(payload or {})}))

    def _leave_off(self, users: Sequence[str]) -> list[Place]:
        return [self._places.pop(user) for user in users]


def _told(key: Key, seeker: arena.Seeker, waits: arena.Waits) -> dict[str, Any]:
    told: dict[str, Any] = {
        "game": key.game,
        "ranked": key.ranked,
        "waitedMs": waits.waited,
        "window": waits.window,
        "rating": int(seeker.rating + 0.5),
        "others": waits.others,
    }
    return told if waits.estimate is None else {**told, "estimateMs": waits.estimate}
