"""A real server in a process of its own, players with real sockets, and askers over HTTP.

A folder's conftest.py takes from here the fixtures its tests want."""

from __future__ import annotations

import asyncio
import gc
import http.client
import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import asyncpg
import pytest

from cutcard.arena.ratings import rate
from cutcard.client import Client, Refused
from cutcard.store.opening import store_at
from cutcard.table.house import House
from cutcard.table.sweeps import few_and_short
from cutcard.wire.limits import Limits
from cutcard.wire.server import Server, Settings

from .command import MAIN

OPEN = Limits(rate=100_000, burst=100_000)  # tests that are not about limits do not meet them
OPEN_LIMITS = ("--rate", "100000")  # the same
SLOW_ROUNDS = {"roundPauseMs": 0, "roundTimeoutMs": 600_000, "readyTimeoutMs": 600_000}


@contextmanager
def seldom_collected() -> Iterator[None]:
    """The interpreter looks for cycles as `cutcard serve` lets it: seldom, and not among what was
    there before."""
    thresholds = gc.get_threshold()
    few_and_short()
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)
        gc.unfreeze()


class Running:
    """A server process; `url` is its `/ws`."""

    def __init__(
        self,
        db: Path,
        flags: tuple[str, ...],
        port: int = 0,
        main: str = MAIN,
        database: str | None = None,
    ) -> None:
        """With a `database` it has no tables, and another behind it has them all."""
        self.db = db
        self.flags = flags
        self.database = database
        self.port = port
        self.main = main
        self.log = db.with_suffix(".log")
        self.start()

    def start(self) -> None:
        if self.database is None:
            self.processes = [self._started(str(self.db), self.port, *self.flags)]
        else:
            shared = ("--bridge", "127.0.0.1", *self.flags)
            self.processes = [self._started(self.database, 0, *shared)]
            self.processes.append(self._started(self.database, self.port, "--tables", "0", *shared))
        self.process, self.port = self.processes[-1]

    def _started(self, db: str, port: int, *flags: str) -> tuple[subprocess.Popen[bytes], int]:
        command = [sys.executable, "-c", self.main, "serve", "--db", db, "--port", str(port)]
        with self.log.open("ab") as log:
            process = subprocess.Popen(
                [*command, *flags],
                stdout=subprocess.PIPE,
                stderr=log,
                env={**os.environ, "PYTHONUNBUFFERED": "1"},
            )
        assert process.stdout is not None
        line = process.stdout.readline().decode()
        found = re.search(r"http://127\.0\.0\.1:(\d+)", line)
        assert found, f"no address in {line!r}; {self.log.read_text()}"
        return process, int(found[1])

    @property
    def where(self) -> str:
        """Its database, as `--db` names it."""
        return self.database or str(self.db)

    def rows(self, question: str) -> list[tuple]:
        """What its database answers, whichever it is."""
        if self.database is None:
            with closing(sqlite3.connect(self.db)) as file:
                return file.execute(question).fetchall()

        async def asked() -> list[tuple]:
            there = await asyncpg.connect(self.database)
            try:
                return [tuple(row) for row in await there.fetch(question)]
            finally:
                await there.close()

        return asyncio.run(asked())

    @property
    def owner(self) -> SimpleNamespace:
        """Where the process is asked over HTTP that has the tables."""
        return SimpleNamespace(port=self.processes[0][1])

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/ws"

    @property
    def http(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        """As `kill -9`: nothing is drained, nothing is said."""
        for process, _ in self.processes:
            process.kill()
            process.wait()

    def stop(self, patience: float = 60.0) -> int:
        """As an operator stops it; of two the one that has the tables first, so that all are told
        what becomes of them."""
        codes = []
        try:
            for process, _ in self.processes:
                if process.poll() is None:
                    process.send_signal(signal.SIGTERM)
                codes.append(process.wait(patience))
            return max(codes)
        except subprocess.TimeoutExpired:
            self.kill()
            raise

    def errors(self) -> str:
        """What it logged as an error."""
        logged = self.log.read_text()
        return "\n".join(
            line for line in logged.splitlines() if " ERROR " in line or "Traceback" in line
        )


@contextmanager
def servers(
    folder: Path, main: str = MAIN, database: str | None = None
) -> Iterator[Callable[..., Running]]:
    """Starts servers; what still runs at the end is killed."""
    started: list[Running] = []

    def start(*flags: str, db: str = "t.db", open_limits: bool = True, port: int = 0) -> Running:
        flags = (*(OPEN_LIMITS if open_limits else ()), *flags)
        started.append(Running(folder / db, flags, port, main, database))
        return started[-1]

    yield start
    for one in started:
        one.kill()


@pytest.fixture
def serve(tmp_path, ground):
    """Starts servers, which end with the test."""
    with servers(tmp_path, database=ground) as start:
        yield start


class Players:
    """What players do, shared by the tests."""

    slow_rounds = SLOW_ROUNDS

    @staticmethod
    async def until(true: Callable[[], bool], patience: float = 20.0) -> None:
        """Wait until it holds."""
        async with asyncio.timeout(patience):
            while not true():  # noqa: ASYNC110 # what is looked at has no event
                await asyncio.sleep(0.01)

    @staticmethod
    async def duel(url: str, packed: bool = False, ranked: bool = False, **options):
        """Two players at one Duel table, both shown what is legal; a ranked one is as usual."""
        first = await Client.connect(url, name="Ann", legal=True, packed=packed)
        second = await Client.connect(url, name="Bo", legal=True)
        wish = {"ranked": True} if ranked else {"options": {**SLOW_ROUNDS, **options}}
        place = await first.create("duel", **wish)
        other = await second.join(place.table)
        return (first, place), (second, other)

    @staticmethod
    def over(place) -> bool:
        return place.view.get("status") in ("COMPLETED", "ABANDONED")

    @staticmethod
    async def step(client: Client, place, rng: random.Random) -> bool:
        """One legal move if there is one to make; else wait for something to change."""
        if Players.over(place):
            return False
        if not place.legal:
            await asyncio.wait_for(client.turn(), 30)
            return True
        move = dict(rng.choice(place.legal))
        seq = place.seq
        try:
            await client.play(place, move.pop("type"), move)
        except Refused as reason:
            if reason.code != "CARD_ALREADY_USED":  # in QUICK two may reach for the same card
                raise
        while place.seq == seq:
            await asyncio.wait_for(client.turn(), 30)
        return True

    @staticmethod
    async def play_out(client: Client, place, seed: int = 0, pause: float = 0.0) -> None:
        """Random legal moves until the match is over."""
        rng = random.Random(seed)
        while await Players.step(client, place, rng):
            if pause:
                await asyncio.sleep(rng.random() * pause)


@pytest.fixture(scope="session")
def players():
    return Players


class Asker:
    """Somebody who asks a server, with a token or without."""

    def __init__(self, server, token: str | None = None, patience: float = 20) -> None:
        self.server = server
        self.patience = patience  # seconds
        self.token = token

    def ask(self, method: str, path: str, body=None, status: int | None = None, **headers):
        link = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=self.patience)
        sent = None if body is None else json.dumps(body)
        if self.token is not None:
            headers["Authorization"] = f"Bearer {self.token}"
        link.request(method, path, sent, {k.replace("_", "-"): v for k, v in headers.items()})
        answer = link.getresponse()
        text = answer.read()
        link.close()
        kind = answer.getheader("Content-Type", "")
        told = json.loads(text) if kind.startswith("application/json") else text.decode()
        if status is not None:
            assert answer.status == status, told
        self.last = answer
        return told

    def refused(self, method: str, path: str, body=None, *, status: int, **headers) -> str:
        """The code it is refused with."""
        return self.ask(method, path, body, status, **headers)["error"]["code"]

    def guest(self, name: str | None = None) -> Asker:
        """A new guest of the same server."""
        told = self.ask("POST", "/api/guests", {} if name is None else {"name": name}, 201)
        return self.known(told)

    def account(self, name: str, password: str = "correct horse", **form) -> Asker:
        """A new account."""
        told = self.ask("POST", "/api/accounts", {"user": name, "password": password, **form}, 201)
        return self.known(told)

    def known(self, told: dict) -> Asker:
        other = Asker(self.server, told["token"])
        other.id, other.name = told["userId"], told["name"]
        return other


@pytest.fixture(scope="session")
def asker():
    return Asker


@pytest.fixture
def fetch():
    """An HTTP request, from outside."""

    def send(server: Running, method: str, path: str, body=None, **headers):
        link = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
        sent = None if body is None else json.dumps(body)
        link.request(method, path, sent, {k.replace("_", "-"): v for k, v in headers.items()})
        answer = link.getresponse()
        text = answer.read()
        link.close()
        return answer, text

    return send


@asynccontextmanager
async def here(db: Path | str, limits: Limits = OPEN, **settings):
    """A server in this process, on a file or a database's address."""
    store = store_at(db)
    server = Server(store, House(store, rate=rate), Settings(port=0, limits=limits, **settings))
    server.port = await server.start()
    server.url = f"ws://127.0.0.1:{server.port}/ws"
    try:
        yield server
    finally:
        await server.stop()


@pytest.fixture
def inside(tmp_path, ground):
    """`here`, for what only settings of its own can show."""
    if ground is not None:
        from .bridge.crew import through  # noqa: PLC0415 # which takes from here

        return partial(through, ground)
    return partial(here, tmp_path / "inside.db")
