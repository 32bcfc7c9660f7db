"""Seats that are shown outside as whoever holds them.

Rules know seats; a client is told users. A field of a view or a fact that holds a `Holder`
(`winner_id: Holder | Literal["tie"]`, `finished: tuple[Holder, ...]`) holds a seat here, and the
wire puts the id of who sits there in its place; an empty seat stays a number. A plain `Seat`
goes out as the number it is. Every number in a field so marked is a seat.
"""

from __future__ import annotations

from functools import cache
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from msgspec import Meta, Struct
from msgspec.structs import fields

from .game import Seat

_MARK = "holder"
Holder = Annotated[Seat, Meta(extra={_MARK: True})]


@cache
def holders(kind: type[Struct]) -> frozenset[str]:
    """The fields (by their names here, not on the wire) in which a Record of this kind holds
    Holders: alone, in unions, lists, tuples and as values of maps. A Record inside a Record is
    asked by itself. TypeError where one field mixes Holders with other numbers, or keys are some.
    """
    found = set()
    for field in fields(kind):
        held = _numbers(field.type)
        if held == {True}:
            found.add(field.name)
        elif True in held:
            where = f"{kind.__name__}.{field.name}"
            raise TypeError(f"{where} mixes Holders with other numbers; give each its own field")
    return frozenset(found)


def holds_numbers(kind: Any) -> bool:
    """Whether a type holds bare numbers: alone, or in unions, lists, tuples, values of maps."""
    return False in _numbers(kind)


def _numbers(kind: Any) -> set[bool]:
    """Of the numbers a type holds, whether they are Holders; none where it holds no number."""
    if kind is int or kind is float:
        return {False}
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        marked = any(isinstance(m, Meta) and (m.extra or {}).get(_MARK) for m in inner[1:])
        return {True} if marked else _numbers(inner[0])
    if origin is dict:
        if True in _numbers(inner[0]):
            raise TypeError("a map's keys go out as they are; let a Holder be its value")
        return _numbers(inner[1])
    if origin in (Union, UnionType, list, tuple, set, frozenset):
        return set().union(*(_numbers(one) for one in inner))
    return set()
