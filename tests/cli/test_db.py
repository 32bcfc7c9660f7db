"""`cutcard db`: layouts, soundness, moving from a file into PostgreSQL, states by replay."""

from __future__ import annotations

import asyncio
import sqlite3
from itertools import pairwise

import pytest
from msgspec import json

from cutcard.lobby.chips import conserved
from cutcard.store.opening import store_at
from cutcard.store.people import Credentials
from cutcard.store.social import Report
from cutcard.table.house import House
from cutcard.table.words import User


async def evening(store):
    """Something of everything: accounts, friends, a poker table with chips, a duel half played."""
    await store.open()
    ann = await store.create_account(Credentials("Ann", "ann", "$"), {"email": "a@x"}, chips=5000)
    bob = await store.create_user("Bob", True, b"hash-b", chips=5000)
    await store.befriend(ann.id, bob.id, 5)
    await store.shun(bob.id, "nobody", "mute", 6)
    await store.invite_friend(bob.id, "cat", 7)
    await store.add_invitation(b"code", ann.id, 2**53)
    await store.add_report(Report(0, 1, ann.id, bob.id, None, "rude", "[]"))
    house = House(store, bot_delay=(0, 0))
    await house.start()
    users = [User(one.id, one.name, number=one.number) for one in (ann, bob)]
    poker = await house.open("poker", {"startDelay": 1}, 4, host=users[0], sit=users)
    duel = await house.open("duel", {"mode": "HAND"}, 2, host=users[0], sit=users)
    for user in users:
        house.ask(duel.table, None, Deaf(), user, "ready", {}, "ready")
    await house._floor.writer.durable()
    await house.stop()
    return [poker.table, duel.table], [ann.id, bob.id]


class Deaf:
    def hear(self, word):
        pass


async def told(store, tables, users):
    """All that a store says about these."""
    await store.open()
    try:
        people = [await store.personal_data(user) for user in users]
        return (
            await store.load_many(tables),
            people,
            await store.chip_rows(),
            await conserved(store),
            await store.credentials("ann"),
            await store.reports(),
            await store.last_table(),
        )
    finally:
        await store.close()


def test_a_room_moves_into_postgres_as_it_is_and_goes_on_there(run, tmp_path, database):
    path = tmp_path / "room.db"

    async def fill():
        store = store_at(path)
        made = await evening(store)
        await store.close()
        return made

    tables, users = asyncio.run(fill())
    copied = run("db", "copy", str(path), database)
    assert copied.exit_code == 0, copied.output
    assert "users" in copied.output
    before = asyncio.run(told(store_at(path), tables, users))
    after = asyncio.run(told(store_at(database), tables, users))
    assert after == before
    assert after[3].ok

    async def on():
        store = store_at(database)
        await store.open()
        house = House(store)
        await house.start()
        assert sorted(house.numbers()) == tables
        cat = await store.create_user("Cat", True, b"hash-c", chips=7)
        assert cat.number == 3
        opened = await house.open("duel", {}, 2, host=User(cat.id, "Cat"))
        assert opened.table == tables[-1] + 1
        assert (await conserved(store)).ok
        await house.stop()
        await store.close()

    asyncio.run(on())
    again = run("db", "copy", str(path), database)
    assert again.exit_code == 1
    assert "not empty" in again.output


def test_a_file_in_use_or_of_an_older_layout_is_not_copied(run, tmp_path, database):
    path = tmp_path / "room.db"

    async def held():
        store = store_at(path)
        await store.open()
        refused = await asyncio.to_thread(run, "db", "copy", str(path), database)
        await store.close()
        return refused

    assert "Another server is using" in asyncio.run(held()).output
    assert run("db", "copy", str(path), "elsewhere").exit_code == 2


def test_the_layout_is_shown_and_brought_up_to_date(run, tmp_path, database):
    for where in (str(tmp_path / "new.db"), database):
        if where == database:
            shown = run("db", "status", "--db", where)
            assert (shown.exit_code, "to come" in shown.output) == (1, True)
        assert "applied 001" in run("db", "migrate", "--db", where).output
        assert run("db", "migrate", "--db", where).output == "It is up to date.\n"
        shown = run("db", "status", "--db", where)
        assert (shown.exit_code, "to come" in shown.output) == (0, False)


def test_what_is_sound_is_told_apart_from_what_is_not(run, tmp_path, database):
    path = tmp_path / "room.db"

    async def fill(where):
        store = store_at(where)
        await evening(store)
        await store.close()

    for where in (str(path), database):
        asyncio.run(fill(where))
        checked = run("db", "check", "--db", where)
        assert checked.exit_code == 0, checked.output
        assert "2 of 2 unfinished replay" in checked.output
    with sqlite3.connect(path) as db:
        db.execute("UPDATE users SET balance = balance + 1 WHERE number = 1")
    db.close()
    assert run("db", "check", "--db", str(path)).exit_code == 1


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_states_are_made_by_replay(run, tmp_path, kind, request):
    where = str(tmp_path / "s.db") if kind == "sqlite" else request.getfixturevalue("database")

    async def fill():
        store = store_at(where)
        tables, _ = await evening(store)
        log = await store.deal(tables[1], 1)
        await store.close()
        return tables[1], log

    table, log = asyncio.run(fill())
    shown = run("db", "states", str(table), "--db", where)
    assert shown.exit_code == 0, shown.output
    steps = [json.decode(line) for line in shown.output.splitlines()]
    assert [step["actionIndex"] for step in steps] == [entry.n for entry in log.entries]
    assert [json.encode(step["action"]) for step in steps] == [e.move for e in log.entries]
    for step, later in pairwise(steps):
        assert step["stateAfter"] == later["stateBefore"]
    assert steps[0]["stateBefore"] != steps[-1]["stateAfter"]
    assert run("db", "states", "999", "--db", where).exit_code == 1
    assert run("db", "states", "x", "--db", where).exit_code == 2
