"""What several processes count together in a real Valkey (issue 15, point 3; S31 and the row of
`cc:limit`): log-ins, sign-ups, guests, renames. Each process here is one set of accounts."""

from __future__ import annotations

import asyncio

import pytest
from redis.asyncio import Redis

from cutcard.lobby.attempts import ADDRESS, NAME, PAIR, SIGN_UPS_AT_ONCE, Attempts
from cutcard.lobby.together import Together
from cutcard.store.valkey import FAILURES, Valkey
from cutcard.store.valkey_limits import ValkeyLimits
from cutcard.table.words import Refusal
from cutcard.wire.limits import Addresses, Limits

PATIENT = 30.0  # seconds for a call: the machine of the tests may be busy


def still():
    return 1000.0


def processes(valkey, many=2):
    """So many processes with a cache between them; their own clocks stand still."""
    caches = [Valkey(valkey.url, moment=PATIENT) for _ in range(many)]
    return caches, [Attempts(still, counts=ValkeyLimits(one, lambda: many)) for one in caches]


async def closed(caches):
    for one in caches:
        await one.close()


async def passed(asked, most=200):
    """How many of these get through before the first is refused."""
    for number in range(most):
        try:
            await asked()
        except Refusal:
            return number
    return most


def test_sign_ups_of_an_address_are_counted_over_all_processes(valkey):
    async def story():
        caches, (one, two) = processes(valkey)
        for _ in range(SIGN_UPS_AT_ONCE - 2):
            await one.sign_up("192.0.2.1")
        assert await passed(lambda: two.sign_up("192.0.2.1")) == 2
        await one.no_sign_up("192.0.2.1")  # no account came of it
        assert await passed(lambda: two.sign_up("192.0.2.1")) == 1
        await two.sign_up("192.0.2.2")  # another address has its own
        await closed(caches)

    asyncio.run(story())


def test_attempts_of_an_address_are_counted_over_all_processes(valkey):
    async def story():
        caches, (one, two) = processes(valkey)
        for _ in range(int(ADDRESS[1]) - 5):
            await one.address("192.0.2.1")
        assert 5 <= await passed(lambda: two.address("192.0.2.1")) <= 5 + 60 * ADDRESS[0]
        await closed(caches)

    asyncio.run(story())


def test_a_guesser_waits_at_every_process_and_the_owner_elsewhere_at_none(valkey, monkeypatch):
    monkeypatch.setattr("cutcard.lobby.attempts.PAIR", (PAIR[0], 600.0, 900.0))  # not over by then

    async def story():
        caches, (one, two) = processes(valkey)
        for _ in range(PAIR[0] - 1):
            await one.begin("ann", "192.0.2.1")
        await two.begin("ann", "192.0.2.1")
        with pytest.raises(Refusal, match="Too many wrong attempts"):
            await two.begin("ann", "192.0.2.1")
        with pytest.raises(Refusal, match="Too many wrong attempts"):
            await one.begin("ann", "192.0.2.1")
        await one.begin("ann", "198.51.100.7")
        await one.right("ann", "198.51.100.7")
        await closed(caches)

    asyncio.run(story())


def test_a_right_password_clears_the_pair_at_every_process(valkey):
    async def story():
        caches, (one, two) = processes(valkey)
        looked = Redis.from_url(valkey.url)
        for _ in range(PAIR[0] - 1):
            await one.begin("ann", "192.0.2.1")
        await two.begin("ann", "192.0.2.1")
        assert len(await looked.keys("cc:limit:pair:*")) == 1
        await two.right("ann", "192.0.2.1")
        assert await looked.keys("cc:limit:pair:*") == []
        (name,) = await looked.keys("cc:limit:name:*")
        assert int(await looked.hget(name, "often")) == PAIR[0] - 1  # only guesses count
        assert 0 < await looked.ttl(name) <= 3600
        assert await passed(lambda: two.begin("ann", "192.0.2.1")) >= PAIR[0]
        await looked.aclose()
        await closed(caches)

    asyncio.run(story())


def test_what_nobody_looked_at_counts_nowhere(valkey):
    async def story():
        caches, (one, two) = processes(valkey)
        looked = Redis.from_url(valkey.url)
        for _ in range(3 * NAME[0]):
            await one.begin("ann", "192.0.2.1")
            await one.undone("ann", "192.0.2.1")
        assert await looked.keys("cc:limit:*") == []
        await two.begin_code("ann", None)
        assert len(await looked.keys("cc:limit:code:*")) == 1
        await one.right_code("ann", None)
        assert await looked.keys("cc:limit:*") == []
        await looked.aclose()
        await closed(caches)

    asyncio.run(story())


def test_codes_of_a_second_factor_are_guessed_so_often_at_all_processes_together(valkey):
    async def story():
        caches, three = processes(valkey, 3)
        through = 0
        for turn in range(60):
            try:
                await three[turn % 3].begin_code("ann", None)
                through += 1
            except Refusal:
                break
        assert through == 10
        await closed(caches)

    asyncio.run(story())


