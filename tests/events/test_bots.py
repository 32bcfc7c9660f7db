"""Events of bots in a house: to their end, through deaths of the process, and with a store that
fails."""

from __future__ import annotations

import asyncio
from functools import partial

from cutcard.arena.event import encode
from cutcard.store.sqlite import SqliteStore

from .place import HOST, Place, place, sound, terms


def test_an_event_of_bots_is_played_to_its_end(tmp_path):
    async def story():
        async with place(tmp_path / "a.db") as one:
            carried = await one.holder.make(HOST, terms(), bots=11)

            def over():
                sound(carried)
                return carried.over

            await one.until(over)
            await one.house.written()
            state = carried.event.state
            places = sorted(p.place for p in state.players.values())
            assert places[0] == 1
            assert len(places) == 11
            assert [row.event for row in await one.store.past_events()] == [1]
            await one.until(lambda: not carried.tables)
            kept = await one.store.event(1)
            assert [entry.what for entry in kept.entries] == [
                encode(entry) for entry in carried.event.log
            ]
            await one.money()

    asyncio.run(story())


def due(carried, length):
    sound(carried)
    return carried.over or len(carried.event.log) >= length


def test_T104_it_goes_on_after_every_death(tmp_path):
    """Every death comes at another moment; chips, seats and money are as they were."""

    async def story():
        path, deaths = tmp_path / "a.db", 0
        one = Place(SqliteStore(path))
        await one.start()
        await one.holder.make(HOST, terms(), bots=9)
        while True:
            carried = one.holder.get(1)
            await one.until(partial(due, carried, len(carried.event.log) + 7 + 3 * deaths))
            if carried.over or deaths == 6:
                break
            await one.die()
            deaths += 1
            one = Place(SqliteStore(path))
            await one.start()
            await one.money()
        assert deaths >= 3
        carried = one.holder.get(1)
        await one.until(lambda: carried.over)
        await one.house.written()
        assert carried.event.state.left <= 1
        await one.until(lambda: not carried.tables)
        await one.money()
        await one.stop()

    asyncio.run(story())
