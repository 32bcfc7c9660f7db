"""What every store does with tables, deals and their entries."""

from __future__ import annotations

import asyncio

import pytest

from cutcard.store.fair_row import FairRow
from cutcard.store.protocol import (
    ABANDONED,
    COMPLETED,
    PLAYING,
    WAITING,
    Batch,
    Entry,
    Final,
    Mark,
    MatchRow,
    Rated,
    SeatRow,
    StoreError,
)
from cutcard.store.standings import Trial

from .checks import StoreChecks
from .rows import deal_row, moves, opened, table_row


class TableChecks(StoreChecks):
    """Batches, tables, deals, matches."""

    def test_a_table_is_read_as_it_was_written(self, run):
        async def story(store):
            batch = opened(3)
            batch.entries = moves(3, 1, 5)
            batch.checks = [(3, 1, 4, b"digest")]
            await store.write(batch)
            kept = await store.load(3)
            assert kept.table == table_row(3)
            assert kept.seats == batch.seats
            assert kept.match == batch.matches[0]
            (log,) = kept.deals
            assert log.header == batch.deals[0]
            assert log.entries == [Entry(*row[2:]) for row in batch.entries]
            assert log.checks == {4: b"digest"}
            assert log.clock is None
            assert await store.load(4) is None
            assert await store.deal(3, 1) == log
            assert await store.deal(3, 2) is None

        run(story)

    def test_f34_a_chain_is_read_as_it_was_written_and_never_rewritten(self, run):
        async def story(store):
            kinds = [(1, "offer"), (1, "lock"), (1, "deal"), (2, "offer"), (1, "end"), (2, "void")]
            rows = [
                FairRow(3, n, deal, kind, int(kind == "deal"), b"{}", b"s" * 32 if not n else None)
                for n, (deal, kind) in enumerate([*kinds, (3, "offer")])
            ]
            batch = opened(3)
            batch.fair = rows
            await store.write(batch)
            assert await store.fair_rows(3) == rows
            assert await store.fair_rows(3, 1) == rows[:5]
            assert await store.fair_rows(3, 2) == []
            assert (await store.load(3)).fair == [row for row in rows if row.deal >= 2]
            assert await store.fair_tables() == [3]
            assert await store.outcome(Batch(fair=rows[:1])) == []
            assert await store.outcome(Batch(fair=[FairRow(3, 9, 4, "offer", 0, b"{}")])) is None
            for again in (rows[0], FairRow(3, 9, 1, "lock", 0, b"other")):
                with pytest.raises(StoreError):
                    await store.write(Batch(fair=[again]))
            assert await store.fair_keys() == []
            await store.add_fair_key(b"p" * 32, 5, None)
            await store.add_fair_key(b"q" * 32, 6, b"k" * 32)
            assert await store.fair_keys() == [(b"p" * 32, 5, None), (b"q" * 32, 6, b"k" * 32)]

        run(story)

    def test_what_is_written_outlives_the_store(self, tmp_path):
        async def story():
            store = self.make(tmp_path)
            await store.open()
            await store.write(opened(1))
            await store.close()
            again = self.make(tmp_path)
            await again.open()
            assert (await again.load(1)).table == table_row(1)
            await again.close()

        asyncio.run(story())

    def test_a_batch_is_written_whole_or_not_at_all(self, run):
        async def story(store):
            await store.write(opened(1))
            bad = opened(2)
            bad.entries = [*moves(1, 1, 300), moves(1, 1, 1)[0]]  # an entry twice
            with pytest.raises(StoreError):
                await store.write(bad)
            assert await store.load(2) is None
            assert (await store.deal(1, 1)).entries == []
            await store.write(Batch(entries=moves(1, 1, 1)))  # and it goes on
            assert len((await store.deal(1, 1)).entries) == 1

        run(story)

    def test_an_entry_cannot_be_written_twice(self, run):
        async def story(store):
            await store.write(opened(1))
            await store.write(Batch(entries=moves(1, 1, 1)))
            with pytest.raises(StoreError):
                await store.write(Batch(entries=moves(1, 1, 1)))

        run(story)

    @pytest.mark.parametrize("count", [0, 1, 3, 4, 5, 31, 33, 257, 1000])
    def test_batches_of_any_size_come_back_in_order(self, run, count):
        async def story(store):
            await store.write(opened(1))
            await store.write(Batch(entries=moves(1, 1, count)))
            entries = (await store.deal(1, 1)).entries
            assert [entry.n for entry in entries] == list(range(count))

        run(story)

    def test_tables_are_counted_and_listed_until_they_are_closed(self, run):
        async def story(store):
            assert await store.last_table() == 0
            assert await store.unfinished() == []
            for number in (1, 2, 5):
                await store.write(opened(number))
            assert await store.last_table() == 5
            assert await store.unfinished() == [1, 2, 5]
            await store.write(Batch(closed=[2, 5]))
            assert await store.unfinished() == [1]
            assert await store.last_table() == 5

        run(story)

    def test_seats_and_matches_are_replaced_by_their_latest(self, run):
        async def story(store):
            await store.write(opened(1))
            free = SeatRow(1, 0, None, "", None, 2)
            done = MatchRow(1, 1, COMPLETED, 1000, 1001, 1500, "ann", "COMPLETED", (1, 2), (3, 0))
            await store.write(Batch(seats=[free], matches=[done]))
            assert (await store.load(1)).seats[0] == free
            assert await store.match(1, 1) == done
            later = MatchRow(1, 2, WAITING, 1600)
            await store.write(Batch(matches=[later]))
            assert (await store.load(1)).match == later
            assert await store.match(1, 1) == done
            assert await store.match(1, 3) is None

        run(story)

    def test_as_many_deals_are_loaded_as_hold_the_updates_wanted(self, run):
        async def story(store):
            await store.write(opened(1))
            for deal in range(2, 7):
                await store.write(Batch(deals=[deal_row(1, deal)]))
            for deal in range(1, 7):
                await store.write(Batch(entries=moves(1, deal, 9)))
            for updates, held in ((1, 1), (10, 1), (11, 2), (25, 3), (64, 6)):
                kept = await store.load(1, updates)
                assert [log.header.deal for log in kept.deals] == list(range(7 - held, 7))
                assert len(kept.keys) == (6 - held) * 9
            kept = await store.load(1, 55)
            assert kept.keys == []
            kept = await store.load(1, 0)
            assert kept.deals == []
            assert kept.keys[0] == (1, 0, "k1-0")

        run(story)

    @pytest.mark.parametrize("updates", [0, 1, 30, 64])
    def test_many_tables_are_loaded_as_each_alone_is(self, run, updates):
        async def story(store):
            for number in range(1, 301):
                batch = opened(number)
                for deal in range(1, 1 + number % 4):
                    batch.entries += moves(number, deal, number % 40)
                    batch.deals += [deal_row(number, deal + 1, first=2 + deal)]
                batch.checks = [(number, 1, 4, b"digest")]
                batch.barred = [(number, f"user{n}") for n in range(number % 3)]
                batch.matches += [MatchRow(number, 2, WAITING, 1600)] * (number % 2)
                await store.write(batch)
            numbers = [*range(300, 0, -1), 301]
            many = await store.load_many(numbers, updates)
            assert [kept.table.table for kept in many] == list(range(1, 301))
            for kept in many[::7]:
                assert kept == await store.load(kept.table.table, updates)
            assert many[4].barred == {"user0", "user1"}
            assert many[4].match == MatchRow(5, 2, WAITING, 1600)
            assert await store.load_many([]) == []

        run(story)

    def test_whom_a_host_sent_away_is_kept_once_with_the_table(self, run):
        async def story(store):
            await store.write(opened(4))
            for _ in range(2):
                await store.write(Batch(barred=[(4, "bob")]))
            assert (await store.load(4)).barred == {"bob"}
            await store.write(opened(5))
            assert (await store.load(5)).barred == set()

        run(story)

    def test_a_key_is_found_by_seat_from_its_holders_first_deal_on(self, run):
        async def story(store):
            await store.write(opened(1))
            await store.write(Batch(deals=[deal_row(1, 2)], entries=moves(1, 1, 4)))
            assert await store.find_key(1, 1, "k1-3") == (1, 3)
            assert await store.find_key(1, 0, "k1-3") is None
            assert await store.find_key(1, 1, "k1-3", since=2) is None
            assert await store.find_key(2, 1, "k1-3") is None

        run(story)

    def test_where_somebody_sits_is_told_of_a_table_and_nothing_of_others(self, run):
        async def story(store):
            await store.write(opened(1))
            (found,) = (await store.load(1)).seats[:1]
            assert found in await store.seated(1, found.user)
            assert await store.seated(1, "nobody") == []
            assert await store.seated(2, found.user) == []

        run(story)

    def test_a_clock_is_kept_with_its_deal(self, run):
        async def story(store):
            await store.write(opened(1))
            await store.write(Batch(clocks=[(1, 1, 12_345)]))
            assert (await store.deal(1, 1)).clock == 12_345

        run(story)

    def test_deals_are_listed_newest_first(self, run):
        async def story(store):
            await store.write(opened(1))
            await store.write(Batch(deals=[deal_row(1, 2)], entries=moves(1, 2, 3)))
            await store.write(opened(2))
            lines = await store.deals()
            assert [(line.table, line.deal) for line in lines] == [(1, 2), (2, 1), (1, 1)]
            assert (lines[0].entries, lines[0].status, lines[0].game) == (3, PLAYING, "pile")
            assert len(await store.deals(limit=2)) == 2
            assert [line.deal for line in await store.deals(table=1)] == [2, 1]
            assert await store.deals(game="duel") == []

        run(story)

    def test_the_tally_counts_completed_matches_and_their_time(self, run):
        async def story(store):
            rows = [
                MatchRow(1, 1, COMPLETED, 0, 100, 400),
                MatchRow(2, 1, COMPLETED, 0, 1000, 2000),
                MatchRow(3, 1, ABANDONED, 0, 1000, 9000),
                MatchRow(4, 1, WAITING, 0),
            ]
            await store.write(Batch(matches=rows))
            tally = await store.tally(1500)
            assert (tally.created, tally.completed, tally.duration) == (4, 2, 1300)
            assert tally.completed_since == 1

        run(story)

    def test_the_seed_of_a_day_is_drawn_once_and_the_first_try_counts(self, run):
        async def story(store):
            users = [await store.create_user(name, True, name.encode()) for name in ("ann", "bob")]
            first, second = (user.id for user in users)
            day, next_day = "2026-11-16", "2026-11-17"
            assert await store.day_seed("pile", day, b"a" * 32) == b"a" * 32
            assert await store.day_seed("pile", day, b"b" * 32) == b"a" * 32
            assert await store.day_seed("pile", next_day, b"c" * 32) == b"c" * 32
            assert await store.trial(first, "pile", day) is None
            await store.write(Batch(trials=[Trial(1, 1, first, "pile", day, 10)]))
            assert await store.trial(first, "pile", day) == {}
            again = [
                Trial(1, 2, first, "pile", day, 20),
                Trial(1, 2, first, "pile", day, 30, "moves", 3),
            ]
            await store.write(Batch(trials=again))  # practice
            assert await store.trial(first, "pile", day) == {}
            came = Trial(1, 1, first, "pile", day, 40, "moves", 9)
            other = Trial(2, 1, second, "pile", day, 15)
            done = Trial(2, 1, second, "pile", day, 16, "moves", 9)
            await store.write(Batch(trials=[came, other, done]))
            assert await store.trial(first, "pile", day) == {"moves": 9}
            board = await store.day_board("pile", day)
            shown = [(one.id, value) for one, value in board["moves"]]
            assert shown == [(second, 9), (first, 9)]  # the earlier first
            assert await store.day_board("pile", next_day) == {}
            assert (await store.personal_data(first))["trials"] == [
                {"game": "pile", "day": day, "name": "moves", "value": 9}
            ]

        run(story)

    def test_a_batch_knows_its_tables_and_can_be_without_some(self):
        batch = opened(1)
        batch.entries = moves(2, 1, 2)
        batch.checks = [(3, 1, 1, b"")]
        batch.clocks = [(4, 1, 1)]
        batch.closed = [5]
        batch.rated = [Rated(6, 1, "pile", (), ())]
        batch.barred = [(7, "bob"), (8, "bob")]
        batch.finals = [Final(9, 1, (), bytes), Final(10, 1, (), bytes)]
        batch.marks = [Mark(9, "ann", "pile", "x", 1, 0), Mark(10, "ann", "pile", "x", 1, 0)]
        batch.trials = [
            Trial(10, 1, "ann", "pile", "2026-11-16", 0),
            Trial(11, 1, "ann", "x", "", 0),
        ]
        assert batch.about() == set(range(1, 12))
        assert batch.without({1, 3, 5, 7, 9, 11}, set()).about() == {2, 4, 6, 8, 10}
        assert batch.without(set(), set()) == batch
