"""All tables there are, as the lobby sees them: those of this house, and where several workers
share a database those of the others, as far as they were shown. Of another's table no
more is known than how it is listed; whoever wants to do something there asks its worker."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress

from msgspec import Struct

from cutcard.store.protocol import PLAYING
from cutcard.table.house import House
from cutcard.table.words import Refusal, TableInfo, User


class Far(Struct, frozen=True):
    """A table of another worker: which, how it is, and its link where it is private."""

    where: str
    info: TableInfo
    link: str = ""


Seats = Callable[[int, User], Awaitable[int]]
"""Gives a user a seat at a table of another worker, and says which; Refusal where it cannot."""


class Rooms:
    """`changed` are told which tables of others are new, changed or gone."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.changed: list[Callable[[Sequence[int]], None]] = []
        self.seats: Seats | None = None  # at tables of others
        self._far: dict[int, Far] = {}

    # What others show

    def show(self, where: str, shown: Iterable[Far], gone: Iterable[int], *, whole: bool) -> None:
        """How tables of a worker are; where that is the `whole` list, it has no others."""
        there = {one.info.table: one for one in shown}
        old = (
            {number for number, far in self._far.items() if far.where == where} if whole else set()
        )
        left = {number for number in {*old, *gone} - there.keys() if self._is_at(number, where)}
        for number in left:
            del self._far[number]
        self._far.update(there)
        if left or there:
            for told in self.changed:
                told([*left, *there])

    def forget(self, where: str) -> None:
        """A worker is gone: others will show its tables."""
        self.show(where, (), (), whole=True)

    def _is_at(self, number: int, where: str) -> bool:
        far = self._far.get(number)
        return far is not None and far.where == where

    # What is asked

    def numbers(self) -> Iterable[int]:
        return {*self.house.numbers(), *self._far} if self._far else self.house.numbers()

    def info(self, table: int) -> TableInfo:
        if table in self._far and table not in self.house.numbers():
            return self._far[table].info
        return self.house.info(table)

    def public(self) -> list[TableInfo]:
        """All tables that anybody may see."""
        here = self.house.numbers()
        far = [one.info for number, one in self._far.items() if number not in here]
        return [*self.house.tables(), *(info for info in far if not info.private)]

    async def sit(self, table: int, user: User) -> int:
        """A seat at a table, wherever it is."""
        if table in self.house.numbers() or self.seats is None:
            return await self.house.sit(table, user)
        return await self.seats(table, user)

    def tables_of(self, user: str) -> list[int]:
        """The tables at which a user holds a seat."""
        here = self.house.tables_of(user)
        if not self._far:
            return here
        far = [n for n in self._far if n not in self.house.numbers()]
        return here + [n for n in far if any(one["id"] == user for one in self._far[n].info.roster)]

    def people(self, table: int) -> frozenset[User]:
        """Who sits there and is no bot."""
        if table in self.house.numbers():
            seated = self.house.roster(table)
            return frozenset(user for user in seated if user is not None and not user.bot)
        roster = self.info(table).roster
        return frozenset(User(one["id"], one["name"]) for one in roster if not one["bot"])

    def link(self, table: int, user: User) -> str | None:
        """A private table's link, for its host and those who sit there."""
        far = self._far.get(table)
        if far is None or table in self.house.numbers():
            return self.house.link(table, user)
        return far.link or None if self._inside(far, user) else None

    def must_know(self, table: int, user: User) -> None:
        """As the house does; of another's private table only who is in it."""
        far = self._far.get(table)
        if far is None or table in self.house.numbers():
            self.house.must_know(table, user)
        elif far.info.private and not self._inside(far, user):
            raise Refusal("GAME_NOT_FOUND", f"Game session not found: {table}")

    def playing(self) -> int:
        """Matches under way at other workers."""
        here = self.house.numbers()
        infos = (far.info for number, far in self._far.items() if number not in here)
        return sum(info.status == PLAYING for info in infos)

    def shown(self, tables: Iterable[int]) -> tuple[list[tuple[TableInfo, str]], list[int]]:
        """Tables of this house as others are shown them, and those of these that are gone."""
        found, gone = [], []
        floor = self.house.floor
        for number in tables:
            with suppress(Refusal):
                found.append((self.house.info(number), floor.lives[number].row.link))
                continue
            gone.append(number)
        return found, gone

    @staticmethod
    def _inside(far: Far, user: User) -> bool:
        return far.info.host == user.id or any(one["id"] == user.id for one in far.info.roster)
