"""How deeply a message is nested, told from its bytes before anything is built of them.

How much a decoder bears differs from one Python to the next; what we take does not.
"""

from __future__ import annotations

import re

DEEPEST = 100

_TEXT = re.compile(rb'"(?:[^"\\]|\\.)*"')
_NOT_BRACKETS = bytes(byte for byte in range(256) if byte not in b"[]{}")
_NOT_OPENING = bytes(byte for byte in range(256) if byte not in b"[{")
_NOT_NESTING = bytes(set(range(256)) - {*range(0x80, 0xA0), 0xDC, 0xDD, 0xDE, 0xDF})


def too_deep_json(body: bytes) -> bool:
    """Whether JSON is nested too deeply; most messages have too few brackets to be."""
    if len(body.translate(None, _NOT_OPENING)) <= DEEPEST:
        return False
    depth = 0
    for bracket in _TEXT.sub(b"", body).translate(None, _NOT_BRACKETS):
        depth += 1 if bracket in b"[{" else -1
        if depth > DEEPEST:
            return True
    return False


def may_be_deep_packed(body: bytes) -> bool:
    """Whether MessagePack has so many bytes that could begin a list or a map."""
    return len(body.translate(None, _NOT_NESTING)) > DEEPEST


def too_deep(payload: object) -> bool:
    """Whether a decoded payload, one level inside its message, is nested too deeply."""
    level = [payload]
    for _ in range(DEEPEST - 1):
        level = [inner for outer in level for inner in _inside(outer)]
        if not level:
            return False
    return True


def _inside(outer: object) -> list[object]:
    values: list[object] = []
    if isinstance(outer, dict):
        values = list(outer.values())
    elif isinstance(outer, list):
        values = outer
    return [value for value in values if isinstance(value, dict | list)]
