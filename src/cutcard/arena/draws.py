"""Draws of an event: every chance it takes comes from its seed and a word that names the draw.

The words are of docs/rules/tournament.md (T18, T32, T34, T35, T56, T59), so anyone who knows the
seed, which is published when the event is over (T36), can draw again.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

from cutcard.kernel.rng import Rng

T = TypeVar("T")


def seed_of(seed: bytes, label: str) -> bytes:
    """The seed of the draw that is called so: SHA-256(event seed ‖ label)."""
    return sha256(seed + label.encode("ascii")).digest()


def draw(seed: bytes, label: str) -> Rng:
    """The stream of the draw that is called so."""
    return Rng(seed_of(seed, label))


def shuffled(rng: Rng, items: Sequence[T]) -> list[T]:
    """The items in an order drawn from all orders alike."""
    found = list(items)
    rng.shuffle(found)
    return found
