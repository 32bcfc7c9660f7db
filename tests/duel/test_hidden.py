"""What stays hidden, stays hidden: views by owner, and worlds redealt from what a seat knows.

The shadow-world test of `cutcard check` runs over Duel as over every game; here are the things
that are Duel's own: what exactly is known, and that what was shown once stays known.
"""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutcard.games import duel
from cutcard.games.duel import moves
from cutcard.kernel.game import NATURE
from cutcard.kernel.rng import Rng

VIEWERS = (0, 1, None)
_encode = msgspec.json.Encoder().encode


def some_way(options, seed, steps):
    """A deal after some random steps, deadlines and surrenders among them, and its clock."""
    rng = Rng.named(f"way {seed}")
    state, at = duel.deal(options, 2, Rng.named(seed)), 0
    for _ in range(steps):
        if state.outcome() is not None:
            break
        waiting, what = state.to_act(), rng.below(20)
        if what == 0 and state.asides(0):
            state.play(rng.below(2), state.asides(0)[0], at)
        elif not waiting or what < 4:
            timer = min(state.timers(), key=lambda timer: timer.due)
            at = timer.due
            state.play(NATURE, timer.tick, at)
        else:
            seat = waiting[rng.below(len(waiting))]
            legal = state.legal(seat)
            state.play(seat, legal[rng.below(len(legal))], at)
    return state, at


def all_cards(state):
    """Every card of a HAND deal: hands, locked cards not revealed, played cards, the rest."""
    locked = [pick for pick in state.picks if pick >= 0 and not state.revealed]
    played = [card for past in state.past for card in past.cards]
    rest = [state.deck.order[place] for place in state.deck.free]
    return sorted(state.hands[0] + state.hands[1] + locked + played + rest)


setups = st.sampled_from(duel.setups()).map(lambda setup: setup[0])


@given(setups, st.integers(0, 10_000), st.integers(0, 40), st.sampled_from(VIEWERS))
def test_B5_a_redealt_world_looks_the_same_to_its_viewer(options, seed, steps, viewer):
    state, _ = some_way(options, seed, steps)
    world = state.redeal(viewer, Rng.named(f"world {seed}"))
    assert _encode(world.view(viewer)) == _encode(state.view(viewer))
    assert list(world.to_act()) == list(state.to_act())
    assert world.timers() == state.timers()
    assert world.outcome() == state.outcome()
    if viewer is not None:
        assert world.legal(viewer) == state.legal(viewer)
    assert sorted(world.deck.order if not world.private else all_cards(world)) == list(range(52))


@given(setups, st.integers(0, 10_000), st.integers(0, 40))
def test_views_hold_no_null_and_survive_encoding(options, seed, steps):
    state, _ = some_way(options, seed, steps)
    for viewer in VIEWERS:
        raw = _encode(state.view(viewer))
        assert b"null" not in raw
        assert msgspec.json.decode(raw, type=moves.View) == state.view(viewer)


def test_B6_before_the_start_nobody_sees_his_hand():
    """Else a bad hand could be declined without losing anything."""
    state = duel.deal(duel.Options(mode="HAND"), 2, Rng.named("early"))
    for viewer in VIEWERS:
        assert all(player.hand is None for player in state.view(viewer).players.values())
    hands = {tuple(state.redeal(0, Rng.named(n)).hands[0]) for n in range(20)}
    assert len(hands) == 20


def test_B6_only_its_owner_ever_sees_a_hand():
    for seed in range(50):
        state, _ = some_way(duel.Options(mode="HAND", max_rounds=5), seed, 9)
        for viewer in VIEWERS:
            for seat, player in state.view(viewer).players.items():
                assert player.hand is None or seat == viewer


@pytest.mark.parametrize("mode", ["QUICK", "HAND"])
def test_a_locked_card_of_the_other_is_drawn_anew(bench, mode):
    b = bench(mode=mode).start()
    b.play(1, b.duel.choices(1)[0])
    worlds = [b.duel.redeal(0, Rng.named(n)) for n in range(400)]
    cards = {world.card_at(world.picks[1]) for world in worlds}
    own = set(b.duel.hands[0])
    assert cards == set(range(52)) - own
    if mode == "QUICK":  # the place is public, only its face is not
        assert {world.picks[1] for world in worlds} == {b.duel.picks[1]}


