"""What of a Memory deal never changes: the cards' ids, and the words made of them once.

States and their copies share one Board. It knows no values, so nothing it holds is secret.
The numbers a state keeps for each card have their names here.
"""

from __future__ import annotations

from cutcard.kernel.rng import Rng

from .moves import Card, Flip, Status

COVERED, FLIPPED, SOLVED = 0, 1, 2  # a card's state
UNSEEN, PREVIEWED, TURNED = 0, 1, 2  # what has been seen of it: nothing, a preview, its turn
NEVER = -1  # of a time

NOT_STARTED: Status = "NotStarted"
PREVIEW: Status = "Preview"
PLAYING: Status = "Playing"
PAUSED: Status = "Paused"


def card_ids(rng: Rng, count: int) -> tuple[str, ...]:
    """UUIDs of version 4 from the deal's chance, 16 bytes each (A3).

    They are drawn after the shuffle and without a look at it, so they tell nothing (B10).
    """
    raw = rng.take(16 * count)
    return tuple(_uuid4(raw[at : at + 16]) for at in range(0, len(raw), 16))


def _uuid4(raw: bytes) -> str:
    number = int.from_bytes(raw, "big")
    number = number & ~(0xF << 76) | 4 << 76  # the version
    number = number & ~(0x3 << 62) | 0x2 << 62  # the variant
    text = f"{number:032x}"
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"


class Board:
    """Ids by cell, cells by id, and each cell's covered card and flip as they are sent."""

    __slots__ = ("backs", "cells", "flips", "ids")

    def __init__(self, ids: tuple[str, ...]) -> None:
        self.ids = ids
        self.cells = {card_id: cell for cell, card_id in enumerate(ids)}
        self.backs = tuple(Card(card_id, "Covered") for card_id in ids)
        self.flips = tuple(Flip(card_id) for card_id in ids)
