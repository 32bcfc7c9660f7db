"""The cases of tests/data/guandan, whose README says what they are and where they come from."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from cutcard.games.guandan.shapes import Form

FOLDER = Path(__file__).parent.parent / "data" / "guandan"


def form(text: str) -> Form:
    """`bomb 3 x4`: its type, its key, how many cards."""
    kind, key, size = text.split()
    return Form(kind, int(key), int(size[1:]))


def several(text: str) -> set[Form]:
    return {form(one) for one in text.split("; ") if one}


def _rows(name: str) -> Iterator[list[str]]:
    for line in (FOLDER / name).read_text().splitlines():
        if not line.startswith("#"):
            yield line.split("|")


def kept_readings() -> list[tuple[str, list[str], set[Form]]]:
    """Level, cards, and all that exactly these cards can be."""
    return [(level, cards.split(), several(found)) for level, cards, found in _rows("readings.txt")]


def kept_forms() -> list[tuple[str, list[str], Form | None, set[Form], set[Form]]]:
    """Level, hand, what lies on the table, and what may be played under either preset:
    `competition`, `spec`."""
    cases = []
    for level, hand, beat, official, *spec in _rows("forms.txt"):
        either = several(official), several(spec[0] if spec else official)
        cases.append((level, hand.split(), form(beat) if beat else None, *either))
    return cases
