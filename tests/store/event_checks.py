"""What every store does with events: their logs, their accounts, and their tables."""

from __future__ import annotations

import pytest
from msgspec import structs

from cutcard.store.events import EventBooking, EventEntry, EventRow, EventRows
from cutcard.store.people import BANK
from cutcard.store.protocol import Batch, StoreError

from .checks import StoreChecks
from .rows import opened, table_row


def event_row(number):
    return EventRow(number, "chips", "pile", "Sunday", "ann", bytes(32), 1000)


def entries(number, first, last, key=None):
    return [EventEntry(number, n, 1000 + n, b"\x93\x00\xff", key) for n in range(first, last + 1)]


class EventChecks(StoreChecks):
    """Events."""

    def test_an_event_is_read_as_it_was_written(self, run):
        async def story(store):
            assert (await store.last_event(), await store.live_events()) == (0, [])
            rows = EventRows([event_row(3)], entries(3, 1, 2, "ann:k1"))
            await store.write(Batch(events=rows))
            await store.write(Batch(events=EventRows(entries=entries(3, 3, 4))))
            await store.write(Batch(events=EventRows([event_row(5)], entries(5, 1, 1))))
            kept = await store.event(3)
            assert kept.event == event_row(3)
            assert kept.entries == [*entries(3, 1, 2, "ann:k1"), *entries(3, 3, 4)]
            assert await store.live_events() == [kept, await store.event(5)]
            assert await store.last_event() == 5
            assert await store.event(4) is None
            await store.write(Batch(events=EventRows(over=[3])))
            assert [one.event.event for one in await store.live_events()] == [5]
            assert (await store.event(3)).over
            assert await store.past_events() == [event_row(3)]

        run(story)

    def test_no_entry_is_written_twice_and_nothing_with_it(self, run):
        async def story(store):
            await store.write(Batch(events=EventRows([event_row(1)], entries(1, 1, 2))))
            batch = opened(9)
            batch.events = EventRows(entries=entries(1, 2, 3))
            with pytest.raises(StoreError):
                await store.write(batch)
            assert await store.load(9) is None
            assert [entry.n for entry in (await store.event(1)).entries] == [1, 2]

        run(story)

    def test_what_became_of_a_batch_about_events(self, run):
        async def story(store):
            first = Batch(events=EventRows([event_row(1)], entries(1, 1, 2)))
            await store.write(first)
            assert await store.outcome(first) == []
            assert await store.outcome(Batch(events=EventRows(entries=entries(1, 3, 3)))) is None

        run(story)

    def test_a_table_says_whose_it_is(self, run):
        async def story(store):
            batch = opened(4)
            batch.tables = [structs.replace(table_row(4), event=2, event_table=7)]
            await store.write(batch)
            await store.write(opened(5))
            kept = (await store.load(4)).table
            assert (kept.event, kept.event_table) == (2, 7)
            assert (await store.load(5)).table.event == 0

        run(story)

    def test_buy_ins_and_prizes_are_booked_twice(self, run):
        async def story(store):
            ann = await store.create_user("Ann", True, b"a" * 32, chips=500)
            rows = EventRows([event_row(1)], entries(1, 1, 2))
            rows.chips = [EventBooking(1, 5, ann.id, -110, "entry")]
            await store.write(Batch(events=rows))
            sums = await store.chip_sums()
            assert (await store.balance(ann.id), sums.events) == (390, 110)
            assert sums.users == sums.users_booked == 390
            assert sums.users + sums.tables + sums.events + sums.bank == 0
            more = EventRows(entries=entries(1, 3, 3), over=[1])
            more.chips = [
                EventBooking(1, 6, ann.id, 60, "prize"),
                EventBooking(1, 6, BANK, 10, "fees"),
            ]
            await store.write(Batch(events=more))
            sums = await store.chip_sums()
            assert (await store.balance(ann.id), sums.events) == (450, 40)
            assert sums.overdrawn == 1  # over, and 40 chips are still there
            paid = EventRows(chips=[EventBooking(1, 7, BANK, 40, "fees")])
            await store.write(Batch(events=paid))
            sums = await store.chip_sums()
            assert (sums.events, sums.overdrawn, sums.torn, sums.differing) == (0, 0, 0, 0)

        run(story)

    def test_people_are_found_by_their_ids(self, run):
        async def story(store):
            ann = await store.create_user("Ann", True, b"a" * 32)
            bob = await store.create_user("Bob", True, b"b" * 32)
            found = await store.persons([ann.id, "nobody", bob.id])
            assert found == {ann.id: ann, bob.id: bob}
            assert await store.persons([]) == {}

        run(story)
