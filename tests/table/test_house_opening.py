"""The house: opening tables and sitting down.

Numbers such as A18 and B22 are those of docs/rules/duel.md.
"""

from __future__ import annotations

import pytest

from cutcard.store.protocol import PLAYING, WAITING
from cutcard.table.words import Refusal, Snapshot, Update, User

from .asking import ANN, BOB, CAT, refused


def test_A12_a_created_game_is_saved_waiting_and_registered(evening):
    async def story(e):
        info = await e.house.open("duel", {"mode": "QUICK"}, host=ANN, name="Den")
        assert (info.table, info.match, info.status) == (1, "1-1", WAITING)
        saved = await e.store.load(1)
        assert saved.match.status == WAITING
        assert saved.table.name == "Den"
        assert e.house.info(1) == info
        assert [other.table for other in e.house.tables()] == [1]

    evening(story)


def test_A12_failure_is_Failed_to_create_game(evening):
    async def story(e):
        e.store.fails = 1
        message = await refused("GAME_ERROR", e.house.open("duel", {}, host=ANN))
        assert message == "Failed to create game"
        assert e.house.tables() == []
        assert (await e.house.open("duel", {}, host=ANN)).status == WAITING

    evening(story)


def test_what_cannot_be_opened_is_refused(evening):
    async def story(e):
        open_ = e.house.open
        assert "there are" in await refused("INVALID_REQUEST", open_("chess", {}, host=ANN))
        assert "not 3" in await refused("INVALID_REQUEST", open_("duel", {}, 3, host=ANN))
        await refused("INVALID_REQUEST", open_("duel", {"maxRounds": 99}, host=ANN))
        await refused("INVALID_REQUEST", open_("pile", {}, 2, host=ANN, bots={0: "nobody"}))
        await refused("INVALID_REQUEST", open_("pile", {}, 2, host=ANN, bots={7: "random"}))
        assert e.house.tables() == []

    evening(story)


def test_A13_an_unknown_game_is_not_found(evening, listener):
    async def story(e):
        with pytest.raises(Refusal, match="Game session not found: 99"):
            e.house.info(99)
        with pytest.raises(Refusal, match="Game session not found"):
            e.house.attach(99, listener(), ANN)
        await refused("GAME_NOT_FOUND", e.house.sit(99, ANN))

    evening(story)


def test_B18_a_move_at_an_unknown_game_is_answered_GAME_NOT_FOUND(evening, listener):
    async def story(e):
        ear = listener()
        e.house.ask(99, "99-1", ear, ANN, "add", {"count": 1}, "k")
        e.house.ask(98, None, ear, ANN, "add", {"count": 1})
        await e.rest()
        assert [word.code for word in ear.answers] == ["GAME_NOT_FOUND"] * 2
        assert ear.answer("k").message == "Game session not found: 99-1"

    evening(story)


def test_sitting_takes_the_seat_asked_for_or_the_first_free_one(evening, listener):
    async def story(e):
        await e.house.open("pile", {}, 3, host=ANN)
        assert await e.house.sit(1, ANN, 1) == 1
        assert await e.house.sit(1, ANN) == 1  # the one he has
        await refused("SEAT_TAKEN", e.house.sit(1, BOB, 1))
        await refused("INVALID_REQUEST", e.house.sit(1, BOB, 3))
        assert await e.house.sit(1, BOB) == 0
        assert e.house.info(1).status == WAITING
        assert await e.house.sit(1, CAT) == 2
        assert e.house.info(1).status == PLAYING
        await refused("TABLE_FULL", e.house.sit(1, User("dan", "Dan")))
        assert [user.id for user in e.house.roster(1)] == ["bob", "ann", "cat"]

    evening(story)


def test_before_the_deal_a_table_shows_an_empty_view_and_then_one_more_update(evening, listener):
    async def story(e):
        await e.house.open("pile", {}, 2, host=ANN)
        await e.house.sit(1, ANN)
        ear = listener("Ann")
        assert e.house.attach(1, ear, ANN) == 0
        await e.rest()
        (snapshot,) = ear.of(Snapshot)
        assert (snapshot.seq, snapshot.view, snapshot.seat) == (0, {}, 0)
        assert snapshot.info["status"] == WAITING
        e.house.ask(1, None, ear, ANN, "add", {"count": 1}, "early")
        await e.house.sit(1, BOB)
        await e.rest()
        assert ear.answer("early").code == "INVALID_GAME_STATE"
        assert [word.seq for word in ear.of(Update)] == [1, 2]
        assert "ROSTER" in ear.notices
        assert ear.view["begun"]

    evening(story)
