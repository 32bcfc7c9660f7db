"""The example client of events enters one and plays it to its end."""

from __future__ import annotations

import asyncio
import importlib.util
from pathlib import Path

from cutcard.client import Client

from ..command import QUICK_BOTS
from ..running import servers

PATH = Path(__file__).resolve().parents[2] / "examples" / "events.py"
QUICK = {"startDelay": 0, "resultDelay": 0, "showDelay": 1}


def test_it_plays_to_the_end(tmp_path):
    spec = importlib.util.spec_from_file_location("example_events", PATH)
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)

    async def story(url):
        async with await Client.connect(url, name="Example", legal=True) as client:
            levels = [{"smallBlind": 100, "bigBlind": 200, "minutes": 60}]
            terms = {**example.TERMS, "options": QUICK, "structure": levels, "startStack": 400}
            made = await client.request("TOURNAMENT_CREATE", {"terms": terms, "bots": 2})
            await client.request("TOURNAMENT_REGISTER", {"event": made["event"]})
            return client.user, await example.play(client, made["event"], 60)

    with servers(tmp_path, QUICK_BOTS) as start:
        user, places = asyncio.run(story(start().url))
    assert user in {one["playerId"] for one in places}
    # Two who lose the same stack in one hand share their place.
    assert sorted(one["place"] for one in places) in ([1, 2, 3], [1, 2, 2])
