"""Tables go from one worker to another on purpose (rows S18-S21), and strangers are kept out of the
bridge (S27)."""

from __future__ import annotations

import asyncio
import random
import time
from functools import partial

import pytest

from cutcard.client import Client, Refused
from cutcard.wire import server as wire
from cutcard.wire.bridge import bridge, moves
from cutcard.wire.bridge.frames import HEAD, Kind

from ..running import Players
from .crew import PATIENCE, gapless, run, until, worker, workers
from .test_tables import seated


async def one_move(client, place, rng):
    await until(lambda: place.legal)
    move = dict(rng.choice(place.legal))
    began = time.monotonic()
    async with asyncio.timeout(PATIENCE):
        await client.play(place, move.pop("type"), move)
    return time.monotonic() - began


def test_s18_a_table_is_given_while_it_is_played_and_nobody_is_refused_or_disconnected(database):
    async def scene():
        async with workers(database) as (first, second):
            (ann, place), (bo, other) = await seated(first, second)
            rng = random.Random(5)
            for giver, taker in ((first, second), (second, first)):
                (to,) = await giver.bridge.moves.others()
                assert to.address == taker.bridge.address
                given = asyncio.create_task(giver.bridge.moves.give([place.table], to))
                await one_move(ann, place, rng)  # whichever has it answers, and none refuses
                await one_move(bo, other, rng)
                assert await given == 1
                await until(lambda: place.table in taker.house.numbers())  # noqa: B023
                assert place.table not in giver.house.numbers()
                await one_move(ann, place, rng)
                await one_move(bo, other, rng)
            await ann.until(place, max(place.seq, other.seq))
            await bo.until(other, place.seq)
            for one in (place, other):
                assert gapless(one)
            assert ann.reconnects == bo.reconnects == 0
            log = (await first.store.deal(place.table, 1)).entries
            assert [one.n for one in log] == list(range(len(log)))
            await ann.close()
            await bo.close()

    run(scene())


def test_s19_who_starts_beside_others_is_ready_before_it_is_reached(database, monkeypatch):
    """In a rolling restart all tables came to it at once, while a thread of its own made 0.9 CPU
    seconds of cards, documents and tables of the games: a portion took 311 ms instead of 20."""
    told = []
    monkeypatch.setattr(wire, "_warm", lambda: told.append("ready"))
    starts = bridge.Bridge.start

    async def start(self, hall, desk):
        told.append("reached")
        await starts(self, hall, desk)

    monkeypatch.setattr(bridge.Bridge, "start", start)

    async def scene():
        async with workers(database, 1) as (first,):  # nobody else is there: tables wait for it
            await first._warming
            assert told == ["reached", "ready"]
            second = await worker(database)
            assert told[2:4] == ["ready", "reached"]
            await second.stop()

    run(scene())


def test_s19_a_worker_that_stops_gives_its_tables_and_its_duties_away(database):
    async def scene():
        async with workers(database) as (first, second):
            (ann, place), (bo, other) = await seated(first, second)
            first.dead = True
            await first.stop()
            await until(lambda: place.table in second.house.numbers())
            await until(lambda: second.bridge.leads)
            assert bo.reconnects == 0
            ann.url = second.url  # its proxy sends it to who is there
            rng = random.Random(2)
            await until(lambda: other.legal or place.legal)
            while not Players.over(other):
                for client, at in ((bo, other), (ann, place)):
                    if not Players.over(at):
                        await Players.step(client, at, rng)
            await ann.close()
            await bo.close()

    run(scene())


def test_s19_who_leaves_gives_few_tables_at_a_time_and_the_next_when_those_are_there(
    database, monkeypatch
):
    """All were given at once, stood still together, and who had just been asked something was
    left to be claimed."""
    monkeypatch.setattr(moves, "CALM", PATIENCE)  # every portion is in time
    monkeypatch.setattr(moves, "TAKEN", PATIENCE)
    monkeypatch.setattr(moves, "SOON", PATIENCE)

    async def scene():
        async with workers(database) as (first, second):
            ann = await Client.connect(first.url, name="Ann")
            bots = {"1": "random"}
            for _ in range(5):
                await ann.request("CREATE_TABLE", {"game": "duel", "sit": False, "bots": bots})
            lives = first.house.floor.lives
            busy = lives[max(lives)]
            busy.held.append(None)  # it waits for something
            give, portions, late = first.bridge.crew.give, [], []

            async def watched(numbers, shift):
                late.extend(n for one in portions for n in one if n not in second.house.numbers())
                portions.append(list(numbers))
                if sum(map(len, portions)) == 4:
                    asyncio.get_running_loop().call_later(0.1, busy.held.clear)
                return await give(numbers, shift)

            monkeypatch.setattr(first.bridge.crew, "give", watched)
            assert await first.bridge.moves.leave() == 0
            assert [len(one) for one in portions] == [1, 2, 1, 1]
            assert portions[-1] == [busy.row.table]
            assert late == []  # the next only when the last are there
            assert len(second.house.numbers()) == 5
            await ann.close()

    run(scene())


