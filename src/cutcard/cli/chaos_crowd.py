"""Players under whom the server is pulled away: each writes down every answer it got and every
sequence number it saw, so that afterwards the log can be held against it."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import suppress
from itertools import count
from secrets import token_hex
from time import monotonic
from typing import Any

from msgspec import Struct, field

from cutcard.client import Client, Lost, Place, Refused
from cutcard.store.protocol import COMPLETED

AGAIN = "GAME_ERROR"  # the server could not take it just now: it is sent again under its key
MOVE_SECONDS = 30.0  # without an answer to a move
PAUSE = 0.05
TURN_SECONDS = 100.0  # without a move to make: whatever happened, the table should have gone on
LATELY = 3  # notices that are told of who is stuck


class Stuck(Exception):
    """A player for whom the table does not go on, and where it was."""


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
        self._shown: dict[str, Any] = {}  # what it was told of the table when it was last shown it
        self._over = ""  # the match that it knows to be over
        self._acted = monotonic()

    async def play(self, stop: asyncio.Event) -> None:
        """Until it is told to stop, and its last move is answered; Stuck where there is none to
        make for long."""
        self._acted = monotonic()
        while not stop.is_set():
            self._look_back()
            if not self.place.legal:
                await self._wait()
                continue
            await asyncio.sleep(self.rng.expovariate(self.rate))
            if self.place.legal and not stop.is_set():
                await self._move()
                if monotonic() - self._acted > TURN_SECONDS:
                    raise Stuck(self.where())

    async def _wait(self) -> None:
        if self.client.ended is not None or monotonic() - self._acted > TURN_SECONDS:
            raise Stuck(self.where())
        with suppress(TimeoutError, Lost):
            await asyncio.wait_for(self.client.turn(), 0.5)
        if self._ended():
            await self._rematch()

    def _ended(self) -> bool:
        """Whether its match is over. Who is shown the table anew (it came back, or the table went
        to another worker) is not told the end again: what it is shown says so."""
        place = self.place
        if place.info is not self._shown:
            self._shown = place.info
            self._over = place.match if place.info.get("status") == COMPLETED else self._over
        if any(fact.get("type") == "GAME_END" for fact in place.facts):
            self._over = place.match
        return self._over == place.match

    def where(self) -> str:
        """Where it stands, for whoever has to find out why it does not go on."""
        place, client = self.place, self.client
        about = [
            f"table {place.table}, seat {place.seat}: match {place.match}, seq {place.seq}",
            f"{len(place.legal)} moves to choose from, {len(self.history.open)} not answered",
            f"last moved {monotonic() - self._acted:.0f} s ago",
        ]
        if self._ended():
            about.append("its match is over")
        if client.ended is not None:
            about.append(f"sent away with {client.ended}")
        about.append(f"came back {client.reconnects} times")
        about += [f"told {kind} {told}" for kind, told in client.notices[-LATELY:]]
        return "; ".join(about)

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
                    if monotonic() - asked > TURN_SECONDS:
                        raise Stuck(f"{self.where()}; refused again and again: {no}") from None
                    await asyncio.sleep(PAUSE)
                    continue
            except (Lost, TimeoutError):
                return  # it stays open: it may have happened, or not
            else:
                history.refused.pop(key, None)
                history.acknowledged[key] = self._acted = now = monotonic()
                history.waits.append((asked, now))
            history.open.discard(key)
            return

    async def _rematch(self) -> None:
        try:
            asking = self.client.request("REMATCH_OFFER", {}, match=self.place.match)
            await asyncio.wait_for(asking, 5)
        except Refused as no:
            if no.code != AGAIN:
                self._over = ""  # it may have begun already
        except (Lost, TimeoutError):
            pass
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


async def connected(url: str, **how: Any) -> Client:
    """Stuck where the server takes the connection, and says nothing on it."""
    try:
        return await asyncio.wait_for(Client.connect(url, **how), MOVE_SECONDS)
    except TimeoutError:
        raise Stuck("the server says nothing to who connects") from None


async def sit_down(
    url: str, opening: dict[str, Any], tables: int, rate: float
) -> AsyncIterator[Player]:
    """Everybody connects, and every table is full; `opening` says what table."""
    seeds = count()
    for number in range(tables):
        host = await connected(url, legal=2, packed=number % 2 == 0)
        try:
            place = await asyncio.wait_for(host.create(**opening), MOVE_SECONDS)
        except TimeoutError:
            raise Stuck("the server opens no table") from None
        yield Player(host, place, next(seeds), rate)
        for _ in range(opening["seats"] - 1):
            guest = await connected(url, legal=2)
            yield Player(guest, await joined(guest, place.table), next(seeds), rate)
