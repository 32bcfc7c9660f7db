"""Puts users in the place of seats: rules name seats, a spec's `winnerId` names a player.

A field called `playerId` or `winnerId`, or ending in `PlayerId` or `WinnerId`, that holds a seat
becomes the id of who sits there; a word such as "tie" stays. Nothing else is touched.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

MARKS = (b"layerId", b"innerId")  # in the encoded bytes wherever there is something to replace


@lru_cache(4096)
def names_a_player(field: str) -> bool:
    """Whether this field holds a seat that the wire replaces."""
    return field in ("playerId", "winnerId") or field.endswith(("PlayerId", "WinnerId"))


def marked(body: bytes) -> bool:
    """Whether a message's bytes may hold such a field; most hold none and need no walk."""
    return MARKS[0] in body or MARKS[1] in body


def with_people(value: Any, ids: Sequence[str | None]) -> Any:
    """The same value with users in the place of seats; parts without seats are shared."""
    if isinstance(value, dict):
        return {
            key: (
                _user(item, ids)
                if type(item) is int and isinstance(key, str) and names_a_player(key)
                else with_people(item, ids)
                if isinstance(item, (dict, list, tuple))
                else item
            )
            for key, item in value.items()
        }
    if isinstance(value, (list, tuple)):
        return [with_people(i, ids) if isinstance(i, (dict, list, tuple)) else i for i in value]
    return value


def _user(seat: int, ids: Sequence[str | None]) -> str | int:
    """Whoever sits there; an empty seat stays a number, there is nobody to name."""
    user = ids[seat] if 0 <= seat < len(ids) else None
    return seat if user is None else user
