"""Real servers for the tests: one PostgreSQL for the session, out of a wheel, or the one
TEST_DATABASE_URL names, where each test has a schema of its own; a Valkey for each test, or the one
TEST_REDIS_URL names, which is emptied first and is not killed."""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from secrets import token_hex
from typing import NoReturn

import pytest
import redis

from cutcard.cli import own_valkey
from cutcard.cli.own_postgres import NONE, OwnPostgres, programs
from cutcard.cli.own_valkey import OwnValkey


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL that runs as long as the tests."""
    given = os.environ.get("TEST_DATABASE_URL")
    if given:
        yield given
        return
    found = programs()
    if found is None:
        pytest.skip(NONE)
    server = OwnPostgres(found)
    try:
        yield server.url
    finally:
        server.stop()


@pytest.fixture
def database(postgres: str) -> Iterator[str]:
    """The address of an empty schema of one's own."""
    import asyncpg  # noqa: PLC0415 # not before it is needed

    name = f"test_{token_hex(6)}"

    async def say(statement: str) -> None:
        connection = await asyncpg.connect(postgres)
        try:
            await connection.execute(statement)
        finally:
            await connection.close()

    asyncio.run(say(f"CREATE SCHEMA {name}"))
    yield f"{postgres}{'&' if '?' in postgres else '?'}search_path={name}"
    if os.environ.get("TEST_DATABASE_URL"):  # ours is thrown away as a whole
        asyncio.run(say(f"DROP SCHEMA {name} CASCADE"))


class Given:
    """Somebody's Valkey: it can be asked, and is neither killed nor stopped."""

    def __init__(self, url: str) -> None:
        self.url = url
        with redis.Redis.from_url(url) as asked:
            asked.flushdb()

    @property
    def process(self) -> NoReturn:
        pytest.skip("TEST_REDIS_URL is somebody's: it is not stopped; leave it out for this test")

    def kill(self) -> NoReturn:
        pytest.skip("TEST_REDIS_URL is somebody's: it is not killed; leave it out for this test")


@pytest.fixture
def valkey() -> Iterator[OwnValkey | Given]:
    """A Valkey of one's own, empty."""
    given = os.environ.get("TEST_REDIS_URL")
    if given:
        yield Given(given)
        return
    found = own_valkey.program()
    if found is None:
        pytest.skip(own_valkey.NONE)
    with tempfile.TemporaryDirectory(prefix="cutcard-vk-", dir="/tmp") as place:  # a short path
        server = OwnValkey(found, Path(place))
        yield server
        server.kill()
