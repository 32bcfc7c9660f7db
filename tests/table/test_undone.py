"""What could not be written is undone whole: opening, sitting, sending away, closing."""

from __future__ import annotations

import asyncio

import pytest

from cutcard.store.protocol import WAITING
from cutcard.table import patience
from cutcard.table.words import User

from .asking import ANN, BOB, CAT, add, refused

QUICK = {"startDelay": 1, "showDelay": 1, "timeBank": 0}


def everything(e):
    """All that somebody could find out about the house and its tables."""
    house, floor = e.house, e.house._floor
    cashier = floor.cashier
    return {
        "links": dict(floor.links),
        "stats": house.stats(),
        "counts": house.counts(),
        "tables": house.tables(),
        "where": {ear.name: set(tables) for ear, tables in floor.where.items()},
        "chips": (dict(cashier._balances), dict(cashier._held), dict(cashier._owners)),
        "barred": {number: life.barred for number, life in floor.lives.items()},
        "ears": {number: list(life.audience()) for number, life in floor.lives.items()},
        "closing": list(floor.closing),
    }


async def stored(e):
    tables = await e.store.load_many(await e.store.unfinished())
    return tables, await e.store.tally(0), await e.store.chip_rows(None)


@pytest.mark.parametrize("more", [
    {},
    {"private": True},
    {"private": True, "sit": [ANN, BOB]},
    {"bots": {0: "random"}, "sit": [BOB]},
    {"private": True, "delay": 5, "sit": [ANN]},
])  # fmt: skip
def test_a_table_whose_opening_was_not_written_leaves_nothing(evening, more):
    async def story(e):
        await e.table()
        before, kept = everything(e), await stored(e)
        timers = len(e.house._floor.alarm)
        e.store.fails = 1
        message = await refused("GAME_ERROR", e.house.open("duel", {}, 2, host=CAT, **more))
        assert message == "Failed to create game"
        assert everything(e) == before
        await e.rest()
        assert everything(e) == before
        assert await stored(e) == kept
        assert len(e.house._floor.alarm) == timers
        assert (await e.house.open("duel", {}, 2, host=CAT, **more)).status
        assert e.house.stats()["totalGamesCreated"] == before["stats"]["totalGamesCreated"] + 1

    evening(story)


def test_a_poker_table_whose_opening_was_not_written_leaves_no_chips(evening):
    async def story(e):
        made = await e.store.create_user("Ann", True, b"ann", chips=1000)
        ann = User(made.id, made.name, number=made.number)
        e.store.fails = 1
        sit = e.house.open("poker", QUICK, 4, host=ann, sit=[ann], bots={1: "random"})
        await refused("GAME_ERROR", sit)
        await e.rest()
        after = everything(e)
        assert (after["tables"], after["links"]) == ([], {})
        assert after["chips"] == ({ann.id: 1000}, {}, {})
        assert after["stats"]["totalGamesCreated"] == 0

    evening(story)


def test_who_listens_at_a_table_that_was_never_written_is_told_it_is_closed(evening, listener):
    async def story(e):
        e.store.fails = 1
        work = asyncio.ensure_future(e.house.open("pile", {}, 2, host=ANN))
        await asyncio.sleep(0)
        early = listener("early")
        e.house.attach(1, early, None)
        await refused("GAME_ERROR", work)
        assert early.notices == ["TABLE_CLOSED"]
        assert e.house._floor.where == {}

    evening(story)


@pytest.mark.parametrize("full", [False, True])
def test_who_could_not_be_written_down_does_not_sit(evening, full, listener):
    async def story(e):
        info = await e.house.open("pile", {}, 2 if full else 3, host=ANN, sit=[ANN])
        ear = listener("ann")
        e.house.attach(info.table, ear, ANN)
        await e.rest()
        before, kept, heard = everything(e), await stored(e), len(ear.words)
        e.store.fails = 1
        await refused("GAME_ERROR", e.house.sit(info.table, BOB))
        await e.rest()
        assert everything(e) == before
        assert await stored(e) == kept
        assert e.house.info(info.table).status == WAITING
        assert len(ear.words) == heard
        assert await e.house.sit(info.table, BOB) == 1

    evening(story)


def test_bots_that_could_not_be_written_down_do_not_sit(evening):
    async def story(e):
        info = await e.house.open("duel", {}, 2, host=ANN, sit=[ANN])
        before, kept = everything(e), await stored(e)
        e.store.fails = 1
        await refused("GAME_ERROR", e.house.fill(info.table))
        await e.rest()
        after = everything(e)
        assert after == before
        assert await stored(e) == kept

    evening(story)


