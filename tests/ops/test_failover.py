"""S38: the database's machine is lost while people play, its synchronous standby takes its place,
and the server goes on there: what was acknowledged is there, once."""

from __future__ import annotations

import asyncio
from time import monotonic, sleep

import pytest

from cutcard.cli.own_postgres import OwnPostgres

from .company import judged, own_postgres, psql, seated

PATIENCE = 120.0
NAME = "heir"


class Standby(OwnPostgres):
    """One that follows another, by what `pg_basebackup` writes for it."""

    def __init__(self, first: OwnPostgres) -> None:
        self.first = first
        super().__init__(first.bin.parent, "hot_standby=on")

    def _run(self, program: str, *words: str) -> None:
        if program == "initdb":  # it is a copy
            program, words = "pg_basebackup", ("-R", "-X", "stream", "-c", "fast", "-d", self._of())
        super()._run(program, *words)

    def _of(self) -> str:
        at = f"host=127.0.0.1 port={self.first.port} user=postgres"
        return f"{at} application_name={NAME}"


def until_said(server: OwnPostgres, statement: str, answer: str) -> None:
    until = monotonic() + PATIENCE
    while psql(server, statement) != answer:
        assert monotonic() < until, f"{statement}: not {answer}"
        sleep(0.05)


@pytest.fixture
def pair():
    """A database and its synchronous standby: no COMMIT is answered that only one of them has."""
    with own_postgres() as first:
        standby = Standby(first)
        try:
            psql(first, f"ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 ({NAME})'")
            psql(first, "SELECT pg_reload_conf()")
            until_said(first, "SELECT sync_state FROM pg_stat_replication", "quorum")
            yield first, standby
        finally:
            standby.stop()


async def played(first, standby, tmp_path):
    """Histories of people under whom the database's machine is lost for good."""
    both = f"127.0.0.1:{first.port},127.0.0.1:{standby.port}"
    db = f"postgresql://postgres@{both}/postgres?target_session_attrs=read-write"
    async with seated(db, 3, tmp_path) as players:
        stop = asyncio.Event()
        playing = [asyncio.create_task(one.play(stop)) for one in players]
        await acknowledged(players, 1)
        await asyncio.to_thread(first.kill)
        before = sum(len(one.history.acknowledged) for one in players)
        await asyncio.to_thread(psql, standby, "SELECT pg_promote()")
        await acknowledged(players, 2)
        stop.set()
        await asyncio.gather(*playing)
    return [one.history for one in players], before


async def acknowledged(players, more):
    """Everybody had so many moves acknowledged from here on."""
    wanted = [len(one.history.acknowledged) + more for one in players]
    async with asyncio.timeout(PATIENCE):
        for one, many in zip(players, wanted, strict=True):
            while len(one.history.acknowledged) < many:  # noqa: ASYNC110 # it has no event
                await asyncio.sleep(0.05)


def test_s38_a_standby_takes_the_databases_place_under_load_and_nothing_is_lost(pair, tmp_path):
    first, standby = pair
    histories, before = asyncio.run(played(first, standby, tmp_path))
    found = asyncio.run(judged(standby, histories))
    assert found.ok, found
    assert found.acknowledged > before > 0
    assert psql(standby, "SELECT pg_is_in_recovery()") == "f"
