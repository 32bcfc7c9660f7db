"""RFC 7386: a JSON merge patch. A view holds no null, so null in a patch only ever removes."""

from __future__ import annotations

from typing import Any


def merge(value: Any, patch: Any) -> Any:
    """The value after the patch; the value given is not changed."""
    if not isinstance(patch, dict):
        return patch
    merged = dict(value) if isinstance(value, dict) else {}
    for key, item in patch.items():
        if item is None:
            merged.pop(key, None)
        else:
            merged[key] = merge(merged.get(key), item)
    return merged
