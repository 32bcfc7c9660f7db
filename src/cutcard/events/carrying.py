"""What carrying any event is: its log, its bell, and tables that are looked at in slices until they
are what the event says. `carried.py` is an event with chips, `matched.py` one of matches."""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Any, Protocol

from cutcard.arena.event.requests import Asked
from cutcard.store.events import EventEntry, EventRow
from cutcard.table.alarm import SLICE, Bell
from cutcard.table.life import Life
from cutcard.table.vocabulary import vocabulary
from cutcard.table.words import Refusal, User

if TYPE_CHECKING:
    from .holder import Holder

log = logging.getLogger("cutcard.events")

BROKEN = "The event is being read again from its log; try it once more"


class Machine(Protocol):
    """What both kinds of events are."""

    @property
    def log(self) -> Sequence[Any]: ...

    def due(self) -> int | None: ...


class Carrying(ABC):
    """An event in a house, and where its tables are."""

    event: Machine
    bot: str  # the one that plays for those who are no people

    def __init__(self, holder: Holder, row: EventRow) -> None:
        self.holder = holder
        self.row = row
        self.floor = holder.house.floor
        self.words = vocabulary(row.game)
        self.tables: dict[int, int] = {}  # of the event → of the house
        self.people: set[str] = set()  # who is in it and no bot
        self.ready = False  # its tables are known
        self.broken = False  # being read again
        self.bell = Bell(self.floor.alarm)
        self._dirty: dict[int, None] = {}  # tables to be looked at
        self._working = False

    @property
    @abstractmethod
    def over(self) -> bool:
        """Whether nothing happens in it any more."""

    @property
    def seq(self) -> int:
        """How far its log is."""
        return len(self.event.log)

    # Asked by the holder

    @abstractmethod
    def reading(self, kept: Sequence[EventEntry]) -> Callable[[], None]:
        """Folds the log as the store has it, in any thread; what is returned takes it up."""

    @abstractmethod
    async def asked(self, user: User, at: int, *, admin: bool, key: str) -> Asked:
        """Who asks, with what the event must know of them."""

    @abstractmethod
    def ask(self, name: str, asked: Asked, wish: dict[str, Any] | None = None) -> None:
        """A request; Illegal where it is refused. What comes of it is gathered to be written."""

    @abstractmethod
    def enter(self, user: User, payer: str | None = None) -> None:
        """Somebody enters; a `payer` pays for them."""

    def may_ask(self) -> None:
        if self.broken:
            raise Refusal("GAME_ERROR", BROKEN)

    @abstractmethod
    def restart(self) -> None:
        """T104: the house is up again."""

    @abstractmethod
    def take_up(self) -> None:
        """All tables of a house that started are there: what was under way goes on."""

    @abstractmethod
    def time(self) -> None:
        """Time came."""

    @abstractmethod
    def bots(self) -> Iterable[str]:
        """Those who are in it."""

    # What tables tell

    @abstractmethod
    def found(self, life: Life) -> None:
        """A table that was open when the house started."""

    def find_tables(self) -> None:
        """Which tables of the house are this event's, after some were undone; also those that are
        not back yet, closed or not before: in their place another would be opened."""
        self._forget_tables()
        for life in self.floor.lives.values():
            if life.row.event == self.row.event and (life.broken or life.match.completed is None):
                self.found(life)

    def _forget_tables(self) -> None:
        self.tables.clear()

    @abstractmethod
    def mended(self, life: Life) -> None:
        """A table was read again from its log."""

    # Tables, in slices

    def look_at(self, number: int) -> None:
        self._dirty[number] = None
        self._arm()

    def _arm(self) -> None:
        floor = self.floor
        if not self.ready:
            return
        if self._dirty and not self._working and not self.broken:
            self._working = True
            self.bell.at(floor.clock(), self._work)
        due = None if self.over else self.event.due()
        if due is not None:
            self.bell.wake(floor.clock() + max(0, due - floor.wall()), self.time)

    def _work(self) -> None:
        """Looks at tables for a slice; the loop comes back for the rest."""
        self._working = False
        until = perf_counter() + SLICE
        while self._dirty and not self.broken:
            number = next(iter(self._dirty))
            del self._dirty[number]
            try:
                self._look(number)
            except Refusal as no:  # the table failed, and is being read again: then once more
                log.info("table %s of event %s: %s", number, self.row.event, no.message)
            except Exception:  # one table's fault is not the others'
                log.exception("table %s of event %s cannot be looked at", number, self.row.event)
            if perf_counter() >= until:
                break
        self._arm()

    @abstractmethod
    def _look(self, number: int) -> None:
        """Makes a table what the event says it is."""
