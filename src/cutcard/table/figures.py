"""The part of a house that is looked at from outside: figures, and what becomes durable."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from cutcard.kernel.game import State
from cutcard.store.protocol import PLAYING, Batch

from .days import day_of
from .hot import Hot
from .listening import Listening
from .ratings import season_of
from .table import Table
from .words import Refusal
from .writer import NOT_WRITTEN

SETTLED = 5.0  # seconds for which who asks how things are waits until that is on the disk
UNTOLD = "The server waits for its database; ask again in a moment"


class Figures(Listening):
    """What the tables of a house amount to."""

    hot: Hot | None = None
    """What is being played, in a cache, where there is one."""

    def stats(self) -> dict[str, int | float]:
        """A19: activeGames, totalGamesCreated, averageGameDuration (ms), gamesCompletedToday."""
        floor = self._floor
        active = sum(life.match.status == PLAYING for life in floor.lives.values())
        return floor.stats.shown(active, floor.wall())

    def season(self) -> str:
        """The season that is now."""
        return season_of(self._floor.wall())

    def today(self) -> str:
        """The day that is now, UTC."""
        return day_of(self._floor.wall())

    def counts(self) -> dict[str, int]:
        """Tables, people and bots seated, spectators, and matches under way."""
        found = dict.fromkeys(("tables", "people", "bots", "spectators", "matches"), 0)
        for life in self._floor.lives.values():
            found["tables"] += 1
            found["matches"] += life.match.status == PLAYING
            found["bots"] += len(life.bots)
            found["people"] += sum(1 for _ in life.people())
            found["spectators"] += life.spectators
        return found

    @property
    def failing(self) -> bool:
        """The last batch could not be written: nobody gets on until one can be."""
        return self._floor.writer.failing

    def queue(self) -> dict[str, int]:
        """What waits: entries for the disk, words behind them, and timers for their time."""
        floor = self._floor
        entries, words = len(floor.writer.batch.entries), len(floor.writer.held)
        return {"entries": entries, "words": words, "timers": len(floor.alarm)}

    def witness(
        self,
        batch: Callable[[Batch], None] | None = None,
        deal_over: Callable[[str, State], None] | None = None,
    ) -> None:
        """Be shown every batch once it is durable, and the last state of every deal. Neither may
        raise, block, or change what it is shown."""
        if batch is not None:
            self._floor.writer.witnesses.append(batch)
        if deal_over is not None:
            self._floor.deal_over.append(deal_over)

    @property
    def moves(self) -> int:
        """Moves asked for since the start."""
        return self._floor.moves

    @property
    def commits(self) -> int:
        """Transactions written since the start."""
        return self._floor.writer.commits

    async def written(self) -> None:
        """Returns when all that was asked so far is durable, and said."""
        await self._floor.writer.durable()

    @property
    def is_settled(self) -> bool:
        """Whether all there is to tell of tables and events is on the disk."""
        return self._floor.writer.settled

    async def settled(self, table: int | None = None) -> None:
        """Returns when what there is to tell by now, of a table or of all, is on the disk. Refusal
        GAME_ERROR where it cannot be written down, or nobody can say so for long: then it is told
        to nobody."""
        writer = self._floor.writer
        if writer.settled:
            return
        before = writer.losses
        try:
            await asyncio.wait_for(writer.durable(table), SETTLED)
        except TimeoutError:
            raise Refusal("GAME_ERROR", UNTOLD) from None
        if writer.lost(before, table):  # also by what was being written when it was looked at
            raise Refusal("GAME_ERROR", NOT_WRITTEN)

    def peek(self, table: int) -> Table:
        """The table itself, to look at: what it holds may not be durable yet."""
        return self._floor.life(table).table

    def beat(self) -> None:
        """Plays what is due. The event loop's timer calls it; so does a test with its own clock."""
        self._floor.alarm.ring()
