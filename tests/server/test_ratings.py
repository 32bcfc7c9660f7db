"""Ratings of a real server that is killed: what it kept is what follows from the matches."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import subprocess
import sys

import pytest

from cutcard.client import Client

from ..command import MAIN


def rebuilt(server, *flags):
    command = [sys.executable, "-c", MAIN, "ratings", "rebuild", "--store", str(server.db), *flags]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def killed_often(serve, players, kills, matches):
    """Ranked duels, one after the other at new tables; the server dies in the middle of some."""
    server, chance = serve(), random.Random("where it dies")

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
    code, said = rebuilt(server, "--check")  # beside the running server
    assert (code, said.strip()) == (0, "All is as it was kept.")
    server.kill()
    assert rebuilt(server)[0] == 0
    with sqlite3.connect(server.db) as db:
        count, rated = db.execute(
            "SELECT count(DISTINCT table_number), count(*) FROM rating_changes"
        ).fetchone()
        assert (count, rated) == (matches, 2 * matches)
        (counted,) = db.execute("SELECT count(*) FROM records").fetchone()
        db.execute("UPDATE ratings SET rating = rating + 1")
        db.execute("UPDATE records SET data = '{}'")
        db.commit()
    db.close()
    code, said = rebuilt(server, "--check")
    assert code == 1
    assert "differ from what was kept" in said
    if counted:
        assert "'s statistics" in said
    assert rebuilt(server)[0] == 0
    assert rebuilt(server, "--check")[0] == 0


def test_A24_ratings_after_kill_9_are_the_fold_of_the_matches(serve, players):
    killed_often(serve, players, kills=2, matches=2)


@pytest.mark.slow
def test_A24_ratings_after_twenty_kills(serve, players):
    killed_often(serve, players, kills=20, matches=25)
