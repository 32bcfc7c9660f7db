"""Loading card sets: the starter set of this folder, and any other given as text.

Nothing of a set is loaded while it has a problem; all problems are reported together.
"""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from msgspec import DecodeError, json

from .compile import card_set
from .decks import auto_deck, deck_problems
from .defs import CardSet
from .inspection import BYTES, problems

STARTER = Path(__file__).parent / "data" / "starter.json"
DEEPEST = 40  # brackets within brackets, before anything is read


class BadSet(ValueError):
    """A card set with problems; `problems` lists them all."""

    def __init__(self, found: list[str]) -> None:
        shown = "; ".join(found[:5])
        more = f"; and {len(found) - 5} more" if len(found) > 5 else ""
        super().__init__(f"{shown}{more}")
        self.problems = found


def read(text: str | bytes) -> tuple[Any, list[str]]:
    """The file's data and every problem with it."""
    raw = text.encode() if isinstance(text, str) else text
    if len(raw) > BYTES:
        return None, [f"the file has {len(raw)} bytes; at most {BYTES} are taken"]
    if _depth(raw) > DEEPEST:
        return None, [f"brackets are nested more than {DEEPEST} deep"]
    try:
        data = json.decode(raw)
    except (DecodeError, UnicodeDecodeError, RecursionError) as no:
        return None, [f"the file is no JSON: {no}"]
    found = problems(data)
    if not found:
        made = card_set(data)
        for name, deck in made.decks.items():
            found += [f"decks.{name}: {one.message}" for one in deck_problems(made, deck)]
    return data, found


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
    """A set from the text of its file, or BadSet."""
    data, found = read(text)
    if found:
        raise BadSet(found)
    made = card_set(data)
    if not made.decks:
        made.decks["every_card"] = auto_deck(made)
    return made


@cache
def starter() -> CardSet:
    """The set that comes with the game."""
    return load(STARTER.read_text(encoding="utf-8"))
