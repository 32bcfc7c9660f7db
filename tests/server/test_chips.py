"""Chips over the socket: people and bots at a poker table, and a server that is killed."""

import asyncio
import random
from contextlib import suppress

import pytest

from cutcard.client import Client, Refused
from cutcard.lobby.chips import conserved
from cutcard.store.opening import store_at

START = 10_000
QUICK = {"startDelay": 1, "showDelay": 1}


def balances(client) -> list[tuple[int, str]]:
    told = [payload for kind, payload in client.notices if kind == "BALANCE"]
    return [(one["balance"], one["reason"]) for one in told]


async def buy_in(client, place, amount) -> None:
    await client.play(place, "sit", {"buyIn": amount})


def test_a_guest_buys_in_at_the_usual_table_and_is_told_what_he_has(inside, players):
    async def scene():
        async with inside() as server:
            ann = await Client.connect(server.url, name="Ann", legal=True)
            place = await ann.create("poker", seats=6)  # as the page's quick table opens it
            usual = next(move for move in place.legal if move["type"] == "sit")
            await buy_in(ann, place, usual["buyIn"])
            await players.until(lambda: balances(ann) == [(START - usual["buyIn"], "table_join")])
            with pytest.raises(Refused) as no:
                await ann.play(place, "rebuy", {"amount": 10**9})
            assert no.value.code == "INVALID_AMOUNT"
            await ann.request("LEAVE", {"table": place.table})
            await players.until(lambda: balances(ann)[-1] == (START, "table_leave"))
            assert (await conserved(server.store)).tables == 0

    asyncio.run(asyncio.wait_for(scene(), 30))


def test_who_has_too_little_is_refused_with_what_he_has(inside):
    async def scene():
        async with inside() as server:
            ann = await Client.connect(server.url, name="Ann", legal=True)
            options = {**QUICK, "smallBlind": 500, "bigBlind": 1000}
            place = await ann.create("poker", seats=2, options=options)
            with pytest.raises(Refused) as no:
                await buy_in(ann, place, 20_000)  # the least: 20 big blinds
            assert no.value.code == "NOT_ENOUGH_CHIPS"
            assert no.value.details == {"price": 20_000, "balance": START}
            assert balances(ann) == []

    asyncio.run(asyncio.wait_for(scene(), 30))


def test_no_chip_is_lost_or_made_when_the_server_is_killed_in_the_middle(serve, players, free_port):
    """Three people and bots, played at random; the server dies five times."""
    server = serve(port=free_port)

    over = asyncio.Event()

    async def play(client, place, rng) -> None:
        while not over.is_set():  # a cancellation alone may be lost in wait_for
            try:
                if place.legal:
                    move = dict(rng.choice(place.legal))
                    await client.play(place, move.pop("type"), move)
                else:
                    await asyncio.wait_for(client.turn(), 5)
            except (Refused, TimeoutError):
                await asyncio.sleep(0.01)

    async def scene() -> None:
        people = [await Client.connect(server.url, name=n, legal=True) for n in ("A", "B", "C")]
        opened = await people[0].create("poker", seats=4, options=QUICK, bots={"3": "steady"})
        places = [opened, *[await one.join(opened.table) for one in people[1:]]]
        pairs = zip(people, places, strict=True)
        playing = [
            asyncio.create_task(play(client, place, random.Random(n)))
            for n, (client, place) in enumerate(pairs)
        ]
        for kill in range(5):
            await asyncio.sleep(0.5)
            await asyncio.to_thread(server.kill)
            await adds_up()
            await asyncio.to_thread(server.start)
            await players.until(lambda n=kill: all(one.reconnects > n for one in people))
        await asyncio.sleep(0.3)
        over.set()
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        for client in people:
            with suppress(Refused):
                await client.request("LEAVE", {"table": opened.table})
            await client.close()

    async def adds_up() -> None:
        store = store_at(server.where, read_only=server.database is not None)
        await store.open()
        try:
            sums = await conserved(store)
            assert sums.ok, sums
            assert sums.accounts + sums.tables + sums.events == -sums.bank >= 3 * START
            assert all(one.balance >= 0 for one in await store.list_people())
            assert len(await store.chip_rows()) > 6  # more than the grants
        finally:
            await store.close()

    asyncio.run(asyncio.wait_for(scene(), 90))
    server.stop()
    asyncio.run(adds_up())
