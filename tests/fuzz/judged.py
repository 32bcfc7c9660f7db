"""Files of deals for both judges: as they come, and with a chain that holds again, so that what was
changed is met behind the signatures too."""

from __future__ import annotations

from contextlib import suppress
from hashlib import sha256

from msgspec import json, structs

from cutcard.fair import judge
from cutcard.fair.lines import Bad, Head, Line, Lock, Record, Sum, Void, read
from cutcard.fair.signing import Key
from cutcard.fair.verify import verify
from cutcard.kernel import fair

from ..fair.vectors import VECTORS

KEY = Key(sha256(b"fuzz").digest())
LONG = 8000  # bytes: longer files are cut off by the maker of inputs
FEW = 12  # records: the second judge checks signatures in Python


class Disagree(Exception):
    """Two judges, two verdicts; or a proof of what nobody signed."""


def files() -> list[bytes]:
    every = [one["text"].encode() for one in (*VECTORS["files"], *VECTORS["tampered"])]
    return [text for text in every if len(text) < LONG]


def alike(body: bytes) -> None:
    """No judge raises, and both say the same, of the file and of one whose chain holds."""
    _compared(body)
    with suppress(Bad, UnicodeError, OverflowError):
        _compared(relinked(body))


def _compared(body: bytes) -> None:
    if body.count(b'"sig"') > FEW:
        return
    found, other = judge(body), verify(body)
    if (found.verdict, found.code) != (other[0], other[1]):
        raise Disagree(found, other)


def relinked(body: bytes) -> bytes:
    """The lines, linked and signed anew by somebody's own key; Bad where they are none."""
    lines = read(body)
    first = lines[0]
    assert isinstance(first, Head)
    at, index = bytes.fromhex(first.prev), first.index
    if index == 0:
        at = fair.first_head(KEY.public, first.table, first.created)
    out: list[Line] = [structs.replace(first, key=KEY.public.hex(), prev=at.hex())]
    for line in lines[1:]:
        if isinstance(line, Record):
            at = fair.next_head(at, first.table, index, line.packed())
            index += 1
            line = structs.replace(line, head=at.hex())  # noqa: PLW2901 - the same, linked
            if isinstance(line, Lock | Void):
                sig = KEY.sign(fair.to_sign(at)).hex()
                line = structs.replace(line, sig=sig)  # noqa: PLW2901 - and signed
        if not isinstance(line, Sum):
            out.append(line)
    return b"".join(json.encode(line) + b"\n" for line in out)
