"""Inputs for a target: its seeds, changed in a few places, and bytes out of nothing. Chance
chooses: Hypothesis' own, whose failures come out small, or a plain one, which is fast."""

from __future__ import annotations

import signal
from collections.abc import Callable
from random import Random

from .targets import TARGETS, words

LONGEST = 8192  # bytes of an input
AT_ONCE = 1000  # inputs between two looks at the clock
SLOWEST = 1.0  # seconds of CPU for one input
TRIES = 500  # at making a failing input smaller
PIECES = list(words())


class Unrefused(Exception):
    """A target raised what it should not; the smallest input found that shows it."""

    def __init__(self, target: str, body: bytes) -> None:
        super().__init__(f"{target}: {body!r}")
        self.body = body


def changed(rng: Random, body: bytes, seeds: list[bytes]) -> bytes:
    """Something is otherwise at one place."""
    at = rng.randint(0, len(body))
    kind = rng.randint(0, 6)
    if kind == 0:
        return body[:at] + bytes([rng.randint(0, 255)]) + body[at + 1 :]
    if kind == 1:
        return body[:at] + rng.choice(PIECES) + body[at:]
    if kind == 2:
        return body[:at] + body[at + rng.randint(1, 40) :]
    if kind == 3:
        end = at + rng.randint(1, 60)
        return body[:at] + body[at:end] * rng.randint(2, 4) + body[end:]
    if kind == 4:
        return body[:at]
    if kind == 5:
        other = rng.choice(seeds)
        return body[:at] + other[rng.randint(0, len(other)) :]
    return body[:at] + bytes(rng.randint(0, 255) for _ in range(rng.randint(1, 12))) + body[at:]


def made(rng: Random, seeds: list[bytes]) -> bytes:
    """Bytes for a reader that reads such."""
    if rng.randint(0, 19) == 0:
        return bytes(rng.randint(0, 255) for _ in range(rng.randint(0, 80)))
    body = rng.choice(seeds)
    for _ in range(rng.randint(1, 4)):
        body = changed(rng, body, seeds)
    return body[:LONGEST]


def fuzz(name: str, count: int, first: int = 0, told: Callable[[int], None] | None = None) -> int:
    """So many inputs for a target; Unrefused says what it raised something else at."""
    target, rng = TARGETS[name], Random(f"{name} {first}")
    seeds = target.seeds()
    for number in range(1, count + 1):
        body = made(rng, seeds)
        try:
            _within(target.try_, body)
        except Exception as reason:
            small = _smaller(target.try_, body, type(reason))
            raise Unrefused(name, small) from reason
        if told is not None and (number % AT_ONCE == 0 or number == count):
            told(number)
    return count


def _within(try_: Callable[[bytes], object], body: bytes) -> None:
    """What takes a reader too long is as bad as what it raises at."""

    def late(*_: object) -> None:
        raise TimeoutError(f"it takes longer than {SLOWEST} s")

    before = signal.signal(signal.SIGVTALRM, late)
    signal.setitimer(signal.ITIMER_VIRTUAL, SLOWEST)
    try:
        try_(body)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _smaller(try_: Callable[[bytes], object], body: bytes, kind: type[Exception]) -> bytes:
    """The same failure with less: pieces are left out while it stays."""
    size, tries = len(body) // 2, 0
    while size and tries < TRIES:
        at = 0
        while at < len(body) and tries < TRIES:
            tries += 1
            less = body[:at] + body[at + size :]
            try:
                _within(try_, less)
                at += size
            except Exception as reason:
                body, at = (less, at) if type(reason) is kind else (body, at + size)
        size //= 2
    return body
