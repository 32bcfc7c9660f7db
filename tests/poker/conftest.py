"""A table to set up: hands with the cards and stacks a rule needs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from cutcard.games.poker import Carry, Options, Poker, deal
from cutcard.games.poker.hand import DRAW, Hand
from cutcard.games.poker.moves import Begin, Sit
from cutcard.games.poker.stakes import Stakes
from cutcard.games.poker.variants import VARIANTS
from cutcard.kernel.cards import parse_many
from cutcard.kernel.game import NATURE
from cutcard.kernel.rng import Rng


def _deck(code: str, holes: Sequence[str], board: str, n: int) -> list[int]:
    """A deck that deals these hands and this board; everything else as it lies."""
    variant = VARIANTS[code]
    hands = [parse_many(hole) for hole in holes]
    cards = parse_many(board)
    used = {*cards, *(c for hand in hands for c in hand)}
    rest = [c for c in variant.deck if c not in used]
    hole = variant.streets[0].hole
    deck: list[int] = []
    for i in range(n):
        hand = hands[i] if i < len(hands) else []
        deck += hand[:hole] + [rest.pop(0) for _ in range(hole - len(hand[:hole]))]
    if variant.boards:
        for size in (3, 1, 1):
            deck += [rest.pop(0), *cards[:size]]
            cards = cards[size:]
    return deck + rest


def make_hand(
    stacks: Sequence[int],
    blinds: Sequence[int] | None = None,
    *,
    code: str = "NT",
    holes: Sequence[str] = (),
    board: str = "2c7d9hJs5c",
    bet: int = 2,
    **more: Any,
) -> Hand:
    """A hand by place: 0 is left of the button; heads-up 0 is the big blind."""
    n = len(stacks)
    if blinds is None:
        blinds = [bet, bet // 2] if n == 2 else [bet // 2, bet] + [0] * (n - 2)
        if VARIANTS[code].stud:
            blinds = [0] * n
    stakes = Stakes(VARIANTS[code], blinds, bet=bet, **more)
    return Hand(stakes, list(stacks), _deck(code, holes, board, n), Rng.named("test"))


def run_hand(h: Hand, line: str) -> Hand:
    """f fold, c check or call, r20 bet or raise to 20, b bring-in, d stand pat, dAhKd discard."""
    for word in line.split():
        if word == "f":
            h.fold()
        elif word == "c":
            h.call()
        elif word == "b":
            h.bring_in()
        elif word[0] == "r":
            h.raise_to(int(word[1:]))
        else:
            assert h.phase == DRAW
            h.discard(parse_many(word[1:]))
    return h


@pytest.fixture
def hand() -> Callable[..., Hand]:
    return make_hand


@pytest.fixture
def run() -> Callable[[Hand, str], Hand]:
    return run_hand


@pytest.fixture
def table() -> Callable[..., Poker]:
    """A table of that many seats; with stacks it has played before, so that it goes on. Of a
    new tournament all seats are taken."""

    def make(
        seats: int, options: Options | None = None, carry: Carry | None = None, name: str = "table"
    ) -> Poker:
        t = deal(options or Options(), seats, Rng.named(name), carry)
        if t.tournament and carry is None:
            for seat in range(seats):
                t.play(seat, Sit())
        return t

    return make


@pytest.fixture
def begin() -> Callable[[Poker], Poker]:
    """Let the timer start the hand."""

    def start(t: Poker) -> Poker:
        (timer,) = t.timers()
        assert timer.tick == Begin()
        t.play(NATURE, timer.tick, timer.due)
        return t

    return start
