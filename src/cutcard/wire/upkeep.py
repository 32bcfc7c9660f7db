"""What a running server looks after in its database: sessions that were ended from beside it
(`cutcard account reset`), whose connections end within a second or so; guests who are gone; games
that are old, whose logs go into a file."""

from __future__ import annotations

import asyncio
import logging
from datetime import UTC, datetime
from pathlib import Path

from cutcard.lobby.sessions import DAY, token_hash
from cutcard.lobby.sweep import sweep_guests
from cutcard.store.archive import archive
from cutcard.store.protocol import StoreError
from cutcard.table.house import epoch_ms

from .hall import Hall

log = logging.getLogger("cutcard.wire")

LOOK = 0.5  # seconds between two looks for sessions that were ended
SWEEP = 6 * 3600.0  # between two sweeps, the first of them soon after the start
FIRST = 60.0
LATE = 50  # endings that may be seen after one of a higher number


class Upkeep:
    """`start()` and `stop()`. `guest_days` 0: guests stay for ever. `archive`: the folder old games
    go into, and after how many days; None: they stay."""

    def __init__(
        self, hall: Hall, guest_days: float, archive: tuple[Path, float] | None = None
    ) -> None:
        self._hall = hall
        self._store = hall.house.store
        self._days = guest_days
        self._archive = archive
        self._tasks: list[asyncio.Task[None]] = []
        self._after = 0
        self._seen: set[int] = set()  # of the last LATE endings

    async def start(self) -> None:
        """What was ended before is no news: nobody is connected yet."""
        self._after = await self._store.last_ending()
        self._seen = {one.id for one in await self._store.endings(self._after - LATE)}
        self._tasks = [
            asyncio.create_task(self._watch(), name="sessions ended from beside"),
            asyncio.create_task(self._sweep(), name="guests who are gone"),
        ]

    def stop(self) -> None:
        for task in self._tasks:
            task.cancel()

    async def look(self) -> None:
        """End the connections of sessions that are gone. A session that began since is there, and
        stays. Where several write, an ending may be seen after one of a higher number: the last few
        are always looked at again."""
        found = await self._store.endings(self._after - LATE, 2 * LATE)
        new = [one for one in found if one.id not in self._seen]
        if new:
            self._after = max(self._after, found[-1].id)
            self._seen = {one.id for one in found if one.id > self._after - LATE}
        for one in new:
            for token in self._hall.tokens(one.user):
                if await self._store.session(token_hash(token)) is None:
                    self._hall.end_sessions(one.user, token=token)

    async def sweep(self) -> tuple[int, int]:
        """Forget what expired, and guests nobody has been for a long time; how many."""
        now = epoch_ms()
        await self._store.sweep_logins(now, now - DAY)
        if self._days <= 0:
            return 0, 0
        gone = await sweep_guests(self._store, now, self._days, self._busy)
        if any(gone):
            log.info("%d guests removed who did nothing, %d emptied who are gone", *gone)
        return gone

    async def put_away(self) -> int:
        """The logs of old games go into a new file of the folder for them; of how many tables."""
        if self._archive is None:
            return 0
        folder, days = self._archive
        now = epoch_ms()
        made = datetime.fromtimestamp(now / 1000, UTC)
        file = folder / f"cutcard-{made:%Y%m%d-%H%M%S-%f}.jsonl.gz"
        gone = await archive(self._store, file, now - int(days * DAY), now)
        if gone.tables:
            log.info("%d tables with %d deals went into %s", gone.tables, gone.deals, file)
        return gone.tables

    def _busy(self, user: str) -> bool:
        return self._hall.lobby.presence.online(user) or bool(self._hall.house.tables_of(user))

    async def _watch(self) -> None:
        failing = False
        while True:
            await asyncio.sleep(LOOK)
            try:
                await self.look()
                failing = False
            except StoreError as reason:
                if not failing:  # once, not twice a second for as long as it lasts
                    log.warning("sessions ended by the command line are not seen: %s", reason)
                failing = True

    async def _sweep(self) -> None:
        await asyncio.sleep(FIRST)
        while True:
            try:
                if self._hall.lobby.leads:
                    await self.sweep()
                    await self.put_away()
            except StoreError as reason:
                log.warning("guests were not swept, or old games not put away: %s", reason)
            await asyncio.sleep(SWEEP)
