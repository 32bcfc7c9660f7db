"""Tribute, return, 抗贡 and the lead: cases T1 … T18 of docs/rules/guandan-cases.md."""

from __future__ import annotations

import pytest

from cutcard.games import guandan
from cutcard.games.guandan import moves
from cutcard.games.guandan.deck import size
from cutcard.kernel.game import NATURE
from cutcard.kernel.rng import Rng

S, E, N, W = range(4)
SINGLE = (S, E, N, W)  # S first, its partner third: W pays S
DOUBLE = (S, N, E, W)  # E and W pay


def pays(bench, seat):
    return {move.card for move in bench.state.legal(seat) if isinstance(move, moves.Pay)}


def returns(bench, seat):
    return {move.card for move in bench.state.legal(seat) if isinstance(move, moves.Return)}


def test_T1_wilds_are_never_tribute(after) -> None:
    bench = after(SINGLE, "", "", "", "7h 7h As Ad")
    assert bench.state.to_act() == (W,)
    assert pays(bench, W) == {"As", "Ad"}
    assert bench.refused(W, moves.Pay("7h")).code == "INVALID_TRIBUTE"


def test_T2_another_level_card_outranks_the_ace(after) -> None:
    bench = after(SINGLE, "", "", "", "7h 7s As")
    assert pays(bench, W) == {"7s"}
    assert bench.refused(W, moves.Pay("As")).code == "INVALID_TRIBUTE"


def test_T3_one_big_joker_is_payable(after) -> None:
    bench = after(SINGLE, "", "", "", "BJ SJ 7s")
    assert pays(bench, W) == {"BJ"}
    bench.do(W, moves.Pay("BJ"))
    assert bench.state.hands[S] >> 4 * 53 & 3 == 1


def test_T4_both_big_jokers_may_refuse(after) -> None:
    bench = after(SINGLE, "", "", "", "BJ BJ")
    assert bench.state.legal(W) == [moves.Pay("BJ"), moves.Refuse()]
    bench.do(W, moves.Refuse())
    assert bench.heard("TRIBUTE_REFUSED") == [moves.TributeRefused({W: 2})]
    assert bench.state.to_act() == (S,)
    assert bench.state.view(None).shown == {W: 2}
    assert not bench.state.gifts


def test_T4_out_of_time_refuses(after) -> None:
    bench = after(SINGLE, "", "", "", "BJ BJ")
    bench.wait(30_000)
    assert bench.state.to_act() == (S,)
    assert bench.heard("TRIBUTE_REFUSED")


def test_T4_competition_cancels_by_itself(after) -> None:
    bench = after(SINGLE, "", "", "", "BJ BJ", preset="competition")
    assert bench.state.to_act() == (S,)
    assert bench.heard("TRIBUTE_REFUSED") == [moves.TributeRefused({W: 2})]


def test_T4_one_may_pay_all_the_same(after) -> None:
    bench = after(SINGLE, "", "", "", "BJ BJ")
    bench.do(W, moves.Pay("BJ"))
    assert bench.state.to_act() == (S,)
    assert bench.state.view(S).phase == "return"


def test_T5_a_joker_each_competition(after) -> None:
    bench = after(DOUBLE, "", "BJ", "", "BJ", preset="competition")
    assert bench.state.to_act() == (S,)
    assert bench.heard("TRIBUTE_REFUSED") == [moves.TributeRefused({E: 1, W: 1})]


def test_T5_a_joker_each_spec(after) -> None:
    bench = after(DOUBLE, "", "BJ", "", "BJ")
    assert set(bench.state.to_act()) == {E, W}
    assert pays(bench, E) == pays(bench, W) == {"BJ"}
    assert bench.refused(E, moves.Refuse()).code == "CANNOT_REFUSE"


def test_T5_one_who_refuses_spares_both(after) -> None:
    bench = after(DOUBLE, "", "BJ BJ", "", "As")
    bench.do(W, moves.Pay("As"))
    bench.do(E, moves.Refuse())
    assert bench.state.to_act() == (S,)
    assert "As" in bench.hand(W)
    assert not bench.heard("TRIBUTE_PAID")


