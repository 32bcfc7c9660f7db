"""The shuffle, beside the standard library's (neither seeded by 256 bits nor checkable)."""

from __future__ import annotations

import random

from cutcard import Rng

from .timing import per_second


def bench() -> dict[str, float]:
    cards = list(range(52))
    rng = Rng.named("bench")
    ours = per_second(lambda: rng.shuffle(cards))
    fresh = per_second(lambda: Rng(bytes(32)).shuffle(cards))
    mersenne = random.Random(1)  # noqa: S311  # the peer we measure against
    peer = per_second(lambda: mersenne.shuffle(cards))
    return {
        "52-card shuffles/s": ours,
        "52-card shuffles/s, new seed each": fresh,
        "random.shuffle/s": peer,
        "ratio to random.shuffle": ours / peer,
    }
