"""Readiness: a server whose disk fails sends everybody elsewhere, and comes back by itself."""

from __future__ import annotations

import asyncio

import pytest

from cutcard.store.protocol import StoreError
from cutcard.store.sqlite import SqliteStore
from cutcard.table.house import House
from cutcard.table.words import Refusal, User


class Failing(SqliteStore):
    """A store whose disk is full for a while."""

    full = False

    async def write(self, batch, rate=None):
        if self.full:
            raise StoreError("The disk is full.")
        return await super().write(batch, rate)


def test_while_nothing_can_be_written_the_house_says_so(tmp_path):
    async def scene():
        store = Failing(tmp_path / "t.db")
        await store.open()
        house = House(store)
        await house.start()
        host = User("host", "Host")
        await house.open("duel", host=host)
        assert not house.failing
        store.full = True
        with pytest.raises(Refusal, match="Failed to create"):
            await house.open("duel", host=host)
        assert house.failing
        store.full = False
        await house.open("duel", host=host)
        assert not house.failing
        await house.stop()
        await store.close()

    asyncio.run(asyncio.wait_for(scene(), 20))
