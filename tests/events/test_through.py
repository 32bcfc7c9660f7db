"""The seam of several processes: an event has one owner, and people who are connected elsewhere
make it, enter it, are seated, play and are paid all the same."""

from __future__ import annotations

import asyncio

from cutcard.client import Client
from cutcard.lobby.chips import conserved
from cutcard.store.opening import store_at

from ..running import servers
from .people import TERMS, heard, play_hands, told


def test_T103_T110_an_event_is_played_through_a_worker_that_owns_nothing(tmp_path, database):
    async def story(running):
        people = [await Client.connect(running.url, name=name, legal=True) for name in "ABC"]
        sit = {**TERMS, "format": "sit-and-go"}
        made = await people[0].request("TOURNAMENT_CREATE", {"terms": sit})
        for one in people:
            entered = await one.request("TOURNAMENT_REGISTER", {"event": made["event"]})
            assert entered["balance"] == 9890
        for one in people:
            assert (await heard(one, "TOURNAMENT_SEATED"))["reason"] == "start"
        await asyncio.wait_for(asyncio.gather(*map(play_hands, people)), 100)
        ended = told(people[0], "TOURNAMENT_ENDED")[0]
        assert min(one["place"] for one in ended["places"]) == 1
        for one in people:
            await one.close()
        running.stop()

    with servers(tmp_path, database=database) as start:
        running = start()
        asyncio.run(asyncio.wait_for(story(running), 150))

    async def books():
        store = store_at(database, read_only=True)
        await store.open()
        try:
            found = await conserved(store)
            assert (found.ok, found.events) == (True, 0)
        finally:
            await store.close()

    asyncio.run(books())
