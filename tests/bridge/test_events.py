"""Events at one worker of several (row S24): whoever has the lobby has them and their tables, and
when it is killed the next goes on with both from their logs."""

from __future__ import annotations

import asyncio

import pytest

from cutcard.arena.event import decode
from cutcard.arena.event.audit import audit
from cutcard.client import Client
from cutcard.lobby.chips import conserved

from ..events.test_killed import chips, sound
from .crew import PATIENCE, kill, run, until, worker

BOTS = {"bot_delay": (5, 25)}
PLAYERS = 9


@pytest.mark.parametrize("both", [False, True], ids=["the event's", "and a table's"])
def test_s24_the_events_worker_is_killed_and_a_tables_in_the_same_second(database, both):
    async def scene():
        first, second, third = [await worker(database, house=BOTS) for _ in range(3)]
        assert first.bridge.leads
        ann = await Client.connect(second.url, name="Ann")
        at_third = await Client.connect(third.url, name="Cy")
        table = await at_third.create("duel", bots={"1": "random"})
        terms = {"name": "Cup", **chips(0.1, rest=0.02)}
        wish = {"terms": terms, "startsIn": 3, "bots": PLAYERS}
        event = (await ann.request("TOURNAMENT_CREATE", wish))["event"]

        async def info():
            async with asyncio.timeout(PATIENCE):
                return await ann.request("TOURNAMENT_INFO", {"event": event})

        async def phase():
            return sound(await info(), "poker", PLAYERS)

        async def well_under_way():
            return await phase() == "running" and (await info())["seq"] > PLAYERS + 15

        async def over():
            return await phase() == "over"

        await until_so(well_under_way)
        kept = len((await second.store.event(event)).entries)
        await asyncio.gather(*(kill(one) for one in ((first, third) if both else (first,))))
        heirs = [second] if both else [second, third]
        await until(lambda: any(one.bridge.leads for one in heirs))
        assert (await info())["seq"] >= kept  # nothing of what is durable is lost
        if both:
            await until(lambda: table.table in second.house.numbers())
        await until_so(over)
        store = second.store
        found = audit([decode(entry.what) for entry in (await store.event(event)).entries])
        assert found.ok, found.faults
        assert found.over

        async def closed():
            here = [(await store.load(number, 1)).table for number in await store.open_tables()]
            return all(one.event != event for one in here)

        await until_so(closed)
        sums = await conserved(store)
        assert (sums.ok, sums.events) == (True, 0), sums.faults
        for one in (ann, at_third):
            await one.close()
        for one in heirs:
            await one.stop()

    run(scene())


async def until_so(true):
    async with asyncio.timeout(PATIENCE):
        while True:
            if await true():
                return
            await asyncio.sleep(0.05)
