"""How often somebody may, counted by all processes together: buckets and failures in Valkey.

cc:limit:<what>:<who>   a hash; it goes by itself when it has nothing to remember any more

Each question is one script and one round trip. The time is Valkey's, so that processes whose clocks
differ count alike. Who it is stands there as a hash: an address or a name is nobody's business
there. None as an answer: it could not be asked, and each process counts for itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from .valkey import Valkey

# One more out of a bucket: 1, or 0 where it is empty. A clock that was set back gains nothing.
TAKE = """
local time = redis.call('TIME')
local now, rate, burst = time[1] + time[2] / 1000000, tonumber(ARGV[1]), tonumber(ARGV[2])
local held = redis.call('HMGET', KEYS[1], 'tokens', 'at')
local tokens, at = tonumber(held[1]) or burst, tonumber(held[2]) or now
tokens = math.min(tokens + math.max(now - at, 0) * rate, burst)
local may = tokens >= 1
if may then tokens = tokens - 1 end
local said = string.format('%.6f', tokens)
redis.call('HSET', KEYS[1], 'tokens', said, 'at', string.format('%.6f', now))
redis.call('PEXPIRE', KEYS[1], math.ceil((burst - tokens) / rate * 1000) + 1000)
return may and 1 or 0
"""

# So many were taken elsewhere already; what is left, in thousandths, and less than nothing where
# all processes together let more through than they should.
SPEND = """
local time = redis.call('TIME')
local now, rate, burst = time[1] + time[2] / 1000000, tonumber(ARGV[1]), tonumber(ARGV[2])
local held = redis.call('HMGET', KEYS[1], 'tokens', 'at')
local tokens, at = tonumber(held[1]) or burst, tonumber(held[2]) or now
tokens = math.min(tokens + math.max(now - at, 0) * rate, burst) - tonumber(ARGV[3])
tokens = math.max(tokens, -burst)
local said = string.format('%.6f', tokens)
redis.call('HSET', KEYS[1], 'tokens', said, 'at', string.format('%.6f', now))
redis.call('PEXPIRE', KEYS[1], math.ceil((burst - tokens) / rate * 1000) + 1000)
return math.floor(tokens * 1000)
"""

GIVE_BACK = """
local tokens = tonumber(redis.call('HGET', KEYS[1], 'tokens'))
if tokens then
  tokens = math.min(tokens + 1, tonumber(ARGV[1]))
  redis.call('HSET', KEYS[1], 'tokens', string.format('%.6f', tokens))
end
return 1
"""

# One more failure of each key, unless one of them has to wait: then for how many ms, and nothing is
# counted. `free` failures cost nothing, then seconds from `first` on, doubled up to `most`.
FAIL = """
local time = redis.call('TIME')
local now, longest = time[1] * 1000 + math.floor(time[2] / 1000), 0
for _, key in ipairs(KEYS) do
  local left = (tonumber(redis.call('HGET', key, 'until')) or 0) - now
  longest = math.max(longest, math.min(left, 86400000))
end
if longest > 0 then return math.ceil(longest) end
for i, key in ipairs(KEYS) do
  local first, most = tonumber(ARGV[3 * i - 1]), tonumber(ARGV[3 * i])
  local over = redis.call('HINCRBY', key, 'often', 1) - tonumber(ARGV[3 * i - 2])
  local pause = 0
  if over >= 0 then pause = math.min(first * 2 ^ math.min(over, 20), most) * 1000 end
  redis.call('HSET', key, 'until', string.format('%.0f', now + pause))
  redis.call('EXPIRE', key, 3600)
end
return 0
"""

# The last failure of each key need not count; what is first in ARGV are those of whom none does.
SETTLE = """
for i, key in ipairs(KEYS) do
  if i <= tonumber(ARGV[1]) then
    redis.call('DEL', key)
  elseif redis.call('EXISTS', key) == 1 then
    local often = redis.call('HINCRBY', key, 'often', -1)
    if often <= 0 then redis.call('DEL', key)
    elseif often < tonumber(ARGV[i + 1]) then redis.call('HSET', key, 'until', '0') end
  end
end
return 1
"""


class Failure(NamedTuple):
    """Somebody who may have failed: of what, who, and what it costs (see FAIL)."""

    what: str
    who: str
    free: int
    first: float
    most: float


class ValkeyLimits:
    """The counts all processes share, and how many of them there are."""

    def __init__(self, cache: Valkey, processes: Callable[[], int] = lambda: 1) -> None:
        self.processes = processes
        self._cache = cache

    async def take(self, what: str, who: str, rate: float, burst: float) -> bool | None:
        """Whether one more may pass now."""
        found = await self._cache.script(TAKE, [_key(what, who)], [rate, burst])
        return None if found not in {0, 1} else found == 1

    async def spend(
        self, what: str, who: str, rate: float, burst: float, spent: float
    ) -> float | None:
        """So many passed here since the last time; what is left of all processes' bucket."""
        found = await self._cache.script(SPEND, [_key(what, who)], [rate, burst, spent])
        return found / 1000 if isinstance(found, int) else None

    async def give_back(self, what: str, who: str, burst: float) -> None:
        """The last one need not count."""
        await self._cache.script(GIVE_BACK, [_key(what, who)], [burst])

    async def fail(self, those: Sequence[Failure]) -> float | None:
        """One more failure of all of these, counted when it begins; or the seconds for which one
        of them has to wait, and nothing is counted."""
        costs = [cost for one in those for cost in (one.free, one.first, one.most)]
        found = await self._cache.script(FAIL, [_key(one.what, one.who) for one in those], costs)
        return found / 1000 if isinstance(found, int) and found >= 0 else None

    async def settle(self, right: Sequence[Failure], forgiven: Sequence[Failure]) -> None:
        """Nothing is held against the first any more, and of the others not the last failure."""
        those = [*right, *forgiven]
        keys = [_key(one.what, one.who) for one in those]
        await self._cache.script(SETTLE, keys, [len(right), *(one.free for one in those)])


def _key(what: str, who: str) -> str:
    return f"cc:limit:{what}:{sha256(who.encode('utf-8', 'surrogatepass')).hexdigest()[:32]}"
