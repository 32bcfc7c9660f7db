"""The lines of a `.cutcard` file: one JSON object each, told apart by `t` (F70).

Numbers are whole and at most 2**53 - 1, hashes are lower-case hex, fields that are not known here
are let be: a game's own may stand in a move's line.
"""

from __future__ import annotations

import json
from itertools import pairwise
from math import isfinite
from typing import Annotated, Any, ClassVar

from msgspec import UNSET, DecodeError, Meta, Struct
from msgspec.json import Decoder

from cutcard.kernel import fair

Number = Annotated[int, Meta(ge=0, le=fair.MOST)]
SeatNumber = Annotated[int, Meta(ge=0, le=255)]
Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", max_length=64)]
MaybeHash = Annotated[str, Meta(pattern="^([0-9a-f]{64})?$", max_length=64)]
Signature = Annotated[str, Meta(pattern="^[0-9a-f]{128}$", max_length=128)]


class Bad(Exception):
    """FALSE, with the code that says how, and the line it shows in (None: the whole file)."""

    def __init__(self, code: str, line: Line | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.line = line


def check(good: bool, code: str, line: Line | None = None) -> None:
    if not good:
        raise Bad(code, line)


class Line(Struct, tag_field="t", frozen=True, gc=False):
    """One line; no line leads back to itself."""


class Head(Line, tag="head", frozen=True):
    cutcard: Annotated[int, Meta(ge=1, le=1)]
    game: str
    version: Number
    table: Number
    created: Number
    deal: Number  # 0: a whole table's chain
    index: Number
    prev: Hash
    key: Hash
    options: str
    carry: str
    decks: list[list[str]]
    viewer: SeatNumber | None = None


class Record(Line, frozen=True):
    """A link of a table's chain; `packed` are its canonical bytes (F21)."""

    deal: Number
    at: Number
    head: Hash

    kind: ClassVar[str]

    def fields(self) -> list[fair.Field]:
        raise NotImplementedError

    def packed(self) -> bytes:
        return fair.pack(self.kind, self.deal, self.at, *self.fields())


class Offer(Record, tag="offer", frozen=True, kw_only=True):
    game: str
    mode: str
    cards: Number
    commitment: Hash
    roots: list[Hash]

    kind = "offer"

    @property
    def sealed(self) -> bool:
        return self.mode == "sealed"

    def shaped(self) -> bool:
        if self.sealed:
            return len(self.roots) == 2 and 2 <= self.cards <= 256
        return self.mode == "open" and not self.roots and self.cards == 0

    def fields(self) -> list[fair.Field]:
        roots = map(bytes.fromhex, self.roots)
        return [self.game, self.mode, self.cards, bytes.fromhex(self.commitment), *roots]


class Seated(Struct, frozen=True, gc=False):
    """A seat of a lock, and what its holder pledged (empty: nothing)."""

    seat: SeatNumber
    user: str
    kind: Annotated[str, Meta(pattern="^(player|bot)$", max_length=6)]
    pledge: MaybeHash


class Lock(Record, tag="lock", frozen=True, kw_only=True):
    rules: Hash
    seats: list[Seated]
    sig: Signature

    kind = "lock"

    def packed(self) -> bytes:
        head = fair.pack("lock", self.deal, self.at, bytes.fromhex(self.rules), len(self.seats))
        rows = [(one.seat, one.user, one.kind, one.pledge) for one in self.seats]
        return head + fair.seated_fields(rows)


class Shared(Struct, frozen=True, gc=False):
    """A pledged seat's share (empty: withheld)."""

    seat: SeatNumber
    share: MaybeHash


class Dealt(Record, tag="deal", frozen=True, kw_only=True):
    shares: list[Shared]
    opened: MaybeHash

    kind = "deal"

    def packed(self) -> bytes:
        head = fair.pack("deal", self.deal, self.at, len(self.shares))
        rows = fair.shared_fields([(one.seat, one.share) for one in self.shares])
        return head + rows + fair.one_field(bytes.fromhex(self.opened))


class End(Record, tag="end", frozen=True, kw_only=True):
    seed: MaybeHash
    log: Hash
    result: Hash

    kind = "end"

    def fields(self) -> list[fair.Field]:
        return [bytes.fromhex(self.seed), bytes.fromhex(self.log), bytes.fromhex(self.result)]


class Void(Record, tag="void", frozen=True, kw_only=True):
    reason: str
    seed: MaybeHash
    sig: Signature

    kind = "void"

    def fields(self) -> list[fair.Field]:
        return [self.reason, bytes.fromhex(self.seed)]


class Own(Line, tag="own", frozen=True):
    share: Hash


class Leaves(Line, tag="leaves", frozen=True, rename={"hashes": "list"}):
    hashes: list[Any]


class Draw(Line, tag="draw", frozen=True):
    op: str
    deck: Any = UNSET  # null is something: it would be read in two ways
    n: Any = UNSET
    got: Any = UNSET


class Card(Line, tag="card", frozen=True, rename={"source": "from"}):
    card: str
    place: Any = UNSET
    draw: Any = UNSET
    salt: Any = UNSET
    source: Any = UNSET


class Move(Line, tag="move", frozen=True):
    n: Number
    at: Number
    seat: Annotated[int, Meta(ge=-1, le=fair.MOST)]
    move: str


class Sum(Line, tag="sum", frozen=True):
    sha256: Hash
    sig: Signature


KINDS = Head | Offer | Lock | Dealt | End | Void | Own | Leaves | Draw | Card | Move | Sum
_decoder = Decoder(KINDS)


def read(text: bytes) -> list[Line]:
    """F70: all lines; Bad FORMAT where one is not what it should be."""
    try:
        text.decode()
        rows = [row for row in text.split(b"\n") if row]
        lines: list[Line] = [_decoder.decode(row) for row in rows]
        for row in rows:
            json.loads(row, object_pairs_hook=_once, parse_float=_finite)
    except (DecodeError, ValueError, RecursionError):
        raise Bad("FORMAT") from None
    for line in lines:
        check(_shaped(line), "FORMAT", line)
    kinds = [type(line) for line in lines]
    check(kinds[:1] == [Head] and kinds.count(Head) == 1, "FORMAT")
    check(kinds.count(Own) <= 1 and kinds.count(Leaves) <= 1, "FORMAT")
    check(kinds.count(Sum) == (kinds[-1] is Sum), "FORMAT")
    return lines


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A name that stands twice in an object says two things: who reads it would choose."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name stands twice")
    return found


def _finite(text: str) -> float:
    """1e999 is no number, in a field that nobody knows either."""
    if not isfinite(found := float(text)):
        raise ValueError("a number without end")
    return found


def _shaped(line: Line) -> bool:
    if isinstance(line, Offer):
        return line.shaped()
    if isinstance(line, Lock | Dealt):
        rows = line.seats if isinstance(line, Lock) else line.shares
        seats = [row.seat for row in rows]
        return all(a < b for a, b in pairwise(seats))
    return True