@pytest.mark.parametrize("watches", [False, True])
def test_who_was_not_sent_away_in_writing_is_still_there(evening, listener, watches):
    async def story(e):
        info = await e.house.open("pile", {}, 3, host=ANN, sit=[ANN])
        if not watches:
            await e.house.sit(info.table, BOB)
        ear = listener("bob")
        e.house.attach(info.table, ear, BOB, legal=-1)
        await e.rest()
        before, kept, heard = everything(e), await stored(e), len(ear.words)
        e.store.fails = 1
        await refused("GAME_ERROR", e.house.kick(info.table, ANN, BOB.id))
        await e.rest()
        assert everything(e) == before
        assert await stored(e) == kept
        assert ear.words[heard:] == []
        assert e.house.attach(info.table, ear, BOB, legal=-1) == (None if watches else 1)
        await e.house.kick(info.table, ANN, BOB.id)
        await e.rest()
        assert ear.notices[-1] == "KICKED"
        assert (await e.store.load(info.table)).barred == {"bob"}
        await refused("KICKED", e.house.sit(info.table, BOB))

    evening(story)


def test_a_table_whose_end_was_not_written_is_open_and_ends_again(evening):
    async def story(e):
        table, ann, bob = await e.table("pile", {"target": 3})
        add(e, table, ann, ANN, 3)
        await e.rest()
        before, heard = everything(e), len(bob.words)
        e.store.fails = 1
        e.house.leave(table, ANN)
        e.house.leave(table, BOB)
        await e.rest()
        after = everything(e)
        assert after["tables"] == before["tables"]
        assert after["stats"] == before["stats"]
        assert bob.words[heard:] == []
        assert await e.store.unfinished() == [table]
        e.clock.ms += patience.REMATCH
        await e.turn(0)
        assert bob.notices[-1] == "TABLE_CLOSED"
        assert e.house.tables() == []
        assert await e.store.unfinished() == []

    evening(story)


def test_a_match_called_off_in_vain_goes_on_until_it_can_be(evening, caplog):
    """A timer that fails would fail for ever: each time the table is abandoned anew."""

    async def story(e):
        table, ann, _ = await e.table("pile", {"stuck": "raise", "turnMs": 1000})
        e.store.fails = 2
        await e.turn(1000)
        await e.rest()
        assert e.store.fails == 0
        assert ann.notices[-2:] == ["GAME_ABANDONED", "TABLE_CLOSED"]
        assert ann.notices.count("TABLE_CLOSED") == 1
        assert e.house.tables() == []
        assert (await e.store.match(table, 1)).reason == "Game error"
        assert e.house._floor.closing == {}

    evening(story)


def test_chips_of_a_closing_that_was_not_written_lie_on_the_table_again(evening, listener):
    async def story(e):
        made = [await e.store.create_user(n, True, n.encode(), chips=1000) for n in ("Ann", "Bob")]
        ann, bob = (User(one.id, one.name, number=one.number) for one in made)
        info = await e.house.open("poker", QUICK, 4, host=ann, sit=[ann, bob])
        for user in (ann, bob):
            ear = listener(user.name)
            e.house.attach(info.table, ear, user)
            e.house.ask(info.table, None, ear, user, "sit", {"buyIn": 200}, "sit")
        await e.rest()
        before, kept = everything(e)["chips"], await stored(e)
        assert before[1] == {info.table: 400}
        e.store.fails = 1
        e.house._floor.abandon(e.house._floor.lives[info.table], "test")
        assert everything(e)["chips"][0] == {ann.id: 1000, bob.id: 1000}
        await e.rest()
        assert everything(e)["chips"] == before
        assert (await stored(e))[2] == kept[2]
        e.house._floor.abandon(e.house._floor.lives[info.table], "test")
        await e.rest()
        assert [await e.store.balance(user.id) for user in (ann, bob)] == [1000, 1000]

    evening(story)


def test_a_seats_chips_are_its_owners_again_after_both_moves_were_lost(evening, listener):
    """One leaves and another buys in on the same seat, in one batch that fails."""

    async def story(e):
        made = [await e.store.create_user(n, True, n.encode(), chips=1000) for n in ("Ann", "Bob")]
        ann, bob = (User(one.id, one.name, number=one.number) for one in made)
        info = await e.house.open("poker", QUICK, 2, host=ann, sit=[ann])
        ears = [listener("ann"), listener("bob")]
        e.house.attach(info.table, ears[0], ann)
        e.house.ask(info.table, None, ears[0], ann, "sit", {"buyIn": 200}, "sit")
        await e.rest()
        await e.house._floor.cashier.know([bob.id])
        e.store.fails = 1
        e.house.leave(info.table, ann)
        life = e.house._floor.lives[info.table]
        e.house._floor.run(life, type(life).sit, bob, 0, None)
        e.house.ask(info.table, None, ears[1], bob, "sit", {"buyIn": 100}, "sit")
        assert e.house._floor.cashier._owners == {info.table: {0: bob.id}}
        await e.rest()
        assert e.house._floor.cashier._owners == {info.table: {0: ann.id}}
        e.house._floor.abandon(life, "test")
        await e.rest()
        assert [await e.store.balance(user.id) for user in (ann, bob)] == [1000, 1000]

    evening(story)
