"""A house that takes up tables out of its store, many at a time."""

from __future__ import annotations

import asyncio

import pytest

from cutcard.store.protocol import StoreError
from cutcard.store.sqlite import SqliteStore
from cutcard.table import reviving

from .conftest import ANN, BOB


@pytest.fixture
def told(monkeypatch):
    """What was read and taken up, in its order, two tables at a time."""
    told = []
    load, revive = SqliteStore.load_many, reviving.Reviving._revive

    async def reads(store, tables, *more):
        told.append(("read", *tables))
        return await load(store, tables, *more)

    def revives(house, kept, day):
        told.append(("took", kept.table.table))
        revive(house, kept, day)

    monkeypatch.setattr(reviving, "LOADED", 2)
    monkeypatch.setattr(SqliteStore, "load_many", reads)
    monkeypatch.setattr(reviving.Reviving, "_revive", revives)
    return told


async def of_five(e):
    """Five tables of a house that died."""
    tables = [(await e.table(users=(ANN, BOB)))[0] for _ in range(5)]
    await e.crash()
    return tables


def test_the_next_tables_are_read_while_these_are_taken_up(evening, told):
    """A start waited for its database, then the database for it, by turns."""

    async def story(e):
        one, two, three, four, five = await of_five(e)
        await e.restart()
        assert told == [
            ("read", one, two),
            ("read", three, four),
            ("took", one),
            ("took", two),
            ("read", five),
            ("took", three),
            ("took", four),
            ("took", five),
        ]
        assert sorted(e.house.numbers()) == [one, two, three, four, five]

    evening(story)


def test_a_start_that_fails_leaves_nothing_behind_that_still_reads(evening, told, monkeypatch):
    def breaks(house, kept, day):
        raise StoreError("planted")

    async def story(e):
        await of_five(e)
        with monkeypatch.context() as patch:
            patch.setattr(reviving.Reviving, "_revive", breaks)
            before = asyncio.all_tasks()
            with pytest.raises(StoreError, match="planted"):
                await e.restart()
            await asyncio.sleep(0)
            left = {str(one.get_coro()) for one in asyncio.all_tasks() - before}
            assert not {one for one in left if "reads" in one}, left
            assert not e.house.taking
        await e.crash()
        await e.restart()
        assert len(e.house.numbers()) == 5

    evening(story)
