"""Whoever opens a table may sit down in the same commit."""

from __future__ import annotations

import pytest

from cutcard.table.words import Refusal


def test_a_table_and_its_hosts_seat_are_one_commit(evening, people):
    async def story(e):
        before = e.house.commits
        info = await e.house.open("pile", {}, 2, host=people[0], sit=[people[0]])
        assert e.house.commits == before + 1
        assert [one["id"] for one in info.roster] == ["ann"]
        assert (await e.store.load(info.table)).seats[0].user == "ann"

    evening(story)


def test_bots_keep_the_seats_named_for_them(evening, people):
    async def story(e):
        info = await e.house.open("pile", {}, 2, host=people[0], bots={0: "random"}, sit=people[:1])
        assert [(one["seat"], one["bot"]) for one in info.roster] == [(0, True), (1, False)]
        assert info.status == "IN_PROGRESS"  # all seats are taken

    evening(story)


def test_a_table_of_bots_alone_has_no_seat_left_and_is_not_opened(evening, people):
    async def story(e):
        with pytest.raises(Refusal) as no:
            await e.house.open(
                "pile", {}, 2, host=people[0], bots={0: "random", 1: "random"}, sit=[people[0]]
            )
        assert no.value.code == "TABLE_FULL"
        assert e.house.tables() == []

    evening(story)
