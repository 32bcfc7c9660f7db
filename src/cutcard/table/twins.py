"""The same deals at two tables, compared: the life of such a table, and what leads both on.

Both begin when both are full, and a deal begins at both when the one before is over at both: who
is done sooner waits. Nobody watches, nobody sits at both, and the seed of a deal is told when it is
over at both. It is shuffled at the first table, by the shares of who sits there, and lent to the
second, whose deals carry that lock and those shares (F39). What the matches come to is the game's
to say (`compared`); where one of the tables is gone, the other is called off.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from cutcard.kernel.twice import Compared
from cutcard.store.protocol import PLAYING, WAITING, KeptTable, MatchRow, TableRow

from .desertion import attended
from .life import Life
from .words import Refusal, User

if TYPE_CHECKING:
    from .floor import Floor
    from .table import Table

GONE = "The other table is closed"
ENDED = "The match is over at the other table"
PARTED = "The two tables were dealt different cards"


class Twin(Life):
    """One of two tables with the same deals."""

    __slots__ = ("free",)

    def __init__(self, row: TableRow, table: Table, match: MatchRow, now: int) -> None:
        super().__init__(row, table, match, now)
        table.staged, table.twin = True, row.twin_of
        table.follows = row.twin_of != row.table
        self.free = False  # it waits for the other table no more

    def take_up(self, kept: KeptTable, now: int, wall: int) -> None:
        super().take_up(kept, now, wall)
        table = self.table
        table.staged = True  # it deals when both are ready
        table.awaits = table.awaits and table.deal is None

    # What leads both on

    def begin(self, now: int, wall: int) -> None:
        """Both tables are full."""
        self.now, self.wall = now, wall
        super()._begin()

    def stage(self, now: int, wall: int) -> None:
        """The deal is over at both tables: the next one."""
        self.now, self.wall = now, wall
        self.moved = now
        deal = self.table.deal
        assert deal is not None
        carry = deal.next()
        assert carry is not None
        self._pass_on(self.table.stage(carry, now, wall))

    def lend(self, now: int, wall: int, seed: bytes) -> None:
        """The first table was dealt its cards: here are the same."""
        self.now, self.wall = now, wall
        self._pass_on(self.table.lend(seed, now, wall))

    def prove(self, now: int, wall: int) -> None:
        """The deal is over at both tables: its seed may be told."""
        self.now, self.wall = now, wall
        self._pass_on(self.table.over_at_both(now, wall))

    def tell(self, now: int, wall: int, told: dict[str, Any]) -> None:
        """How the two compare."""
        self.now, self.wall = now, wall
        self._tell("BOARDS_COMPARED", **told)

    def release(self, now: int, wall: int) -> None:
        """The other table is over, too: this one stays as long as any after its match."""
        self.now, self.wall = now, wall
        if not self.free:
            self.free = True
            self._stay()

    @property
    def ready(self) -> bool:
        """Every seat is taken, and nothing has begun."""
        return self.match.status == WAITING and None not in self.table.roster

    @property
    def done(self) -> int:
        """How many deals are over here."""
        deal = self.table.deal
        return 0 if deal is None else deal.header.deal - (deal.outcome is None)

    # What is otherwise than at other tables

    def _begin(self) -> None:
        """A full table waits for the other one."""

    def _stay(self) -> None:
        if self.free:
            super()._stay()

    def _free(self, seat: int) -> None:
        """The last to go does not close it: somebody may be at the other one."""
        self._unseat(seat)
        self._tell("ROSTER", players=self.roster())

    def _goes_on(self) -> bool:
        """Who is done with a deal waits for the other table as long as that takes."""
        deal = self.table.deal
        waits = self.match.status == PLAYING and deal is not None and deal.outcome is not None
        ended = self.match.completed is not None and not self.free
        return waits or ended or super()._goes_on()

    def _plays_again(self) -> bool:
        return False  # the other table would have to, too


class Twins:
    """The pairs of such tables on a floor, by the number of the first."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._pairs: dict[int, set[int]] = {}
        self._held = 0
        self._looked_for: set[int] = set()
        self._told: dict[int, int] = {}  # how many deals were compared aloud
        floor.desertion.spared.append(self.spares)

    def add(self, life: Life) -> None:
        """A table is open; it may be one of a pair."""
        if life.table.twin:
            self._pairs.setdefault(life.table.twin, set()).add(life.row.table)

    def gone(self, life: Life) -> None:
        """A table is open no more."""
        if life.table.twin:
            self.look(life.table.twin)

    def both(self, first: int) -> list[Twin | None]:
        """The two tables, the first one first; None: it is closed."""
        lives = self._floor.lives
        found = [lives.get(number) for number in sorted(self._pairs.get(first, ()))]
        return [life if isinstance(life, Twin) else None for life in found]

    def other(self, table: int) -> int:
        """The number of the other table of the pair; 0: it is none of a pair."""
        life = self._floor.lives.get(table)
        pair = self._pairs.get(life.table.twin, set()) if life is not None else set()
        return next((number for number in pair if number != table), 0)

    def refuse_at_both(self, life: Life, user: User) -> None:
        """Nobody sits at both tables: they would know the cards."""
        other = self._floor.lives.get(self.other(life.row.table)) if life.table.twin else None
        if other is not None and other.table.seat_of(user.id) is not None:
            raise Refusal("INVALID_PLAYER", "You sit at the other table with the same deals")

    def played_elsewhere(self, table: int, deal: int) -> bool:
        """Whether a deal of the table is still to be played to its end at the other one."""
        other = self._floor.lives.get(self.other(table))
        return isinstance(other, Twin) and other.done < deal

    def spares(self, row: TableRow) -> bool:
        """Whether a table of a pair is to stay: somebody is at the other one."""
        other = self._floor.lives.get(self.other(row.table)) if row.twin_of else None
        return other is not None and attended(other)

    def compared(self, first: int) -> dict[str, Any]:
        """How the two stand after the deals that are over at both."""
        one, two = self.both(first)
        assert one is not None
        assert two is not None
        compare = one.table.words.traits.compared
        ours, theirs = one.table.deal, two.table.deal
        found = Compared()
        if compare is not None and ours is not None and theirs is not None:
            found = compare(ours.state, theirs.state)
        told = {
            "tables": [one.row.table, two.row.table],
            "differences": list(found.differences),
            "total": found.total,
            "over": found.over,
        }
        return told if found.winner is None else {**told, "winner": found.winner}

    @contextmanager
    def held(self) -> Iterator[None]:
        """While tables are taken up: one of two may not be there yet."""
        self._held += 1
        try:
            yield
        finally:
            self._held -= 1
            for first in self._pairs:
                self.look(first)

    def look(self, first: int) -> None:
        """Something happened at one of them: what follows is done right after it."""
        if not self._held and first not in self._looked_for:
            self._looked_for.add(first)
            asyncio.get_running_loop().call_soon(self._lead, first)

    def _lead(self, first: int) -> None:
        self._looked_for.discard(first)
        pair = self.both(first)
        if any(life is not None and life.broken for life in pair):
            return  # it is read again from its log, and looked at then
        there = [life for life in pair if life is not None]
        if len(pair) == 2 and len(there) == 2:
            self._both_there(first, *there)
        elif not there:
            self._pairs.pop(first, None)
            self._told.pop(first, None)
        else:
            self._alone(there[0])

    def _alone(self, life: Twin) -> None:
        if life.match.completed is None:
            self._floor.abandon(life, GONE)
        elif not life.free:
            self._floor.run(life, Twin.release)

    def _both_there(self, first: int, one: Twin, two: Twin) -> None:
        run, pair = self._floor.run, (one, two)
        if one.ready and two.ready:
            for life in pair:
                run(life, Twin.begin)
            return
        done = one.done
        if self._lent(one, two) or not done or done != two.done or any(map(_plays, pair)):
            return
        if one.table.unproved:
            run(one, Twin.prove)
        if self._told.get(first, 0) < done:
            self._told[first] = done
            told = self.compared(first) | {"deal": done, "seed": _seed(one)}
            for life in pair:
                run(life, Twin.tell, told)
        if not any(life.table.over for life in pair):
            for life in pair:
                if not life.table.awaits:
                    run(life, Twin.stage)
            return
        for life in pair:
            if life.match.completed is None:
                self._floor.abandon(life, ENDED)
            elif not life.free:
                run(life, Twin.release)

    def _lent(self, one: Twin, two: Twin) -> bool:
        """F39: the second table is dealt what the first was; whether nothing else is to be done."""
        ours, theirs = one.table.deal, two.table.deal
        ahead = one.table.deal_number - two.table.deal_number
        if ours is not None and ahead > 0 and two.table.awaits:
            self._floor.run(two, Twin.lend, ours.header.seed)
            return True
        parted = ours and theirs and not ahead and ours.header.seed != theirs.header.seed
        if parted:  # what was lent was not written at the first: they are no pair any more
            for life in (one, two):
                self._floor.abandon(life, PARTED)
        return bool(parted)


def _plays(life: Twin) -> bool:
    deal = life.table.deal
    return deal is not None and deal.outcome is None


def _seed(life: Twin) -> str:
    deal = life.table.deal
    assert deal is not None
    return deal.header.seed.hex()