def test_s19_who_leaves_sends_everybody_to_the_others_few_at_a_time(database, monkeypatch):
    monkeypatch.setattr(bridge, "FEW", 1)
    monkeypatch.setattr(bridge, "PAUSE", 0.5)

    async def scene():
        async with workers(database) as (first, second):
            several = [await Client.connect(first.url, name=f"P{n}") for n in range(3)]
            for one in several:
                one.url = second.url  # its proxy sends it to who is there
            there = list(first.bridge.gates.values())
            parting = asyncio.create_task(first.bridge._part(PATIENCE))
            await until(lambda: any(one.over for one in there))
            assert sum(one.over for one in there) == 1
            await parting
            await until(lambda: len(second.bridge.gates) == 3)
            for one in several:
                await until(lambda: one.reconnects == 1)  # noqa: B023
                assert one.ended is None
                await one.close()

    run(scene())


def test_s20_tables_are_evened_out_and_what_came_stays_a_while(database):
    async def scene():
        async with workers(database, 1) as (first,):
            ann = await Client.connect(first.url, name="Ann")
            bots = {"1": "random"}
            for _ in range(6):
                await ann.request("CREATE_TABLE", {"game": "duel", "sit": False, "bots": bots})
            second = await worker(database)
            try:
                assert await first.bridge.moves.even_out() == 3
                await until(lambda: len(second.house.numbers()) == 3)
                assert len(first.house.numbers()) == 3
                assert await first.bridge.moves.even_out() == 0
                assert await second.bridge.moves.even_out() == 0
            finally:
                await second.stop()
            await ann.close()

    run(scene())


def test_s27_a_stranger_at_the_bridge_is_hung_up_on(database):
    async def scene():
        async with workers(database, 1) as (first,):
            host, _, port = first.bridge.address.rpartition(":")

            async def said(*parts):
                reader, writer = await asyncio.open_connection(host, int(port))
                await reader.readexactly(HEAD.size)  # it asks who is there
                for part in parts:
                    writer.write(part)
                rest = await asyncio.wait_for(reader.read(), PATIENCE)
                writer.close()
                return rest

            hello = b'{"nonce":"ab","proof":"%s","address":"127.0.0.1:1"}' % (b"0" * 64)
            for body in (hello, b"{}", b"nonsense", '{"proof":"\u00e9"}'.encode()):
                told = await said(HEAD.pack(len(body), 0, Kind.HELLO) + body)
                assert b"proof" not in told
            body = b'{"user":["x","x",1,false]}'
            await said(HEAD.pack(len(body), 7, Kind.OPEN) + body)
            await said(HEAD.pack(2**31, 0, Kind.HELLO))
            await said(b"\xff" * 5000)
            assert not first.bridge.guests
            assert not first.bridge._came

    run(scene())


def test_who_sits_down_while_the_table_is_given_away_sits_there(database):
    async def scene():
        async with workers(database) as (first, second):
            ann = await Client.connect(first.url, name="Ann")
            for connected, far in ((first, False), (second, True)):
                place = await ann.create("duel")
                cy = await Client.connect(connected.url, name="Cy")
                if far:  # who has it is known, and is asked
                    await cy.spectate(place.table)
                (to,) = await first.bridge.moves.others()
                joins = asyncio.create_task(cy.join(place.table))
                seated = first.house.floor.lives[place.table]
                while len([u for u in seated.table.roster if u is not None]) < 2:  # noqa: ASYNC110
                    await asyncio.sleep(0)
                gives = asyncio.create_task(first.bridge.moves.give([place.table], to))
                async with asyncio.timeout(PATIENCE):
                    there = await joins  # GAME_NOT_FOUND before
                assert (await gives, there.seat) == (1, 1)
                await until(lambda: place.table in second.house.numbers())  # noqa: B023
                await cy.close()
            await ann.close()

    run(scene())


def test_s12_who_stood_still_past_its_lease_sends_everybody_on_at_once(
    database, monkeypatch, caplog
):
    """It tried to give away tables that were another's, for two seconds and more, refused every
    move meanwhile, and wrote a trace of each into the log."""

    async def scene():
        async with workers(database) as (first, second):
            (ann, place), (bo, _) = await seated(first, second)
            monkeypatch.setattr(first.store, "ended", asyncio.Event().wait)
            first.store._keeping.cancel()  # it stands still: it does not look at its lease
            async with first.store._lent() as connection:
                await connection.execute(
                    "UPDATE shifts SET over = true WHERE shift = $1", first.store._shift.number
                )
            await until(lambda: place.table in second.house.numbers())
            rng = random.Random(4)
            for _ in range(3):
                with pytest.raises(Refused) as no:
                    await one_move(ann, place, rng)
                assert no.value.code == "GAME_ERROR"
            told = [one for one in caplog.records if "taken over" in one.getMessage()]
            assert len(told) == 1
            assert not told[0].exc_info
            given = []
            monkeypatch.setattr(first.bridge.moves, "leave", partial(given.append, "tables"))
            first.dead = True
            ann.url = second.url  # its proxy sends it to who is there
            await first.stop()
            assert not given
            await one_move(ann, place, rng)
            assert ann.reconnects == 1
            assert bo.reconnects == 0
            await ann.close()
            await bo.close()

    run(scene())
