"""What a view is made of: paths into it, and what may not be in it.

A path names a place in the encoded view with seats and list places generalised:
`players.*.hand.*` is any card of anybody's hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from typing import Any

from msgspec import Struct, json, to_builtins
from msgspec.structs import asdict

_encode = json.Encoder().encode


def plain(view: Any) -> Any:
    """A view as a client gets it."""
    return to_builtins(view, str_keys=True)


def _step(path: str, key: str) -> str:
    key = "*" if key.lstrip("-").isdigit() else key
    return f"{path}.{key}" if path else key


def leaves(value: Any, path: str = "") -> Iterator[str]:
    """Every place that holds something; an empty list or map holds nothing."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, _step(path, key))
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from leaves(inner, _step(path, "0"))
    else:
        yield path


def apart(mine: Any, other: Any, path: str = "") -> Iterator[str]:
    """The places of `mine` that hold something else in `other`, or nothing there."""
    if isinstance(mine, dict) and isinstance(other, dict):
        for key, inner in mine.items():
            if key not in other:
                yield from leaves(inner, _step(path, key))
            elif inner != other[key]:
                yield from apart(inner, other[key], _step(path, key))
    elif (
        isinstance(mine, list | tuple)
        and isinstance(other, list | tuple)
        and len(mine) == len(other)
    ):
        for inner, theirs in zip(mine, other, strict=True):
            if inner != theirs:
                yield from apart(inner, theirs, _step(path, "0"))
    elif mine != other:
        yield from leaves(mine, path)


def wrong(value: Any, path: str = "") -> str | None:
    """Where a view or fact holds a null or a set, in words; None: nowhere."""
    if b"null" in _encode(value):
        for place, leaf in _leaf_values(plain(value)):
            if leaf is None:
                return (
                    f"`{place}` is null; give the field the default None so that it is left out, "
                    "or say it with another value"
                )
    return _set_in(value, path)


def _leaf_values(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _leaf_values(inner, f"{path}.{key}" if path else key)
    elif isinstance(value, list | tuple):
        for i, inner in enumerate(value):
            yield from _leaf_values(inner, f"{path}[{i}]")
    else:
        yield path, value


def _set_in(value: Any, path: str) -> str | None:
    if isinstance(value, Set) and not isinstance(value, Mapping):
        return f"`{path}` is a set, whose order is nobody's; use a sorted tuple"
    if isinstance(value, Struct):
        value = asdict(value)
    if isinstance(value, Mapping):
        inner = ((f"{path}.{key}" if path else str(key), part) for key, part in value.items())
    elif isinstance(value, list | tuple):
        inner = ((f"{path}[{i}]", part) for i, part in enumerate(value))
    else:
        return None
    return next((text for place, part in inner if (text := _set_in(part, place))), None)
