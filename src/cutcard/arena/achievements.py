"""Achievements: data over counters (docs/rules/arena.md A86-A90). A game's own are in its folder's
`achievements.json`; those of all games together here. A new row over known counters needs no
code."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from types import ModuleType
from typing import Any, Literal

from msgspec import Struct, field, json

from cutcard.kernel.game import Game

AT_LEAST = "AtLeast"  # a field of `where` that ends so is a lower bound


class Achievement(Struct, frozen=True, rename="camel"):
    """One row: which counter, summed over what, how much of it, and under which conditions."""

    id: str
    game: str
    counter: str
    scope: Literal["ever", "match", "deal", "row"]
    least: int
    where: dict[str, Any] | None = None
    tiers: tuple[int, ...] = ()
    against: Literal["people", "any"] = "people"
    private: bool = False
    note: str = ""

    def steps(self) -> tuple[int, ...]:
        """What is given one by one; `least` is the one that is announced (A86)."""
        return self.tiers or (self.least,)


class Played(Struct, frozen=True):
    """A deal that is over, for one user: what it counted, and what of its match is known."""

    number: int  # in the order of writing
    at: int
    game: str
    deal: str
    counters: dict[str, int]
    match: dict[str, Any] = field(default_factory=dict)  # mode, seats, ranked, place, reason, …
    last: bool = True  # the match's last deal
    won: bool = False
    bots: bool = False
    void: bool = False


class Given(Struct, frozen=True):
    """A88: given once, with the time and the deal."""

    id: str
    tier: int
    at: int
    deal: str
    private: bool = False
    announced: bool = False


def read(text: bytes) -> tuple[Achievement, ...]:
    return json.decode(text, type=tuple[Achievement, ...])


def of_all() -> tuple[Achievement, ...]:
    """Those of no single game."""
    return read(files("cutcard.arena").joinpath("achievements.json").read_bytes())


def of_game(game: Game) -> tuple[Achievement, ...]:
    """Those in the game's folder; none where it has none."""
    if not isinstance(game, ModuleType):
        return ()
    path = files(game.__name__).joinpath("achievements.json")
    return read(path.read_bytes()) if path.is_file() else ()


class Shelf:
    """One user's achievements: a fold over their deals (A24, A88)."""

    def __init__(self, rows: Sequence[Achievement]) -> None:
        self.rows = rows
        self.sums: dict[str, int] = {}
        self.streaks: dict[str, int] = {}
        self.in_match: dict[str, int] = {}
        self.given: dict[tuple[str, int], Given] = {}

    def over(self, played: Played) -> list[Given]:
        """A deal is over, its counters are counted: what is given for it now."""
        if played.void:
            return []
        found: list[Given] = []
        for row in self.rows:
            if row.game not in ("*", played.game) or (played.bots and row.against == "people"):
                continue
            for tier in row.steps():
                key = (row.id, tier)
                if key not in self.given and self._reached(row, played) >= tier:
                    self.given[key] = one = Given(
                        row.id, tier, played.at, played.deal, row.private, tier == row.least
                    )
                    found.append(one)
            self._forget(row, played)
        return found

    def _reached(self, row: Achievement, played: Played) -> int:
        """How much of the counter there is by the row's scope; counted once a deal."""
        mark = f"{row.id}@{played.number}"
        if mark not in self.in_match:
            value = played.counters.get(row.counter, 0) if fits(row, played) else 0
            self.in_match[mark] = value
            self.sums[row.id] = self.sums.get(row.id, 0) + value
            if row.scope == "row" and played.last:
                self.streaks[row.id] = self.streaks.get(row.id, 0) + 1 if value else 0
            if row.scope == "match":
                self.in_match[row.id] = self.in_match.get(row.id, 0) + value
        if row.scope == "ever":
            return self.sums[row.id]
        if row.scope == "row":
            return self.streaks.get(row.id, 0)
        return self.in_match[row.id if row.scope == "match" else mark]

    def _forget(self, row: Achievement, played: Played) -> None:
        self.in_match.pop(f"{row.id}@{played.number}", None)
        if played.last:
            self.in_match.pop(row.id, None)

    def profile(self, own: bool) -> list[Given]:
        """A89: private ones are shown to nobody but oneself."""
        found = sorted(self.given.values(), key=lambda one: (one.at, one.id, one.tier))
        return [one for one in found if own or not one.private]


def fits(row: Achievement, played: Played) -> bool:
    """A87: `where` names equal fields of the match or of what was counted in it."""
    known: Mapping[str, Any] = {**played.counters, **played.match}
    for name, wanted in (row.where or {}).items():
        if name.endswith(AT_LEAST):
            if known.get(name.removesuffix(AT_LEAST), 0) < wanted:
                return False
        elif known.get(name) != wanted:
            return False
    return True


def rebuild(rows: Sequence[Achievement], deals: Iterable[Played]) -> Shelf:
    """A88: made again from the list, without what is void."""
    shelf = Shelf(rows)
    for played in sorted(deals, key=lambda one: one.number):
        shelf.over(played)
    return shelf
