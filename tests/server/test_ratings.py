"""Ratings of a real server that is killed: what it kept is what follows from the matches."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

from cutcard.client import Client
from cutcard.store.opening import is_address

from ..command import MAIN

COUNTS = """SELECT (SELECT count(DISTINCT table_number) FROM rating_changes),
 (SELECT count(*) FROM rating_changes), (SELECT count(*) FROM records)"""
WRONG = ("UPDATE ratings SET rating = rating + 1", "UPDATE records SET data = '{}'")


def rebuilt(db, *flags):
    command = [sys.executable, "-c", MAIN, "ratings", "rebuild", "--store", db, *flags]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


async def tampered(db):
    """What was kept is made wrong; how many matches were rated, changes there were, and records."""
    if is_address(db):
        import asyncpg  # noqa: PLC0415 # not before it is needed

        there = await asyncpg.connect(db.split("?")[0])
        try:
            await there.execute(f"SET search_path = {db.split('search_path=')[1]}")
            tables, changes, counted = await there.fetchrow(COUNTS)
            for wrong in WRONG:
                await there.execute(wrong)
        finally:
            await there.close()
        return tables, changes, counted
    with closing(sqlite3.connect(db)) as file, file:
        found = file.execute(COUNTS).fetchone()
        for wrong in WRONG:
            file.execute(wrong)
    return found


def killed_often(serve, players, kills, matches, db=None):
    """Ranked duels, one after the other at new tables; the server dies in the middle of some."""
    server, chance = serve(*(("--db", db) if db else ())), random.Random("where it dies")
    db = db or server.where

    async def open_table():
        both = [await Client.connect(server.url, name=name, legal=True) for name in ("Ann", "Bo")]
        place = await both[0].create("duel", ranked=True)
        other = await both[1].join(place.table)
        return [(both[0], place), (both[1], other)]

    async def some(seats, moves):
        rngs = [random.Random(str(n)) for n in range(2)]
        for _ in range(moves):
            for (client, place), rng in zip(seats, rngs, strict=True):
                if place.legal and not players.over(place):
                    await players.step(client, place, rng)

    async def story():
        died = 0
        for _ in range(matches):
            seats = await open_table()
            if died < kills:
                await some(seats, chance.randint(1, 3))
                server.kill()
                died += 1
                server.start()  # clients come back by themselves
            await asyncio.gather(*(players.play_out(client, place) for client, place in seats))
            for client, _ in seats:
                await client.close()

    asyncio.run(asyncio.wait_for(story(), 120 + 20 * matches))
    code, said = rebuilt(db, "--check")  # beside the running server
    assert (code, said.strip()) == (0, "All is as it was kept.")
    server.kill()
    assert rebuilt(db)[0] == 0
    tables, changes, counted = asyncio.run(tampered(db))
    assert (tables, changes) == (matches, 2 * matches)
    code, said = rebuilt(db, "--check")
    assert code == 1
    assert said.endswith(f"{changes + counted} differ from what was kept\n")  # 20 are shown
    assert rebuilt(db)[0] == 0
    assert rebuilt(db, "--check")[0] == 0


def test_A24_ratings_after_kill_9_are_the_fold_of_the_matches(serve, players):
    killed_often(serve, players, kills=2, matches=2)


def test_A24_ratings_after_kill_9_are_the_fold_on_postgres_too(serve, players, database):
    killed_often(serve, players, kills=2, matches=2, db=database)


@pytest.mark.slow
def test_A24_ratings_after_twenty_kills(serve, players):
    killed_often(serve, players, kills=20, matches=25)


@pytest.mark.slow
def test_A24_ratings_after_twenty_kills_on_postgres(serve, players, database):
    killed_often(serve, players, kills=20, matches=25, db=database)
