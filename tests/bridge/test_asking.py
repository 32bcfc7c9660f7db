"""Who comes back to a table that no worker has yet is told to ask again in a moment: the clients do
so by themselves, with pauses that grow, and not for ever."""

from __future__ import annotations

import asyncio
import random
from contextlib import asynccontextmanager
from itertools import pairwise

import pytest

from cutcard.client import Client, PacketClient, asking, packet_client
from cutcard.wire.bridge import gate
from cutcard.wire.tcp.limits import TcpLimits
from cutcard.wire.tcp.ports import TcpSettings

from ..running import Players
from .crew import PATIENCE, kill, run, until, workers
from .test_tables import seated

TCP = {"tcp": TcpSettings(0, limits=TcpLimits(gap=0.0))}


@asynccontextmanager
async def nobodys(database, monkeypatch, **settings):
    """Three workers, of whom two claim nothing: `die()` kills the first, and
    `take()` lets the last have what is nobody's."""

    async def nothing(connection, most):
        return []

    async with workers(database, 3, **settings) as (first, second, third):
        await until(lambda: second.bridge.lead_link() and third.bridge.lead_link())
        lease = third.store._lease
        claims = lease._claim

        async def die():
            monkeypatch.setattr(gate, "HELD", 0.1)
            await kill(first)

        def take():
            monkeypatch.setattr(gate, "HELD", PATIENCE)
            monkeypatch.setattr(lease, "_claim", claims)
            third.store.look()

        for one in (second, third):
            monkeypatch.setattr(one.store._lease, "_claim", nothing)
        yield first, second, die, take


def refused(client):
    """What a client was told in vain, but for what it asks again by itself."""
    return [told for kind, told in client.notices if kind.endswith("_NACK")]


def test_a_client_that_came_back_before_its_table_asks_again_and_so_does_who_watches(
    database, monkeypatch
):
    async def scene():
        async with nobodys(database, monkeypatch) as (first, second, die, take):
            (ann, place), (bo, other) = await seated(first, second)
            eve = await Client.connect(first.url, name="Eve")
            seen = await eve.spectate(place.table)
            await until(lambda: place.seq > 0 and other.seq > 0)
            ann.url = eve.url = second.url
            await die()
            await until(lambda: ann.reconnects and eve.reconnects)
            await asyncio.sleep(1.0)  # each is refused several times
            take()
            rng, seq = random.Random(4), other.seq
            while other.seq < seq + 2:
                await Players.step(ann, place, rng)
                await Players.step(bo, other, rng)
            await eve.until(seen, other.seq)
            assert not refused(ann)
            assert not refused(eve)
            for one in (ann, bo, eve):
                await one.close()

    run(scene())


def test_a_client_does_not_ask_for_ever(database, monkeypatch):
    monkeypatch.setattr(asking, "PATIENCE", 1.0)
    asked = []

    async def scene():
        async with nobodys(database, monkeypatch) as (first, second, die, _):
            (ann, place), (bo, _) = await seated(first, second)
            await until(lambda: place.seq > 0)
            send = ann._ask_how_it_stands

            def counted(table, key):
                asked.append(ann._asking._tables[table].pause)  # before the next
                send(table, key)

            ann._asking._send = counted
            ann.url = second.url
            await die()
            await until(lambda: "GAME_STATE_NACK" in {kind for kind, _ in ann.notices})
            tries = len(asked)
            await asyncio.sleep(2.0)
            assert len(asked) == tries
            assert not ann._asking._tables
            for one in (ann, bo):
                await one.close()

    run(scene())
    assert 2 <= len(asked) <= 6
    assert all(then == asking.next_pause(pause) for pause, then in pairwise(asked))


def test_a_packet_client_that_came_back_before_its_table_keeps_its_place(database, monkeypatch):
    """It took a table that nobody had for one that was gone, and stood up."""

    async def scene():
        async with nobodys(database, monkeypatch, **TCP) as (first, second, die, take):
            at = "127.0.0.1", first.tcp_port
            ann = await PacketClient.connect(*at, "Ann", "a secret", sign_up=True)
            place = await ann.create("Club", max_player=2, min_bet=20)
            ann.port = second.tcp_port
            await die()
            ann._line.transport.abort()  # as the socket of a killed process is
            await until(lambda: ann.reconnects)
            await asyncio.sleep(1.0)
            assert place.resyncs == 0
            take()
            await until(lambda: place.resyncs)
            assert ann.place is place
            await ann.close()

    run(scene())


def test_a_packet_client_does_not_ask_for_ever(database, monkeypatch):
    monkeypatch.setattr(packet_client, "PATIENCE", 0.5)

    async def scene():
        async with nobodys(database, monkeypatch, **TCP) as (first, second, die, _):
            at = "127.0.0.1", first.tcp_port
            ann = await PacketClient.connect(*at, "Ann", "a secret", sign_up=True)
            await ann.create("Club", max_player=2, min_bet=20)
            ann.port = second.tcp_port
            await die()
            ann._line.transport.abort()  # as the socket of a killed process is
            await until(lambda: ann.reconnects and ann.place is None)
            await ann.close()

    run(scene())


def test_no_table_is_asked_for_twice_at_a_time():
    """Every update behind one that is missing would ask for the whole table."""

    async def story():
        sent = []
        asks = asking.Asking(lambda table, key: sent.append((table, key)))
        asks.ask(1)
        asks.ask(1)
        asks.ask(2)
        assert [table for table, _ in sent] == [1, 2]
        assert asks.answered(sent[0][1], None)
        assert not asks.answered("another's", None)
        asks.ask(1)
        asks.shown(2)
        asks.ask(2)
        assert [table for table, _ in sent] == [1, 2, 1, 2]
        asks.stop()
        assert not asks.answered(sent[-1][1], None)

    asyncio.run(story())


@pytest.mark.parametrize("pause", [asking.FIRST_PAUSE, 1.0, asking.LONGEST_PAUSE])
def test_pauses_grow_up_to_the_longest(pause):
    assert min(2 * pause, asking.LONGEST_PAUSE) == asking.next_pause(pause) >= pause
