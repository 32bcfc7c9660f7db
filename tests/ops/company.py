"""A PostgreSQL of a test's own that is lost, kept or put back, people who play on it meanwhile, and
what its log says of them."""

from __future__ import annotations

import asyncio
import subprocess
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest

from cutcard.cli.chaos_crowd import History, Player, sit_down
from cutcard.cli.chaos_served import Served
from cutcard.cli.chaos_verdict import Verdict, judge
from cutcard.cli.load import quick_options
from cutcard.cli.own_postgres import NONE, OwnPostgres, programs
from cutcard.games import game, game_names
from cutcard.store.opening import store_at

RATE = 20.0  # moves a second and player, at most


@contextmanager
def own_postgres() -> Iterator[OwnPostgres]:
    """One that may be killed, beside that of all other tests."""
    found = programs()
    if found is None:
        pytest.skip(NONE)
    server = OwnPostgres(found)
    try:
        yield server
    finally:
        server.stop()


def psql(server: OwnPostgres, statement: str) -> str:
    command = [str(server.bin / "psql"), "-qtA", "-c", statement, server.url]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


@asynccontextmanager
async def seated(db: str, tables: int, folder: Path) -> AsyncIterator[list[Player]]:
    """People at full tables of a server on that database; it is stopped after them."""
    serving = Served(db, folder)
    await asyncio.to_thread(serving.start)
    try:
        name = game_names()[0]
        usual, seats = game(name).setups()[0]
        opening = {"game": name, "options": quick_options(usual), "seats": seats}
        players = [one async for one in sit_down(serving.url, opening, tables, RATE)]
        yield players
        for one in players:
            await one.client.close()
    finally:
        await asyncio.to_thread(serving.stop)


async def judged(server: OwnPostgres, histories: Sequence[History]) -> Verdict:
    """What was told these, beside the log."""
    store = store_at(server.url, read_only=True)
    await store.open()
    try:
        return await judge(store, list(histories), [])
    finally:
        await store.close()