def test_who_it_is_does_not_stand_in_the_cache_and_all_goes_by_itself(valkey):
    async def story():
        caches, (one, _) = processes(valkey)
        looked = Redis.from_url(valkey.url)
        await one.begin("ann", "192.0.2.1")
        await one.sign_up("192.0.2.1")
        await one.address("192.0.2.1")
        keys = await looked.keys("*")
        assert len(keys) == 4
        for key in keys:
            assert key.startswith(b"cc:limit:")
            assert b"ann" not in key.split(b":", 3)[3]
            assert b"192" not in key
            assert 0 < await looked.ttl(key) <= 3600
        await looked.aclose()
        await closed(caches)

    asyncio.run(story())


def test_without_the_cache_each_process_lets_its_part_through(valkey):
    """Killed in mid-play: 2 processes allow together what one does with it."""

    async def story():
        caches, (one, two) = processes(valkey)
        await one.sign_up("192.0.2.1")
        valkey.kill()
        here = await passed(lambda: one.sign_up("192.0.2.9"))
        there = await passed(lambda: two.sign_up("192.0.2.9"))
        assert here + there == SIGN_UPS_AT_ONCE
        assert await passed(lambda: one.begin("ann", "192.0.2.9")) == PAIR[0]
        valkey.start()  # empty: what each counted at home still holds
        await asyncio.sleep(1.1)
        with pytest.raises(Refusal):
            await one.sign_up("192.0.2.9")
        await closed(caches)

    asyncio.run(story())


def test_one_that_answers_nonsense_or_is_full_is_not_believed(valkey):
    async def story():
        caches, (one, _) = processes(valkey)
        looked = Redis.from_url(valkey.url)
        await one.sign_up("192.0.2.1")
        (key,) = await looked.keys("cc:limit:sign-up:*")
        await looked.set(key, b"something else")  # WRONGTYPE
        await one.sign_up("192.0.2.1")
        await looked.delete(key)
        await looked.hset(key, mapping={"tokens": "many", "at": "soon"})
        await one.sign_up("192.0.2.1")
        assert float(await looked.hget(key, "tokens")) == SIGN_UPS_AT_ONCE - 1
        await looked.config_set("maxmemory", "1")  # OOM for every write
        await asyncio.sleep(1.1)
        for _ in range(FAILURES + 1):
            await one.address("192.0.2.1")
        assert caches[0].failures >= 2
        assert caches[0].away
        await looked.aclose()
        await closed(caches)

    asyncio.run(story())


def test_a_slow_one_holds_nobody_up_for_longer_than_a_moment(valkey):
    async def story():
        caches, (one, _) = processes(valkey)
        await one.sign_up("192.0.2.1")
        caches[0]._moment = 0.05
        valkey.process.send_signal(19)
        loop = asyncio.get_running_loop()
        try:
            began = loop.time()
            await asyncio.gather(*(one.address(f"192.0.2.{n}") for n in range(50)))
            for n in range(50, 100):
                await one.address(f"192.0.2.{n}")
            assert loop.time() - began < 20  # not 100 times as long as it stood still
            assert caches[0].away
        finally:
            valkey.process.send_signal(18)
        await closed(caches)

    asyncio.run(story())


def test_a_flood_that_is_refused_here_asks_the_cache_nothing(valkey):
    async def story():
        cache = Valkey(valkey.url, moment=PATIENT)
        looked = Redis.from_url(valkey.url)
        turnstile = Together("trial", 1.0, 5, ValkeyLimits(cache))
        for _ in range(5):
            assert await turnstile.take("a", 0.0)
        before = (await looked.info("commandstats"))["cmdstat_evalsha"]["calls"]
        for _ in range(1000):
            assert not await turnstile.take("a", 0.0)
        assert (await looked.info("commandstats"))["cmdstat_evalsha"]["calls"] == before
        await looked.aclose()
        await cache.close()

    asyncio.run(story())


def test_messages_of_an_address_are_bounded_over_all_processes(valkey):
    """A flood at three processes at once comes to what one would let through."""

    async def story():
        caches, _ = processes(valkey, 3)
        limits = Limits(address_rate=1.0, address_burst=100.0)  # hardly refilled meanwhile
        three = [(Addresses(limits), ValkeyLimits(one)) for one in caches]
        passed = 0
        for _ in range(20):
            for addresses, counts in three:
                bucket = addresses.of("192.0.2.1", 0.0).messages
                passed += sum(bucket.take(0.0) for _ in range(10))
                await addresses.share(counts)
        waited = 60  # seconds this may have taken, at most
        assert 100 <= passed <= 130 + waited
        quiet = three[0][0].of("192.0.2.2", 0.0).messages
        assert quiet.tokens == 100.0
        valkey.kill()
        assert sum(quiet.take(0.0) for _ in range(200)) == 100  # each for itself
        await three[0][0].share(three[0][1])
        await closed(caches)

    asyncio.run(story())
