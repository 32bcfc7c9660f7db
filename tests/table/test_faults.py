"""When something breaks: a bug in the rules, a write that fails, a log that no longer plays."""

from __future__ import annotations

import asyncio
import sqlite3

import pytest

from cutcard import games
from cutcard.store.protocol import ABANDONED
from cutcard.table.words import Ack, Refusal, Snapshot, User

ANN, BOB = User("ann", "Ann"), User("bob", "Bob")
LOG = "cutcard.table"


def ask(e, table, ear, user, tag, payload, key):
    e.house.ask(table, None, ear, user, tag, payload, key)


def test_A14_a_bug_is_answered_logged_in_full_and_the_match_goes_on(evening, caplog):
    async def story(e):
        table, ann, bob = await e.table()
        ask(e, table, ann, ANN, "boom", {"when": "play"}, "b")
        ask(e, table, bob, BOB, "boom", {"when": "view"}, "b")
        ask(e, table, ann, ANN, "add", {"count": 2}, "k")
        await e.rest()
        for ear in (ann, bob):
            no = ear.answer("b")
            assert (no.code, no.message) == ("GAME_ERROR", "Failed to process boom")
        assert isinstance(ann.answer("k"), Ack)
        assert bob.view["pile"] == 2
        first, second = (r for r in caplog.records if r.name == LOG)
        assert "table 1, game pile, deal 1, seq 2, seat 0, move boom" in first.message
        assert first.exc_info[1].args == ("planted",)
        assert second.exc_info[1].args == ("planted in the view",)
        entries = (await e.store.deal(table, 1)).entries
        assert [entry.seat for entry in entries] == [-1, 0]

    evening(story)


@pytest.mark.parametrize("stuck", ["raise", "refused", "forever"])
def test_a_timer_that_fails_abandons_the_match_for_it_would_fail_for_ever(evening, stuck, caplog):
    async def story(e):
        table, ann, _ = await e.table("pile", {"stuck": stuck, "turnMs": 1000})
        await e.turn(1000)
        assert ann.notice("GAME_ABANDONED")[0].payload == {"reason": "Game error"}
        assert (await e.store.match(table, 1)).status == ABANDONED
        assert "RATING_CHANGE" not in ann.notices
        assert e.house.tables() == []

    evening(story)


def test_nobody_is_told_what_could_not_be_written_and_the_table_is_read_again(evening, caplog):
    async def story(e):
        table, ann, bob = await e.table()
        other, cat, dan = await e.table("pile", None, (User("cat", "C"), User("dan", "D")))
        heard = len(bob.words)
        e.store.fails = 1
        ask(e, table, ann, ANN, "add", {"count": 2}, "lost")
        await asyncio.sleep(0.01)
        ask(e, table, ann, ANN, "add", {"count": 2}, "lost")  # while it is being read again
        await e.rest()
        assert [word.code for word in ann.answers] == ["GAME_ERROR"] * 2
        assert len(bob.words) == heard
        ask(e, table, ann, ANN, "add", {"count": 2}, "lost")
        ask(e, other, cat, User("cat", "C"), "add", {"count": 1}, "k")
        await e.rest()
        assert isinstance(ann.answers[-1], Ack)
        assert bob.view["pile"] == 2  # by its one update: no seq is missing
        assert dan.view["pile"] == 1
        assert len((await e.store.deal(table, 1)).entries) == 2

    evening(story)


def test_what_rests_on_a_failed_write_fails_with_it(evening):
    """The next message was judged on a state that never became durable."""

    async def story(e):
        table, ann, bob = await e.table()
        real, gate = e.store.write, asyncio.Event()

        async def slow(batch, rate=None):
            await gate.wait()
            e.store.write = real
            raise sqlite3.OperationalError("planted: disk full")

        e.store.write = slow
        ask(e, table, ann, ANN, "add", {"count": 2}, "one")
        await asyncio.sleep(0.01)
        ask(e, table, bob, BOB, "add", {"count": 3}, "two")
        gate.set()
        await e.rest()
        assert ann.answer("one").code == "GAME_ERROR"
        assert bob.answer("two").code == "GAME_ERROR"
        assert len((await e.store.deal(table, 1)).entries) == 1
        ask(e, table, ann, ANN, "add", {"count": 2}, "one")
        await e.rest()
        assert bob.view["pile"] == 2

    evening(story)


