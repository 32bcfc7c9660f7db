"""Workers with a folder of keys (`--key-dir`, F18): seeds are wrapped in the database, and whoever
takes a table over unwraps them with the same folder."""

from __future__ import annotations

from cutcard.client import Client
from cutcard.store.fair_row import wrapped
from cutcard.table.wrapped import DAY, bare, forget

from .crew import kill, run, until, worker


def test_f18_a_poker_hand_goes_on_at_another_worker_with_the_same_folder(database, tmp_path):
    """Workers with such a folder did not start at all."""

    async def scene():
        first, second = [await worker(database, keys=tmp_path) for _ in range(2)]
        ann = await Client.connect(first.url, name="Ann", legal=True)
        bo = await Client.connect(second.url, name="Bo", legal=True)
        place = await ann.create(
            "poker",
            options={"startStack": 1000, "smallBlind": 10, "bigBlind": 20, "actionTimeout": 600},
        )
        await bo.join(place.table)
        lives = first.house.floor.lives
        await until(lambda: lives[place.table].table.deal is not None)
        number = lives[place.table].table.deal.header.deal
        stored = await bare(first.store).deal(place.table, number)
        assert wrapped(stored.header.seed)
        # Who has no table of its own keeps the keys of those that others have.
        assert await forget(second.store, stored.header.opened + 10 * DAY) == []
        await kill(first)
        await until(lambda: place.table in second.house.numbers())
        again = second.house.floor.lives[place.table].table
        assert again.deal is not None
        assert not wrapped(again.deal.header.seed)
        for one in (ann, bo):
            await one.close()
        await second.stop()

    run(scene())