@pytest.mark.parametrize("mode", ["QUICK", "HAND"])
def test_a_card_locked_by_oneself_stays(bench, mode):
    b = bench(mode=mode).start()
    b.play(0, b.duel.choices(0)[0])
    card = b.duel.card_at(b.duel.picks[0])
    for n in range(50):
        world = b.duel.redeal(0, Rng.named(n))
        assert world.card_at(world.picks[0]) == card


@pytest.mark.parametrize("mode", ["QUICK", "HAND"])
def test_a_card_locked_when_the_game_broke_off_is_still_hidden(bench, mode):
    b = bench(mode=mode).start()
    b.play(0, b.duel.choices(0)[0])
    b.do(1, moves.Surrender())
    worlds = [b.duel.redeal(1, Rng.named(n)) for n in range(60)]
    assert len({world.card_at(world.picks[0]) for world in worlds}) > 20
    for viewer in (1, None):
        assert "card" not in msgspec.to_builtins(b.duel.view(viewer))["players"][0]


@pytest.mark.parametrize("mode", ["QUICK", "HAND"])
def test_what_was_shown_once_stays_known(bench, mode):
    """Perfect recall: every card revealed, and in HAND one's own, is in every later world."""
    b = bench(mode=mode, max_rounds=4).start()
    known: set[int] = set(b.duel.hands[0])
    for _ in range(4):
        b.play(0, b.duel.choices(0)[0])
        b.play(1, b.duel.choices(1)[0])
        known |= {b.duel.card_at(pick) for pick in b.duel.picks}
        shown = b.view.rounds
        b.wait(3000)
        world = b.duel.redeal(0, Rng.named("recall"))
        assert world.view(0).rounds == b.duel.view(0).rounds
        assert all(b.duel.view(0).rounds[number] == past for number, past in shown.items())
        later = {world.deck.order[place] for place in world.deck.free} | set(world.hands[1])
        assert not later & known


def test_the_future_is_drawn_anew_too(bench):
    """B10's card for a late player comes from the stream: a redealt world must not know it."""
    b = bench().start()
    ends = set()
    for n in range(30):
        world = b.duel.redeal(0, Rng.named(n))
        world.play(NATURE, moves.RoundExpire(), 30_000)
        ends.add(tuple(world.picks))
    assert len(ends) > 25


@given(setups, st.integers(0, 10_000), st.integers(0, 30), st.sampled_from(VIEWERS))
def test_a_redealt_world_plays_on_to_its_end(options, seed, steps, viewer):
    state, at = some_way(options, seed, steps)
    world, rng = state.redeal(viewer, Rng.named(seed)), Rng.named("on")
    while world.outcome() is None:
        waiting = world.to_act()
        if waiting:
            legal = world.legal(waiting[-1])
            world.play(waiting[-1], legal[rng.below(len(legal))], at)
        else:
            at = world.timers()[0].due
            world.play(NATURE, world.timers()[0].tick, at)
    assert world.outcome() is not None


def test_viewers_share_what_all_may_see(bench):
    quick = bench(mode="QUICK").start().duel
    assert quick.view(0) is quick.view(1) is quick.view(None)
    quick.play(0, moves.CardPlay(7, 1))
    assert quick.view(1) is quick.view(None)
    assert quick.view(0).players[0].card is not None
    assert quick.view(1).players[0].card is None
    assert quick.view(0).players[1] is quick.view(1).players[1]


def test_a_hand_is_the_same_map_until_a_card_is_locked(bench):
    hand = bench(mode="HAND").start().duel
    mine, others = hand.view(0).players[0].hand, hand.view(1).players[1].hand
    hand.play(0, moves.CardPlay(hand.hands[0][0], 1))
    assert hand.view(1).players[1].hand is others
    assert len(hand.view(0).players[0].hand) == len(mine) - 1
    assert hand.view(None).players[0].hand is hand.view(1).players[0].hand is None
