"""What is being played, in a real Valkey beside the log: never the truth, and never waited for."""

from __future__ import annotations

import asyncio
from secrets import token_hex

from msgspec import json
from redis.asyncio import Redis

from cutcard.client import Client
from cutcard.store.protocol import DealLog
from cutcard.store.valkey import FAILURES, Valkey

from ..running import Asker, here

PATIENT = 30.0  # seconds for a call: the machine of the tests may be busy
OPTIONS = {"roundPauseMs": 0, "roundTimeoutMs": 600_000, "readyTimeoutMs": 600_000, "maxRounds": 1}


async def until(true):
    async with asyncio.timeout(60):
        while not (found := await true()):  # noqa: ASYNC110 # what is looked at has no event
            await asyncio.sleep(0.02)
    return found


async def admin(server):
    user, token = await server.accounts.guest("Olga")
    await server.store.set_role(user.id, "admin")
    return Asker(server, token)


async def two(server):
    ann = await Client.connect(server.url, name="Ann", legal=True)
    bob = await Client.connect(server.url, name="Bob", legal=True)
    place = await ann.create("duel", options=OPTIONS)
    other = await bob.join(place.table)
    return (ann, place), (bob, other)


async def ready(*players):
    for client, place in players:
        await until(lambda place=place: _true(any(m["type"] == "ready" for m in place.legal)))
        await client.play(place, "ready", {}, token_hex(4))


async def _true(value):
    return value


async def state(ask, match, status=200):
    return await asyncio.to_thread(ask.ask, "GET", f"/api/matches/{match}/state", None, status)


def test_a_game_is_found_in_the_cache_if_it_stands_there_else_in_the_log_else_nowhere(
    tmp_path, valkey
):
    async def story():
        cache = Valkey(valkey.url, moment=PATIENT)
        looked = Redis.from_url(valkey.url)
        async with here(tmp_path / "t.db", cache=cache) as server:
            ask = await admin(server)
            players = await two(server)
            (ann, place), (bob, _) = players
            match, key = place.match, f"game:{place.match}"
            await until(lambda: looked.get(key))
            assert 0 < await looked.ttl(key) <= 1800
            assert match.encode() in await until(lambda: looked.hgetall(f"player:{ann.user}:games"))
            assert 0 < await looked.ttl(f"player:{ann.user}:games") <= 1800
            await server.house.hot.say_who_is_here()
            assert 0 < await looked.ttl(f"cc:at:{bob.user}") <= 60
            found = await state(ask, match)
            assert (found["source"], found["actions"]) == ("cache", 0)

            await ready(*players)
            stale = json.decode(await looked.get(key), type=DealLog)
            assert len(stale.entries) < 2  # at most every five seconds
            found = await state(ask, match)
            assert found["source"] == "log"  # the cache stands behind it
            assert found["actions"] >= 2
            await server.house.hot.write(float("inf"))
            again = await state(ask, match)
            assert again["source"] == "cache"
            assert again["state"] == found["state"]
            await looked.set(key, b"{")
            assert (await state(ask, match))["source"] == "log"
            for nowhere in ("999-1", "x", f"{match}0"):
                gone = await state(ask, nowhere, 404)
                assert gone["error"]["message"] == f"Game {nowhere} not found"
            guest = await server.accounts.guest("Eve")
            refused = await state(Asker(server, guest[1]), match, 403)
            assert refused["error"]["code"] == "FORBIDDEN"
            await ann.close()
            await bob.close()
        await looked.aclose()

    asyncio.run(story())


def test_how_a_game_ended_is_there_for_a_day(tmp_path, valkey, players):
    async def story():
        looked = Redis.from_url(valkey.url)
        async with here(tmp_path / "t.db", cache=Valkey(valkey.url, moment=PATIENT)) as server:
            ask = await admin(server)
            (ann, place), (bob, other) = await two(server)
            await asyncio.gather(players.play_out(ann, place), players.play_out(bob, other, 1))
            key = f"game:{place.match}:final"
            await until(lambda: looked.get(key))
            assert 1800 < await looked.ttl(key) <= 86_400
            await until(lambda: _gone(looked, f"game:{place.match}"))
            found = await state(ask, place.match)
            assert found["source"] == "cache"
            await looked.delete(key)
            again = await state(ask, place.match)
            assert again["source"] == "log"
            assert again["state"] == found["state"]
            await ann.close()
            await bob.close()
        await looked.aclose()

    asyncio.run(story())


async def _gone(looked, key):
    return not await looked.exists(key)


def test_everything_goes_on_when_it_is_killed_and_it_is_used_again_when_it_is_back(
    tmp_path, valkey
):
    async def story():
        cache = Valkey(valkey.url, moment=PATIENT)
        async with here(tmp_path / "t.db", cache=cache) as server:
            ask = await admin(server)
            players = await two(server)
            await until(lambda: cache.get(f"game:{players[0][1].match}"))
            valkey.kill()
            await ready(*players)
            assert (await state(ask, players[0][1].match))["source"] == "log"
            for _ in range(FAILURES):
                await cache.get("x")
            assert cache.failures >= FAILURES
            assert cache.away
            text = await asyncio.to_thread(ask.ask, "GET", "/metrics")
            assert "cutcard_cache_failures" in text
            assert await asyncio.to_thread(ask.ask, "GET", "/ready", None, 200)
            valkey.start()
            await until(lambda: cache.put({"x": (b"1", 5)}))
            await server.house.hot.write(float("inf"))
            for client, _ in players:
                await client.close()

    asyncio.run(story())


def test_one_that_stands_still_is_given_a_moment_and_then_left_alone(valkey):
    async def story():
        cache = Valkey(valkey.url, moment=PATIENT)
        assert await cache.put({"a": (b"1", 60)})
        cache._moment = 0.05
        valkey.process.send_signal(19)
        loop = asyncio.get_running_loop()
        try:
            for _ in range(FAILURES):
                assert await cache.get("a") is None
            assert cache.away
            began = loop.time()
            for _ in range(200):
                assert await cache.get("a") is None
            assert cache.failures == FAILURES  # nobody asked it any more
            assert loop.time() >= began
        finally:
            valkey.process.send_signal(18)
        cache._moment = PATIENT
        assert await until(lambda: cache.get("a")) == b"1"
        await cache.close()

    asyncio.run(story())
