"""What whoever makes an event may ask for: read off the very types and numbers that refuse more, so
that no form needs a number of its own."""

from __future__ import annotations

from functools import cache

from msgspec import Struct, inspect

from cutcard.arena.event import Terms
from cutcard.events.making import most_entrants

from .event_words import CreateEvent

MOST_BOTS = 50  # that somebody who is no admin lets in
OF_TERMS = ("tableSize", "buyIn", "lateLevels")
OF_WISH = ("startsIn", "lasts")  # seconds


@cache
def most() -> dict[str, int]:
    """How many may enter, by the event's format."""
    chips = {"sit-and-go": _span(Terms, "tableSize")[1], "scheduled": _span(Terms, "maxEntries")[1]}
    return {**chips, **most_entrants()}


@cache
def limits() -> dict[str, tuple[int, int]]:
    """The least and the most of what a form asks for, by its name in the wish or its terms."""
    asked = {name: _span(CreateEvent, name) for name in OF_WISH}
    return {**{name: _span(Terms, name) for name in OF_TERMS}, **asked, "bots": (0, MOST_BOTS)}


def _span(record: type[Struct], name: str) -> tuple[int, int]:
    shape = inspect.type_info(record)
    assert isinstance(shape, inspect.StructType)
    (found,) = (one.type for one in shape.fields if one.encode_name == name)
    if isinstance(found, inspect.UnionType):  # it may be left out
        (found,) = (one for one in found.types if isinstance(one, inspect.IntType))
    assert isinstance(found, inspect.IntType)
    assert found.ge is not None
    assert found.le is not None
    return found.ge, found.le
