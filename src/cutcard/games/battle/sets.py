"""Loading card sets: the starter set of this folder, and any other given as text.

Nothing of a set is loaded while it has a problem; all problems are reported together. A set may
also come packed (`z:` and its zlib bytes in base64url), because a message to the server has room
for 16 kB and a set of a hundred cards has twice that.
"""

from __future__ import annotations

import copyreg
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import cache, lru_cache
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from msgspec import DecodeError, json

from .compile import card_set
from .decks import auto_deck, deck_problems
from .defs import CardSet
from .inspection import BYTES, inspected

STARTER = Path(__file__).parent / "data" / "starter.json"
PACKED = b"z:"
DEEPEST = 40  # brackets within brackets, before anything is read
_played: WeakValueDictionary[str, CardSet] = WeakValueDictionary()


class BadSet(ValueError):
    """A card set with problems; `problems` lists them all."""

    def __init__(self, found: list[str]) -> None:
        shown = "; ".join(found[:5])
        more = f"; and {len(found) - 5} more" if len(found) > 5 else ""
        super().__init__(f"{shown}{more}")
        self.problems = found


def pack(text: str | bytes) -> str:
    """A card file as one short line, for the option `cardSet`."""
    raw = text.encode() if isinstance(text, str) else text
    return PACKED.decode() + urlsafe_b64encode(zlib.compress(raw, 9)).decode()


def _unpacked(raw: bytes) -> bytes | None:
    """What was packed, one byte more than is taken at most; None: it is no such line."""
    try:
        packed = urlsafe_b64decode(raw.removeprefix(PACKED).strip())
        return zlib.decompressobj().decompress(packed, BYTES + 1)
    except (ValueError, zlib.error):
        return None


def read(text: str | bytes) -> tuple[CardSet | None, list[str]]:
    """The set, or every problem with its file."""
    raw = text.encode() if isinstance(text, str) else text
    if raw.startswith(PACKED) and len(raw) <= BYTES:
        found_inside = _unpacked(raw)
        if found_inside is None:
            return None, ["the set begins as a packed one (z:) and cannot be unpacked"]
        raw = found_inside
    if len(raw) > BYTES:
        return None, [f"the file has {len(raw)} bytes; at most {BYTES} are taken"]
    if _depth(raw) > DEEPEST:
        return None, [f"brackets are nested more than {DEEPEST} deep"]
    try:
        data = json.decode(raw)
    except (DecodeError, UnicodeDecodeError, RecursionError) as no:
        return None, [f"the file is no JSON: {no}"]
    seen = inspected(data)
    if found := seen.said:
        return None, found
    made = card_set(data)
    made.texts = frozenset(seen.texts)
    for name, deck in made.decks.items():
        found += [f"decks.{name}: {one.message}" for one in deck_problems(made, deck)]
    return (None if found else made), found


def _depth(raw: bytes) -> int:
    depth = most = 0
    for byte in raw:
        if byte in b"[{":
            depth += 1
            most = max(most, depth)
        elif byte in b"]}":
            depth -= 1
    return most


@lru_cache(maxsize=32)
def load(text: str) -> CardSet:
    """A set from the text of its file, or BadSet. It is read once for as long as it is played with,
    and those that were wanted last are kept besides."""
    if (there := _played.get(text)) is not None:
        return there
    made, found = read(text)
    if made is None:
        raise BadSet(found)
    made.text = text
    if not made.decks:
        made.decks["every_card"] = auto_deck(made)
    _played[text] = made
    return made


def _named(cards: CardSet) -> tuple[Any, ...]:
    """How a pickle names a set: the starter set by itself, another by its file."""
    if cards is starter():
        return starter, ()
    return load, (cards.text,)


copyreg.pickle(CardSet, _named)


@cache
def starter() -> CardSet:
    """The set that comes with the game."""
    return load(STARTER.read_text(encoding="utf-8"))
