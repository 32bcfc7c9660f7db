"""Valkey, or Redis, as a cache beside the store. It holds nothing that is not in the log, and
nothing waits for it: a call has a moment, and after a few that failed in a row it is left alone
for a while. Whoever asks then is told that it knows nothing."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, TypeVar

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

log = logging.getLogger("cutcard.store")

T = TypeVar("T")

MOMENT = 0.05  # seconds a call may take
FAILURES = 3  # in a row, after which it is left alone
AWAY = 1.0  # for so long


class Valkey:
    """The cache at an address: redis://host:port/0, rediss://…, unix:///run/valkey.sock."""

    def __init__(self, address: str, *, moment: float = MOMENT) -> None:
        self.failures = 0
        self._redis = Redis.from_url(
            address,
            socket_connect_timeout=moment,
            retry=Retry(NoBackoff(), 0),
            health_check_interval=0,
        )
        self._moment = moment
        self._failed = 0
        self._until = float("-inf")
        self._scripts: dict[str, Any] = {}

    def failed(self) -> int:
        """How many calls came to nothing since the start."""
        return self.failures

    @property
    def away(self) -> bool:
        """Whether it is left alone for the moment."""
        return asyncio.get_running_loop().time() < self._until

    async def close(self) -> None:
        await self._redis.aclose()

    async def get(self, key: str) -> bytes | None:
        return await self._do(lambda redis: redis.get(key))

    async def put(self, values: Mapping[str, tuple[bytes, int]]) -> bool:
        """Each value with the seconds for which it is kept; whether they are there."""

        async def work(redis: Any) -> bool:
            async with redis.pipeline(transaction=False) as pipe:
                for key, (value, seconds) in values.items():
                    pipe.set(key, value, ex=seconds)
                await pipe.execute()
            return True

        return await self._do(work) or False

    async def note(self, key: str, field: str, value: int, seconds: int) -> None:
        """One field of a hash, which is kept for so long from now."""

        async def work(redis: Any) -> None:
            async with redis.pipeline(transaction=False) as pipe:
                pipe.hset(key, field, value)
                pipe.expire(key, seconds)
                await pipe.execute()

        await self._do(work)

    async def append(self, key: str, values: Sequence[bytes], most: int, seconds: int) -> None:
        """Values at the end of a list, of which the last so many are kept for so long from now."""

        async def work(redis: Any) -> None:
            async with redis.pipeline(transaction=False) as pipe:
                pipe.rpush(key, *values)
                pipe.ltrim(key, -most, -1)
                pipe.expire(key, seconds)
                await pipe.execute()

        await self._do(work)

    async def tail(self, key: str) -> list[bytes]:
        """All of a list; nothing where it cannot be asked."""
        return await self._do(lambda redis: redis.lrange(key, 0, -1)) or []

    async def drop(self, *keys: str) -> None:
        await self._do(lambda redis: redis.delete(*keys))

    async def script(self, lua: str, keys: Sequence[str], words: Sequence[float]) -> Any:
        """What a script says, in one round trip; it is sent whole only where it is not known."""
        known = self._scripts.get(lua)
        if known is None:
            known = self._scripts[lua] = self._redis.register_script(lua)
        return await self._do(lambda redis: known(keys, words))

    async def _do(self, work: Callable[[Any], Awaitable[T]]) -> T | None:
        if self.away:
            return None
        try:
            async with asyncio.timeout(self._moment):
                done = await work(self._redis)
        except (RedisError, OSError, TimeoutError) as reason:
            self.failures += 1
            self._failed += 1
            if self._failed >= FAILURES:
                if self._failed == FAILURES:
                    log.warning("the cache does not answer; all goes on without: %s", reason)
                self._until = asyncio.get_running_loop().time() + AWAY
            return None
        if self._failed >= FAILURES:
            log.info("the cache answers again")
        self._failed = 0
        return done
