"""Redealt worlds: what is known stays, what is ruled out stays out, all else varies."""

from __future__ import annotations

import pytest

from cutcard.check import check
from cutcard.games import guandan
from cutcard.games.guandan import moves
from cutcard.games.guandan.deck import key_of, kinds, pack, whole_deck, wild_kind
from cutcard.games.guandan.options import Options
from cutcard.games.guandan.state import REFUSED
from cutcard.games.guandan.tribute import may_refuse, payable
from cutcard.kernel.game import NATURE
from cutcard.kernel.rng import Rng

S, E, N, W = range(4)
VIEWERS = (S, E, N, W, None)


def worlds(state: guandan.State, viewer: int | None, count: int = 30) -> list[guandan.State]:
    return [state.redeal(viewer, Rng.named(f"world {n}")) for n in range(count)]


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_redealt_world_looks_the_same(viewer) -> None:
    state = guandan.deal(Options(), 4, Rng.named("look"))
    state.play(NATURE, state.timers()[0].tick)
    for step in range(40):
        for world in worlds(state, viewer, 3):
            assert world.view(viewer) == state.view(viewer)
            assert sum(world.hands) == sum(state.hands)
        legal = state.legal(state.turn)
        state.play(state.turn, legal[(7 * step) % len(legal)])


def test_others_hands_vary() -> None:
    state = guandan.deal(Options(), 4, Rng.named("vary"))
    for viewer in VIEWERS:
        for seat in range(4):
            hands = {world.hands[seat] for world in worlds(state, viewer)}
            assert (len(hands) == 1) is (seat == viewer)


def test_a_payer_kept_nothing_higher(after) -> None:
    bench = after((S, N, E, W), "3s", "Ks", "3h", "As")
    bench.do(E, moves.Pay("Ks"))
    bench.do(W, moves.Pay("As"))
    bench.wait(30_000)
    level = bench.state.level
    wild = wild_kind(level)
    for viewer in (S, N, None):
        for world in worlds(bench.state, viewer):
            for seat, top in ((E, 13), (W, 14)):
                cards = [kind for kind in kinds(world.hands[seat]) if kind != wild]
                assert max(key_of(kind, level) for kind in cards) <= top
            assert world.hands[S] >> 4 * 51 & 3 >= 1  # the ace of spades is known to be there


def test_a_returner_without_low_cards_has_none(after) -> None:
    high = "Js Jh Qs Qs Qh Qh Qc Qc Qd Qd Ks Ks Kh Kh Kc Kc Kd Kd As As Ah Ah Ac Ac Ad Ad BJ"
    bench = after((S, E, N, W), high, "", "", "SJ")
    bench.do(W, moves.Pay("SJ"))
    bench.do(S, moves.Return("Js"))
    for world in worlds(bench.state, E, 10):
        assert all(key_of(kind, bench.state.level) >= 11 for kind in kinds(world.hands[S]))


def test_shown_jokers_stay_where_they_were_shown(after) -> None:
    bench = after((S, E, N, W), "", "", "", "BJ BJ")
    bench.do(W, moves.Refuse())
    for world in worlds(bench.state, S):
        assert world.hands[W] >> 4 * 53 & 3 == 2


def test_where_jokers_cancel_by_themselves_payers_have_not_both(after) -> None:
    bench = after((S, N, E, W), "BJ", "Ks", "BJ", "As", preset="competition")
    assert bench.state.view(None).phase == "tribute"
    for world in worlds(bench.state, None, 60):
        held = [world.hands[seat] >> 4 * 53 & 3 for seat in (E, W)]
        assert sum(held) < 2


def test_a_face_down_choice_is_redrawn(after) -> None:
    bench = after((S, N, E, W), "3s", "Ks Kd", "3h", "As")
    bench.do(E, moves.Pay("Ks"))
    chosen = {world.chosen[E] for world in worlds(bench.state, S)}
    assert len(chosen) > 1
    for world in worlds(bench.state, S):
        choices = payable(world.hands[E], world.level)
        if may_refuse(world.hands[E]):
            choices.append(REFUSED)
        assert world.chosen[E] in choices
    assert {world.chosen[E] for world in worlds(bench.state, E)} == {bench.state.chosen[E]}


def test_offers_on_the_table_are_kept(after) -> None:
    bench = after((S, N, E, W), "3s", "As", "3h", "Ah", equal_tribute="choice")
    bench.do(E, moves.Pay("As"))
    bench.do(W, moves.Pay("Ah"))
    for viewer in VIEWERS:
        for world in worlds(bench.state, viewer, 5):
            assert world.offers() == {E: "As", W: "Ah"}
            world.play(S, moves.Take(W))
            assert sum(world.hands) == pack(whole_deck())


def test_the_order_of_hands_and_the_leader_are_drawn_anew_before_the_start() -> None:
    state = guandan.deal(Options(), 4, Rng.named("start"))
    leaders = set()
    for world in worlds(state, S, 40):
        world.play(NATURE, world.timers()[0].tick)
        leaders.add(world.turn)
    assert leaders == {S, E, N, W}


def test_the_contract_is_kept_and_nothing_leaks() -> None:
    report = check("guandan", cases=8, seed="tests", processes=1)
    assert report.ok, report.faults