def test_T6_only_the_payers_own_hand_counts_in_a_single_tribute(after) -> None:
    for preset in ("spec", "competition"):
        bench = after(SINGLE, "", "BJ", "", "BJ", preset=preset)
        assert bench.state.to_act() == (W,)
        assert bench.state.legal(W) == [moves.Pay("BJ")]


def test_T7_the_last_pays_its_own_partner(after) -> None:
    bench = after((S, E, W, N), "", "", "Ks As", "")
    assert bench.state.to_act() == (N,)
    bench.do(N, moves.Pay("As"))
    assert bench.heard("TRIBUTE_PAID") == [moves.TributePaid(N, S, "As")]


def test_T8_the_higher_goes_to_the_first(after) -> None:
    bench = after(DOUBLE, "3s", "Ks", "3h", "As")
    bench.do(E, moves.Pay("Ks"))
    bench.do(W, moves.Pay("As"))
    assert bench.heard("TRIBUTE_PAID") == [
        moves.TributePaid(W, S, "As"),
        moves.TributePaid(E, N, "Ks"),
    ]
    bench.do(S, bench.state.legal(S)[0])
    bench.do(N, bench.state.legal(N)[0])
    assert bench.state.to_act() == (W,)  # the payer to the first leads


@pytest.mark.parametrize(("first", "expected"), [((S, N, E, W), E), ((N, S, E, W), W)])
def test_T9_equal_cards_the_next_in_turn_pays_the_first(after, first, expected) -> None:
    bench = after(first, "3s", "As", "3h", "Ah")
    bench.do(E, moves.Pay("As"))
    bench.do(W, moves.Pay("Ah"))
    assert bench.heard("TRIBUTE_PAID")[0].giver == expected
    assert bench.heard("TRIBUTE_PAID")[0].taker == first[0]


def test_T9_equal_cards_by_lot(kit) -> None:
    firsts = set()
    for seed in range(20):
        bench = kit.owing(DOUBLE, "3s", "As", "3h", "Ah", equal_tribute="random")
        bench.state.rng = Rng.named(f"lot {seed}")
        bench.do(E, moves.Pay("As"))
        bench.do(W, moves.Pay("Ah"))
        firsts.add(bench.heard("TRIBUTE_PAID")[0].giver)
    assert firsts == {E, W}


def test_T9_equal_cards_the_first_chooses(after) -> None:
    bench = after(DOUBLE, "3s", "As", "3h", "Ah", equal_tribute="choice")
    bench.do(E, moves.Pay("As"))
    bench.do(W, moves.Pay("Ah"))
    assert bench.state.to_act() == (S,)
    assert bench.state.view(None).offers == {E: "As", W: "Ah"}
    assert bench.state.legal(S) == [moves.Take(E), moves.Take(W)]
    assert bench.refused(S, moves.Take(N)).code == "NOT_A_PAYER"
    bench.do(S, moves.Take(W))
    assert bench.heard("TRIBUTE_PAID")[0] == moves.TributePaid(W, S, "Ah")


def test_T10_level_cards_are_not_returned(after) -> None:
    bench = after(
        SINGLE,
        "7s Ts 9c Kd Ks Kh Kc Qs Qh Qc Qd Js Jh Jc Jd As Ah Ac Ad Qs Qh Qc Qd Js Jh Jc Jd",
        "",
        "",
        "SJ",
    )
    bench.do(W, moves.Pay("SJ"))
    assert returns(bench, S) == {"Ts", "9c"}
    refusal = bench.refused(S, moves.Return("7s"))
    assert refusal.code == "INVALID_RETURN"
    assert refusal.message == "Return a card of 10 or less that is no level card"
    assert bench.refused(S, moves.Return("Kd")).code == "INVALID_RETURN"


def test_T11_at_level_ten_the_ten_is_not_returned(after) -> None:
    bench = after(
        SINGLE,
        "Ts 9c Kd Ks Kh Kc Qs Qh Qc Qd Js Jh Jc Jd As Ah Ac Ad Qs Qh Qc Qd Js Jh Jc Jd As",
        "",
        "",
        "SJ",
        level="T",
    )
    bench.do(W, moves.Pay("SJ"))
    assert returns(bench, S) == {"9c"}


