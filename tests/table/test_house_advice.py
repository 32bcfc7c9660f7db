"""The house: advice, for who sits there and asks; about nothing that could still be undone."""

from __future__ import annotations

import asyncio

import pytest

from cutcard.kernel.game import Record
from cutcard.table.words import Update

from .asking import ANN, BOB, CAT, add, refused


class Advice(Record, frozen=True):
    add: int


@pytest.fixture
def advising(pile, monkeypatch):
    """Pile with a friend who says what would be safe; nobody else is told anything."""

    def advice(self, seat):
        return Advice(self.options.target - self.pile) if seat in self.to_act() else None

    monkeypatch.setattr(pile.Pile, "advice", advice, raising=False)


def test_a_seat_is_advised_about_the_update_it_was_told(evening, advising):
    async def story(e):
        table, ann, _ = await e.table()
        assert await e.house.advice(table, ANN) == (ann.seq, Advice(10))
        add(e, table, ann, ANN, 3)
        await e.rest()
        assert await e.house.advice(table, BOB) == (ann.seq, Advice(7))

    evening(story)


def test_who_is_not_to_be_advised_is_refused(evening, advising, monkeypatch):
    async def story(e):
        table, *_ = await e.table()
        await refused("INVALID_PLAYER", e.house.advice(table, CAT))
        await refused("INVALID_GAME_STATE", e.house.advice(table, BOB))
        await refused("GAME_NOT_FOUND", e.house.advice(table + 1, ANN))
        other, *_ = await e.table("duel")
        assert "no advice" in await refused("INVALID_GAME_STATE", e.house.advice(other, ANN))
        waiting = (await e.house.open("pile", {}, 2, host=ANN, sit=[ANN])).table
        await refused("INVALID_GAME_STATE", e.house.advice(waiting, ANN))

    evening(story)


def test_advice_waits_until_what_it_is_about_is_durable_and_told(evening, advising):
    async def story(e):
        table, ann, bob = await e.table()
        add(e, table, ann, ANN, 2)
        asked = asyncio.ensure_future(e.house.advice(table, BOB))
        await asyncio.sleep(0)
        assert not asked.done()
        seq, said = await asked
        assert (seq, said) == (bob.of(Update)[-1].seq, Advice(8))

    evening(story)


def test_nobody_is_advised_about_a_move_that_could_not_be_written(evening, advising):
    async def story(e):
        table, ann, _ = await e.table()
        e.store.fails = 1
        add(e, table, ann, ANN, 2)
        await refused("GAME_ERROR", e.house.advice(table, BOB))
        await e.rest()
        assert await e.house.advice(table, ANN) == (ann.seq, Advice(10))

    evening(story)
