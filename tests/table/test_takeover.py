"""Two houses on one database: what the first had open goes on in the second when it is gone."""

from __future__ import annotations

import asyncio
import time

import pytest

from cutcard.store.postgres import PostgresStore
from cutcard.table.house import House
from cutcard.table.words import Refusal, Snapshot

from .conftest import ANN, BOB, Listener


async def opened(database, address):
    store = PostgresStore(database, shared=address)
    await store.open()
    house = House(store)
    await house.start()
    return store, house


async def killed(store, house):
    """As a process is that was killed: it says nothing more, to nobody."""
    floor = house._floor
    house._heirs.cancel()
    floor.stop()
    floor.writer._task.cancel()
    store._keeping.cancel()
    for connection in (store._writer, *store._idle):
        connection.terminate()
    await asyncio.sleep(0)


def test_a_table_goes_on_where_it_was_at_the_house_that_claims_it(database):
    async def story():
        first, house = await opened(database, "unix:/a")
        second, heir = await opened(database, "unix:/b")
        info = await house.open(
            "pile", {"target": 60, "turnMs": 600_000}, 2, host=ANN, sit=[ANN, BOB]
        )
        ear = Listener("Ann")
        house.attach(info.table, ear, ANN)
        for n in range(3):
            for user in (ANN, BOB):
                house.ask(info.table, None, ear, user, "add", {"count": 1}, f"{user.id}{n}")
        await house._floor.writer.durable()
        before = {key: ear.answer(key).seq for key in ("ann2", "bob2")}
        own = await heir.open("pile", {}, 2, host=ANN)
        assert own.table != info.table
        assert info.table not in heir.numbers()

        await asyncio.sleep(3.2)  # the second has looked for as long as a lease lasts
        await killed(first, house)
        async with asyncio.timeout(60):
            while info.table not in heir.numbers():  # noqa: ASYNC110 # it has no event
                await asyncio.sleep(0.02)
        assert (await second.owner(info.table)).mine

        back = Listener("Ann")
        heir.attach(info.table, back, ANN)
        for key in ("ann2", "new"):  # the first was answered: it is not played once more
            heir.ask(info.table, None, back, ANN, "add", {"count": 1}, key)
        await heir._floor.writer.durable()
        async with asyncio.timeout(60):
            while len(back.answers) < 2:  # noqa: ASYNC110 # likewise
                await asyncio.sleep(0.02)
        (state,) = back.of(Snapshot)
        assert state.seq >= before["bob2"]
        assert back.answer("ann2").seq == before["ann2"]
        assert back.answer("new").seq == state.seq + 1
        await heir.stop()
        await second.close()

    asyncio.run(story())


def test_s11_the_time_in_which_nobody_has_a_table_does_not_count(database):
    """It runs on where it stood when the last move was made, and words say so by their zero."""
    turn, away = 600_000, 3.0

    async def story():
        first, house = await opened(database, "unix:/a")
        second, heir = await opened(database, "unix:/b")
        claims, lease = second._lease._claim, second._lease

        async def nothing(connection, most):
            return []

        lease._claim = nothing
        info = await house.open("pile", {"target": 60, "turnMs": turn}, 2, host=ANN, sit=[ANN, BOB])
        await asyncio.sleep(3.2)  # the second has looked for as long as a lease lasts
        ear = Listener("Ann")
        house.attach(info.table, ear, ANN)
        for user in (ANN, BOB):
            house.ask(info.table, None, ear, user, "add", {"count": 1}, user.id)
        await house._floor.writer.durable()
        played = time.monotonic()
        await killed(first, house)
        await asyncio.sleep(away)
        lease._claim = claims
        second.look()
        async with asyncio.timeout(60):
            while info.table not in heir.numbers():  # noqa: ASYNC110 # it has no event
                await asyncio.sleep(0.02)
        table = heir.peek(info.table)
        used = turn - (table.wake_at() - heir._floor.clock())
        assert time.monotonic() - played > away
        assert 0 <= used < 1000 * away / 2, used
        await heir.stop()
        await second.close()

    asyncio.run(story())


def test_numbers_that_are_not_at_hand_are_a_refusal_and_no_table(database):
    async def story():
        store, house = await opened(database, "unix:/a")
        store._lease.numbers._held.clear()
        with pytest.raises(Refusal, match="try again") as no:
            await house.open("pile", {}, 2, host=ANN)
        assert no.value.code == "GAME_ERROR"
        assert not house.numbers()
        await house.stop()
        await store.close()

    asyncio.run(story())


def test_s12_who_cannot_renew_its_lease_shows_no_table_until_it_can(database):
    """A worker that had stood still showed its tables as they were, while another played on."""

    async def story():
        store, house = await opened(database, "unix:/a")
        other = Listener("Bob")
        info = await house.open("pile", {"target": 60, "turnMs": 600_000}, 2, host=ANN)
        while not store.certain:  # noqa: ASYNC110 # its first renewal is under way
            await asyncio.sleep(0.01)
        lease, renew = store._lease, store._lease._renew
        lease._renew = lambda _: asyncio.sleep(0)  # nobody hears it
        lease._renewed = float("-inf")
        house.attach(info.table, other, None)
        await asyncio.sleep(0.3)
        assert other.of(Snapshot) == []
        house.close(info.table, "over")  # what is written is the database's to judge
        lease._renew = renew
        async with asyncio.timeout(60):
            while not other.of(Snapshot):  # noqa: ASYNC110 # it has no event
                await asyncio.sleep(0.02)
        await house.stop()
        await store.close()

    asyncio.run(story())


def test_s12_whose_shift_was_ended_answers_and_shows_nothing(database):
    async def story():
        store, house = await opened(database, "unix:/a")
        sits, looks = Listener("Ann"), Listener("Cy")
        info = await house.open(
            "pile", {"target": 60, "turnMs": 600_000}, 2, host=ANN, sit=[ANN, BOB]
        )
        other = await house.open("pile", {}, 2, host=BOB)
        house.attach(info.table, sits, ANN)
        await house._floor.writer.durable()
        connection = await store.connect()
        await connection.execute("UPDATE shifts SET over = TRUE")
        await connection.close()
        house.ask(info.table, None, sits, ANN, "add", {"count": 1}, "late")
        house.attach(other.table, looks, None)
        async with asyncio.timeout(60):
            while not sits.answers:  # noqa: ASYNC110 # it has no event
                await asyncio.sleep(0.02)
        assert sits.answer("late").code == "GAME_ERROR"
        assert looks.of(Snapshot) == []
        await asyncio.wait_for(store.ended(), 60)
        house.attach(other.table, looks, None)
        store._lease._renewed = float("-inf")
        await asyncio.sleep(0.2)
        assert looks.of(Snapshot) == []
        await house.stop()
        await store.close()

    asyncio.run(story())
