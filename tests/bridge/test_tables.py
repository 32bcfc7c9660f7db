"""A connection at one worker, at a table of another (rows S25-S30 of the design)."""

from __future__ import annotations

import asyncio
import random

import pytest

from cutcard.client import Client, Refused
from cutcard.store.postgres import PostgresStore
from cutcard.table.house import House
from cutcard.wire.bridge import gate
from cutcard.wire.server import Server, Settings

from ..running import OPEN, SLOW_ROUNDS, Players
from .crew import PATIENCE, gapless, kill, run, until, workers


async def seated(first, second, **wish):
    """Ann opens a table at her worker, Bo sits down from his."""
    ann = await Client.connect(first.url, name="Ann", legal=True)
    bo = await Client.connect(second.url, name="Bo", legal=True, packed=True)
    place = await ann.create("duel", options=SLOW_ROUNDS, **wish)
    other = await bo.join(place.table, link=place.link)
    return (ann, place), (bo, other)


def test_s26_two_workers_play_one_table_and_a_third_person_watches(database):
    async def scene():
        async with workers(database) as (first, second):
            (ann, place), (bo, other) = await seated(first, second)
            assert place.table in first.house.numbers()
            assert place.table not in second.house.numbers()
            cy = await Client.connect(second.url, name="Cy")
            view = await cy.spectate(place.table)
            await bo.say(other, "hello from afar")
            _, line = await ann.notice("CHAT")
            assert (line["text"], line["from"]) == ("hello from afar", bo.user)
            for rng in (random.Random(1),):
                while not Players.over(place):
                    await Players.step(ann, place, rng)
                    await Players.step(bo, other, rng)
            assert Players.over(other)
            await cy.until(view, place.seq)
            assert view.seq == other.seq == place.seq
            for one in (place, other, view):  # every update once, and none left out
                assert gapless(one)
            with pytest.raises(Refused, match=r"There is no such match|not found"):
                await bo.request("LEAVE", {"table": 10_000})
            for one in (ann, bo, cy):
                await one.close()

    run(scene())


def test_s26_a_private_table_of_another_worker_is_found_by_its_link_and_by_nothing_else(database):
    async def scene():
        async with workers(database) as (first, second):
            (ann, place), (bo, other) = await seated(first, second, private=True)
            assert other.table == place.table
            cy = await Client.connect(second.url, name="Cy")
            for wish in ({"table": place.table}, {"link": "nonsense"}):
                with pytest.raises(Refused) as no:
                    await cy.request("JOIN_TABLE", wish)
                assert no.value.code == "GAME_NOT_FOUND"
                with pytest.raises(Refused) as no:
                    await cy.request("SPECTATE", wish)
                assert no.value.code == "GAME_NOT_FOUND"
            await bo.say(other, "only we two")
            await ann.notice("CHAT")
            for one in (ann, bo, cy):
                await one.close()

    run(scene())


def test_s28_a_killed_owner_s_table_goes_on_and_the_socket_at_another_worker_stays_open(database):
    async def scene():
        async with workers(database) as (first, second):
            (bo, other), (ann, place) = await seated(second, first)
            assert other.table in second.house.numbers()
            await asyncio.sleep(3.5)  # the first has looked for as long as a lease lasts
            rng = random.Random(3)
            move = dict(rng.choice(other.legal))
            await bo.play(other, move.pop("type"), move, key="before")
            before = other.seq
            move = dict(rng.choice(place.legal))
            sent = asyncio.create_task(ann.play(place, move.pop("type"), move, key="after"))
            await asyncio.sleep(0)  # it is on its way, or there, or played: nobody knows
            await kill(second)
            async with asyncio.timeout(PATIENCE):  # it waits for the table's new worker
                await sent
            await ann.until(place, before + 1)
            assert ann.reconnects == 0
            assert place.table in first.house.numbers()
            assert place.seq > before
            assert gapless(place)
            log = (await first.store.deal(place.table, 1)).entries
            assert [one.key for one in log if one.key].count("before") == 1
            assert [one.key for one in log if one.key].count("after") == 1
            await bo.close()
            await ann.close()

    run(scene())


def test_nobody_is_sent_to_a_worker_that_is_not_ready(database):
    """They share a port: whom the system gives to one that still starts would wait for it."""

    async def scene():
        async with workers(database, 1) as (first,):
            second = Server(
                store := PostgresStore(database),
                House(store),
                Settings(port=first.port, limits=OPEN, bridge=("127.0.0.1", 0)),
            )
            start, answered = second.house.start, []

            async def while_others_come():
                for _ in range(12):  # half of them hung before
                    reader, writer = await asyncio.open_connection("127.0.0.1", first.port)
                    writer.write(b"GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                    answered.append(await asyncio.wait_for(reader.readline(), PATIENCE / 4))
                    writer.close()
                await start()

            second.house.start = while_others_come
            await second.start()
            assert [one.split()[1] for one in answered] == [b"200"] * 12
            await second.stop()

    run(scene())


def test_s28_who_listens_at_a_table_hears_it_again_however_late_it_has_a_worker(
    database, monkeypatch
):
    """Where nobody had taken it over in ten seconds, who only listened was forgotten: they never
    heard of it again, and the others waited for them."""
    monkeypatch.setattr(gate, "HELD", 0.1)

    async def nothing(connection, most):
        return []

    async def scene():
        async with workers(database, 3) as (first, second, third):
            (ann, place), (bo, other) = await seated(first, second)
            await until(lambda: place.seq > 0 and other.seq > 0)
            claims = third.store._lease._claim
            for one in (second, third):
                monkeypatch.setattr(one.store._lease, "_claim", nothing)
            ann.url = third.url  # where she comes back
            await kill(first)
            with pytest.raises(Refused, match="no other has it yet"):
                await bo.request("GAME_STATE_REQUEST", {}, match=other.match)
            await asyncio.sleep(0.5)  # several times as long as anybody waits
            monkeypatch.setattr(third.store._lease, "_claim", claims)
            third.store.look()
            await until(lambda: place.table in third.house.numbers())
            monkeypatch.setattr(gate, "HELD", PATIENCE)
            # She came anew while nobody had it and asks again by herself; he only listens.
            rng, seq = random.Random(4), other.seq
            while other.seq < seq + 2:
                await Players.step(ann, place, rng)
                await Players.step(bo, other, rng)
            assert bo.reconnects == 0
            for one in (ann, bo):
                await one.close()

    run(scene())
