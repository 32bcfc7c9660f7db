"""A Guandan table on the test bench: hands as text, a clock, and all that was told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from cutcard.games import guandan
from cutcard.games.guandan import moves
from cutcard.games.guandan.deck import level_of, names, pack, pack_names, whole_deck
from cutcard.games.guandan.rules import State
from cutcard.games.guandan.state import PLAY
from cutcard.games.guandan.tribute import payers_of
from cutcard.kernel.digest import digest
from cutcard.kernel.game import NATURE, Fact, Illegal, Seat, Told
from cutcard.kernel.rng import Rng


class Bench:
    """One deal, its clock, and what was told in it."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.at = 0
        self.told: list[Told] = []

    def do(self, seat: Seat, move: Any) -> list[Fact]:
        """Play a move now; returns the facts it told."""
        told: list[Told] = []
        self.state.play(seat, move, self.at, told)
        self.told += told
        return [one.fact for one in told]

    def lay(self, seat: Seat, cards: str, form: str = "", key: int = 0) -> list[Fact]:
        """Play cards written like `3s 3h`."""
        return self.do(seat, moves.Play(tuple(cards.split()), form, key))

    def skip(self, *seats: Seat) -> None:
        """Let seats pass one after the other."""
        for seat in seats:
            self.do(seat, moves.Pass())

    def wait(self, ms: int) -> list[Fact]:
        """Let time pass, playing each timer when it is due."""
        until, facts = self.at + ms, []
        while due := [timer for timer in self.state.timers() if timer.due <= until]:
            timer = min(due, key=lambda one: one.due)
            self.at = max(self.at, timer.due)
            facts += self.do(NATURE, timer.tick)
        self.at = until
        return facts

    def refused(self, seat: Seat, move: Any) -> Illegal:
        """The refusal of a move, which must have changed nothing."""
        before = digest(self.state, 4)
        with pytest.raises(Illegal) as refusal:
            self.do(seat, move)
        assert digest(self.state, 4) == before
        return refusal.value

    def refused_cards(self, seat: Seat, cards: str) -> Illegal:
        return self.refused(seat, moves.Play(tuple(cards.split())))

    def heard(self, tag: str) -> list[Fact]:
        """All facts of that name so far."""
        return [told.fact for told in self.told if told.fact.__struct_config__.tag == tag]

    def hand(self, seat: Seat) -> list[str]:
        return list(names(self.state.hands[seat], self.state.level))

    def cards_in_all(self) -> int:
        """The cards of all hands and of all plays, as one hand."""
        return sum(self.state.hands) + self.state.gone


def playing(*hands: str, level: str = "2", lead: Seat = 0, **options: Any) -> Bench:
    """Four hands at play, the leader to act; the deal is over when it is."""
    options.setdefault("pause_seconds", 0)
    state = State(
        guandan.Options(**options), Rng.named("bench"), None, [pack_names(h.split()) for h in hands]
    )
    state.level = level_of(level)
    state.phase = PLAY
    state.turn = lead
    state.wait((lead,), 0)
    return Bench(state)


def completed(*starts: str, level: str, low: Sequence[Seat] = ()) -> list[int]:
    """Four hands of 27 that begin with these cards; seats in `low` get the lowest of the rest."""
    deck = sorted(whole_deck(), key=lambda kind: kind % 13 if kind < 52 else kind)
    deck = [k for k in deck if k < 52 and k % 13 != level_of(level)] + [
        k for k in deck if k >= 52 or k % 13 == level_of(level)
    ]
    hands = [[(b.bit_length() - 1) >> 2 for b in map(_bit, start.split())] for start in starts]
    for hand in hands:
        for kind in hand:
            deck.remove(kind)
    for seat in sorted(range(4), key=lambda seat: seat not in low):
        while len(hands[seat]) < 27:
            hands[seat].append(deck.pop(0))
    return [pack(hand) for hand in hands]


def _bit(name: str) -> int:
    return pack_names([name])


def owing(
    order: Sequence[Seat], *starts: str, level: str = "7", begin: bool = True, **options: Any
) -> Bench:
    """A deal after one that ended in that order, its level that of the first; tribute is due."""
    options.setdefault("pause_seconds", 0)
    levels = (level, "2") if order[0] % 2 == 0 else ("2", level)
    carry = moves.Carry(levels, tuple(order))
    hands = completed(*starts, level=level, low=payers_of(tuple(order)))
    bench = Bench(State(guandan.Options(**options), Rng.named("owing"), carry, hands))
    if begin:
        bench.wait(0)
    return bench


class Kit:
    """What the tests of this folder share."""

    playing = staticmethod(playing)
    owing = staticmethod(owing)
    completed = staticmethod(completed)
    Bench = Bench


@pytest.fixture
def kit() -> type[Kit]:
    return Kit


@pytest.fixture
def at_table() -> Callable[..., Bench]:
    """`playing`: four hands, the leader to act."""
    return playing


@pytest.fixture
def after() -> Callable[..., Bench]:
    """`owing`: a deal with tribute due."""
    return owing
