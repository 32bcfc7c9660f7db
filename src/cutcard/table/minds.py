"""Bots at the tables: when they think, where, and that they move as people do.

A quick bot thinks in the turn of the loop in which its time has come. One that says `deep` thinks
aside, in a thread and over a copy of the deal, so that no other table waits for it; if the table
has gone on meanwhile, it thinks again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING

from cutcard.kernel.game import Move, Seat

from .effects import Ask, Reply
from .life import Life
from .mind import Mind
from .vocabulary import tag_of
from .words import Nack

if TYPE_CHECKING:
    from .floor import Floor

log = logging.getLogger("cutcard.table")

THREADS = 2  # that think; the interpreter's lock lets no more than one go on at a time


class Minds:
    """The bots of all tables."""

    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        self._aside: ThreadPoolExecutor | None = None

    def rouse(self, life: Life) -> None:
        """Bots that are to act begin to think, each after a moment of its own."""
        table, floor = life.table, self.floor
        if table.deal is None or not table.playing or life.bell is None:
            return
        for seat in table.deal.to_act:
            mind = life.bots.get(seat)
            if mind is not None and not mind.thinking:
                mind.thinking = True
                low, high = floor.bot_delay
                delay = low + mind.rng.below(high - low + 1)
                life.bell.at(floor.clock() + delay, partial(self._think, life, seat))

    def stop(self) -> None:
        if self._aside is not None:
            self._aside.shutdown(wait=False, cancel_futures=True)
            self._aside = None

    def _to_act(self, life: Life, seat: Seat) -> bool:
        deal = life.table.deal
        here = self.floor.lives.get(life.row.table) is life and not life.broken
        return here and deal is not None and life.table.playing and seat in deal.to_act

    def _think(self, life: Life, seat: Seat) -> None:
        mind, deal = life.bots.get(seat), life.table.deal
        if mind is None:
            return
        if deal is None or not self._to_act(life, seat) or self.floor.desertion.deserted(life):
            mind.thinking = False
        elif mind.deep:
            self.floor.start_task(self._ponder(life, seat, mind))
        else:
            mind.thinking = False
            self._move(life, seat, mind, partial(mind.choose, deal.state, seat))

    async def _ponder(self, life: Life, seat: Seat, mind: Mind) -> None:
        """Thinks aside; what was thought of a table that has gone on is thought anew."""
        table = life.table
        assert table.deal is not None
        seq, state = table.seq, table.deal.state.copy()
        if self._aside is None:
            self._aside = ThreadPoolExecutor(THREADS, thread_name_prefix="cutcard-bot")
        loop = asyncio.get_running_loop()
        thought = loop.run_in_executor(self._aside, mind.choose, state, seat)
        await asyncio.wait([thought])
        mind.thinking = False
        here = life.bots.get(seat) is mind and life.table is table and not life.closed
        if here and table.seq == seq and self._to_act(life, seat):
            self._move(life, seat, mind, thought.result)
            return
        error = None if thought.cancelled() else thought.exception()
        if error is not None:  # nobody waits for its move any more, but it has a fault
            log.error(
                "bot %s failed at table %s, which has gone on without it",
                mind.name,
                life.row.table,
                exc_info=error,
            )
        if here:
            self.floor.settle(life)

    def _move(self, life: Life, seat: Seat, mind: Mind, choose: Callable[[], Move]) -> None:
        """A bot moves, through the same path as a person; one that fails plays what is first."""
        try:
            move = choose()
            effects = self.floor.ask(life, Ask(seat, move, tag_of(move)), None)
            refused = any(type(e) is Reply and type(e.word) is Nack for e in effects)
        except Exception:
            log.exception(
                "bot %s failed at table %s; its first legal move is played",
                mind.name,
                life.row.table,
            )
            refused = True
        if refused and self._to_act(life, seat):
            assert life.table.deal is not None
            try:
                move = life.table.deal.state.legal(seat)[0]
                self.floor.ask(life, Ask(seat, move, tag_of(move)), None)
            except Exception:
                log.exception(
                    "table %s has no move for the bot at seat %s; its clock plays for it",
                    life.row.table,
                    seat,
                )
