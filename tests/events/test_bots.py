"""Events of bots in a house: to their end, through deaths of the process, and with a store that
fails."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest

from cutcard.arena.event import decode, encode
from cutcard.arena.event import log as entries
from cutcard.store.protocol import StoreError
from cutcard.store.sqlite import SqliteStore
from cutcard.table.words import Refusal

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


class Torn(SqliteStore):
    """A disk that fails now and then: what a batch says is not written, all of it."""

    def __init__(self, path):
        super().__init__(path)
        self.count = self.failed = 0

    async def write(self, batch, rate=None):
        self.count += 1
        if self.count in (4, 9):
            self.failed += 1
            raise StoreError("The disk is full.")
        return await super().write(batch, rate)


def test_T103_what_was_not_written_did_not_happen(tmp_path):
    """Entries, hands and bookings of a batch that failed are undone together, and all goes on."""

    async def story():
        store = Torn(tmp_path / "a.db")
        one = Place(store, delay=(10, 30))  # many batches
        await one.start()
        await one.holder.make(HOST, terms(start_stack=3000), bots=20)
        carried = one.holder.get(1)

        await one.until(lambda: 1 in one.holder.past)  # its end is written
        state = carried.event.state
        assert state.chips() == state.owed_chips()
        assert store.failed
        kept = await store.event(1)
        assert [entry.what for entry in kept.entries] == [
            encode(entry) for entry in carried.event.log
        ]
        await one.money()
        await one.stop()

    asyncio.run(story())


class Unbroken(SqliteStore):
    """A disk on which no table breaks at first: its entry fails, after the table was closed."""

    failed = 0

    async def write(self, batch, rate=None):
        whats = [decode(one.what).what for one in batch.events.entries]
        if self.failed < 4 and any(isinstance(what, entries.TableBroken) for what in whats):
            self.failed += 1
            await asyncio.sleep(0.1)  # meanwhile the table is closed, which is undone with it
            raise StoreError("The disk is full.")
        return await super().write(batch, rate)


def test_T103_a_table_whose_closing_was_undone_is_not_opened_twice(tmp_path):
    """The event is read again before its tables are: one that is not back yet has its place."""

    async def story():
        store = Unbroken(tmp_path / "a.db")
        one = Place(store)
        await one.start()
        await one.holder.make(HOST, terms(), bots=9)
        carried = one.holder.get(1)

        def over():
            lives = one.house.floor.lives.values()
            numbers = [life.row.event_table for life in lives if life.row.event]
            assert len(numbers) == len(set(numbers)), "two tables of the same number"
            return 1 in one.holder.past

        await one.until(over)
        assert store.failed
        await one.until(lambda: not carried.tables)
        await one.money()
        await one.stop()

    asyncio.run(story())


def test_an_event_whose_opening_failed_is_not_made(tmp_path):
    """Bots enter while its opening is being written; who made it is told to ask again."""

    class Closed(SqliteStore):
        failed = 0

        async def write(self, batch, rate=None):
            if batch.events.opened and not self.failed:
                self.failed += 1
                raise StoreError("The disk is full.")
            return await super().write(batch, rate)

    async def story():
        store = Closed(tmp_path / "a.db")
        one = Place(store)
        await one.start()
        with pytest.raises(Refusal) as refused:
            await one.holder.make(HOST, terms(), bots=400)  # several slices
        assert refused.value.code == "GAME_ERROR"
        await one.house.written()
        assert not one.holder.live
        assert await store.last_event() == 0
        made = await one.holder.make(HOST, terms(), bots=3)
        await one.until(lambda: made.over)
        await one.stop()

    asyncio.run(story())
