"""How often somebody may guess. Whoever fails is slowed down, for longer each time: by the account
and the address together, so that a guesser at one place keeps nobody waiting at another.

A device that its owner has logged in with before is known by a token of its own, and only its own
failures count for it: no stranger can lock it out. Names nobody has are counted as all others are.
The clock is an argument of the whole; nothing is kept on disk. Several processes count together
where there is a cache between them: each at home first, then there.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

from cutcard.store.valkey_limits import Failure, ValkeyLimits
from cutcard.table.words import Refusal

from .bucket import MOST_KNOWN
from .together import Together

HOUR = 3600.0
PAIR = (5, 1.0, 900.0)  # failures that cost nothing, then seconds, doubled up to so many:
NAME = (60, 1.0, 60.0)  # of one account at one address, of one account from all strange addresses,
CODES = (10, 30.0, 900.0)  # of one account's second factor from those
ADDRESS = (0.5, 30)  # attempts a second and at once of one address, whatever it tries
SIGN_UPS = 30.0  # accounts an hour of one address,
SIGN_UPS_AT_ONCE = 10  # and at once


class Growing:
    """Failures by key, and until when each has to wait. An hour without one forgets them."""

    def __init__(self, free: int, first: float, most: float) -> None:
        self._free = free
        self._first = first
        self._most = most
        self._failed: dict[str, tuple[int, float, float]] = {}  # how often, until, the last

    def wait(self, key: str, now: float) -> float:
        """Seconds for which this one has to wait."""
        found = self._failed.get(key)
        return 0.0 if found is None else max(0.0, found[1] - now)

    def fail(self, key: str, now: float) -> None:
        """One more; counted when it begins, so that many at once gain nothing."""
        often, _, last = self._failed.pop(key, (0, 0.0, now))
        often = 1 if now - last > HOUR else often + 1
        over = often - self._free
        until = now if over < 0 else now + min(self._first * 2.0 ** min(over, 20), self._most)
        if len(self._failed) >= MOST_KNOWN:  # memory has a bound: those longest idle are forgotten
            for old in list(self._failed)[: MOST_KNOWN // 10 + 1]:
                del self._failed[old]
        self._failed[key] = (often, until, now)

    def forgive(self, key: str) -> None:
        """It was no failure: the last one need not count."""
        often, until, last = self._failed.pop(key, (0, 0.0, 0.0))
        if often > 1:
            over = often - 1 - self._free
            self._failed[key] = (often - 1, last if over < 0 else until, last)

    def clear(self, key: str) -> None:
        """Nothing is held against this one any more."""
        self._failed.pop(key, None)


class Attempts:
    """Who may try now. `address` None: addresses are not limited there."""

    def __init__(
        self,
        clock: Callable[[], float],
        sign_ups: float = SIGN_UPS,
        counts: ValkeyLimits | None = None,
    ) -> None:
        self._clock = clock
        self._counts = counts
        self._pairs = Growing(*PAIR)
        self._names = Growing(*NAME)
        self._codes = Growing(*CODES)
        self._addresses = Together("address", *ADDRESS, counts)
        self._sign_ups = Together("sign-up", sign_ups / HOUR, SIGN_UPS_AT_ONCE, counts)
        self._at_home: dict[str, None] = {}  # pairs that were right before

    async def address(self, address: str | None) -> None:
        """One more attempt of whatever kind from an address; refuses too many."""
        if address is not None and not await self._addresses.take(address, self._clock()):
            raise late(1 / ADDRESS[0], "Too many attempts from your address")

    async def begin(self, name: str, address: str | None, device: bytes | None = None) -> None:
        """Somebody says that they are this one; `device` is known to be that account's. Refuses
        who has to wait; else it counts as a failure until it is `right`."""
        now, pair = self._clock(), _pair(name, address, device)
        self._must_wait_for(self._pairs.wait(pair, now))
        those = [Failure("pair", pair, *PAIR)]
        if device is None and pair not in self._at_home:
            self._must_wait_for(self._names.wait(name, now))
            self._names.fail(name, now)
            those.append(Failure("name", name, *NAME))
        self._pairs.fail(pair, now)
        wait = await self._fail(those)
        if wait > 0:
            self._pairs.forgive(pair)
            if len(those) > 1:
                self._names.forgive(name)
            self._must_wait_for(wait)

    async def right(self, name: str, address: str | None, device: bytes | None = None) -> None:
        """It was they: only guesses count."""
        pair = _pair(name, address, device)
        self._pairs.clear(pair)
        strange = device is None and pair not in self._at_home
        await self._settle([Failure("pair", pair, *PAIR)], [name] if strange else [])
        if device is not None:
            return
        if pair not in self._at_home:
            self._names.forgive(name)
            if len(self._at_home) >= MOST_KNOWN:
                self._at_home.pop(next(iter(self._at_home)))
        self._at_home.pop(pair, None)
        self._at_home[pair] = None

    async def undone(self, name: str, address: str | None, device: bytes | None = None) -> None:
        """Nobody looked whether it was."""
        pair = _pair(name, address, device)
        self._pairs.forgive(pair)
        if device is None:
            self._names.forgive(name)
        await self._settle([], [name] if device is None else [], Failure("pair", pair, *PAIR))

    async def begin_code(self, user: str, device: bytes | None) -> None:
        """Somebody who has the password says a code of the second factor. From all strange places
        together it may be guessed so often; a known device is counted by itself."""
        now, key = self._clock(), _pair(user, None, device)
        self._must_wait_for(self._codes.wait(key, now))
        self._codes.fail(key, now)
        wait = await self._fail([Failure("code", key, *CODES)])
        if wait > 0:
            self._codes.forgive(key)
            self._must_wait_for(wait)

    async def right_code(self, user: str, device: bytes | None) -> None:
        """It was right."""
        key = _pair(user, None, device)
        self._codes.clear(key)
        await self._settle([Failure("code", key, *CODES)], [])

    async def sign_up(self, address: str | None) -> None:
        """One more account from an address; refuses too many."""
        if address is not None and not await self._sign_ups.take(address, self._clock()):
            raise late(60.0, "Too many new accounts from your address")

    async def no_sign_up(self, address: str | None) -> None:
        """No account came of it."""
        if address is not None:
            await self._sign_ups.give_back(address)

    async def _fail(self, those: list[Failure]) -> float:
        """Seconds to wait by what all processes counted; 0 where there is nobody to ask."""
        return 0.0 if self._counts is None else await self._counts.fail(those) or 0.0

    async def _settle(self, right: list[Failure], names: list[str], *forgiven: Failure) -> None:
        if self._counts is not None:
            named = [Failure("name", name, *NAME) for name in names]
            await self._counts.settle(right, [*named, *forgiven])

    @staticmethod
    def _must_wait_for(seconds: float) -> None:
        if seconds > 0:
            raise late(seconds, "Too many wrong attempts")


def _pair(name: str, address: str | None, device: bytes | None) -> str:
    return f"{name}\n{address or ''}" if device is None else f"{name}\n\n{device.hex()}"


def late(seconds: float, why: str) -> Refusal:
    """A refusal that says when to come back."""
    whole = max(1, ceil(seconds))
    said = f"{whole} seconds" if whole > 1 else "a second"
    return Refusal("RATE_LIMITED", f"{why}; try again in {said}", {"retryAfter": whole})