def test_a_write_that_fails_is_an_error_to_whoever_sits_down(evening):
    async def story(e):
        await e.house.open("pile", {}, 3, host=ANN)
        e.store.fails = 1
        with pytest.raises(Refusal) as no:
            await e.house.sit(1, ANN)
        assert no.value.code == "GAME_ERROR"
        with pytest.raises(Refusal, match="read again"):
            await e.house.sit(1, ANN)
        await e.rest()
        assert e.house.info(1).roster == []
        assert await e.house.sit(1, ANN) == 0

    evening(story)


def test_who_attached_during_a_failed_write_gets_his_snapshot_later(evening, listener):
    async def story(e):
        table, ann, bob = await e.table()
        e.store.fails = 1
        ask(e, table, ann, ANN, "add", {"count": 2}, "lost")
        late = listener()
        e.house.attach(table, late, None)
        await e.rest()
        (snapshot,) = late.of(Snapshot)
        assert snapshot.view["pile"] == 0
        ask(e, table, ann, ANN, "add", {"count": 3}, "kept")
        await e.rest()
        assert late.view["pile"] == bob.view["pile"] == 3

    evening(story)


def test_a_log_that_no_longer_plays_is_abandoned_not_guessed_at(evening, caplog):
    async def story(e):
        table, ann, _ = await e.table()
        ask(e, table, ann, ANN, "add", {"count": 2}, "k")
        await e.rest()
        good, *_ = await e.table()
        await e.crash()
        db = sqlite3.connect(e.path)
        wrong = b'{"type":"add","count":9}'
        db.execute("UPDATE entries SET move = ? WHERE table_number = 1 AND n = 1", (wrong,))
        db.commit()
        db.close()
        await e.restart()
        await e.rest()
        assert [info.table for info in e.house.tables()] == [good]
        row = await e.store.match(table, 1)
        assert (row.status, row.reason) == (ABANDONED, "Log does not replay")
        assert "can no longer be played" in caplog.text

    evening(story)


def test_a_digest_that_is_not_met_is_found_out(evening, caplog):
    async def story(e):
        table, ann, bob = await e.table("pile", {"target": 1000, "turnMs": 10**6})
        for n in range(20):
            ear, user = ((ann, ANN), (bob, BOB))[n % 2]
            ask(e, table, ear, user, "add", {"count": 1}, f"k{n}")
        await e.rest()
        await e.crash()
        db = sqlite3.connect(e.path)
        assert db.execute("SELECT n FROM checks").fetchall() == [(16,)]
        db.execute("UPDATE checks SET digest = x'00'")
        db.commit()
        db.close()
        await e.restart()
        await e.rest()
        assert e.house.tables() == []
        assert "is not the one that was written down" in caplog.text

    evening(story)


def test_rules_of_another_version_do_not_take_up_old_deals(evening, pile, monkeypatch, caplog):
    async def story(e):
        await e.table()
        await e.crash()
        monkeypatch.setattr(pile, "version", 2)
        await e.restart()
        await e.rest()
        assert e.house.tables() == []
        assert "version 1" in caplog.text

    evening(story)


def test_a_table_whose_game_is_not_installed_waits_for_it(evening, monkeypatch, caplog):
    async def story(e):
        table, *_ = await e.table()
        await e.crash()
        with monkeypatch.context() as m:
            m.delitem(games._places(), "pile")
            m.setattr("cutcard.table.vocabulary._made", {})
            await e.restart()
            assert e.house.tables() == []
            assert "stays closed" in caplog.text
            await e.crash()
        await e.restart()
        assert [info.table for info in e.house.tables()] == [table]

    evening(story)
