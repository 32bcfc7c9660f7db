"""T37, T38, T41, T48: the event knows where button and blinds of a hand are before the game says
so; both go by the same rules, at any table."""

from __future__ import annotations

import pytest

from cutcard.arena.button import Positions, positions
from cutcard.games import game
from cutcard.games.poker import event as staging
from cutcard.kernel.game import NATURE
from cutcard.kernel.optional import Stage
from cutcard.kernel.rng import Rng


def by_the_game(stage):
    options = staging.options({}, 1000)
    carry = staging.carry(options, stage)
    state = game("poker").deal(options, len(stage.stacks), Rng.named("button"), carry)
    start = state.timers()[0]
    state.play(NATURE, start.tick, start.due)
    small = state.small if state.small >= 0 else state.button
    return Positions(tuple(sorted(state.order)), state.button, small, state.big)


def any_stage(rng):
    """Any seats, any last blinds, anybody may wait; and one of few has a single big blind."""
    size = 2 + rng.below(9)
    stacks = [100 * rng.below(2) for _ in range(size)]
    for seat in (rng.below(size), rng.below(size), rng.below(size)):
        stacks[seat] = 100
    taken = [seat for seat in range(size) if stacks[seat]]
    if len(taken) < 2:
        stacks[(taken[0] + 1) % size] = 100
    small = rng.below(size)
    big = (small + 1 + rng.below(size - 1)) % size
    waits = tuple(seat for seat in range(size) if stacks[seat] and not rng.below(4))
    alone = big if stacks[big] and big not in waits and not rng.below(4) else -1
    return Stage(tuple(stacks), 10, 20, 0, 9, small, small, big, waits, alone)


def test_T37_T41_who_waited_while_two_played_has_the_button_where_it_has_not_passed_them():
    """Seen in an event of 5,000: 7 waits while 1 and 4 play; 4 goes out, 3 comes."""
    stage = Stage((0, 35835, 0, 18500, 0, 0, 0, 1765, 0), 10, 20, 0, 39, 4, 4, 1)
    assert positions(stage) == Positions((1, 3, 7), 7, 1, 3) == by_the_game(stage)


@pytest.mark.parametrize("number", range(6))
def test_T37_T38_T48_the_event_and_the_game_have_the_same_button_and_blinds(number):
    rng = Rng.named(f"button {number}")
    for _ in range(100):
        stage = any_stage(rng)
        assert positions(stage) == by_the_game(stage), stage
