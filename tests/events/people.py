"""People at a server in this process, over `/ws` and HTTP, and how they play in events."""

from __future__ import annotations

import asyncio

from cutcard.client import Client, Refused

from ..running import Asker, here
from .place import QUICK

TERMS = {
    **{"name": "Sunday", "game": "poker", "tableSize": 3, "startStack": 500, "buyIn": 100},
    **{"fee": 10, "structure": [{"smallBlind": 50, "bigBlind": 100, "minutes": 60}]},
    "options": QUICK,
}
CALM = ("all_in", "call", "check", "muck")  # the first of these that is legal
PASSING = {  # the hand went on meanwhile
    *("STALE", "GAME_OVER", "INVALID_PLAYER", "WRONG_PHASE", "GAME_NOT_FOUND", "NOT_YOUR_TURN"),
}


def story_of(tmp_path, story, *names, **settings):
    """A story of a server and of people who are connected to it from the beginning to the end."""

    async def whole():
        async with here(tmp_path / "e.db", **settings) as server:
            people = [await Client.connect(server.url, name=name, legal=True) for name in names]
            await story(server, *people)
            for one in people:
                await one.close()

    asyncio.run(asyncio.wait_for(whole(), 120))


def told(client, kind):
    return [payload for name, payload in client.notices if name == kind]


async def heard(client, kind):
    """The first notice of that kind, waited for."""
    while not told(client, kind):
        await asyncio.wait_for(client.turn(), 60)
    return told(client, kind)[0]


async def play_hands(client, until="TOURNAMENT_ENDED", tags=CALM):
    """All-in with every hand, at whatever table one is brought to, until that is heard."""
    while not told(client, until):
        for place in list(client.places.values()):
            legal = [move["type"] for move in place.legal]
            wanted = [tag for tag in tags if tag in legal]
            if wanted:
                try:
                    await client.play(place, wanted[0])
                except Refused as no:
                    if no.code not in PASSING:
                        raise
        await asyncio.sleep(0.005)


LONG = 600  # seconds: everybody is in by then, however slow the machine is


def begin(server, event):
    """Its time has come: the wall's clock is set to when it starts."""
    floor = server.house.floor
    before = floor.wall
    floor.wall = lambda: before() + 1000 * LONG
    server.hall.lobby.gallery.holder.get(event).time()


async def over_http(server, client, asks):
    """What one of them asks over HTTP, in a thread of its own."""
    await asyncio.to_thread(asks, Asker(server, client.token))
