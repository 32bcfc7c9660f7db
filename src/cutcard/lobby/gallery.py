"""Who is in an event or watches one, and is told what happens there (docs/rules/tournament.md
T107-T113)."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from time import perf_counter
from typing import Any

from msgspec import to_builtins

from cutcard.arena.event.facts import Seated
from cutcard.events.carried import Carried
from cutcard.events.carrying import Carrying
from cutcard.events.holder import Holder
from cutcard.kernel.game import Fact
from cutcard.table.alarm import SLICE
from cutcard.table.words import Notice, User

from .presence import Presence
from .wish import Caller, bring

Said = tuple[str, None, None, dict[str, Any]]
Words = Callable[[], Said]


class Gallery:
    """People around the events of a house."""

    def __init__(self, holder: Holder, presence: Presence) -> None:
        self.holder = holder
        self._presence = presence
        self._waiting: dict[str, Caller] = {}  # connections that are brought to their tables
        self._watching: dict[int, dict[Caller, str]] = {}  # event → who watches, and who they are
        self._untold: deque[tuple[Words, Iterator[Callable[[Notice], object]]]] = deque()
        self._telling = False  # the loop comes back for what is left
        holder.listener = self

    def wait(self, user: User, caller: Caller) -> None:
        """This connection is brought to the tables at which its user is seated."""
        self._waiting[user.id] = caller

    def watch(self, event: int, user: User, caller: Caller) -> None:
        self._watching.setdefault(event, {})[caller] = user.id

    def unwatch(self, event: int, caller: Caller) -> None:
        there = self._watching.get(event, {})
        there.pop(caller, None)
        if not there:
            self._watching.pop(event, None)

    def went(self, user: User, caller: Caller) -> None:
        """A connection is gone."""
        if self._waiting.get(user.id) is caller:
            del self._waiting[user.id]
        for event in list(self._watching):
            self.unwatch(event, caller)

    # What the holder tells

    def tell(self, event: int, to: str | tuple[str, ...] | None, fact: Fact) -> None:
        carried = self.holder.live.get(event) or self.holder.past.get(event)
        if carried is None or (isinstance(to, str) and self.holder.user(to).bot):
            return
        tell, watching = self._presence.tell, self._watching.get(event, {})
        if isinstance(to, str):
            ways: list[Callable[[Notice], object]] = [partial(tell, to)]
        else:
            users = carried.people if to is None else to
            ways = [partial(tell, one) for one in users]
            ways += [caller.hear for caller, one in watching.items() if one not in users]
        self._untold.append((partial(self._words, carried, carried.seq, fact), iter(ways)))
        if not self._telling:
            self._tell_on()

    def _tell_on(self) -> None:
        """Tells for a slice, in order; the loop comes back for the rest: an event has thousands."""
        until = perf_counter() + SLICE
        while self._untold:
            words, ways = self._untold[0]
            notice = Notice(*words())
            for told in ways:
                told(notice)
                if perf_counter() >= until:
                    self._telling = True
                    asyncio.get_running_loop().call_soon(self._tell_on)
                    return
            self._untold.popleft()
        self._telling = False

    def bring(self, user: str, table: int) -> None:
        caller = self._waiting.get(user)
        if caller is not None:
            bring(caller, table)

    @staticmethod
    def _words(carried: Carrying, seq: int, fact: Fact) -> Said:
        """A fact as it is said, with the event's number and how far its log is."""
        said: dict[str, Any] = to_builtins(fact)
        kind = said.pop("type")
        if isinstance(fact, Seated) and isinstance(carried, Carried):
            said["tableNumber"] = carried.number_of(fact.table)
        return kind, None, None, {**said, "event": carried.row.event, "seq": seq}
