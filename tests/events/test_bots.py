"""Events of bots in a house: to their end, through deaths of the process, and with a store that
fails."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest

from cutcard.arena.event import decode, encode
from cutcard.arena.event import log as entries
from cutcard.arena.event.audit import audit
from cutcard.store.protocol import StoreError
from cutcard.store.sqlite import SqliteStore
from cutcard.table.house import epoch_ms
from cutcard.table.staged import Staged
from cutcard.table.words import Refusal

from .place import HOST, Place, place, sound, terms
from .test_matches import terms as match_terms


def test_an_event_of_bots_is_played_to_its_end(tmp_path):
    async def story():
        async with place(tmp_path / "a.db") as one:
            carried = await one.holder.make(HOST, terms(guarantee=1000, fee=5), bots=11)

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
            assert (await one.money()).events == 0  # T101: what bots win is the house's again
            found = audit([decode(entry.what) for entry in kept.entries])
            assert (found.ok, found.over, found.paid) == (True, True, 1000), found.faults

    asyncio.run(story())


def test_bots_of_an_event_are_called_what_they_are_at_tables(tmp_path):
    async def story():
        async with place(tmp_path / "a.db") as one:
            await one.holder.make(HOST, terms(bot="caller"), bots=3)
            assert one.holder.user("bot-e1-2").name == "Caller 2"
            meeting = await one.holder.make(HOST, match_terms("memory", "swiss", bot=""), bots=2)
            usual = meeting.bot.title()
            assert one.holder.user("bot-e2-1").name == f"{usual} 1"
            assert one.holder.user("bot-e9-1").name == "Bot 1"  # nobody knows of that event

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


def test_T115_a_move_at_the_old_table_is_refused_and_changes_nothing(tmp_path):
    class Ear:
        heard = ()

        def hear(self, word):
            self.heard += (word,)

    async def story():
        async with place(tmp_path / "a.db") as one:
            carried = await one.holder.make(HOST, terms(), bots=6)
            await one.until(lambda: carried.tables and not carried._dirty)
            where = min(carried.tables.values())
            life = one.house.floor.lives[where]
            user = next(who for who in life.table.roster if who is not None)
            seat = life.table.seat_of(user.id)
            one.house.floor.run(life, Staged.place, seat, None, None)  # as who is moved leaves it
            ear, seq = Ear(), life.table.seq
            one.house.ask(where, None, ear, user, "fold", {}, key="k")
            assert life.table.seq == seq
            await one.until(lambda: ear.heard)
            assert [word.code for word in ear.heard] == ["INVALID_PLAYER"]

    asyncio.run(story())


def test_T110_who_hears_where_they_sit_before_the_table_is_open_is_told_its_number(tmp_path):
    async def story():
        async with place(tmp_path / "a.db") as one:
            carried = await one.holder.make(HOST, terms(starts_at=epoch_ms() + 600_000), bots=9)
            floor, wall = one.house.floor, one.house.floor.wall
            floor.wall = lambda: wall() + 600_000
            carried.time()
            assert not carried.tables
            number = carried.number_of(1)
            assert floor.lives[number].row.event_table == 1
            await one.until(lambda: not carried._dirty)
            sound(carried)
            assert carried.tables[1] == carried.number_of(1) == number
            assert carried.number_of(99) is None

    asyncio.run(story())
