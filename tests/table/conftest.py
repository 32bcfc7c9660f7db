"""Shared by the tests of tables: a game to strain them, a clock to turn, ears that listen."""

from __future__ import annotations

import asyncio
import hashlib
import importlib.util
import sys
from collections import Counter
from contextlib import suppress
from itertools import count
from pathlib import Path

import pytest

from cutcard import games
from cutcard.arena.ratings import rate
from cutcard.store.protocol import StoreError
from cutcard.store.sqlite import SqliteStore
from cutcard.table.house import House
from cutcard.table.patch import merge
from cutcard.table.words import Ack, Nack, Notice, Refusal, Snapshot, Update, User

ANN, BOB, CAT = User("ann", "Ann"), User("bob", "Bob"), User("cat", "Cat")


def _load(name):
    spec = importlib.util.spec_from_file_location(
        f"{name}_game", Path(__file__).parent / f"{name}.py"
    )
    module = sys.modules[f"{name}_game"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


PILE = _load("pile")
CLUB = _load("club")


@pytest.fixture(autouse=True)
def _games_of_our_own(monkeypatch):
    """In these tests only: elsewhere nobody has heard of them."""
    monkeypatch.setitem(games._places(), "pile", "pile_game")
    monkeypatch.setitem(games._places(), "club", "club_game")


@pytest.fixture
def pile():
    return PILE


def seeds(salt="seed"):
    """Seeds one after another, the same each time."""
    numbers = count()
    return lambda: hashlib.sha256(f"{salt}{next(numbers)}".encode()).digest()


@pytest.fixture
def make_seeds():
    return seeds


class Listener:
    """An ear that keeps what it heard and does with it what a client does."""

    def __init__(self, name=""):
        self.name = name
        self.words = []
        self.seq = None
        self.view = None

    def hear(self, word):
        self.words.append(word)
        if isinstance(word, Snapshot):
            self.seq, self.view = word.seq, word.view
        elif isinstance(word, Update) and self.seq is not None and word.seq > self.seq:
            assert word.seq == self.seq + 1, f"{self.name} missed an update"
            self.seq, self.view = word.seq, merge(self.view, word.patch)

    def of(self, kind):
        return [word for word in self.words if isinstance(word, kind)]

    @property
    def answers(self):
        return [word for word in self.words if isinstance(word, Ack | Nack)]

    def answer(self, key):
        (word,) = [word for word in self.answers if word.key == key]
        return word

    @property
    def notices(self):
        return [word.type for word in self.of(Notice)]

    def notice(self, kind):
        return [word for word in self.of(Notice) if word.type == kind]

    @property
    def facts(self):
        return [fact for word in self.of(Update) for fact in word.facts]

    @property
    def fact_types(self):
        return [fact["type"] for fact in self.facts]

    def tally(self):
        return Counter(type(word).__name__ for word in self.words)


class Turned:
    """A clock that stands until it is turned."""

    def __init__(self, ms=1_000):
        self.ms = ms

    def __call__(self):
        return self.ms


class Breakable(SqliteStore):
    """The real store, whose writes can be made to fail."""

    fails = 0

    async def write(self, batch, rate=None):
        if self.fails:
            self.fails -= 1
            raise StoreError("planted")
        return await super().write(batch, rate)


class Evening:
    """A house with its store and its clock. `crash` is a process that dies; `restart` is another
    one that opens the same file."""

    def __init__(self, path, bot_delay=(0, 0)):
        self.path = path
        self.clock = Turned()
        self.bot_delay = bot_delay
        self.seeds = seeds(str(path))

    async def __aenter__(self):
        await self.restart()
        return self

    async def __aexit__(self, *_):
        await self.house.stop()
        await self.store.close()

    async def restart(self):
        self.store = Breakable(self.path)
        await self.store.open()
        self.house = House(
            self.store,
            rate=rate,
            clock=self.clock,
            wall=lambda: 1_700_000_000_000 + self.clock.ms,
            seeds=self.seeds,
            bot_delay=self.bot_delay,
        )
        await self.house.start()

    async def crash(self):
        """Nothing more is written and nobody is told; the file is let go of."""
        floor = self.house._floor
        floor.stop()
        floor.writer._task.cancel()
        await self.store.close()

    async def turn(self, ms):
        """Time passes: what is due is played, and what is to be said is heard."""
        self.clock.ms += ms
        self.house.beat()
        await self.rest()

    async def rest(self):
        """Until all that was asked is written and said, bots included."""
        for _ in range(200):
            with suppress(Refusal):  # where a write was made to fail
                await self.house._floor.writer.durable()
            self.house.beat()
            writer = self.house._floor.writer
            if self.house._floor._tasks:
                await asyncio.wait(self.house._floor._tasks._tasks, timeout=5)
            elif not writer.held and not writer._dirty:
                return

    async def table(self, game="pile", options=None, users=(ANN, BOB), **more):
        """A table with these users seated and listening; its number and their ears."""
        info = await self.house.open(game, options or {}, len(users), host=users[0], **more)
        ears = []
        for user in users:
            await self.house.sit(info.table, user)
        for user in users:
            ears.append(Listener(user.name))
            self.house.attach(info.table, ears[-1], user)
        await self.rest()
        return info.table, *ears


@pytest.fixture
def evening(tmp_path):
    """Runs a test's story in a house: `evening(story)` where story(e) is a coroutine."""

    def run(story, limit=60, **more):
        async def whole():
            async with Evening(tmp_path / "house.db", **more) as e:
                await story(e)

        asyncio.run(asyncio.wait_for(whole(), limit))

    return run


@pytest.fixture
def listener():
    return Listener


@pytest.fixture
def people():
    return ANN, BOB, CAT
