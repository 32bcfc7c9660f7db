"""A house with events, on a file; and how it dies."""

from __future__ import annotations

import asyncio
import time
from contextlib import asynccontextmanager, suppress

from cutcard.arena.event import Row, Terms
from cutcard.arena.running import staging
from cutcard.bots import bots_of
from cutcard.events.holder import Holder
from cutcard.games import game
from cutcard.lobby.chips import conserved
from cutcard.store.sqlite import SqliteStore
from cutcard.table.house import House, epoch_ms
from cutcard.table.words import User

QUICK = {"startDelay": 0, "resultDelay": 0, "showDelay": 1}
LEVELS = tuple(Row(b, 2 * b, minutes=0.005) for b in (10, 40, 160, 640, 2560))
HOST = User("host", "Host")


def terms(**more):
    given = {
        **{"name": "Sunday", "game": "poker", "structure": LEVELS, "options": QUICK},
        **{"format": "scheduled", "table_size": 3, "start_stack": 500, "host": HOST.id},
        **{"bots": True, "bot": "random"},
    }
    if (more.get("format") or given["format"]) == "scheduled":
        staging(game("poker")), bots_of("poker")  # read once, which may take a while
        given["starts_at"] = epoch_ms() + 500
    return Terms(**{**given, **more})


class Place:
    """A house, its events and its store."""

    def __init__(self, store, delay=(0, 2)):
        self.store = store
        self.house = House(store, bot_delay=delay)
        self.holder = Holder(self.house)

    async def start(self):
        await self.store.open()
        await self.holder.load()
        await self.house.start()
        self.holder.take_up()

    async def die(self):
        """As with kill -9: what is not written is lost, and nobody is told anything."""
        floor = self.house.floor
        floor.stop()
        if floor.writer._task is not None:
            floor.writer._task.cancel()
            with suppress(asyncio.CancelledError):
                await floor.writer._task
        await self.store.close()

    async def stop(self):
        await self.house.stop()
        await self.store.close()

    async def until(self, done, seconds=60):
        end = time.monotonic() + seconds
        while not done():
            assert time.monotonic() < end, "it takes too long"
            await asyncio.sleep(0.005)

    async def money(self):
        """T101: nothing is lost and nothing made."""
        found = await conserved(self.store)
        assert found.ok, found.faults
        return found


@asynccontextmanager
async def place(path):
    one = Place(SqliteStore(path))
    await one.start()
    try:
        yield one
    finally:
        await one.stop()


def sound(carried):
    """T100, and that everybody who is in sits where the event says, at no other table."""
    state, floor = carried.event.state, carried.floor
    assert not carried.stopped
    if state.phase in ("running", "over"):
        assert state.chips() == state.owed_chips()
    if carried._dirty or state.phase != "running":
        return
    seated = {}
    for number, where in carried.tables.items():
        life = floor.lives[where]
        for seat, user in enumerate(life.table.roster):
            if user is not None:
                assert user.id not in seated
                seated[user.id] = (number, seat)
    wanted = {p.user: (p.table, p.seat) for p in state.playing()}
    assert seated == wanted
