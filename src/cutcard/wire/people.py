"""Puts users in the place of seats: rules name seats, a spec's `winnerId` names a player.

A field called `playerId` or `winnerId`, or ending in `PlayerId` or `WinnerId`, that holds a seat
becomes the id of who sits there; a word such as "tie" stays. Nothing else is touched. In JSON this
is done on the encoded bytes, which is far faster than to walk the value: there a quote
inside a text is escaped, so `"winnerId":` can be nothing but a field's name.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from msgspec import json

Ids = Sequence[str | None]

_BEFORE, _AFTER = (b"{", b","), (b"}", b",")
_NAMES = ((b'layerId":', b"P", b'"p'), (b'innerId":', b"W", b'"w'))


@lru_cache(4096)
def names_a_player(field: str) -> bool:
    """Whether this field holds a seat that the wire replaces."""
    return field in ("playerId", "winnerId") or field.endswith(("PlayerId", "WinnerId"))


def marked(body: bytes) -> bool:
    """Whether a message's bytes may hold such a field; most hold none and are left alone."""
    return b"innerId" in body or b"layerId" in body


def people_in_json(body: bytes, ids: Ids) -> bytes:
    """The same JSON with users in the place of seats."""
    for name, inside, whole in _NAMES:
        at = body.find(name)
        if at < 0:
            continue
        parts: list[bytes] = []
        done = 0
        while at >= 0:
            start = end = at + len(name)
            while body[end : end + 1].isdigit():
                end += 1
            named = body[at - 1 : at] == inside or (
                body[at - 2 : at] == whole and body[at - 3 : at - 2] in _BEFORE
            )
            if named and end > start and body[end : end + 1] in _AFTER:
                parts += body[done:start], json.encode(_user(int(body[start:end]), ids))
                done = end
            at = body.find(name, start)
        body = b"".join((*parts, body[done:]))
    return body


def with_people(value: Any, ids: Ids) -> Any:
    """The same value with users in the place of seats; what was given is not changed."""
    if type(value) is dict:
        replaced = {}
        for key, item in value.items():
            kind = type(item)
            if kind is dict or kind is list or kind is tuple:
                replaced[key] = with_people(item, ids)
            elif kind is int and type(key) is str and names_a_player(key):
                replaced[key] = _user(item, ids)
            else:
                replaced[key] = item
        return replaced
    if type(value) is list or type(value) is tuple:
        return [with_people(item, ids) for item in value]
    return value


def _user(seat: int, ids: Ids) -> str | int:
    """Whoever sits there; an empty seat stays a number, there is nobody to name."""
    user = ids[seat] if 0 <= seat < len(ids) else None
    return seat if user is None else user
