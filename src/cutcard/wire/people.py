"""Puts users in the place of seats: rules name seats, a spec's `winnerId` names a player.

A field called `playerId` or `winnerId`, or ending in `PlayerId` or `WinnerId`, that holds a seat
becomes the id of who sits there; a word such as "tie" stays. Nothing else is touched. In JSON this
is done on the encoded bytes, which is ten times faster than walking the value: there a quote
inside a text is escaped, so `"winnerId":` can be nothing but a field's name.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from msgspec import json

Ids = Sequence[str | None]

_FIELD = re.compile(rb'((?:[,{]"p|P)layerId":|(?:[,{]"w|W)innerId":)(\d+)(?=[,}])')


@lru_cache(4096)
def names_a_player(field: str) -> bool:
    """Whether this field holds a seat that the wire replaces."""
    return field in ("playerId", "winnerId") or field.endswith(("PlayerId", "WinnerId"))


def marked(body: bytes) -> bool:
    """Whether a message's bytes may hold such a field; most hold none and are left alone."""
    return b"innerId" in body or b"layerId" in body


def people_in_json(body: bytes, ids: Ids) -> bytes:
    """The same JSON with users in the place of seats."""

    def user(found: re.Match[bytes]) -> bytes:
        who = _user(int(found[2]), ids)
        return found[1] + json.encode(who)

    return _FIELD.sub(user, body)


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
