"""Row S35: where a write is dear, many share one, however many tables there are."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from time import monotonic

from cutcard.store.postgres import PostgresStore
from cutcard.store.sqlite import SqliteStore
from cutcard.table.writer import Writer

APART = 0.05
EARLY = 0.002  # a loop's timers count milliseconds


class Dear(SqliteStore):
    gather = APART

    def __init__(self, path):
        super().__init__(path)
        self.began = []

    async def write(self, batch, rate=None):
        self.began.append(monotonic())
        return await super().write(batch, rate)


def test_S35_writes_begin_so_far_apart_and_words_without_one_do_not_wait(tmp_path):
    async def story():
        store = Dear(tmp_path / "t.db")
        await store.open()
        writer = Writer(store, None, *(lambda *_: None,) * 3)
        writer.start()
        for _ in range(4):
            writer.write()
            many = [asyncio.ensure_future(writer.durable()) for _ in range(10)]
            await asyncio.gather(*many)
        assert len(store.began) == 4
        assert all(b - a >= APART - EARLY for a, b in pairwise(store.began))
        store.gather = 3600.0
        await writer.durable()  # nothing is to be written: it is not waited for
        assert len(store.began) == 4
        await writer.stop()
        await store.close()

    asyncio.run(asyncio.wait_for(story(), 60))
    assert (SqliteStore.gather, PostgresStore.gather) == (0.0, 0.005)
