"""A Memory deal with a hand on its clock, for tests that read like the rule book."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest

from cutcard.games import memory
from cutcard.games.memory.board import COVERED
from cutcard.games.memory.moves import Flip, Options, Record, Start, View
from cutcard.games.memory.rules import Memory
from cutcard.kernel.digest import digest
from cutcard.kernel.game import NATURE, Illegal, Told
from cutcard.kernel.rng import Rng


class Sitting:
    """One deal, played as a table plays it: due timers first, then the move, at `self.at`."""

    def __init__(self, options: Options, seats: int = 1, name: str = "sitting") -> None:
        self.seats = seats
        self.at = 0
        self.facts: list[Record] = []
        self.deal: Memory = memory.deal(options, seats, Rng.named(name))

    @property
    def view(self) -> View:
        return self.deal.view(None)

    @property
    def seconds(self) -> int:
        """timerSeconds, as a page works it out from its view."""
        return memory.timer_seconds(self.view.elapsed_ms, self.view.running_since, self.at)

    def wait(self, ms: int) -> None:
        """Let time pass, and what comes with it."""
        until = self.at + ms
        while True:
            due = [t for t in self.deal.timers() if t.due <= until and self.deal.outcome() is None]
            if not due:
                break
            first = min(due, key=lambda t: t.due)
            self.at = max(self.at, first.due)
            self._play(NATURE, first.tick)
        self.at = until

    def play(self, move: Any, seat: int | None = None) -> list[Record]:
        """The facts of one move, by the seat to act if none is named."""
        self.wait(0)
        return self._play(self.deal.turn if seat is None else seat, move)

    def _play(self, seat: int, move: Any) -> list[Record]:
        told: list[Told] = []
        self.deal.play(seat, move, self.at, told)
        assert all(t.to is None for t in told), "Memory has no secrets between seats"
        facts = [t.fact for t in told]
        self.facts += facts
        return facts

    def start(self) -> Sitting:
        self.play(Start())
        return self

    def flip(self, *cells: int, seat: int | None = None) -> list[Record]:
        facts: list[Record] = []
        for cell in cells:
            facts += self.play(Flip(self.deal.board.ids[cell]), seat)
        return facts

    def refuses(self, move: Any, seat: int | None = None) -> str:
        """The code of the refusal, which changed nothing and told nothing."""
        self.wait(0)
        before, told = self.digest, list[Told]()
        with pytest.raises(Illegal) as refusal:
            self.deal.play(self.deal.turn if seat is None else seat, move, self.at, told)
        assert self.digest == before
        assert not told
        assert refusal.value.message.endswith(".")
        return refusal.value.code

    @property
    def digest(self) -> bytes:
        return digest(self.deal, self.seats)

    def cells(self) -> list[int]:
        """Covered cells."""
        return [cell for cell, face in enumerate(self.deal.faces) if face == COVERED]

    def pair(self) -> tuple[int, int]:
        """Two covered cards that match."""
        values = self.deal.values
        return next((a, b) for a, b in combinations(self.cells(), 2) if values[a] == values[b])

    def miss(self) -> tuple[int, int]:
        """Two covered cards that differ."""
        values = self.deal.values
        return next((a, b) for a, b in combinations(self.cells(), 2) if values[a] != values[b])

    def solve(self, pairs: int = 99) -> None:
        while self.cells() and pairs:
            self.flip(*self.pair())
            pairs -= 1

    def states(self) -> list[str]:
        return [card.state for card in self.view.cards.values()]


def match(options: Options, bots: list[Any], name: str) -> Memory:
    """A whole deal between bots, each told what its seat may know and no more."""
    rng = Rng.named(f"bots {name}")
    game, at = memory.deal(options, len(bots), Rng.named(name)), 0
    while game.outcome() is None:
        told: list[Told] = []
        due = min(game.timers(), key=lambda timer: timer.due, default=None)
        if due and (due.due <= at or not game.to_act()):
            at = max(at, due.due)
            game.play(NATURE, due.tick, at, told)
        else:
            (seat,) = game.to_act()
            view, legal = game.view(seat), game.legal(seat)
            move = bots[seat].choose(seat, view, legal, game.asides(seat), None, rng)
            at += 100
            game.play(seat, move, at, told)
        for bot in bots:
            bot.hear([t.fact for t in told])
    return game


@pytest.fixture(name="match")
def _match() -> Callable[..., Memory]:
    return match


@pytest.fixture
def sit() -> Callable[..., Sitting]:
    """Opens a sitting: `sit(2, grid_size=(2, 2))` seats two."""

    def opened(seats: int = 1, name: str = "sitting", **options: Any) -> Sitting:
        return Sitting(Options(**options), seats, name)

    return opened
