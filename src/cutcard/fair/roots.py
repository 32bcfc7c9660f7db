"""The root of a sealed deck (F40, F89): compiled (`roots.c`) where it was built, by the formulas
of `kernel/fair.py` elsewhere. Both give the same; so they do where CUTCARD_PURE is set, for who
wants to see the plain way at work."""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib import import_module
from typing import Any

from cutcard.kernel import fair

_ORDER, _SALTS = fair.pack("order"), fair.pack("salts")
_DECKS = fair.pack("deck", 0), fair.pack("deck", 1)

try:
    _roots: Any = None if os.environ.get("CUTCARD_PURE") else import_module("cutcard.fair._roots")
except ImportError:
    _roots = None
compiled: Callable[..., bytes] | None = None if _roots is None else _roots.root


def root(secret: bytes, cards: int) -> bytes:
    """What an offer says of one of its decks."""
    if compiled is None:
        return fair.SealedDeck(secret, cards).root
    return compiled(secret, _ORDER, _SALTS, cards)


def both(seed: bytes, cards: int) -> tuple[bytes, bytes]:
    """What an offer says of its two decks."""
    if _roots is None:
        first, second = (root(fair.deck_secret(seed, j), cards) for j in (0, 1))
        return first, second
    made: tuple[bytes, bytes] = _roots.both(seed, *_DECKS, _ORDER, _SALTS, cards)
    return made


def portable(secret: bytes, cards: int) -> bytes | None:
    """The same without the processor's own instructions, as others have to; None: not built."""
    return None if compiled is None else compiled(secret, _ORDER, _SALTS, cards, True)
