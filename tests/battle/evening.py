"""Battle on the tables of a real House."""

from __future__ import annotations

import asyncio
from time import process_time

import msgspec

from cutcard.store.sqlite import SqliteStore
from cutcard.table.house import House
from cutcard.table.words import User

ANN, BOB = User("ann", "Ann"), User("bob", "Bob")
GIVEN = {"decks": ["beasts", "mystics"], "timers": "off"}


class Ear:
    """Keeps what it hears."""

    def __init__(self):
        self.words = []

    def hear(self, word):
        self.words.append(word)

    def of(self, kind):
        return [word for word in self.words if isinstance(word, kind)]


class Evening:
    """A House with Battle on some tables, every seat played at random."""

    def __init__(self, path):
        self.path = path

    async def __aenter__(self):
        self.store = SqliteStore(self.path)
        await self.store.open()
        self.house = House(self.store)
        await self.house.start()
        self.ears = {}
        self.count = 0
        self.took = {}
        return self

    async def __aexit__(self, *_):
        await self.house.stop()
        await self.store.close()

    async def open(self, options=None):
        info = await self.house.open("battle", options or GIVEN, 2, host=ANN)
        for seat, user in enumerate((ANN, BOB)):
            await self.house.sit(info.table, user, seat)
            ear = self.ears[info.table, seat] = Ear()
            self.house.attach(info.table, ear, user)
        for _ in range(500):  # the deal begins by a tick of its own
            if self.state(info.table).asked:
                break
            await asyncio.sleep(0.01)
        return info.table

    def state(self, table):
        return self.house.peek(table).deal.state

    def send(self, table, seat, move, key=None):
        fields = msgspec.to_builtins(move)
        tag = fields.pop("type")
        self.count += 1
        user = (ANN, BOB)[seat]
        ear = self.ears[table, seat]
        self.house.ask(table, None, ear, user, tag, fields, key or f"k{self.count}", None)

    async def step(self, table, rng):
        state = self.state(table)
        if state.outcome() is not None or not state.asked:
            return False
        seat = state.asked[0]
        legal = state.legal(seat)
        move = legal[rng.below(len(legal))]
        begun = process_time()  # of this process and its threads: what others do does not count
        self.send(table, seat, move)
        await self.house.written()
        took = process_time() - begun
        self.took.setdefault(type(move).__name__, []).append(took)
        return True
