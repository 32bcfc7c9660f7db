"""A Duel on the test bench: plays due timers as a table would, keeps all that was told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from cutcard.games import duel
from cutcard.games.duel import moves
from cutcard.games.duel.deck import NUMBERS
from cutcard.kernel.digest import digest
from cutcard.kernel.game import NATURE, Fact, Illegal, Seat, Told
from cutcard.kernel.hear import heard
from cutcard.kernel.rng import Rng


class Bench:
    """One deal, its clock, and what was told in it."""

    def __init__(self, seed: str = "bench", **options: Any) -> None:
        self.options = duel.Options(**options)
        self.duel = duel.deal(self.options, 2, Rng.named(seed))
        self.at = 0
        self.told: list[Told] = []

    def do(self, seat: Seat, move: Any) -> list[Told]:
        """Play a move now; returns what it told."""
        told: list[Told] = []
        self.duel.play(seat, move, self.at, told)
        self.told += told
        return told

    def wait(self, ms: int) -> list[Told]:
        """Let time pass, playing each timer when it is due."""
        until, told = self.at + ms, []
        while True:
            due = sorted(self.duel.timers(), key=lambda timer: timer.due)
            if not due or due[0].due > until:
                self.at = until
                return told
            self.at = max(self.at, due[0].due)
            told += self.do(NATURE, due[0].tick)

    def start(self) -> Bench:
        self.do(0, moves.Ready())
        self.do(1, moves.Ready())
        return self

    def play(self, seat: Seat, index: int, number: int | None = None) -> list[Told]:
        return self.do(seat, moves.CardPlay(index, number or self.duel.round))

    def round(self, first: int, second: int) -> list[Told]:
        """Both play, and the pause passes where one follows."""
        told = self.play(0, first) + self.play(1, second)
        return told + self.wait(self.options.round_pause_ms)

    def refused(self, seat: Seat, move: Any, at: int | None = None) -> tuple[str, str]:
        """The refusal's code and sentence, having changed nothing."""
        before, told = digest(self.duel, 2), []
        with pytest.raises(Illegal) as no:
            self.duel.play(seat, move, self.at if at is None else at, told)
        assert digest(self.duel, 2) == before
        assert not told
        return no.value.code, no.value.message

    def stack(self, *names: str) -> Bench:
        """QUICK: put these cards at places 0, 1, 2 …"""
        order = self.duel.deck.order
        for place, name in enumerate(names):
            other = order.index(NUMBERS[name])
            order[place], order[other] = order[other], order[place]
        return self

    def hold(self, *hands: str) -> Bench:
        """HAND: give the seats these cards, written "KS 2H …"; the rest is the deck's."""
        held = [sorted(NUMBERS[name] for name in hand.split()) for hand in hands]
        rest = [card for card in range(52) if card not in held[0] + held[1]]
        self.duel.hands = held
        free = self.duel.deck.free
        assert len(rest) == len(free)
        for place, card in zip(free, rest, strict=True):
            self.duel.deck.order[place] = card
        return self

    def heard(self, viewer: Seat | None, kind: type[Fact] | None = None) -> list[Fact]:
        """What a viewer was told so far, of one kind or all."""
        facts = heard(self.told, viewer)
        return [fact for fact in facts if kind is None or isinstance(fact, kind)]

    @property
    def view(self) -> moves.View:
        """What a spectator sees."""
        return self.duel.view(None)


@pytest.fixture
def bench() -> Callable[..., Bench]:
    return Bench
