"""How many tables somebody has open, by whatever way they were opened for them: by name, by quick
match, by a challenge. And how many an address has, whoever it calls itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any

from cutcard.table.house import House
from cutcard.table.words import Refusal, TableInfo

OPEN = ("WAITING_TO_START", "IN_PROGRESS")
HOSTS = 256  # so many hosts are remembered before those whose tables are closed are looked for
OF_ADDRESS = 10  # times what one user may have: a school is one address, and a guest costs nothing
AT = "at "  # before an address, among hosts


async def one_of(opening: Coroutine[Any, Any, TableInfo]) -> Sequence[TableInfo]:
    """One table, as some."""
    return (await opening,)


class Hosting:
    """`most` is how many one user may have open; tables that are being opened count as open."""

    def __init__(self, house: House, most: int) -> None:
        self._house = house
        self._most = most
        self._open: dict[str, list[int]] = {}
        self._opening: Counter[str] = Counter()
        self._look_through_at = HOSTS
        self.everywhere: Callable[[str], Awaitable[int]] | None = None
        """How many tables a user has open at all workers, where there are several."""

    def refuse_more(self, user: str, address: str | None = None, count: int = 1) -> None:
        """RATE_LIMITED where they, or their address, have enough."""
        self._refuse_many(self._has(user) + count)
        most = self._most * OF_ADDRESS
        if address is not None and self._has(AT + address) + count > most:
            raise Refusal(
                "RATE_LIMITED", f"Your address has {most} tables open; finish or leave one first"
            )

    async def refuse_elsewhere(self, user: str, count: int = 1) -> None:
        """The same by what they have open at all workers."""
        if self.everywhere is not None:
            self._refuse_many(await self.everywhere(user) + self._opening[user] + count)

    def _refuse_many(self, count: int) -> None:
        if count > self._most:
            raise Refusal(
                "RATE_LIMITED", f"You have {self._most} tables open; finish or leave one first"
            )

    async def opened(
        self,
        users: Sequence[str],
        address: str | None,
        count: int,
        opening: Coroutine[Any, Any, Sequence[TableInfo]],
    ) -> Sequence[TableInfo]:
        """So many tables are opened for these users; they are theirs from now on."""
        hosts = [*users, *([] if address is None else [AT + address])]
        self._opening.update(dict.fromkeys(hosts, count))
        try:
            infos = await opening
        finally:
            for host in hosts:
                self._opening[host] -= count
                if not self._opening[host]:
                    del self._opening[host]
        for host in hosts:
            there = self._open.get(host, ())  # others may have been opened meanwhile
            self._open[host] = [*filter(self._is_open, there), *(one.table for one in infos)]
        if len(self._open) >= self._look_through_at:
            self._forget_closed()
        return infos

    def _has(self, host: str) -> int:
        there = self._open.get(host, ())
        return sum(map(self._is_open, there)) + self._opening[host]

    def _forget_closed(self) -> None:
        """Who has no table open is not remembered; looked through only after as many more."""
        found = {host: [*filter(self._is_open, there)] for host, there in self._open.items()}
        self._open = {host: there for host, there in found.items() if there}
        self._look_through_at = max(HOSTS, 2 * len(self._open))

    def _is_open(self, table: int) -> bool:
        try:
            return self._house.info(table).status in OPEN
        except Refusal:
            return False
