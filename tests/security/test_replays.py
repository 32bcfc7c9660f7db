"""The thread that plays logs again is everybody's: one address cannot keep it for itself."""

import asyncio
from threading import Event
from time import thread_time

import pytest

from cutcard.table.words import Refusal
from cutcard.wire.http.aside import OF_ADDRESS, WAITING, aside


class Who:
    """Who asks, from an address; what they owe."""

    def __init__(self, host: str | None) -> None:
        self.limited_host = host
        self.owed = 0.0

    def owe(self, more: float) -> None:
        self.owed += more


def test_an_address_that_asks_for_all_replays_leaves_room_for_others():
    async def scene():
        gate, eve, ann = Event(), Who("203.0.113.7"), Who("198.51.100.1")
        asked = [asyncio.create_task(aside(eve, gate.wait)) for _ in range(WAITING)]
        await asyncio.sleep(0)
        honest = asyncio.create_task(aside(ann, lambda: "a deal"))
        await asyncio.sleep(0)
        gate.set()
        assert await honest == "a deal"
        done = await asyncio.gather(*asked, return_exceptions=True)
        assert sum(one is True for one in done) == OF_ADDRESS
        assert {one.code for one in done if one is not True} == {"RATE_LIMITED"}

    asyncio.run(asyncio.wait_for(scene(), 60))


def test_what_a_replay_took_is_paid_for():
    def work() -> None:
        until = thread_time() + 0.02
        while thread_time() < until:
            pass
        raise Refusal("INVALID_GAME_STATE", "after all that")

    async def scene():
        eve = Who("203.0.113.7")
        with pytest.raises(Refusal):
            await aside(eve, work)
        assert eve.owed >= 20

    asyncio.run(asyncio.wait_for(scene(), 60))
