"""A recorded deal as text, by the game's own words where its screen.py has some.

A screen has `show(view, seat, names)`, `say(fact, names)` and `describe(move, view)`. One that
tells a deal in its own way (street by street) also has `replay(steps, names)`: it is given
Scenes and yields lines. A Scene has at, seat, move, facts, to and view; the first has no move.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from types import ModuleType

from msgspec import Struct, json

from cutcard.bots.parts import part
from cutcard.kernel.game import NATURE, Fact, Game, Move, Seat, Tick, View
from cutcard.kernel.hear import heard
from cutcard.kernel.optional import Retelling

from .verify import Step


class Scene(Struct, frozen=True):
    """A step as one viewer sees it; to whoever sees all, every fact in full."""

    at: int
    seat: Seat
    move: Move | Tick | None  # none before the first
    facts: list[Fact]
    to: list[tuple[Seat, ...] | None]  # of each fact: who alone was told; None: everyone
    view: View


class Screen:
    """How a game is put into words: by its screen.py, and else as JSON."""

    def __init__(self, rules: Game) -> None:
        self.module: ModuleType | None = part(rules, "screen")

    def show(self, view: View, seat: Seat | None, names: Sequence[str]) -> str:
        if self.module is not None:
            return str(self.module.show(view, seat, names))
        return json.format(json.encode(view), indent=2).decode()

    def say(self, fact: Fact, names: Sequence[str]) -> str:
        if self.module is not None:
            return str(self.module.say(fact, names))
        return json.encode(fact).decode()

    def describe(self, move: Move, view: View) -> str:
        if self.module is not None:
            return str(self.module.describe(move, view))
        return plainly(move)


def plainly(move: Move | Tick) -> str:
    """A move without a game's own words: its tag and its fields."""
    raw = json.decode(json.encode(move))
    fields = ", ".join(f"{key} {value}" for key, value in raw.items() if key != "type")
    return f"{raw.get('type', '')} {fields}".strip()


def names_of(seats: int) -> list[str]:
    """What seats are called when nobody is known to sit there."""
    return [f"Seat {seat}" for seat in range(seats)]


def scenes(steps: Iterable[Step], viewer: Seat | None, everything: bool) -> Iterator[Scene]:
    """The steps as one viewer saw them, or with every fact in full."""
    for step in steps:
        facts = [one.fact for one in step.told] if everything else heard(step.told, viewer)
        to: list[tuple[Seat, ...] | None] = [None] * len(facts)
        if everything:
            to = [one.to for one in step.told]
        yield Scene(step.at, step.seat, step.move, facts, to, step.state.view(viewer))


def lines(
    screen: Screen, seen: Iterable[Scene], viewer: Seat | None, names: Sequence[str]
) -> Iterable[str]:
    """The deal as text, line by line; `screen.replay` does it where the game has one."""
    if isinstance(screen.module, Retelling):
        told: Iterable[str] = screen.module.replay(seen, names)
        return told
    return _lines(screen, seen, viewer, names)


def _lines(
    screen: Screen, seen: Iterable[Scene], viewer: Seat | None, names: Sequence[str]
) -> Iterator[str]:
    before: Scene | None = None
    for scene in seen:
        if before is None:
            yield screen.show(scene.view, viewer, names)
        else:
            yield f"{scene.at / 1000:9.1f} s  {_who(scene, before, screen, names)}"
            for fact, to in zip(scene.facts, scene.to, strict=True):
                alone = f"({', '.join(names[seat] for seat in to)} alone) " if to else ""
                if text := screen.say(fact, names):
                    yield f"{'':13}{alone}{text}"
        before = scene
    if before is not None and before.move is not None:
        yield screen.show(before.view, viewer, names)


def _who(scene: Scene, before: Scene, screen: Screen, names: Sequence[str]) -> str:
    assert scene.move is not None
    if scene.seat == NATURE:
        return f"time: {plainly(scene.move)}"  # ticks are nobody's to describe
    return f"{names[scene.seat]}: {screen.describe(scene.move, before.view)}"
