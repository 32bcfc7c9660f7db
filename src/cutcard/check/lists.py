"""The lists a game checks in: what is private, what parts worlds, which facts were compared.

They live in `golden/leak.json` of the game's folder and are written by `cutcard check --record`.
A person reads them once and sees that they are right; from then on a change is a fault until it
is recorded again. `fixed` is written by hand: private places that no redeal can vary, and why.
"""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

from msgspec import Struct, field, json

from .case import Findings


class Lists(Struct):
    """What a run of so many cases saw."""

    cases: int
    facts: list[str]
    private: list[str]  # "seat hand.*": hidden from another seat; "spectator hand.*"
    parted: list[str]
    fixed: dict[str, str] = field(default_factory=dict)


def of(found: Findings, cases: int) -> Lists:
    """The lists of a run, all setups together."""
    return Lists(
        cases,
        sorted(name for name, count in found.compared.items() if count),
        _merged(found.private),
        _merged(found.parted),
    )


def _merged(places: set[str]) -> list[str]:
    return sorted({" ".join(place.split("/", 2)[1:]) for place in places})


def file_of(game: ModuleType) -> Path | None:
    """Where a game's lists are; None for a game that is not a folder."""
    place = Path(game.__file__ or "")
    return place.parent / "golden" / "leak.json" if place.name == "__init__.py" else None


def recorded(game: ModuleType) -> Lists | None:
    """The lists that were checked in, if any."""
    place = file_of(game)
    if place is None or not place.is_file():
        return None
    return json.decode(place.read_bytes(), type=Lists)


def record(game: ModuleType, lists: Lists) -> Path | None:
    """Write the lists into the game's folder; what was fixed by hand stays."""
    place = file_of(game)
    if place is None:
        return None
    old = recorded(game)
    lists.fixed = old.fixed if old else {}
    place.parent.mkdir(exist_ok=True)
    place.write_bytes(json.format(json.encode(lists), indent=2) + b"\n")
    return place


def differences(old: Lists, new: Lists) -> list[str]:
    """How a run differs from what was checked in, in sentences."""
    said = []
    for what in ("facts", "private", "parted"):
        before, now = set(getattr(old, what)), set(getattr(new, what))
        said += [f"{what} has `{name}`, which is not checked in" for name in sorted(now - before)]
        if new.cases >= old.cases:
            said += [f"{what} has no `{name}` any more" for name in sorted(before - now)]
    return said
