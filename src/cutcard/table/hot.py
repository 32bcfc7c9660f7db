"""What is being played, in a cache beside the log, by the names other programs look for:

game:<id>           the log of the deal that is played, for 30 minutes from its last move
player:<id>:games   a hash, of each game somebody sits in: since when
game:<id>:final     how a game ended, for a day
cc:at:<id>          whether somebody is connected, for a minute from when it was last so

An id of a game is a match's (12-1). The cache is never the truth: what it says of a game is used
only where the log stands there too. It has hidden cards, and must be as private as the log.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from msgspec import DecodeError, Raw, Struct, json

from cutcard.store.protocol import Batch, DealLog, Final

if TYPE_CHECKING:
    from cutcard.store.valkey import Valkey

    from .floor import Floor

GAME, FINAL, AT = 1800, 86_400, 60  # seconds
LEAST = 5.0  # between two writes of one game, but for a new deal's
TURN = 0.5  # between two looks at what is to be written
HERE = 20.0  # between two rounds of saying who is connected


class FinalState(Struct, frozen=True):
    """How a game ended, and where its log stood then."""

    deal: int
    actions: int
    state: Raw


class Hot:
    """Writes what changed, a while after it is durable; `see` is shown every batch that is."""

    def __init__(self, floor: Floor, cache: Valkey, wall: Callable[[], int]) -> None:
        self.cache = cache
        self.here: Callable[[], Collection[str]] = tuple  # the ids of those who are connected
        self._floor = floor
        self._wall = wall
        self._stands: dict[int, tuple[int, int]] = {}  # table: deal and entries that are durable
        self._changed: dict[int, bool] = {}  # table: whether at once, for its deal is new
        self._ended: list[tuple[Final, tuple[int, int]]] = []
        self._closed: list[int] = []
        self._written: dict[int, float] = {}

    def see(self, batch: Batch) -> None:
        """Notes what there is to be written; it costs the table nothing more."""
        for row in batch.deals:
            self._stands[row.table] = (row.deal, 0)
            self._changed[row.table] = True
        for entry in batch.entries:
            self._stands[entry[0]] = (entry[1], entry[2] + 1)
            self._changed.setdefault(entry[0], False)
        for final in batch.finals:
            self._ended.append((final, self._stands.get(final.table, (0, 0))))
        self._closed += batch.closed

    async def run(self) -> None:
        """Until it is cancelled."""
        loop = asyncio.get_running_loop()
        told = float("-inf")
        while True:
            await self.write(loop.time())
            if loop.time() - told > HERE:
                told = loop.time()
                await self.say_who_is_here()
            await asyncio.sleep(TURN)

    async def write(self, now: float) -> None:
        """All that is due."""
        ended, self._ended = self._ended, []
        for final, (deal, actions) in ended:
            value = json.encode(FinalState(deal, actions, Raw(final.state())))
            game = f"{final.table}-{final.match}"
            await self.cache.put({f"game:{game}:final": (value, FINAL)})
            await self.cache.drop(f"game:{game}")
        due = [
            table
            for table, at_once in self._changed.items()
            if at_once or now - self._written.get(table, float("-inf")) >= LEAST
        ]
        for table in due:
            new = self._changed.pop(table)
            self._written[table] = now
            await self._write(table, new)
        closed, self._closed = self._closed, []
        for table in closed:
            for held in (self._stands, self._changed, self._written):
                held.pop(table, None)

    async def _write(self, table: int, new: bool) -> None:
        life = self._floor.lives.get(table)
        deal = None if life is None else life.table.deal
        number, actions = self._stands.get(table, (0, 0))
        if life is None or deal is None or life.match.completed is not None:
            return  # it is over
        if deal.header.deal != number:
            return  # the next deal is not durable yet
        game = f"{table}-{deal.header.match}"
        kept = DealLog(deal.header, deal.log[:actions], {}, None)
        there = await self.cache.put({f"game:{game}": (json.encode(kept), GAME)})
        if there and new:
            for user in life.table.roster:
                if user is not None and not user.bot:
                    await self.cache.note(f"player:{user.id}:games", game, self._wall(), GAME)

    async def say_who_is_here(self) -> None:
        here = {f"cc:at:{user}": (b"1", AT) for user in self.here()}
        if here:
            await self.cache.put(here)

    async def game(self, game: str, stands: tuple[int, int]) -> DealLog | None:
        """The log of a game's last deal, if the cache has it as it stands in the store."""
        found = await self.cache.get(f"game:{game}")
        if found is None:
            return None
        try:
            log = json.decode(found, type=DealLog)
        except DecodeError:
            return None
        return log if (log.header.deal, len(log.entries)) == stands else None

    async def final(self, game: str, stands: tuple[int, int]) -> Raw | None:
        """How a game ended, under the same condition."""
        found = await self.cache.get(f"game:{game}:final")
        if found is None:
            return None
        try:
            end = json.decode(found, type=FinalState)
        except DecodeError:
            return None
        return end.state if (end.deal, end.actions) == stands else None
