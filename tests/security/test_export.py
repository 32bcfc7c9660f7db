"""All that is kept about somebody may be much: they alone wait for it, and they pay for it."""

import asyncio
import sqlite3

import pytest

from cutcard.store.sqlite import SqliteStore
from cutcard.wire.limits import Limits

from .slices import BOUND, measured

ROWS = 120_000  # some hours of coming and going at a table for chips


def booked(path, user: str) -> None:
    """So many entries of somebody's chips, which come to nothing."""
    with sqlite3.connect(path, timeout=30) as db:
        db.executemany(
            "INSERT INTO chips (entry, at, account, amount, reason, table_number, deal, seat)"
            " VALUES (?, ?, ?, ?, 'buy_in', 1, 1, 0)",
            [(n, n, user, 10 if n % 2 else -10) for n in range(10**6, 10**6 + ROWS)],
        )
    db.close()


@pytest.mark.parametrize("asks", [1, 3])
def test_all_that_is_kept_is_told_without_holding_others_up_and_is_paid_for(
    inside, ear, asker, asks
):
    limits = Limits(limit_loopback=True, address_rate=0.01, address_burst=400)

    async def scene():
        async with inside(limits if asks > 1 else Limits()) as server:
            await server._warming
            eve = await ear.dial(server.url, name="Eve")
            assert isinstance(server.store, SqliteStore)
            await asyncio.to_thread(booked, server.store.path, eve.id)
            one, tries = asker(server, eve.token), []
            for _ in range(3):
                with measured() as seen:
                    told = await asyncio.to_thread(one.ask, "GET", "/api/me/export")
                tries.append((one.last.status, seen))
                if one.last.status == 200:
                    assert len(told["chips"]) > ROWS
            if asks == 1:
                assert min(seen.worst for _, seen in tries) <= BOUND, [str(one[1]) for one in tries]
            else:
                assert [status for status, _ in tries] == [200, 429, 429]

    asyncio.run(asyncio.wait_for(scene(), 200))
