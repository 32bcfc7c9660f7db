"""A lobby on a store of its own, with a clock to turn."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest

from cutcard.lobby.accounts import Accounts
from cutcard.lobby.passwords import Passwords
from cutcard.store.sqlite import SqliteStore
from cutcard.table.house import House

START = 1_800_000_000_000


@pytest.fixture
def lobby(tmp_path):
    """Runs a story with store, house, accounts, and `later(ms)` to let time pass."""

    def run(story, **settings):
        async def whole():
            store = SqliteStore(tmp_path / "lobby.db")
            await store.open()
            house = House(store)
            await house.start()
            now = [START]

            def later(ms):
                now[0] += ms

            argon = settings.pop("argon", True)
            accounts = Accounts(
                store,
                house,
                passwords=Passwords(argon=argon),
                wall=lambda: now[0],
                clock=lambda: now[0] / 1000,
                **settings,
            )
            here = SimpleNamespace(store=store, house=house, accounts=accounts, later=later)
            here.path = tmp_path / "lobby.db"
            try:
                await story(here)
            finally:
                accounts.close()
                await house.stop()
                await store.close()

        asyncio.run(whole())

    return run
