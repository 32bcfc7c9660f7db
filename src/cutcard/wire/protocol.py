"""Keeps PROTOCOL.md true: its tables are made from the code they describe.

`python -m cutcard.wire.protocol` writes them anew between their marks; a test fails when they
are not what this would write.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args, get_origin

import msgspec

from cutcard.lobby.attempts import PAIR, SIGN_UPS, SIGN_UPS_AT_ONCE
from cutcard.lobby.hosting import OF_ADDRESS
from cutcard.lobby.lobby import EVENTS
from cutcard.table.listening import WATCHED

from .codes import CLOSES, CODES
from .envelope import MAX_FRAME, Envelope, Request
from .limits import Limits
from .requests import ALIASES, REQUESTS
from .speech import StatePayload, UpdatePayload
from .tcp import document as tcp

SMALL = 5  # fields of a part that is written out


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def _rows(*head: str) -> list[str]:
    return [_row(*head), _row(*("---" for _ in head))]


def _kind(schema: dict[str, Any]) -> str:
    """A field's type in a word or two."""
    if "anyOf" in schema:
        kinds = [_kind(one) for one in schema["anyOf"] if one.get("type") != "null"]
        return " or ".join(dict.fromkeys(kinds))
    kind = str(schema.get("type", "any"))
    if "maxLength" in schema:
        kind += f" of at most {schema['maxLength']}"
    if "minimum" in schema:
        kind += f" from {schema['minimum']}"
    return kind


def fields(shape: type[msgspec.Struct]) -> list[tuple[str, str, bool]]:
    """Each field's name, type and whether it must be there."""
    schema = msgspec.json.schema(shape)
    found = schema["$defs"][shape.__name__]
    needed = found.get("required", [])
    return [(n, _kind(s), n in needed) for n, s in found["properties"].items()]


def _payload(shape: type[msgspec.Struct]) -> str:
    found = [f"`{name}`{'' if needed else '?'} {kind}" for name, kind, needed in fields(shape)]
    return ", ".join(found) or "–"


def _requests() -> list[str]:
    rows = _rows("request", "payload", "answer", "cost", "")
    for name, ask in REQUESTS.items():
        one = ask.request
        answer = f"{ask.answer}{answered(ask.said)}{ask.then}"
        rows.append(_row(f"`{name}`", _payload(one.shape), answer, str(one.cost), one.about))
    for name, meant in ALIASES.items():
        rows.append(
            _row(f"`{name}`", "–", f"as `{meant}`", "1", "The Duel spec's name for that move.")
        )
    return rows


def answered(shape: type[msgspec.Struct] | None) -> str:
    """An answer's fields, those of small parts too: ` {friends: [{userId, name}]}`."""
    found = [] if shape is None else msgspec.structs.fields(shape)
    names = [f"{one.encode_name}{'' if one.required else '?'}{_inside(one.type)}" for one in found]
    return f" {{{', '.join(names)}}}" if names else ""


def _inside(kind: Any) -> str:
    """What is in a list of small parts."""
    (part, *_) = get_args(kind) or (None,)
    parts = get_origin(kind) is list and isinstance(part, type) and issubclass(part, msgspec.Struct)
    small = parts and len(msgspec.structs.fields(part)) <= SMALL
    return f": [{answered(part).strip()}]" if small else ""


def _shape(shape: type[msgspec.Struct]) -> Callable[[], list[str]]:
    def make() -> list[str]:
        rows = _rows("field", "type", "")
        for name, kind, needed in fields(shape):
            rows.append(_row(f"`{name}`", kind, "always" if needed else "where there is one"))
        return rows

    return make


def _codes() -> list[str]:
    return [*_rows("code", "meaning"), *(_row(f"`{c}`", s) for c, s in CODES.items())]


def _closes() -> list[str]:
    return [*_rows("code", "meaning"), *(_row(str(c), s) for c, s in CLOSES.items())]


def _limits() -> list[str]:
    limits = Limits()
    said = {
        "one message": f"{MAX_FRAME} bytes, fragments together",
        "messages of one connection": f"{limits.rate:g} a second, {limits.burst:g} at once",
        "messages of one address": f"{limits.address_rate:g} a second, "
        f"{limits.address_burst:g} at once",
        "refused messages of one address": f"{limits.address_refusals:g} a second; beyond, "
        "who goes on is closed sooner",
        "connections of one address": f"{limits.address_connections}",
        "new guests of one address": f"{limits.guest_rate:g} a second, "
        f"{limits.guest_burst:g} at once",
        "wrong log-ins of one account from one address": f"{PAIR[0]}, then waits from {PAIR[1]:g} s"
        f" on, doubled up to {PAIR[2]:g} s; a known device is counted by itself",
        "new accounts of one address": f"{SIGN_UPS:g} an hour, {SIGN_UPS_AT_ONCE} at once",
        "tables one user has open, one address": f"{limits.tables}, {limits.tables * OF_ADDRESS}",
        "tables one connection watches": f"{WATCHED}",
        "new events of one address": f"{EVENTS[1]}, and one every {1 / EVENTS[0]:g} s; ten bots in "
        "one count as another",
        "unsent bytes before a slow reader is closed": f"{limits.queue} for {limits.behind:g} s, "
        f"{limits.most} at once",
        "time to send AUTH": f"{limits.auth:g} s",
        "silence before we ping, and before we close": f"{limits.idle:g} s, {limits.dead:g} s",
    }
    return [*_rows("what", "limit"), *(_row(what, limit) for what, limit in said.items())]


PARTS: dict[str, Callable[[], list[str]]] = {
    "request": _shape(Request),
    "envelope": _shape(Envelope),
    "requests": _requests,
    "update": _shape(UpdatePayload),
    "state": _shape(StatePayload),
    "codes": _codes,
    "closes": _closes,
    "limits": _limits,
    **tcp.PARTS,
}


def filled(text: str) -> str:
    """The document with every marked part made anew."""

    def part(found: re.Match[str]) -> str:
        made = "\n".join(PARTS[found[1]]())
        return f"<!-- made: {found[1]} -->\n{made}\n<!-- end -->"

    return re.sub(r"<!-- made: (\w+) -->.*?<!-- end -->", part, text, flags=re.DOTALL)


if __name__ == "__main__":
    document = Path(sys.argv[1] if len(sys.argv) > 1 else "PROTOCOL.md")
    document.write_text(filled(document.read_text()))
