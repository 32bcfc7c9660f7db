"""Merge patches (RFC 7386) between views: `merge(plain(old), change(old, new)) == plain(new)`.

Views hold no null, so null in a patch always means "gone"; lists are replaced whole. Views are
compared as Records, and what changed stays what it is: a patch holds Records where a view does,
and `plain` makes builtins of it where they are needed. It costs what it says, not what the whole
view would; what is the same object in both views costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import compress
from operator import is_not
from typing import Any

from msgspec import NODEFAULT, Struct, structs, to_builtins

from cutcard.kernel.holder import holders

View = dict[str, Any]
Patch = dict[str, Any]
Fields = tuple[tuple[int, str, Any, bool], ...]
Say = Callable[[Any, bool], Any]
"""How a new value stands in a patch; True where the seats in it stand for who holds them."""

_ABSENT = object()
_fields: dict[type, Fields] = {}
_values = structs.astuple
_WHOLE = frozenset((int, str, tuple, bool, list, float))  # are replaced whole


def as_it_is(value: Any, held: bool) -> Any:
    """Seats stay seats, and Records Records."""
    return value


def plain(value: Any) -> Any:
    """A Record, or anything made of them, as builtins with text for keys."""
    return to_builtins(value, str_keys=True)


def full(record: Struct) -> dict[str, Any]:
    """A Record as builtins with its defaults in it: options as people read them."""
    names = zip(record.__struct_encode_fields__, record.__struct_fields__, strict=True)
    values = {shown: getattr(record, name) for shown, name in names}
    whole: dict[str, Any] = plain({name: v for name, v in values.items() if v is not None})
    return whole


def change(old: Struct | None, new: Struct, say: Say = as_it_is) -> Patch:
    """The patch from one view, as its Record, to another; None: from nothing."""
    kind = type(new)
    if type(old) is not kind:
        before = {} if old is None else plain(say(old, False))
        return diff(before, plain(say(new, False)))
    patch: Patch = {}
    fields = _fields.get(kind) or _learn(kind)
    were, are = _values(old), _values(new)
    for n, name, default, held in compress(fields, map(is_not, were, are)):
        was, now = were[n], are[n]
        if now is default:
            patch[name] = None
        elif was is default:
            patch[name] = say(now, held)
        elif was != now:
            patch[name] = amend(was, now, say, held)
    return patch


def _learn(kind: type[Struct]) -> Fields:
    """Each field's place, its name outside, the default at which msgspec leaves it out, and
    whether the seats in it stand for who holds them."""
    held = holders(kind)
    _fields[kind] = learnt = tuple(
        (
            n,
            field.encode_name,
            _ABSENT if field.default is NODEFAULT else field.default,
            field.name in held,
        )
        for n, field in enumerate(structs.fields(kind))
    )
    return learnt


def _entries(old: dict[Any, Any], new: dict[Any, Any], say: Say, held: bool) -> Patch:
    patch: Patch = {}
    others = map(is_not, map(old.get, new), new.values())
    for key, now in compress(new.items(), others):
        was = old.get(key, _ABSENT)
        if was is _ABSENT:
            patch[str(key)] = say(now, held)
        elif was != now:
            patch[str(key)] = amend(was, now, say, held)
    if not old.keys() <= new.keys():
        for key in old:
            if key not in new:
                patch[str(key)] = None
    return patch


def amend(was: Any, now: Any, say: Say = as_it_is, held: bool = False) -> Any:
    """What a patch says of a value that changed: of a map only what did."""
    kind = type(now)
    if kind in _WHOLE:
        return say(now, held)
    if kind is dict:
        return _entries(was, now, say, held) if type(was) is dict else say(now, held)
    if kind in _fields or issubclass(kind, Struct):
        return change(was, now, say) if isinstance(was, Struct) else say(now, held)
    return say(now, held)


def diff(old: View, new: View) -> Patch:
    """The patch from one view to another, both as builtins."""
    patch: Patch = {}
    for name, value in new.items():
        was = old.get(name)
        if was is None:
            patch[name] = value
        elif was != value:
            both = type(value) is dict and type(was) is dict
            patch[name] = diff(was, value) if both else value
    if len(old) + len(patch) > len(new):  # else nothing can be gone
        for name in old:
            if name not in new:
                patch[name] = None
    return patch


def merge(old: Any, patch: Any) -> Any:
    """What a client does with a patch; `old` is left as it was."""
    if not isinstance(patch, dict):
        return patch
    merged = dict(old) if isinstance(old, dict) else {}
    for name, value in patch.items():
        if value is None:
            merged.pop(name, None)
        else:
            merged[name] = merge(merged.get(name), value)
    return merged
