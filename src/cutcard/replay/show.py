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
    move: Move | Tick | None  # none before the first, and where the viewer was not told it
    facts: list[Fact]
    to: list[tuple[Seat, ...] | None]  # of each fact: who alone was told; None: everyone
    view: View
    sides: list[View] = []  # to whoever sees all, each seat's own


class Screen:
    """How a game is put into words: by its screen.py, and else as JSON."""

    def __init__(self, rules: Game, *, plain: bool = False) -> None:
        self.module: ModuleType | None = None if plain else part(rules, "screen")

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


def scenes(
    steps: Iterable[Step], viewer: Seat | None, everything: bool, seats: int
) -> Iterator[Scene]:
    """The steps as one viewer saw them, or with every fact in full."""
    for step in steps:
        facts = [one.fact for one in step.told] if everything else heard(step.told, viewer)
        to: list[tuple[Seat, ...] | None] = [None] * len(facts)
        sides: list[View] = []
        if everything:
            to = [one.to for one in step.told]
            sides = [step.state.view(seat) for seat in range(seats)]
        # what another chose may be hidden still; the facts say what became known of it
        move = step.move if everything or step.seat == viewer else None
        yield Scene(step.at, step.seat, move, facts, to, step.state.view(viewer), sides)


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
        if before is None and scene.move is None and not scene.facts:
            yield screen.show(scene.view, viewer, names)
        else:
            yield from step_lines(screen, scene, before, names)
        before = scene
    if before is not None:
        yield screen.show(before.view, viewer, names)


def step_lines(
    screen: Screen, scene: Scene, before: Scene | None, names: Sequence[str]
) -> Iterator[str]:
    """One step: who did what, and what was told."""
    said = [_who(scene, before, screen, names)]
    for fact, to in zip(scene.facts, scene.to, strict=True):
        alone = f"({', '.join(names[seat] for seat in to)} alone) " if to else ""
        if text := screen.say(fact, names):
            said.append(f"{alone}{text}")
    for n, text in enumerate(said if said[0] else said[1:]):
        yield f"{'':13}{text}" if n else f"{scene.at / 1000:9.1f} s  {text}"


def _who(scene: Scene, before: Scene | None, screen: Screen, names: Sequence[str]) -> str:
    if scene.move is None:  # the viewer was told what came of it
        return ""
    if scene.seat == NATURE:
        return f"time: {plainly(scene.move)}"  # ticks are nobody's to describe
    if before is None:
        return f"{names[scene.seat]}: {plainly(scene.move)}"
    view = before.sides[scene.seat] if before.sides else before.view
    return f"{names[scene.seat]}: {screen.describe(scene.move, view)}"
