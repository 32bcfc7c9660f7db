"""The hash queue under attack: one address, and a crowd of them; each with its bound."""

from __future__ import annotations

import asyncio
import threading

import pytest

from cutcard.lobby.lanes import EACH, Lanes
from cutcard.table.words import Refusal


class Bench:
    """Lanes with one thread, whose work waits until it is let go, and what was done in order."""

    def __init__(self, most=64):
        self.lanes = Lanes(1, most, "test")
        self.gate = threading.Semaphore(0)
        self.done = []
        self.tasks = []

    async def ask(self, who, known=False, many=1):
        def work():
            self.gate.acquire()
            self.done.append(who)

        for _ in range(many):
            task = asyncio.create_task(self.lanes.do(work, who, known=known))
            self.tasks.append(task)
            await asyncio.sleep(0)

    async def end(self):
        self.gate.release(len(self.tasks))
        told = await asyncio.gather(*self.tasks, return_exceptions=True)
        self.lanes.close()
        return [one for one in told if isinstance(one, Refusal)]


def run(story):
    asyncio.run(asyncio.wait_for(story(), 60))


def test_one_address_keeps_others_waiting_for_one_turn_only():
    async def story():
        bench = Bench()
        await bench.ask("evil", many=1000)
        await bench.ask("ann")
        await bench.ask("bob")
        no = await bench.end()
        assert len(no) == 1000 - EACH - 1  # one is being done, so many wait
        assert {one.code for one in no} == {"RATE_LIMITED"}
        assert all(one.details["retryAfter"] >= 1 for one in no)
        assert bench.done.index("ann") <= 2
        assert bench.done.index("bob") <= 3

    run(story)


def test_a_crowd_fills_the_room_and_who_has_less_waiting_still_gets_in():
    async def story():
        bench = Bench(most=12)
        await bench.ask("one", many=6)
        await bench.ask("two", many=6)
        await bench.ask("ann")  # for whom the last of the longest lane gives way
        await bench.ask("bob")
        no = await bench.end()
        assert len(no) == 2
        assert {"ann", "bob"} <= set(bench.done)
        assert len(bench.done) == 12

    run(story)


def test_no_crowd_keeps_a_known_device_out():
    async def story():
        bench = Bench(most=64)
        for n in range(200):
            await bench.ask(f"bot {n}")
        await bench.ask("device", known=True)
        no = await bench.end()
        assert len(no) == 200 - 64
        assert bench.done.index("device") <= 2

    run(story)


def test_known_devices_keep_strangers_waiting_for_one_turn_only():
    async def story():
        bench = Bench()
        for n in range(20):
            await bench.ask(f"device {n}", known=True)
        await bench.ask("new")
        await bench.end()
        assert bench.done.index("new") <= 2

    run(story)


def test_who_is_gone_takes_no_turn_and_what_fails_is_told():
    async def story():
        bench = Bench()
        await bench.ask("first")
        await bench.ask("gone")
        bench.tasks[1].cancel()

        def fails():
            raise ValueError("no")

        failing = asyncio.create_task(bench.lanes.do(fails, "x"))
        await asyncio.sleep(0)
        bench.gate.release(5)
        with pytest.raises(ValueError, match="no"):
            await failing
        await asyncio.gather(*bench.tasks, return_exceptions=True)
        assert bench.done == ["first"]
        assert bench.lanes._strangers.at_work == 0
        bench.lanes.close()

    run(story)
