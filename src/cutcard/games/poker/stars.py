"""PokerStars text hand histories: read into PHH records (stars_read.py), and written from them
(stars_write.py). A record made for one viewer (history.py) has only the cards they saw, so its
text has no others."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .phh import Record, Unsupported
from .stars_read import NAMES, Reader
from .stars_write import Writer


def hands(text: str) -> list[str]:
    """A text's hands, one by one."""
    parts = re.split(r"(?m)^(?=PokerStars )", text.replace("\ufeff", ""))
    return [part for part in parts if part.strip()]


def read_one(text: str) -> Record:
    """One hand's text as a record; Malformed or Unsupported where it cannot be read."""
    return Reader(text).record()


def read(text: str) -> Iterator[Record]:
    """Every hand of a text."""
    for part in hands(text):
        yield read_one(part)


def write(one: Record, *, table: str = "Cutcard", hero: int | None = None) -> str:
    """A record as PokerStars text; `hero` is the place whose cards are dealt face up to the
    reader."""
    if one.kind().code not in NAMES:
        raise Unsupported(f"PokerStars has no {one.kind().name}")
    return "\n".join(Writer(one, table, hero).lines()) + "\n"
