"""Servers that share the tables of one database: leases, fences, claims."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import asyncpg
import pytest

from cutcard.store import postgres_shift
from cutcard.store.postgres import PostgresStore
from cutcard.store.postgres_lease import BLOCK, Lease
from cutcard.store.postgres_rooms import ROOM
from cutcard.store.postgres_shift import Stillness, Terms
from cutcard.store.postgres_workers import NOBODY
from cutcard.store.protocol import Batch, InUse

from .rows import moves, opened

SOON = 60.0  # seconds a busy machine may need; the test's own limit is none


@asynccontextmanager
async def serving(database, address="unix:/here", **more):
    store = PostgresStore(database, shared=address, **more)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


def neighbour(database):
    """Another process that serves tables."""
    command = [sys.executable, "-m", "tests.store.neighbour", database]
    root = Path(__file__).parents[2]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=root)


async def lines(child, count):
    return [int(await asyncio.to_thread(child.stdout.readline)) for _ in range(count)]


def test_several_share_a_database_and_each_knows_whose_a_table_is(database):
    async def story():
        async with serving(database, "unix:/a") as ann, serving(database, "unix:/b") as bob:
            mine, theirs = next(await ann.numbers()), next(await bob.numbers())
            assert mine != theirs
            await ann.write(opened(mine))
            await bob.write(opened(theirs))
            assert await ann.unfinished() == [mine]
            assert await bob.unfinished() == [theirs]
            found = await bob.owner(mine)
            assert (found.address, found.mine) == ("unix:/a", False)
            assert (await ann.owner(mine)).mine
            assert await bob.owner(99) is None
        async with serving(database) as heir:  # both said goodbye: their tables are orphans
            assert await heir.unfinished() == sorted([mine, theirs])
            assert next(await heir.numbers()) > max(mine, theirs)

    asyncio.run(story())


def test_s8_who_starts_beside_others_claims_nothing_before_it_serves(database):
    """Tables of a killed worker were claimed by the one that was started in its place, and waited
    until that was up."""

    async def story():
        async with serving(database, "unix:/a") as ann:
            ann._lease.serves = False  # it only lives here
            async with serving(database, "unix:/b") as gone:
                table = next(await gone.numbers())
                await gone.write(opened(table))
            starts = PostgresStore(database)
            starts.share("unix:/c")
            await starts.open()
            assert await starts.unfinished() == []
            assert (await starts.crew.whose([table]))[table] is NOBODY
            starts.serve()
            assert await asyncio.wait_for(starts.orphans(), SOON) == [table]
            await starts.close()
        first = PostgresStore(database)  # nobody else is there: it has all, and then serves
        first.share("unix:/d")
        await first.open()
        assert await first.unfinished() == [table]
        await first.close()

    asyncio.run(story())


def test_who_is_there_first_claims_all_tables_with_one_statement(database, monkeypatch):
    """After a restart nobody else is there to share them with: fifty at a time took longer than to
    read them."""
    portions, claim = [], Lease._claim

    async def counted(lease, connection, most):
        portions.append(claimed := await claim(lease, connection, most))
        return claimed

    async def story():
        async with serving(database, "unix:/a") as gone:
            numbers = [next(await gone.numbers()) for _ in range(60)]
            for number in numbers:
                await gone.write(opened(number))
        monkeypatch.setattr(Lease, "_claim", counted)
        heir = PostgresStore(database)
        heir.share("unix:/b")  # as a worker does: it claims nothing beside its start
        await heir.open()
        assert await heir.unfinished() == numbers
        assert [len(one) for one in portions if one] == [60]
        await heir.close()

    asyncio.run(story())


def test_who_is_alone_shares_with_nobody(database, monkeypatch):
    monkeypatch.setattr(postgres_shift, "DYING_SECONDS", 0.3)

    async def story():
        async with serving(database):
            with pytest.raises(InUse, match="Another server is using"):
                await PostgresStore(database).open()
        alone = PostgresStore(database)
        await alone.open()
        await alone.write(opened(7000))
        with pytest.raises(InUse, match="Another server is using"):
            await PostgresStore(database, shared="unix:/x").open()
        await alone.close()
        async with serving(database) as next_one:
            assert next(await next_one.numbers()) == 7001

    asyncio.run(story())


def test_the_tables_of_one_that_was_killed_are_claimed_with_all_it_acknowledged(database):
    async def story():
        async with serving(database) as heir:
            child = neighbour(database)
            tables = await lines(child, 3)
            await asyncio.sleep(3.2)  # the heir has looked for as long as a lease lasts
            (*_, acknowledged) = await lines(child, 20)
            os.kill(child.pid, signal.SIGKILL)
            claimed = await asyncio.wait_for(heir.orphans(), SOON)
            child.wait()
            assert claimed == sorted(tables)
            entries = (await heir.deal(tables[-1], 1)).entries
            assert len(entries) >= acknowledged
            assert [one.n for one in entries] == list(range(len(entries)))
            await heir.write(Batch(entries=moves(tables[-1], 1, 1, len(entries))))
            assert (await heir.owner(tables[0])).mine

    asyncio.run(story())


def test_one_that_stood_still_past_its_lease_writes_nothing_when_it_goes_on(database):
    async def story():
        async with serving(database) as heir:
            child = neighbour(database)
            tables = await lines(child, 3)
            await asyncio.sleep(3.2)
            await lines(child, 5)
            os.kill(child.pid, signal.SIGSTOP)
            try:
                assert await asyncio.wait_for(heir.orphans(), SOON) == sorted(tables)
                before = len((await heir.deal(tables[-1], 1)).entries)
            finally:
                os.kill(child.pid, signal.SIGCONT)
            rest, _ = await asyncio.to_thread(child.communicate, timeout=SOON)
            said = rest.split()
            assert said[-1] == "over"
            assert len((await heir.deal(tables[-1], 1)).entries) == before
            assert max(map(int, said[:-1]), default=0) <= before

    asyncio.run(story())


def test_who_stood_still_judges_nobody_before_all_could_renew(monkeypatch):
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    still = Stillness(Terms())
    for _ in range(11):  # 2.75 s of looking: nobody is judged yet
        assert still.look(now, {7: "then"}) == []
        now += 0.25
    assert still.look(now, {7: "then"}) == []
    now += 0.25
    assert still.look(now, {7: "then"}) == [7]
    now += 0.25
    assert still.look(now, {7: "later"}) == []  # it was renewed
    now += 1.5  # we, or the database, stood still: all may be late
    assert still.look(now, {7: "later", 8: "then"}) == []
    now += 0.25
    assert still.look(now, {7: "later", 8: "then"}) == []
    assert still.look(now - 1, {8: "then"}) == []  # a look that took long is a pause too


def test_a_free_lock_is_believed_by_who_stood_still_too_but_not_on_a_new_connection(monkeypatch):
    """A machine under load makes looks late again and again; a killed worker's tables waited for
    three seconds without such a pause."""
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    still = Stillness(Terms())
    still.connected()
    assert still.look(now, {7: "then"}, {7}) == []
    now += 0.25
    assert still.look(now, {7: "then"}, {7}) == []  # a database that came back: all are to come
    now += 4.0  # a pause
    assert still.look(now, {8: "then", 9: "then"}, {8}) == []
    now += 1.5  # and another
    assert still.look(now - 0.9, {8: "then", 9: "then"}, {8}) == [8]
    still.connected()
    assert still.look(now, {8: "then"}, {8}) == []


def test_s6_who_hung_up_and_whose_lock_is_free_is_gone_at_once_and_nobody_else_is(database):
    """By its lock alone a killed worker was believed to be gone 1.2 s after its last renewal."""
    never = Terms(lease=3600.0, early=3600.0)

    async def story():
        async with (
            serving(database, "unix:/a", terms=never) as heir,
            serving(database, "unix:/b", terms=never) as gone,
            serving(database, "unix:/c", terms=never) as lives,
        ):
            theirs, kept = next(await gone.numbers()), next(await lives.numbers())
            await gone.write(opened(theirs))
            await lives.write(opened(kept))
            still = heir._lease._still
            while still._connected == float("-inf"):  # noqa: ASYNC110 # it has no event
                await asyncio.sleep(0.01)
            still._connected = float("-inf")  # so it would have been for as long as a lease lasts
            gone._keeping.cancel()
            gone._writer.terminate()
            heir.hung_up("unix:/c")
            heir.hung_up("unix:/b")
            assert await asyncio.wait_for(heir.orphans(), SOON) == [theirs]
            await lives.write(Batch(entries=moves(kept, 1, 1, 0)))
            assert (await heir.owner(kept)).address == "unix:/c"

    asyncio.run(story())


def test_many_tables_opened_at_once_find_numbers_without_waiting_for_a_look(database):
    """A hundred were opened within a quarter of a second, and one in three was refused."""

    async def story():
        async with serving(database, terms=Terms(probe=3600.0)) as store:
            numbers, found = await store.numbers(), set()
            async with asyncio.timeout(SOON):
                for _ in range(10):
                    found |= {next(numbers) for _ in range(BLOCK // 2)}
                    while len(numbers._held) < BLOCK / 2:  # noqa: ASYNC110 # it has no event
                        await asyncio.sleep(0.01)
            assert len(found) == 5 * BLOCK

    asyncio.run(story())


def test_a_server_notices_by_itself_that_it_was_ended(database):
    async def story():
        async with serving(database, terms=Terms(renew=0.6)) as store:
            other = await asyncpg.connect(database)
            await other.execute("UPDATE shifts SET over = true")
            await other.close()
            await asyncio.wait_for(store.ended(), SOON)

    asyncio.run(story())


def test_a_standby_waits_for_its_turn_and_has_it_when_the_first_is_gone(database):
    async def story():
        first, second = PostgresStore(database), PostgresStore(database)
        await first.open()
        await first.write(opened(1))
        turn = asyncio.ensure_future(second.turn())
        done, _ = await asyncio.wait([turn], timeout=1.0)
        assert not done
        first._keeping.cancel()
        first._writer.terminate()  # as when it is killed
        await asyncio.wait_for(turn, SOON)
        await second.open()
        assert await second.unfinished() == [1]
        await second.close()
        await first.close()

    asyncio.run(story())


def test_s41_two_who_open_the_first_tables_of_a_new_partition_are_not_in_each_others_way(database):
    """Each made the partition with its write, and one of them failed, with all that was in it."""

    async def story():
        async with serving(database, "unix:/a") as ann:
            other = await asyncpg.connect(database)
            await other.execute(f"SELECT setval('table_numbers', {ROOM - 1})")
            async with serving(database, "unix:/b") as bob:
                made = await other.fetchval("SELECT to_regclass('entries_1')")
                assert made is not None  # before anybody wrote
                await bob.write(opened(next(await bob.numbers())))
            ann._lease.numbers._held.clear()
            await ann._lease.numbers.fill(other)
            await ann.write(opened(next(await ann.numbers())))
            await other.close()

    asyncio.run(story())


def test_s8_of_a_killed_worker_no_survivor_gets_more_than_half(database):
    """The first to see it claimed all it could: one of three had none."""

    late = Terms(probe=5.0)  # so long each leaves the others their share

    async def story():
        async with (
            serving(database, "unix:/a", terms=late) as a,
            serving(database, "unix:/b", terms=late) as b,
            serving(database, "unix:/c", terms=late) as c,
            serving(database, "unix:/d") as gone,
        ):
            mine = [next(await gone.numbers()) for _ in range(250)]
            for first in range(0, len(mine), 50):
                one = Batch()
                for number in mine[first : first + 50]:
                    one.tables += opened(number).tables
                await gone.write(one)
            while any(one._lease._still._connected == float("-inf") for one in (a, b, c)):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
            for one in (a, b, c):
                one._lease._still._connected = float("-inf")
            gone._keeping.cancel()
            gone._writer.terminate()
            for one in (a, b, c):
                one.hung_up("unix:/d")
            got = {one: [] for one in (a, b, c)}

            async def collect(one):
                while sum(map(len, got.values())) < len(mine):
                    with suppress(TimeoutError):
                        got[one] += await asyncio.wait_for(one.orphans(), 0.5)

            async with asyncio.timeout(SOON):
                await asyncio.gather(*(collect(one) for one in got))
            assert sorted(n for those in got.values() for n in those) == mine
            assert max(map(len, got.values())) <= len(mine) / 2

    asyncio.run(story())


def test_s3_whatever_happens_to_its_connection_a_lease_is_kept(database):
    """A connection that was cut in the middle of an answer ended it without a word, and the shift
    was never renewed again."""

    async def story():
        async with serving(database, terms=Terms(renew=0.6)) as store:
            lease, failed = store._lease, []
            renew = lease._renew

            async def fails(connection):
                if len(failed) == 2:
                    return await renew(connection)
                failed.append(asyncpg.InternalClientError if failed else RuntimeError)
                raise failed[-1]("unexpected state")

            lease._renew = fails
            lease._renewed = float("-inf")
            async with asyncio.timeout(SOON):
                assert await store.vouched()
            assert failed == [RuntimeError, asyncpg.InternalClientError]

    asyncio.run(story())


def test_s14_a_renewal_while_the_next_shift_is_begun_does_not_end_the_server(database):
    """The old shift was over in the database before its successor's number was known here: a
    renewal that came in between took it for another server's work, and this one stopped."""

    async def story():
        async with serving(database) as store:
            shift, connection = store._shift, await store.connect()
            ask, seen = connection.fetchval, []

            async def late(statement, *values):
                found = await ask(statement, *values)
                if statement == postgres_shift.AGAIN:
                    lease = await store.connect()
                    await store._lease._renew(lease)
                    seen.append(store.over.is_set())
                    await lease.close()
                return found

            class Slow:
                fetchval = staticmethod(late)
                execute = connection.execute

            before = shift.number
            assert await shift.again(Slow())
            assert (seen, shift.number > before) == ([False], True)
            await store._lease._renew(connection)
            assert not store.over.is_set()
            await connection.close()

    asyncio.run(story())
