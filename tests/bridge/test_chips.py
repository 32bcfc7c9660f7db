"""Chips where several processes book them (rows S15, S16): what is known of a balance is a hint,
the database decides, and only who has too little is refused."""

from __future__ import annotations

import asyncio

import asyncpg
import pytest

from cutcard.client import Client, Refused

from ..running import SLOW_ROUNDS
from ..tcp import raw
from ..tcp.raw import Raw
from .crew import PATIENCE, run, until, workers
from .test_packets import TCP


def test_s15_who_spends_chips_twice_is_refused_and_the_rest_of_the_batch_is_written(database):
    async def scene():
        async with workers(database, 1) as (server,):
            ann = await Client.connect(server.url, name="Ann", legal=True)
            bo = await Client.connect(server.url, name="Bo", legal=True)
            await bo.sign_up("Bobby", "correct horse")
            duel = await ann.create("duel", options=SLOW_ROUNDS)
            await bo.join(duel.table)
            club = await bo.create("poker", seats=2)
            await until(lambda: duel.legal and club.legal)
            sit = next(dict(one) for one in club.legal if one["type"] == "sit")
            assert sit.pop("type") == "sit"
            ready = dict(duel.legal[0])
            connection = await asyncpg.connect(database)  # another worker takes his chips
            await connection.execute("UPDATE users SET balance = 0 WHERE id = $1", bo.user)
            began, may, write = asyncio.Event(), asyncio.Event(), server.store.write

            async def later(batch, rate=None):
                began.set()
                await may.wait()
                return await write(batch, rate)

            server.store.write = later
            cy = await Client.connect(server.url, name="Cy")
            opens = asyncio.create_task(cy.request("CREATE_TABLE", {"game": "duel"}))
            await began.wait()  # what comes now is gathered for the next batch
            buys = asyncio.create_task(bo.play(club, "sit", sit))
            moves = asyncio.create_task(ann.play(duel, ready.pop("type"), ready))
            gathered = server.house.floor.writer
            await until(lambda: gathered.batch.chips and len(gathered.batch.entries) > 1)
            may.set()
            async with asyncio.timeout(PATIENCE):
                await opens
                await moves  # refused before: "It could not be written down"
                with pytest.raises(Refused) as no:
                    await buys
                assert no.value.code == "GAME_ERROR"
                while no.value.code == "GAME_ERROR":  # it is known by now what he has
                    with pytest.raises(Refused) as no:
                        await bo.play(club, "sit", sit)
                assert "CHIPS" in no.value.code
            await connection.close()
            for one in (ann, bo, cy):
                await one.close()

    run(scene())


def test_s15_two_workers_and_chips_for_one_buy_in(database):
    async def scene():
        async with workers(database, **TCP) as (first, second):
            named = ((first, "Ann"), (second, "Cy"))
            hosts = [await Raw.dial(server.tcp_port, name=name) for server, name in named]
            tables = [await host.create("Club", 2, 200) for host in hosts]  # buys in for all he has
            both = [await Raw.dial(server.tcp_port, name="Bo") for server in (first, second)]
            for one, table in zip(both, tables, strict=True):
                one.send(raw.packet(raw.JOIN, {"tableId": table}))
            said = [await one.until(raw.JOIN, patience=PATIENCE) for one in both]
            assert sorted("seq" in one for one in said) == [False, True]
            assert next(one for one in said if "seq" not in one)["res"] == 402
            sums = await first.store.chip_sums()
            assert (sums.torn, sums.differing, sums.overdrawn) == (0, 0, 0)
            assert sums.users + sums.tables + sums.events + sums.bank == 0
            for one in (*hosts, *both):
                one.close()

    run(scene())
