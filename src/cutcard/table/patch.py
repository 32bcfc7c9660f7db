"""Merge patches (RFC 7386) between views as builtins: `merge(old, diff(old, new)) == new`.

Views hold no null, so null in a patch always means "gone"; lists are replaced whole. (Comparing
Records field by field, to make builtins only of what changed, was tried: it is slower.)
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct, to_builtins

View = dict[str, Any]
Patch = dict[str, Any]


def plain(value: Any) -> Any:
    """A Record, or anything made of them, as builtins with text for keys."""
    return to_builtins(value, str_keys=True)


def full(record: Struct) -> dict[str, Any]:
    """A Record as builtins with its defaults in it: options as people read them."""
    names = zip(record.__struct_encode_fields__, record.__struct_fields__, strict=True)
    values = {shown: getattr(record, name) for shown, name in names}
    whole: dict[str, Any] = plain({name: v for name, v in values.items() if v is not None})
    return whole


def diff(old: View, new: View) -> Patch:
    """The patch from one view to another."""
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
