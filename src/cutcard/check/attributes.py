"""A copy is compared attribute by attribute: what `copy()` forgets may show only much later."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from cutcard.kernel.optional import remade

_UNSET = object()


def differs(one: Any, two: Any, path: str = "", seen: set[tuple[int, int]] | None = None) -> str:
    """Where a copy is not what its original is, in words; "" where it is. What a class names in
    `remade` is left out."""
    seen = set() if seen is None else seen
    if one is two or (id(one), id(two)) in seen:
        return ""
    seen.add((id(one), id(two)))
    if one is _UNSET or two is _UNSET or type(one) is not type(two):
        return _said(one, two, path)
    if isinstance(one, list | tuple | deque):
        if len(one) != len(two):
            return _said(one, two, path)
        parts = ((f"{path}[{i}]", one[i], two[i]) for i in range(len(one)))
    elif isinstance(one, Mapping):
        if list(one) != list(two):
            return _said(one, two, path)
        parts = ((f"{path}[{key!r}]", one[key], two[key]) for key in one)
    elif callable(one):
        return ""  # a bound method is its owner's, who is compared by themselves
    elif names := list(_attributes(one)):
        pairs = ((n, getattr(one, n, _UNSET), getattr(two, n, _UNSET)) for n in names)
        parts = ((f"{path}.{n}" if path else n, mine, other) for n, mine, other in pairs)
    else:
        return "" if one == two else _said(one, two, path)
    return next((text for place, a, b in parts if (text := differs(a, b, place, seen))), "")


def _attributes(one: Any) -> Iterator[str]:
    """The names of what an object holds, by its slots and its dict."""
    kept = remade(one)
    if isinstance(one, Struct):
        yield from one.__struct_fields__
        return
    for kind in type(one).__mro__:
        slots = vars(kind).get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if name not in kept and not name.startswith("__"):
                yield name
    yield from (name for name in getattr(one, "__dict__", ()) if name not in kept)


def _said(one: Any, two: Any, path: str) -> str:
    words = ["missing" if value is _UNSET else _short(repr(value)) for value in (one, two)]
    return f"`{path}` is {words[0]} in the original and {words[1]} in the copy"


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}…"
