"""Bots at the tables: when they think, where, and that they move as people do.

A bot also stands in for a player whose seat the rules hand to the table, for as long as they do.

A quick bot thinks in the turn of the loop in which its time has come. One that says `deep` thinks
aside, in a thread and over a copy of the deal, so that no other table waits for it; if the table
has gone on meanwhile, it thinks again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING

from cutcard.kernel.game import NATURE, Move, Seat
from cutcard.kernel.optional import delegated, in_place
from cutcard.kernel.rng import Rng

from .effects import Ask, Effect, Reply
from .life import Life
from .mind import Mind
from .vocabulary import tag_of
from .words import Nack

if TYPE_CHECKING:
    from .floor import Floor

log = logging.getLogger("cutcard.table")

STANDS_IN = 2000  # ms after which a stand-in plays at the latest, however slow bots are to be
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
        if table.words.traits.stand_in:
            self._stand_in(life, table.words.traits.stand_in, delegated(table.deal.state))
        for seat in table.deal.to_act:
            mind = life.mind(seat)
            if mind is not None and not mind.thinking:
                mind.thinking = True
                low, high = floor.bot_delay
                delay = low + mind.rng.below(high - low + 1)
                if mind.stands_in:
                    delay = min(delay, STANDS_IN)
                life.bell.at(floor.clock() + delay, partial(self._think, life, seat))

    @staticmethod
    def _stand_in(life: Life, name: str, seats: Sequence[Seat]) -> None:
        """A bot plays for each of these seats, and for no other that is a player's."""
        for seat in [seat for seat in life.stand_ins if seat not in seats]:
            life.dismiss(seat)
        for seat in seats:
            if life.mind(seat) is None:
                rng = Rng(life.table.seeds())
                mind = life.stand_ins[seat] = Mind(life.row.game, name, rng, stands_in=True)
                mind.listen(life.table, seat)

    def stop(self) -> None:
        if self._aside is not None:
            self._aside.shutdown(wait=False, cancel_futures=True)
            self._aside = None

    def _to_act(self, life: Life, seat: Seat) -> bool:
        deal = life.table.deal
        here = self.floor.lives.get(life.row.table) is life and not life.broken
        return here and deal is not None and life.table.playing and seat in deal.to_act

    def _now(self, life: Life) -> int:
        """What time it is on the deal's clock."""
        return max(0, self.floor.clock() - life.table.zero)

    def _think(self, life: Life, seat: Seat) -> None:
        mind, deal = life.mind(seat), life.table.deal
        if mind is None:
            return
        if deal is None or not self._to_act(life, seat) or self.floor.desertion.deserted(life):
            mind.thinking = False
        elif mind.deep:
            self.floor.start_task(self._ponder(life, seat, mind))
        else:
            mind.thinking = False
            self._move(life, seat, mind, partial(mind.choose, deal.state, seat, self._now(life)))

    async def _ponder(self, life: Life, seat: Seat, mind: Mind) -> None:
        """Thinks aside; what was thought of a table that has gone on is thought anew."""
        table = life.table
        assert table.deal is not None
        seq, state = table.seq, table.deal.state.copy()
        if self._aside is None:
            self._aside = ThreadPoolExecutor(THREADS, thread_name_prefix="cutcard-bot")
        loop = asyncio.get_running_loop()
        thought = loop.run_in_executor(self._aside, mind.choose, state, seat, self._now(life))
        await asyncio.wait([thought])
        mind.thinking = False
        here = life.mind(seat) is mind and life.table is table and not life.closed
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
            effects = self._play(life, seat, mind, choose())
            refused = any(type(e) is Reply and type(e.word) is Nack for e in effects)
        except Exception:
            log.exception(
                "bot %s failed at table %s; its first legal move is played",
                mind.name,
                life.row.table,
            )
            refused = True
        if refused and self._to_act(life, seat) and life.mind(seat) is mind:
            assert life.table.deal is not None
            try:
                self._play(life, seat, mind, life.table.deal.state.legal(seat)[0])
            except Exception:
                log.exception(
                    "table %s has no move for the bot at seat %s; its clock plays for it",
                    life.row.table,
                    seat,
                )

    def _play(self, life: Life, seat: Seat, mind: Mind, move: Move) -> Sequence[Effect]:
        """As a person would; what is chosen for one is played by time."""
        deal = life.table.deal
        if mind.stands_in and deal is not None:
            tick = in_place(deal.state, seat, move)
            return self.floor.ask(life, Ask(NATURE, tick, tag_of(tick)), None)
        return self.floor.ask(life, Ask(seat, move, tag_of(move)), None)
