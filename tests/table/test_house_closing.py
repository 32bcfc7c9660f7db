"""The house: the end of the day, and what goes on the next.

Numbers such as A18 and B22 are those of docs/rules/duel.md.
"""

from __future__ import annotations

import asyncio

from cutcard.store.protocol import ABANDONED

from .asking import ANN, BOB, CAT, add, refused


def test_B19_a_stopping_server_tells_loses_nothing_and_resumes_clocks_included(evening, listener):
    async def story(e):
        table, ann, bob = await e.table("pile", {"turnMs": 10_000})
        add(e, table, ann, ANN, 2, "k")
        await e.turn(4_000)
        await e.house.stop()
        assert ann.words[-1].type == "SERVER_SHUTDOWN"
        assert "inMs" in ann.words[-1].payload
        add(e, table, ann, ANN, 2, "late")
        assert ann.answer("late").code == "SERVER_SHUTTING_DOWN"
        await refused("SERVER_SHUTTING_DOWN", e.house.open("pile", {}, host=ANN))
        await e.store.close()
        e.clock.ms += 3_600_000  # down for an hour
        await e.restart()
        back = listener("back")
        back.seq, back.view = bob.seq, bob.view
        e.house.attach(table, back, BOB, bob.seq)
        await e.rest()
        await e.turn(5_900)
        assert back.view["turn"] == 1  # 9.9 of his 10 s are gone
        await e.turn(100)
        assert back.view["turn"] == 0

    evening(story)


def test_B19_A20_abandon_on_stop_ends_every_game_as_the_spec_says(evening):
    async def story(e):
        table, ann, _bob = await e.table("pile")
        await e.house.open("pile", {}, 2, host=CAT)
        began = asyncio.get_running_loop().time()
        await e.house.stop(abandon=True)
        assert asyncio.get_running_loop().time() - began < 10
        assert ann.notice("GAME_ABANDONED")[0].payload == {"reason": "Server shutdown"}
        row = await e.store.match(table, 1)
        assert (row.status, row.reason) == (ABANDONED, "Server shutdown")
        assert row.completed is not None
        assert "RATING_CHANGE" not in ann.notices
        assert await e.store.unfinished() == []
        await e.store.close()
        await e.restart()
        assert e.house.tables() == []

    evening(story)


def test_after_a_crash_every_table_goes_on_where_it_was(evening, listener):
    async def story(e):
        tables = [await e.table("duel", {"maxRounds": 5}) for _ in range(5)]
        for table, ann, bob in tables:
            for ear, user in ((ann, ANN), (bob, BOB)):
                e.house.ask(table, None, ear, user, "ready", {}, "go")
            move = {"cardIndex": table, "roundNumber": 1}
            e.house.ask(table, None, ann, ANN, "card_play", move, "c")
        await e.rest()
        await e.crash()
        e.clock.ms += 10**7
        await e.restart()
        assert [info.seq for info in e.house.tables()] == [ann.seq for _, ann, _ in tables]
        for table, ann, bob in tables:
            again = listener()
            again.seq, again.view = ann.seq, ann.view
            e.house.attach(table, again, ANN, ann.seq)
            move = {"cardIndex": 40, "roundNumber": 1}
            e.house.ask(table, None, bob, BOB, "card_play", move, "c")
            await e.rest()
            assert again.fact_types[-1] == "GAME_ROUND_REVEAL"
            assert again.words[0].view == ann.view

    evening(story)
