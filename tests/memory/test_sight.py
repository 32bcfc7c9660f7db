"""What is kept of a view is never stale: at every step it equals one made anew by a copy."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import json

from cutcard.games import memory
from cutcard.games.memory import moves as m
from cutcard.games.memory.race import Race
from cutcard.games.memory.rules import Memory
from cutcard.kernel.game import NATURE, Illegal
from cutcard.kernel.rng import Rng

SETUPS = memory.setups()


def held_to(state: Memory | Race, seats: int) -> None:
    for viewer in (None, *range(seats)):
        shown, anew = state.view(viewer), state.copy().view(viewer)
        assert shown == anew
        assert json.encode(shown) == json.encode(anew)  # maps in the same order, too
        if isinstance(state, Memory):  # in a race everybody sees a lane of their own
            assert shown is state.view(None)


def step(state: Memory | Race, at: int, draw: random.Random) -> int:
    """A move, an aside, a refused move, or a time that has come; returns the time."""
    timers, to_act, chance = state.timers(), state.to_act(), draw.random()
    due = [timer for timer in timers if timer.due <= at]
    if due or not to_act or (timers and chance < 0.05):
        timer = min(timers, key=lambda one: one.due)
        state.play(NATURE, timer.tick, max(at, timer.due), [])
        return max(at, timer.due)
    seat = draw.choice(to_act)
    asides = [aside for aside in state.asides(seat) if type(aside) is not m.Surrender]
    if chance < 0.3 and asides:
        state.play(seat, draw.choice(asides), at, [])
    elif chance < 0.32:
        state.play(seat, m.Surrender(), at, [])
    elif chance < 0.35:
        with pytest.raises(Illegal):
            state.play(seat, m.Flip("nowhere"), at, [])
    else:
        state.play(seat, draw.choice(state.legal(seat)), at, [])
    return at


@pytest.mark.parametrize(("options", "seats"), SETUPS, ids=range(len(SETUPS)))
@settings(max_examples=15)
@given(seed=st.integers(0, 2**32))
def test_a_view_is_what_it_would_be_made_anew(options: m.Options, seats: int, seed: int) -> None:
    draw = random.Random(seed)
    rng, carry = Rng.named(seed), None
    for _ in range(2):
        state, at = memory.deal(options, seats, rng.fork(), carry), 0
        for _ in range(400):
            held_to(state, seats)
            if draw.random() < 0.05:
                viewer = draw.choice([None, *range(seats)])
                world = state.redeal(viewer, Rng.named(f"world {draw.random()}"))
                assert world.view(viewer) == state.view(viewer)
                held_to(world, seats)
                if world.outcome() is None:
                    step(world, at, draw)
                held_to(world, seats)
            if draw.random() < 0.05:
                state = state.copy()
            if state.outcome() is not None:
                break
            at = step(state, at + draw.randrange(700), draw)
        carry = state.next()
        if carry is None:
            break


def test_what_did_not_change_is_the_same_object() -> None:
    state = memory.deal(m.Options(auto_start=True), 2, Rng.named("shared"))
    state.play(NATURE, state.timers()[0].tick)
    before = state.view(0)
    said = json.encode(before)
    state.play(0, state.board.flips[5], 1, [])
    after = state.view(1)
    assert after is state.view(None)
    assert after.players is before.players
    for cell, card in after.cards.items():
        assert (card is before.cards[cell]) is (cell != 5)
    assert json.encode(before) == said  # what was shown stays as it was


def test_no_face_shows_while_paused_and_all_do_again() -> None:
    state = memory.deal(m.Options(auto_start=True), 1, Rng.named("paused"))
    state.play(NATURE, state.timers()[0].tick)
    cell = next(i for i in range(1, 16) if state.values[i] == state.values[0])
    for turned in (0, cell):
        state.play(0, state.board.flips[turned], 1, [])
    open_ = state.view(0).cards[cell]
    assert open_.value == state.values[cell]
    state.play(0, m.Pause(), 2, [])
    assert state.view(0).cards[cell] == m.Card(open_.id, "Solved")
    state.play(0, m.Resume(), 3, [])
    assert state.view(0).cards[cell] == open_
