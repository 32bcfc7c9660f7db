"""Spectators who are told everything later, so that nobody can tell a player what they see.

A balcony stands at a table with such a delay. It listens as a spectator would; what it hears goes
out again in the same order, so much later: updates, notices, whole states. Whoever comes is shown
the state as it was that long ago, put together from what has gone out; nothing newer is in reach
of those on it. After a restart of the server there is nothing old enough to show, until there is.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import structs

from cutcard.kernel import tags

from .alarm import Bell
from .audience import Audience
from .words import Clock, Ear, Notice, Snapshot, Update, Word

log = logging.getLogger("cutcard.table")

May = Callable[[Ear], bool]
Describe = Callable[[Update], Mapping[str, Any]]
"""A snapshot's `info` as of an update that was just told."""


class Balcony:
    """An ear of the table, and where its spectators listen."""

    def __init__(
        self,
        delay: int,
        blank: Snapshot,
        describe: Describe,
        *,
        alarm: Bell,
        clock: Callable[[], int],
        wall: Callable[[], int],
    ) -> None:
        self.delay = delay  # ms
        self.shown = blank  # what its spectators may know by now
        self.people = Audience()
        self._coming: deque[tuple[int, Word, Mapping[str, Any], May | None]] = deque()
        self._describe: Describe | None = describe
        self._alarm = alarm
        self._clock = clock
        self._wall = wall

    def hear(self, word: Word) -> None:
        """What the table tells its spectators is kept back."""
        self.later(word)
        if isinstance(word, Notice) and word.type == "TABLE_CLOSED":
            self._describe = None  # the table is let go of, not held until all this is told

    def later(self, word: Word, may: May | None = None) -> None:
        """Tells those who `may` hear it then, in its turn."""
        due = self._clock() + self.delay
        info = self._describe(word) if isinstance(word, Update) and self._describe else {}
        self._coming.append((due, word, info, may))
        self._alarm.at(due, self._let_out)

    def welcome(self, ear: Ear) -> None:
        """Shows somebody the state as it is here, if they are still there."""
        if ear in self.people:
            clock = self.shown.clock
            if clock is not None:
                clock = Clock(self._wall() - self.delay, clock.timers, clock.zero)
            self._tell(ear, structs.replace(self.shown, clock=clock))

    def _let_out(self) -> None:
        now = self._clock()
        while self._coming and self._coming[0][0] <= now:
            _, word, info, may = self._coming.popleft()
            self._see(word, info)
            for ear in tuple(self.people):
                if may is None or may(ear):
                    self._tell(ear, word)

    def _see(self, word: Word, info: Mapping[str, Any]) -> None:
        """The state here after this word."""
        shown = self.shown
        if isinstance(word, Snapshot):
            self.shown = word
        elif isinstance(word, Update):
            self.shown = structs.replace(
                shown,
                match=word.match,
                seq=word.seq,
                now=word.now,
                holders=word.holders,
                clock=word.clock,
                info=dict(info),
            )
        elif isinstance(word, Notice) and word.type == "ROSTER":
            self.shown = structs.replace(shown, roster=word.payload["players"])
        elif isinstance(word, Notice) and word.type == tags.GAME_ABANDONED:
            self.shown = structs.replace(shown, info={**shown.info, "status": "ABANDONED"})

    @staticmethod
    def _tell(ear: Ear, word: Word) -> None:
        try:
            ear.hear(word)
        except Exception:
            log.exception("a delayed listener failed to send %s", type(word).__name__)