def test_T12_without_a_low_card_the_smallest_goes_back(after) -> None:
    bench = after(
        SINGLE,
        "Js Jh Qs Qs Qh Qh Qc Qc Qd Qd Ks Ks Kh Kh Kc Kc Kd Kd As As Ah Ah Ac Ac Ad Ad BJ",
        "",
        "",
        "SJ",
    )
    bench.do(W, moves.Pay("SJ"))
    assert returns(bench, S) == {"Js", "Jh"}


def test_T13_a_ten_may_go_back(after) -> None:
    bench = after(SINGLE, "Ts Th", "", "", "As")
    bench.do(W, moves.Pay("As"))
    assert {"Ts", "Th"} <= returns(bench, S)


def test_T14_the_first_deal_has_no_tribute_and_a_leader_by_lot() -> None:
    leaders = set()
    for seed in range(40):
        state = guandan.deal(guandan.Options(), 4, Rng.named(seed))
        state.play(NATURE, state.timers()[0].tick)
        assert state.view(None).phase == "play"
        leaders.add(state.turn)
    assert leaders == {S, E, N, W}


def test_T15_after_a_refusal_the_first_leads(after) -> None:
    bench = after((E, S, W, N), "", "", "BJ BJ", "")
    bench.do(N, moves.Refuse())
    assert bench.state.to_act() == (E,)
    assert bench.state.table is None


def test_T16_after_a_single_tribute_the_payer_leads(after) -> None:
    bench = after(SINGLE, "", "", "", "As")
    bench.do(W, moves.Pay("As"))
    bench.do(S, bench.state.legal(S)[0])
    assert bench.state.to_act() == (W,)


@pytest.mark.parametrize("order", [SINGLE, DOUBLE])
def test_T17_everybody_has_27_cards_again(after, order) -> None:
    bench = after(order, "", "As", "", "Kh")
    bench.wait(60_000)
    assert bench.state.view(None).phase == "play"
    assert [size(hand) for hand in bench.state.hands] == [27] * 4


def test_T18_out_of_time_the_table_pays_and_returns(after) -> None:
    bench = after(SINGLE, "3s 4s", "", "", "As Ks")
    facts = bench.wait(30_000)
    assert moves.PlayerAutoPlayed(W) in facts
    assert bench.heard("TRIBUTE_PAID") == [moves.TributePaid(W, S, "As")]
    bench.wait(30_000)
    assert bench.heard("TRIBUTE_RETURNED")[0].card[0] in "23"  # the lowest there is


def test_choices_lie_face_down_until_all_have_chosen(after) -> None:
    bench = after(DOUBLE, "3s", "Ks", "3h", "As")
    bench.do(E, moves.Pay("Ks"))
    chosen = bench.told[-1]
    assert chosen.to == (E,)
    assert chosen.fact == moves.TributeChosen(E, "Ks")
    assert chosen.rest == moves.TributeChosen(E)
    assert bench.state.view(E).chosen == "Ks"
    for viewer in (S, N, W, None):
        assert "Ks" not in str(bench.state.view(viewer).players)
        assert bench.state.view(viewer).players[E].chosen
    assert bench.refused(E, moves.Pay("Ks")).code == "NOT_YOUR_TURN"


def test_the_tribute_stays_public(after) -> None:
    bench = after(SINGLE, "3s", "", "", "As")
    bench.do(W, moves.Pay("As"))
    bench.do(S, moves.Return("3s"))
    gifts = (moves.Gift(W, S, "As", "3s"),)
    assert all(bench.state.view(viewer).gifts == gifts for viewer in (*range(4), None))


@pytest.mark.parametrize(("limit", "highest"), [(6, "6"), (10, "T"), (13, "K")])
def test_return_max(after, limit, highest) -> None:
    bench = after(SINGLE, "6s Ts Ks", "", "", "As", return_max=limit)
    bench.do(W, moves.Pay("As"))
    ranks = "23456789TJQKA"
    allowed = {card for card in ("6s", "Ts", "Ks") if ranks.index(card[0]) <= ranks.index(highest)}
    assert {"6s", "Ts", "Ks"} & returns(bench, S) == allowed
