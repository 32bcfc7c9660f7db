"""Bots that think long: aside, over a copy, and anew where the table has gone on meanwhile."""

import asyncio
import threading
import time

from cutcard.table.words import User

ANN = User("ann", "Ann")


def seated_with(bot, monkeypatch):
    monkeypatch.setattr("cutcard.table.mind.make_bot", lambda game, name: bot)


async def until(e, done):
    """Real time passes: a thread is thinking."""
    late = time.monotonic() + 20
    while not done():
        assert time.monotonic() < late, "nothing came of it"
        await asyncio.sleep(0.005)
        e.house.beat()
        await e.house.written()  # not e.rest(): that waits for the thread, too


def test_a_deep_bot_thinks_in_a_thread_and_the_house_goes_on(evening, listener, monkeypatch):
    loops = threading.get_ident()
    may_go_on = threading.Event()

    class Deep:
        deep = True
        thread = None

        def choose(self, seat, view, legal, asides, world, rng):
            self.thread = threading.get_ident()
            assert may_go_on.wait(20)
            return legal[0]

    bot = Deep()
    seated_with(bot, monkeypatch)

    async def story(e):
        ann = listener("Ann")
        info = await e.house.open("pile", {"turnMs": 10**6}, 2, host=ANN, bots={0: "random"})
        await e.house.sit(info.table, ANN)
        e.house.attach(info.table, ann, ANN)
        await until(e, lambda: bot.thread is not None)
        assert bot.thread != loops
        other = await e.house.open("pile", {"turnMs": 10**6}, 2, host=ANN)
        assert e.house.info(other.table).status == "WAITING_TO_START"  # the house answers
        assert ann.view["turn"] == 0
        may_go_on.set()
        await until(e, lambda: ann.view is not None and ann.view["turn"] == 1)

    evening(story)


def test_what_was_thought_of_a_table_that_went_on_is_dropped(evening, listener, monkeypatch):
    may_go_on = threading.Event()
    thought = []

    class Deep:
        deep = True

        def choose(self, seat, view, legal, asides, world, rng):
            thought.append(view)
            if len(thought) == 1:
                assert may_go_on.wait(20)
            return legal[0]

    seated_with(Deep(), monkeypatch)

    async def story(e):
        ann = listener("Ann")
        info = await e.house.open("pile", {"turnMs": 1000}, 2, host=ANN, bots={0: "random"})
        await e.house.sit(info.table, ANN)
        e.house.attach(info.table, ann, ANN)
        await until(e, lambda: len(thought) == 1)
        e.clock.ms += 1001  # its time runs out while it thinks: the rules play for it
        await until(e, lambda: ann.view is not None and ann.view["turn"] == 1)
        pile = ann.view["pile"]
        may_go_on.set()
        await asyncio.sleep(0.2)
        await e.rest()
        assert ann.view["turn"] == 1
        assert ann.view["pile"] == pile
        assert len(thought) == 1

    evening(story)
