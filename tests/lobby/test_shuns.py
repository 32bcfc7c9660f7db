"""Blocks and mutes another process was told of are known here soon (issue 15, point 3: without a
notice what is remembered lives for five seconds)."""

from __future__ import annotations

import asyncio

from cutcard.lobby.shuns import FRESH, Shuns
from cutcard.store.social import MUTE
from cutcard.store.sqlite import SqliteStore
from cutcard.table.words import User


def test_a_mute_told_to_another_process_holds_here_after_a_while(tmp_path):
    async def story():
        store = SqliteStore(tmp_path / "t.db")
        await store.open()
        ann, bo = [await store.create_user(name, True, name.encode()) for name in ("Ann", "Bo")]
        now = [0]
        here, there = (Shuns(store, lambda: now[0], lambda: 0) for _ in range(2))
        assert await here.deaf_to(bo.id) == frozenset()
        await there.shun(User(ann.id, "Ann"), bo, MUTE)
        assert await there.deaf_to(bo.id) == {ann.id}  # who was told knows it at once
        now[0] = FRESH - 1
        assert await here.deaf_to(bo.id) == frozenset()  # it was asked a moment ago
        now[0] = FRESH
        assert await here.deaf_to(bo.id) == {ann.id}
        await store.close()

    asyncio.run(story())
