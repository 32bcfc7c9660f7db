"""Matches played over the wire by what the server lists as legal, so that there is something to
look at afterwards. In a thread of its own: the pages of tests have Playwright in theirs."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from cutcard.client import Client, Refused

GIVE_UP = ("surrender", "leave", "sit_out", "concede", "abandon", "reset", "pause")


Over = Callable[[dict[str, Any], list[dict[str, Any]]], bool]


def ended(view: dict[str, Any], facts: list[dict[str, Any]]) -> bool:
    """The first deal is over."""
    return any(fact["type"] == "GAME_END" for fact in facts) or view.get("hand", 0) > 1


def play(
    url: str, token: str, game: str, *, over: Over = ended, seconds: float = 120, **wish: Any
) -> int:
    """Open a table as whose token it is and play there until it is over; returns the table.
    `first` is what is played first there."""
    with ThreadPoolExecutor(1) as pool:
        made = pool.submit(lambda: asyncio.run(_play(url, token, game, over, seconds, wish)))
        return made.result()


async def _play(
    url: str, token: str, game: str, over: Over, seconds: float, wish: dict[str, Any]
) -> int:
    first = wish.pop("first", None)
    socket = url.replace("http", "ws", 1) + "/ws"
    async with (
        asyncio.timeout(seconds),
        await Client.connect(socket, token=token, legal=True) as me,
    ):
        place = await me.create(game, **wish)
        if first is not None:
            await me.play(place, first.pop("type"), first)
        chance = random.Random(7)
        while not over(place.view, place.facts):
            turn = asyncio.ensure_future(me.turn())
            may = [one for one in place.legal if one["type"] not in GIVE_UP]
            if not may:
                await asyncio.wait({turn}, timeout=0.5)
            turn.cancel()
            if not may:
                continue
            move = dict(chance.choice(may))
            try:
                await me.play(place, move.pop("type"), move)
            except Refused:
                await asyncio.sleep(0.05)  # the clock was first
        return place.table
