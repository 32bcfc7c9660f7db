"""`games` and `game_logs`: what PostgreSQL shows to those who read with SQL."""

from __future__ import annotations

import asyncio

import asyncpg
from msgspec import json

from cutcard.arena.ratings import rate
from cutcard.store.postgres import PostgresStore
from cutcard.table.house import House
from cutcard.table.states import states_of

from .asking import ANN, BOB

CALM = {"turnMs": 10_000_000}  # nobody's time runs out


class Heard:
    def hear(self, word):
        pass


def test_a_game_is_there_from_its_start_and_whole_with_its_end(database):
    async def story():
        store = PostgresStore(database)
        await store.open()
        house = House(store, rate=rate)
        await house.start()
        reader = await asyncpg.connect(database)
        info = await house.open("pile", {"target": 3, **CALM}, 2, host=ANN, sit=[ANN, BOB])
        game = f"{info.table}-1"
        begun = await reader.fetchrow("SELECT * FROM games WHERE game_id = $1", game)
        assert (begun["status"], begun["final_state"]) == ("IN_PROGRESS", None)
        assert (begun["game_log"], begun["ended_at"]) == (None, None)
        for user, count in ((ANN, 1), (BOB, 2)):
            house.ask(info.table, None, Heard(), user, "add", {"count": count}, f"k{count}")
        await house._floor.writer.durable()
        row = await reader.fetchrow("SELECT * FROM games WHERE game_id = $1", game)
        assert row["status"] == "COMPLETED"
        assert (row["player_one_id"], row["player_two_id"]) == (ANN.id, BOB.id)
        assert row["winner_id"] == BOB.id
        assert row["created_at"] <= row["started_at"] <= row["ended_at"]
        actions = json.decode(row["game_log"])
        assert [one["type"] for one in actions if one["seat"] >= 0] == ["add", "add"]
        *_, last = states_of(await store.deal(info.table, 1))
        assert json.decode(row["final_state"]) == json.decode(json.encode(last.state_after))
        logged = await reader.fetch("SELECT * FROM game_logs WHERE game_id = $1", game)
        assert [one["action_index"] for one in logged] == list(range(len(actions)))
        assert [one["key"] for one in logged if one["key"]] == ["k1", "k2"]
        left = await house.open("pile", {"target": 9, **CALM}, 2, host=ANN, sit=[ANN, BOB])
        await house.stop(abandon=True)
        ended = await reader.fetchrow("SELECT * FROM games WHERE game_id = $1", f"{left.table}-1")
        assert ended["status"] == "ABANDONED"
        assert json.decode(ended["final_state"])["outcome"] is None
        await reader.close()
        await store.close()

    asyncio.run(story())
