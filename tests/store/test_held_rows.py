"""Rows of the design of several servers on one PostgreSQL that no other test holds: leases (S1 to
S3), the log's second fence (S9), an end that is written twice (S17), connections (S34), and rows
that stay on their page (S42)."""

from __future__ import annotations

import asyncio
import time
from contextlib import asynccontextmanager

import asyncpg
import pytest

from cutcard.arena.ratings import rate
from cutcard.store.postgres import PostgresStore
from cutcard.store.postgres_shift import Terms
from cutcard.store.protocol import Batch, Rated, SeatRow, StoreError

from .rating_checks import accounts
from .rows import moves, opened

BEHIND = 20.0  # seconds until PostgreSQL's figures are those of now, on a busy machine


@asynccontextmanager
async def serving(database, address="unix:/here", **more):
    store = PostgresStore(database, shared=address, **more)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


async def asked(database, question, *values):
    there = await asyncpg.connect(database)
    try:
        return await there.fetch(question, *values)
    finally:
        await there.close()


@pytest.mark.parametrize(
    "odd", [{"lease": 2.0}, {"renew": 1.5}, {"margin": 1.0}, {"margin": 2.0, "renew": 1.0}]
)
def test_s1_terms_by_which_a_lease_could_run_out_between_two_renewals_are_refused(odd):
    with pytest.raises(ValueError, match="cannot hold"):
        Terms(**odd)
    assert Terms().margin < Terms().renew < Terms().lease / 2


def test_s2_each_incarnation_of_a_worker_is_a_shift_of_its_own_and_numbers_only_grow(database):
    async def story():
        seen = []
        for _ in range(2):  # the same process, and then once more
            async with serving(database, "unix:/a") as one, serving(database, "unix:/b") as two:
                two._shift.worker = one._shift.worker
                seen += [one._shift.number, two._shift.number]
        assert seen == sorted(set(seen))
        assert len(seen) == 4
        over = await asked(database, "SELECT shift FROM shifts WHERE NOT over")
        assert not over

    asyncio.run(story())


def test_s3_a_lease_is_renewed_while_long_batches_are_written(database):
    """The renewal is an update of the row that every write holds a lock on."""
    question = "SELECT renewed FROM shifts WHERE shift = $1"

    async def story():
        async with serving(database) as store:
            await store.write(opened(1))
            shift, renewed, deal = store._shift.number, set(), 0
            until = time.monotonic() + 4 * store._shift.terms.renew
            while time.monotonic() < until:
                await store.write(Batch(entries=moves(1, 1, 500, 500 * deal)))
                deal += 1
                renewed.add((await asked(database, question, shift))[0][0])
            assert deal > 3
            assert len(renewed) >= 3
            assert store.certain

    asyncio.run(story())


def test_s9_two_who_write_one_log_are_told_apart_by_its_key_whatever_else_went_wrong(database):
    """Planted: a table is taken from a server that lives, and is not fenced."""

    async def story():
        async with serving(database, "unix:/a") as one, serving(database, "unix:/b") as two:
            await one.write(opened(1))
            await one.write(Batch(entries=moves(1, 1, 2)))
            await asked(database, "UPDATE tables SET shift = $1", two._shift.number)
            await two.write(Batch(entries=moves(1, 1, 1, 2)))
            with pytest.raises(StoreError):
                await one.write(Batch(entries=moves(1, 1, 3, 2)))
            log = await two.deal(1, 1)
            assert [entry.n for entry in log.entries] == [0, 1, 2]

    asyncio.run(story())


def test_s17_an_end_that_is_written_twice_is_rated_once(database):
    async def story():
        async with serving(database) as store:
            users = tuple(await accounts(store, "Ann", "Bo"))
            await store.write(opened(7))
            end = Rated(7, 1, "duel", users, (1, 2), "duel/QUICK", 1_790_000_000_000)
            before = await store.write(Batch(rated=[end]), rate)
            with pytest.raises(StoreError):
                await store.write(Batch(rated=[end]), rate)
            changes = await asked(database, "SELECT user_id FROM rating_changes")
            assert (len(before), len(changes)) == (1, 2)
            games = await asked(database, "SELECT games FROM ratings")
            assert [one[0] for one in games] == [1, 1]

    asyncio.run(story())


def test_s34_a_worker_has_one_connection_that_writes_one_for_its_lease_and_its_pool(database):
    count = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'cutcard'"

    async def story():
        before = (await asked(database, count))[0][0]
        async with serving(database, pool=3) as store:
            await store.write(opened(1))
            for _ in range(3):
                found = await asyncio.gather(*(store.deals(limit=10) for _ in range(40)))
                assert all(len(one) == 1 for one in found)
            there = (await asked(database, count))[0][0] - before
            assert 3 <= there <= 5

    asyncio.run(story())


def test_s42_what_is_changed_often_stays_on_its_page_and_the_log_is_never_changed(database):
    figures = (
        "SELECT relname, n_tup_upd, n_tup_hot_upd FROM pg_stat_user_tables"
        " WHERE schemaname = current_schema()"
    )

    async def story():
        async with serving(database) as store:
            await store.write(opened(1))
            for n in range(50):
                batch = Batch(entries=moves(1, 1, 1, n))
                batch.seats = [SeatRow(1, 0, "ann", f"Ann {n}", None, n + 1)]
                await store.write(batch)
            await asyncio.sleep(3 * store._shift.terms.renew)
        until = time.monotonic() + BEHIND
        while True:
            rows = await asked(database, figures)
            found = {name: (changed, hot) for name, changed, hot in rows}
            if found["seats"][0] >= 50 and found["shifts"][0] >= 3:
                break
            assert time.monotonic() < until, found
            await asyncio.sleep(0.1)
        for name in ("seats", "shifts"):
            changed, hot = found[name]
            assert hot >= 0.8 * changed, (name, changed, hot)
        logs = [changed for name, (changed, _) in found.items() if name.startswith("entries")]
        assert logs
        assert not any(logs)

    asyncio.run(story())
