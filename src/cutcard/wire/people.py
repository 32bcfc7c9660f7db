"""Puts users in the place of seats: rules name seats, a client is told who sits there.

Which numbers of a Record stand for whoever holds a seat is said by their type, `Holder` in
`kernel/holder.py`; every other number goes out as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import NODEFAULT, Struct, to_builtins
from msgspec.structs import fields

from cutcard.kernel.holder import holders
from cutcard.table.patch import Say

Ids = Sequence[str | int | None]

_Field = tuple[str, str, Any, bool, bool]
_Layout = tuple[dict[str, Any], tuple[_Field, ...]]
_layouts: dict[type, _Layout] = {}
_AS_THEY_ARE = frozenset((str, bool, float, type(None)))


def with_people(value: Any, ids: Ids, holder: bool = False) -> Any:
    """A Record, or anything made of them, as builtins with users in the place of seats. `holder`:
    a number that stands by itself is such a seat. What was given is not changed."""
    kind = type(value)
    if kind is int:
        return user_of(value, ids) if holder else value
    if kind in _AS_THEY_ARE:
        return value
    if kind is dict:
        return {key: with_people(item, ids, holder) for key, item in value.items()}
    if kind is list or kind is tuple:
        return [with_people(item, ids, holder) for item in value]
    if not isinstance(value, Struct) or kind.__struct_config__.array_like:
        return to_builtins(value, str_keys=True)
    said, rows = _layouts.get(kind) or _learn(kind)
    said = said.copy()
    for name, shown, default, emptied, held in rows:
        item = getattr(value, name)
        if item is not default and not (emptied and not item):
            said[shown] = with_people(item, ids, held)
    return said


def user_of(seat: int, ids: Ids) -> str | int:
    """Whoever sits there; an empty seat stays a number, there is nobody to name."""
    user = ids[seat] if 0 <= seat < len(ids) else None
    return seat if user is None else user


def saying(ids: Ids) -> Say:
    """How the values of a patch are said to clients."""

    def say(value: Any, held: bool) -> Any:
        return with_people(value, ids, held)

    return say


def _learn(kind: type[Struct]) -> _Layout:
    """How a kind of Record is told: its tag, and of each field its name here and outside, the
    default at which it is left out, whether it is when empty, and whether it holds Holders."""
    config, marked, rows = kind.__struct_config__, holders(kind), []
    for field in fields(kind):
        default = field.default if config.omit_defaults else NODEFAULT
        emptied = config.omit_defaults and field.default_factory in (list, dict, set)
        held = field.name in marked
        rows.append((field.name, field.encode_name, default, emptied, held))
    tag = {} if config.tag is None else {str(config.tag_field): config.tag}
    _layouts[kind] = layout = (tag, tuple(rows))
    return layout
