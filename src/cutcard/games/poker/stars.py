"""PokerStars text hand histories: read into PHH records (stars_read.py), and written from them
(stars_write.py). A record made for one viewer (history.py) has only the cards they saw, so its
text has no others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from . import replayed
from .phh import ENDLESS, Record, Unsupported
from .stars_read import Reader
from .stars_write import Writer


def hands(text: str) -> list[str]:
    """A text's hands, one by one; what is before the first is none."""
    parts = re.split(r"(?m)^(?=PokerStars )", text.replace("\ufeff", ""))
    return [part for part in parts if part.startswith("PokerStars ")]


def read_one(text: str) -> Record:
    """One hand's text as a record; Malformed or Unsupported where it cannot be read."""
    one = Reader(text).record()
    return _with_button(one) if one.kind().stud else one


def _with_button(one: Record) -> Record:
    """Stud's text does not say who has the button, and of equal hands showing the first from its
    left opens: it is where the hand can be played as it was."""
    if replayed.judge(one).kind == replayed.OK:
        return one
    n = len(one.stacks)
    turned = (_turned(one, by) for by in range(1, n))
    return next((other for other in turned if replayed.judge(other).kind == replayed.OK), one)


def _turned(one: Record, by: int) -> Record:
    """The same hand with the places counted from another one."""
    n = len(one.stacks)

    def place(found: re.Match[str]) -> str:
        return f"p{(int(found[1]) - 1 - by) % n + 1}"

    def turn(xs: list[Any]) -> list[Any]:
        return xs[by:] + xs[:by]

    return replace(
        one,
        antes=turn(one.antes),
        blinds=turn(one.blinds),
        stacks=turn(one.stacks),
        winnings=turn(one.winnings or []),
        players=turn(one.players or []),
        actions=[re.sub(r"\bp(\d+)\b", place, action) for action in one.actions],
        extras={**one.extras, "seats": turn(one.extras["seats"])},
    )


def read(text: str) -> Iterator[Record]:
    """Every hand of a text."""
    for part in hands(text):
        yield read_one(part)


def write(one: Record, *, table: str = "Cutcard", hero: int | None = None) -> str:
    """A record as PokerStars text; `hero` is the place whose cards are dealt face up to the
    reader. ValueError for what could not be played."""
    if ENDLESS in one.stacks:
        raise Unsupported("PokerStars text has every stack, and this hand does not know one")
    one = replayed.reading(one, replayed.OK, replayed.FEE, replayed.BROKEN)
    return "\n".join(Writer(one, table, hero).lines()) + "\n"
