"""The usher brings those who were found for each other to a table: a new one, or where people may
come at any time one with a free seat."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, json

from cutcard.arena.pool import Key
from cutcard.bots import bots_of
from cutcard.table.house import House
from cutcard.table.words import Notice, Refusal, User

from .hosting import Hosting, one_of
from .rooms import Rooms
from .wish import Caller, bring, written

NOBODY = User("", "")  # a table found by the house has no host


class Place(Struct):
    """Where somebody who waits is told of it."""

    user: User
    caller: Caller
    game: str


class Usher:
    """Opens tables for quick matches."""

    def __init__(self, house: House, rooms: Rooms, hosting: Hosting) -> None:
        self._house = house
        self._rooms = rooms
        self._hosting = hosting

    async def sit_down(self, user: User, caller: Caller, key: Key, avoids: frozenset[str]) -> bool:
        """Where the rules let people come at any time: a seat at a table that plays the same."""
        rooms = self._rooms
        for info in sorted(rooms.public(), key=lambda info: -len(info.roster)):
            there = {one["id"] for one in info.roster if not one["bot"]}
            same = (info.game, info.seats) == (key.game, key.seats)
            full = len(info.roster) == info.seats
            if info.private or full or not same or not there or there & {user.id, *avoids}:
                continue
            if written(info.options) != key.options or info.ranked != key.ranked:
                continue
            try:
                seat = await rooms.sit(info.table, user)
            except Refusal:
                continue
            self._opened(caller, info.table, seat)
            return True
        return False

    async def open(
        self, key: Key, places: Sequence[Place], *, fill: bool = False, address: str | None = None
    ) -> int | None:
        """A table with these people on its first seats, with `fill` among bots, and casual then;
        None: it could not be opened, and they were told why."""
        users = [place.user for place in places]
        bots = _bots(key, len(users)) if fill else {}
        try:
            opening = self._house.open(
                key.game,
                json.decode(key.options),
                key.seats,
                host=NOBODY,
                bots=bots,
                sit=users,
                ranked=key.ranked and not fill,
            )
            ids = [user.id for user in users]
            (info,) = await self._hosting.opened(ids, address, 1, one_of(opening))
        except Refusal as no:
            told = {"game": key.game, "code": no.code, "message": no.message}
            for place in places:
                place.caller.hear(Notice("QUICK_MATCH_FAILED", None, None, told))
            return None
        seats = [seat for seat in range(key.seats) if seat not in bots]
        for seat, place in zip(seats, places, strict=False):
            self._opened(place.caller, info.table, seat)
        return info.table

    def _opened(self, caller: Caller, table: int, seat: int) -> None:
        info = self._rooms.info(table)
        told = {"table": table, "seat": seat, "info": info}
        caller.hear(Notice("MATCH_OPENED", table, info.match, told))
        bring(caller, table)


def _bots(key: Key, people: int) -> dict[int, str]:
    """The game's usual opponents, around one who plays alone, or between two partners."""
    usual = next(iter(bots_of(key.game)))
    apart = key.teams and people == 2
    return {seat: usual for seat in range(1, key.seats) if not (apart and seat == 2)}
