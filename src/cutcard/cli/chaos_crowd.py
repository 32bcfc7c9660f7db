"""Players under whom the server is pulled away: each writes down every answer it got and every
sequence number it saw, so that afterwards the log can be held against it."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from secrets import token_hex
from time import monotonic
from typing import Any

from msgspec import Struct, field

from cutcard.client import Client, Lost, Place, Refused

AGAIN = "GAME_ERROR"  # the server could not take it just now: it is sent again under its key
MOVE_SECONDS = 30.0  # without an answer to a move
PAUSE = 0.05


class History(Struct):
    """What one player was told."""

    table: int
    seat: int
    acknowledged: dict[str, float] = field(default_factory=dict)  # key → when
    refused: dict[str, str] = field(default_factory=dict)  # key → the code of its last answer
    open: set[str] = field(default_factory=set)  # asked, and not answered when it was over
    went_back: int = 0
    waits: list[tuple[float, float]] = field(default_factory=list)  # when asked, when acknowledged
    again: int = 0  # refusals that say that it should be sent again


class Player:
    """A client who plays what it may, sends some moves twice, and keeps a history."""

    def __init__(self, client: Client, place: Place, seed: int, rate: float) -> None:
        self.client = client
        self.place = place
        self.rng = random.Random(seed)  # noqa: S311 # which move, not which card
        self.rate = rate
        self.history = History(place.table, place.seat or 0)
        self._seen = 0

    async def play(self, stop: asyncio.Event) -> None:
        """Until it is told to stop, and its last move is answered."""
        while not stop.is_set():
            self._look_back()
            if not self.place.legal:
                with suppress(TimeoutError, Lost):
                    await asyncio.wait_for(self.client.turn(), 0.5)
                if any(fact.get("type") == "GAME_END" for fact in self.place.facts):
                    await self._rematch()
                continue
            await asyncio.sleep(self.rng.expovariate(self.rate))
            if self.place.legal and not stop.is_set():
                await self._move()

    def _look_back(self) -> None:
        """Whether a later thing it was told was of an earlier time."""
        seen = self.place.seen[self._seen :]
        last = self.place.seen[self._seen - 1] if self._seen else 0
        for seq in seen:
            self.history.went_back += seq < last
            last = seq
        self._seen += len(seen)

    async def _move(self) -> None:
        move = dict(self.rng.choice(self.place.legal))
        tag, key, seq = move.pop("type"), token_hex(8), self.place.seq
        history = self.history
        history.open.add(key)
        asked = monotonic()
        if self.rng.random() < 0.3:  # an impatient client: it counts once
            self.client.post(f"GAME_{tag.upper()}_REQUEST", move, key, self.place.match, seq)
        while True:
            try:
                await asyncio.wait_for(self.client.play(self.place, tag, move, key), MOVE_SECONDS)
            except Refused as no:
                history.refused[key] = no.code
                if no.code == AGAIN:
                    history.again += 1
                    await asyncio.sleep(PAUSE)
                    continue
            except (Lost, TimeoutError):
                return  # it stays open: it may have happened, or not
            else:
                history.refused.pop(key, None)
                history.acknowledged[key] = now = monotonic()
                history.waits.append((asked, now))
            history.open.discard(key)
            return

    async def _rematch(self) -> None:
        with suppress(Refused, Lost, TimeoutError):
            asking = self.client.request("REMATCH_OFFER", {}, match=self.place.match)
            await asyncio.wait_for(asking, 5)
        await asyncio.sleep(PAUSE)


async def joined(client: Client, table: int) -> Place:
    """Where a table's worker is gone for the moment it is asked for again, as its players do."""
    until = monotonic() + MOVE_SECONDS
    while True:
        try:
            return await asyncio.wait_for(client.join(table), MOVE_SECONDS)
        except Refused as no:
            if no.code != AGAIN or monotonic() > until:
                raise
        await asyncio.sleep(PAUSE)


async def sit_down(url: str, opening: dict[str, Any], tables: int, rate: float) -> list[Player]:
    """Everybody connects, and every table is full; `opening` says what table."""
    players: list[Player] = []
    for number in range(tables):
        host = await Client.connect(url, legal=2, packed=number % 2 == 0)
        place = await host.create(**opening)
        players.append(Player(host, place, len(players), rate))
        for _ in range(opening["seats"] - 1):
            guest = await Client.connect(url, legal=2)
            there = await joined(guest, place.table)
            players.append(Player(guest, there, len(players), rate))
    return players
