"""What many hear: however many watch a table, telling them is cut into slices, in their order."""

import asyncio
import time

from cutcard.table.writer import MANY, _deliver_in_turns
from cutcard.wire.hall import Hall

from .slices import BOUND, measured

WORK = 0.0002  # seconds of CPU time that telling one of them takes
CROWD = 1000


def work():
    until = time.thread_time() + WORK
    while time.thread_time() < until:
        pass


class Ear:
    def __init__(self):
        self.heard = []

    def hear(self, word):
        work()
        self.heard.append(word)


class Life:
    def __init__(self, ears):
        self.present, self.waiting = dict.fromkeys(ears), {}


def test_words_to_a_crowd_are_said_in_slices():
    async def scene():
        ears = tuple(Ear() for _ in range(CROWD))
        life, turns = Life(ears), 0

        async def others():
            nonlocal turns
            while True:
                await asyncio.sleep(0)
                turns += 1

        beside = asyncio.create_task(others())
        with measured() as seen:
            await _deliver_in_turns([(life, ears, "one"), (life, ears, "two")])
        beside.cancel()
        assert all(one.heard == ["one", "two"] for one in ears)
        assert turns >= 2 * CROWD // MANY - 1
        return seen

    slices = asyncio.run(scene())
    assert slices.worst < 0.7 * CROWD * WORK, str(slices)


class Wire:
    def __init__(self):
        self.flushed = 0

    def flush(self):
        work()
        self.flushed += 1


def test_frames_to_a_crowd_are_written_in_slices():
    async def scene():
        hall = Hall.__new__(Hall)  # what is written at the end of a turn, and nothing else
        hall.loop, hall._unsent = asyncio.get_running_loop(), []
        wires = [Wire() for _ in range(CROWD)]
        late = Wire()
        with measured() as seen:
            for one in wires:
                hall.unsent(one)
            await asyncio.sleep(0)
            hall.unsent(late)
            while not late.flushed:  # noqa: ASYNC110 # a turn of the loop is what is counted
                await asyncio.sleep(0)
        assert [one.flushed for one in (*wires, late)] == [1] * (CROWD + 1)
        assert not hall._unsent
        return seen

    slices = asyncio.run(scene())
    assert slices.worst < BOUND, str(slices)
