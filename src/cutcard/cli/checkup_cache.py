"""What `cutcard doctor` finds at the cache: whether it answers, who may read it, and what it does
when it is full. Nothing there is needed to play, so that nothing here fails."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import urlsplit

from .checkup import MB, OK, WARN, Found
from .settings import Config

PATIENCE = 3.0  # seconds
SLOW = 10.0  # ms for an answer; after 50 a server goes on without
HERE = ("", "localhost", "127.0.0.1", "::1")


async def cache(config: Config) -> AsyncIterator[Found]:
    """Nothing where none is named."""
    if config.cache is None:
        return
    try:
        from redis.asyncio import Redis  # noqa: PLC0415 # a part of its own
        from redis.exceptions import RedisError  # noqa: PLC0415 # likewise
    except ImportError:
        said = "the part that talks to it is not installed"
        yield Found("cache", WARN, said, "pip install 'cutcard[scale]'")
        return
    try:
        redis = Redis.from_url(config.cache, socket_connect_timeout=PATIENCE)
    except ValueError as reason:
        yield Found("cache", WARN, str(reason), "name it as redis://host:6379/0")
        return
    try:
        async with asyncio.timeout(PATIENCE):
            await redis.ping()
            began = time.perf_counter()
            await redis.ping()
            took = (time.perf_counter() - began) * 1000
            told = await redis.info()
        async for found in _about(redis, told, took, urlsplit(config.cache)):
            yield found
    except (RedisError, OSError, TimeoutError) as reason:
        said = f"does not answer: {reason or 'it took too long'}"
        yield Found("cache", WARN, said, "start it; a server goes on without")
    finally:
        await redis.aclose()


async def _about(
    redis: Any, told: dict[str, Any], took: float, address: Any
) -> AsyncIterator[Found]:
    name = "Valkey" if "valkey_version" in told else "Redis"
    version = told.get("valkey_version", told.get("redis_version"))
    said = f"{name} {version}, {told['used_memory'] / MB:.0f} MB, answers in {took:.1f} ms"
    advice = "" if took < SLOW else "have it nearer: after 50 ms a server goes on without"
    yield Found("cache", WARN if advice else OK, said, advice)
    if told.get("maxmemory") and told.get("maxmemory_policy") == "noeviction":
        advice = "set maxmemory-policy volatile-ttl: all that is ours has an end"
        yield Found("cache", WARN, "when it is full it refuses what is new", advice)
    if told.get("aof_enabled") or await _saves(redis):
        advice = 'save "", appendonly no: nothing in it need be kept, and it has hidden cards'
        yield Found("cache", WARN, "it writes what it holds to disk", advice)
    if (address.hostname or "") not in HERE and not (
        address.password or address.scheme == "rediss"
    ):
        advice = "give it a password and TLS (rediss://): it has hidden cards"
        yield Found("cache", WARN, "whoever reaches it may read it", advice)


async def _saves(redis: Any) -> bool:
    from redis.exceptions import RedisError  # noqa: PLC0415 # a part of its own

    try:
        return bool((await redis.config_get("save")).get("save"))
    except RedisError:  # who may not ask is told nothing
        return False
