"""What is kept of a view from one move to the next is never old and never another's.

Random play at every kind of table, looked at by some viewers after some moves: whatever was kept,
the view is the one that is made from nothing."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest
from msgspec import json

from cutcard.games.poker import Options, Poker, deal, moves, setups
from cutcard.kernel.game import NATURE, Illegal
from cutcard.kernel.rng import Rng

HOUSE_RULES = [
    (Options(variant="8-game", start_stack=80, small_blind=2, big_blind=4), 6),
    (Options(variant="FO/8", buy_in=40), 4),
    (Options(variant="PT", min_buy_in=4, buy_in=12, allow_run_it_twice=True), 4),
    (Options(variant="FB", buy_in=60, result_delay=1000), 5),
    (Options(variant="N2L1D", min_buy_in=4, buy_in=8, table_all_in=False), 5),
]
TABLES = [*setups(), *HOUSE_RULES]


def afresh(state: Poker, viewer: int | None) -> object:
    """The view with nothing kept."""
    twin = state.copy()
    twin.seen = None
    return twin.view(viewer)


def check(state: Poker, viewers: list[int | None]) -> None:
    for viewer in viewers:
        view = state.view(viewer)
        assert json.encode(view) == json.encode(afresh(state, viewer))
        assert state.view(viewer) is view
        for seat, player in view.players.items():
            if seat != viewer and seat not in state.shown:
                assert (player.cards, player.hand, player.hands) == (None, None, None)
            if seat != viewer:
                assert player.thrown is None
        if viewer is None or state.votes[viewer] < 0:
            assert view.my_vote is None


def step(state: Poker, chance: random.Random, at: int) -> int:
    """One move, aside or tick of those that are offered; now and then one that is refused."""
    timers = sorted(state.timers(), key=lambda timer: timer.due)
    acting = list(state.to_act())
    if timers and (not acting or chance.random() < 0.15):
        at = max(at, timers[0].due)
        state.play(NATURE, timers[0].tick, at, [] if chance.random() < 0.5 else None)
        return at
    seat = chance.choice(acting) if acting and chance.random() < 0.85 else None
    offered = list(state.legal(seat)) if seat is not None else []
    if not offered:
        seat = chance.randrange(state.n)
        calm = chance.random() < 0.7  # or too many leave, and nothing is played
        offered = [m for m in state.asides(seat) if not (calm and isinstance(m, moves.Leave))]
    assert seat is not None
    move = chance.choice(offered) if offered else moves.Fold()
    if isinstance(move, moves.Fold) and chance.random() < 0.6:
        move = moves.Call()
    with suppress(Illegal):
        state.play(seat, move, at, [] if chance.random() < 0.5 else None)
    return at + chance.randint(0, 50)


def wander(options: Options, seats: int, seed: str, steps: int) -> set[str]:
    """Plays deal after deal; returns the phases that were seen."""
    chance, rng = random.Random(seed), Rng.named(seed)
    everybody: list[int | None] = [*range(seats), None]
    state, at, phases = deal(options, seats, rng), 0, set()
    for _ in range(steps):
        phases.add(state.view(None).phase)
        check(state, chance.sample(everybody, chance.randint(0, len(everybody))))
        die = chance.random()
        if die < 0.1:  # a copy goes its own way, and so does its original
            aside, later = state.copy(), at
            for _ in range(chance.randint(1, 6)):
                if aside.outcome() is None:
                    later = step(aside, chance, later)
            check(aside, everybody)
            check(state, everybody)
        elif die < 0.2:  # so does what might be
            viewer = chance.choice(everybody)
            world = state.redeal(viewer, Rng.named(f"{seed} {at} {die}"))
            check(world, everybody)
            if viewer is not None or state.votes == [-1] * seats:
                assert json.encode(world.view(viewer)) == json.encode(state.view(viewer))
            if world.outcome() is None:
                step(world, chance, at)
            check(world, everybody)
        if state.outcome() is None:
            at = step(state, chance, at)
            continue
        carry = state.next()
        state = deal(options, seats, rng, carry)
        at = 0
    check(state, everybody)
    return phases


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_a_view_is_what_it_would_be_made_from_nothing(number):
    options, seats = TABLES[number]
    phases = wander(options, seats, f"seen {number}", 250)
    assert {"waiting", "over"} <= phases
    if options.allow_run_it_twice:
        assert "run_twice" in phases


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(TABLES)))
def test_a_view_is_what_it_would_be_made_from_nothing_full_count(number):
    options, seats = TABLES[number]
    for round_ in range(20):
        wander(options, seats, f"seen {number} {round_}", 1500)


def test_what_did_not_change_is_the_same_object(table, begin):
    """Else whoever compares two views has to look into every seat."""
    t = table(6)
    for seat in range(6):
        t.play(seat, moves.Sit(100))
    begin(t)
    before = {viewer: t.view(viewer) for viewer in (*range(6), None)}
    (mover,) = t.to_act()
    t.play(mover, moves.Call(), 4000, [])
    for viewer, was in before.items():
        now = t.view(viewer)
        assert now.players[mover] != was.players[mover]
        for seat in range(6):
            assert seat == mover or now.players[seat] is was.players[seat]
        assert now.boards is was.boards
        assert now.order is was.order
    watcher = t.view(None)
    for viewer in range(6):
        mine = t.view(viewer)
        assert mine.actions is watcher.actions
        for seat in range(6):
            assert seat == viewer or mine.players[seat] is watcher.players[seat]


def test_a_copy_keeps_nothing_of_what_its_original_shows_later(table, begin):
    t = table(3)
    for seat in range(3):
        t.play(seat, moves.Sit(100))
    begin(t)
    twin = t.copy()
    (mover,) = t.to_act()
    t.play(mover, moves.Fold(), 4000)
    assert t.view(mover).players[mover].state == "FOLDED"
    assert twin.view(mover).players[mover].state == "ACTIVE"
    world = twin.redeal(mover, Rng.named("another"))
    other = (mover + 1) % 3
    assert world.view(other).players[other].cards != twin.view(other).players[other].cards


def test_whoever_comes_between_hands_sees_how_the_last_one_ended():
    """Point 20: boards, cards shown, awards and words, of a fold and of a showdown, are in a view
    made from nothing but what was carried over."""
    kinds = set()
    for k in range(12):
        carry = moves.Carry((100, 100, 100), (0, 0, 0), hands=4, button=0, small=1, big=2)
        t = deal(Options(), 3, Rng.named(f"late viewer {k}"), carry)
        t.play(NATURE, t.timers()[0].tick, 3000)
        while t.outcome() is None:
            if not t.to_act():
                t.play(NATURE, t.timers()[0].tick, t.timers()[0].due)
                continue
            seat = t.to_act()[0]
            legal = t.legal(seat)
            folds = [one for one in legal if isinstance(one, moves.Fold | moves.Muck)]
            t.play(seat, (folds or legal)[0] if k % 2 else legal[1], 3000)
        paid = t.view(None)
        late = deal(Options(), 3, Rng.named("next"), t.next()).view(None)
        assert late.last_hand.awards == paid.awards
        assert late.last_hand.boards == paid.boards
        shown = {s: p.cards for s, p in paid.players.items() if p.cards}
        assert (late.last_hand.cards or {}) == shown
        assert late.last_hand.hand == paid.hand == 5
        kinds.add(bool(shown))
    assert kinds == {True, False}
