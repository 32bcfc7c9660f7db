"""The example client of events enters one of every format and plays it to its end."""

from __future__ import annotations

import asyncio
import importlib.util
from pathlib import Path

import pytest

from cutcard.client import Client

from ..command import QUICK_BOTS
from ..running import servers

PATH = Path(__file__).resolve().parents[2] / "examples" / "events.py"
QUICK = {"startDelay": 0, "resultDelay": 0, "showDelay": 1}
LEVELS = [{"smallBlind": 100, "bigBlind": 200, "minutes": 60}]
CHIPS = {"options": QUICK, "structure": LEVELS, "startStack": 400}
HEADS_UP = {**QUICK, "startStack": 400, "bigBlind": 200}
DUEL = {"roundPauseMs": 0}
MEMORY = {"gridSize": [4, 4], "matchDelayMs": 1}
EVENTS = [
    ("sit-and-go", "poker", CHIPS),
    ("scheduled", "poker", CHIPS),
    ("swiss", "duel", {"options": DUEL}),
    ("round-robin", "memory", {"options": MEMORY}),
    ("single-elimination", "battle", {"options": {"timers": "off"}}),
    ("double-elimination", "poker", {"options": HEADS_UP}),
    ("arena", "duel", {"options": DUEL}),
]


@pytest.fixture(scope="module")
def example():
    spec = importlib.util.spec_from_file_location("example_events", PATH)
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


@pytest.mark.parametrize(("form", "game", "more"), EVENTS, ids=[form for form, _, _ in EVENTS])
def test_it_plays_to_the_end(tmp_path, example, form, game, more):
    async def story(url):
        async with await Client.connect(url, name="Example", legal=True) as client:
            wish = example.wish_of(form, game)
            wish["terms"] |= more
            if form == "arena":
                wish["lasts"] = 6
            made = await client.request("TOURNAMENT_CREATE", wish)
            await client.request("TOURNAMENT_REGISTER", {"event": made["event"]})
            return client.user, await example.play(client, made["event"], 100)

    with servers(tmp_path, QUICK_BOTS) as start:
        running = start()
        user, places = asyncio.run(story(running.url))
        assert not running.errors()
    users = [tuple(one.get("players", [one.get("playerId")])) for one in places]
    assert (user,) in users
    assert len(users) == len(set(users)) == (3 if form in example.WITH_CHIPS else 4)
    spans = [(one["place"], one["placeTo"]) for one in places]  # equal ones share their places
    for first, last in spans:
        assert spans.count((first, last)) == last - first + 1
    assert min(spans)[0] == 1
