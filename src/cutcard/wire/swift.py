"""The compiled way to say an update or an ACK in JSON (`swift.c`), where it was built.

It writes the same bytes as msgspec would from a patch built first, only without building one. A
server without a compiler goes that way, in `speech.py`: `update` and `ack` are None then. So they
are where CUTCARD_PURE is set, for who wants to see the plain way at work.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib import import_module
from typing import Any

from msgspec import NODEFAULT, Struct, structs

from cutcard.kernel.holder import holders
from cutcard.table.patch import amend

from .envelope import JSON
from .people import Ids, saying, with_people

Field = tuple[bytes, Any, Any, bool, bool]


def learn(kind: type) -> tuple[bytes, tuple[Field, ...]] | None:
    """How a kind of Record is written: its tag, then of each field its name, its slot, its default
    and whether it is written at its default too, whether it holds Holders. None: not by us."""
    if not issubclass(kind, Struct) or kind.__struct_config__.array_like:
        return None
    config, held, fields = kind.__struct_config__, holders(kind), []
    for field in structs.fields(kind):
        if config.omit_defaults and field.default_factory is not NODEFAULT:
            return None  # an empty list is left out whichever list it is
        name, always = field.encode_name, not config.omit_defaults or field.default is NODEFAULT
        slot, player = getattr(kind, field.name), field.name in held
        fields.append((JSON.body(name) + b":", slot, field.default, always, player))
    tag = config.tag
    begins = b"" if tag is None else JSON.body(config.tag_field) + b":" + JSON.body(tag)
    return begins, tuple(fields)


def slowly(value: Any, ids: Ids, held: bool) -> bytes:
    """A value that the compiled part cannot write."""
    return JSON.body(with_people(value, ids, held))


def changed(was: Any, now: Any, ids: Ids, held: bool) -> bytes:
    """A change that it cannot compare."""
    return JSON.body(amend(was, now, saying(ids), held))


update: Callable[..., bytes] | None = None
ack: Callable[..., bytes] | None = None

try:
    _swift = None if os.environ.get("CUTCARD_PURE") else import_module("cutcard.wire._swift")
except ImportError:
    _swift = None
if _swift is not None:
    _swift.use(learn, slowly, changed)
    update, ack = _swift.update, _swift.ack
