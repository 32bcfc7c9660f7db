"""P14–P30 of docs/rules/poker.md: what may be bet, and what a refusal says."""

from __future__ import annotations

import pytest

from cutcard.games.poker import betting, moves
from cutcard.games.poker.hand import DONE
from cutcard.kernel.game import Illegal


def refused(h, move):
    with pytest.raises(Illegal) as error:
        betting.judge(h, move)
    return error.value


def test_P14_the_least_bet_is_the_big_blind_on_every_street(hand, run):
    h = run(hand([500] * 3), "r100 c c")
    assert h.street == 1
    assert h.span() == (2, 400)
    h = run(hand([500, 101, 500]), "r100 c c")
    run(h, "c")
    assert h.span() == (1, 1)  # or all-in for less


def test_P15_the_least_raise_is_the_last_full_raise(hand, run):
    h = run(hand([1000, 1000, 1000, 1000]), "r8")
    assert h.span()[0] == 14
    run(h, "r30")
    assert h.span()[0] == 52
    h = run(hand([150, 200, 500, 500]), "r100 c r150")
    assert h.span()[0] == 200  # 100 + 98 is 198, 50 more is no full raise: 150 + 98, or all-in
    run(h, "r200")
    assert h.actor == 2
    assert h.span() == (298, 500)


def test_P16_short_all_in_does_not_reopen(hand, run):
    h = run(hand([1000, 130, 1000, 1000]), "r100 c c r130")
    assert h.actor == 2
    assert h.acted[2] == 100
    assert h.span() == (0, 0)
    assert refused(h, moves.Raise(400)).code == "CANNOT_RAISE"
    assert "full raise" in refused(h, moves.Raise(400)).message


def test_P16_those_yet_to_act_may_raise(hand, run):
    h = run(hand([1000, 1000, 1000, 130]), "r100 r130")
    assert h.actor == 0
    assert h.span() == (228, 1000)


def test_P16_limps_are_acts_too(hand, run):
    h = run(hand([100, 100, 100, 3]), "c r3 c")
    assert h.actor == 1
    assert h.span() == (5, 100)  # the big blind has not acted
    run(h, "c")
    assert h.actor == 2
    assert h.span() == (0, 0)  # who limped has


def test_P17_short_all_ins_add_up_to_a_full_raise(hand, run):
    h = run(hand([150, 210, 1000, 1000]), "r100 c r150 r210")
    assert h.actor == 2
    assert h.cur - h.acted[2] == 110
    assert h.span() == (308, 1000)  # the two together are a full raise for him,


def test_P17_each_player_by_what_he_acted_on(hand, run):
    h = run(hand([1000, 1000, 1000, 160, 210]), "r100 r160 r210 c f")
    assert h.actor == 2
    assert h.span()[0] == 308  # 110 more than he bet
    h = run(hand([1000, 210, 1000, 160, 1000]), "r100 r160 c f r210")
    assert h.actor == 2
    assert h.span() != (0, 0)
    run(h, "c")
    assert h.actor == 4  # who called 160 faces 50 more
    assert h.span() == (0, 0)


def test_P18_the_raise_after_a_short_all_in_adds_the_last_full_raise(hand, run):
    h = run(hand([1000, 1000, 1000, 130]), "r100 r130")
    assert h.span()[0] == 130 + 98


def test_P19_the_minimum_is_not_capped_by_the_opponents_stack(hand, run):
    h = run(hand([15, 1000]), "r10")
    assert h.span() == (15, 15)
    h = hand([1000, 15])
    run(h, "r10")
    assert h.actor == 0
    assert h.span() == (18, 1000)
    run(h, "r18 c")
    assert h.returned == (0, 3)


def test_P20_a_pointless_raise_is_not_offered(hand, run):
    h = run(hand([50, 1000]), "c r50")
    assert h.actor == 1
    assert h.span() == (0, 0)
    assert "more" in refused(h, moves.Raise(200)).message
    h = run(hand([1000, 40, 100]), "r100")
    assert h.actor == 0
    assert h.span() == (0, 0)  # the big blind has less than the bet


def test_P21_everyone_all_in_but_one(hand, run):
    h = run(hand([50, 80, 1000], board="2c7d9hJsKc"), "r1000 c c")
    assert h.phase == DONE
    assert len(h.boards[0]) == 5
    h = run(hand([1000, 40, 100]), "r100 f")
    assert h.actor == 1
    run(h, "c")
    assert h.phase == DONE


def test_P22_all_in_for_less_is_a_call_and_makes_a_side_pot(hand, run):
    h = run(hand([1000, 60, 1000]), "r100 c c")
    assert h.street == 1
    assert h.total == [100, 60, 100]
    assert h.step == 2


def test_P23_folding_for_nothing_is_accepted(hand, run):
    h = run(hand([100] * 3), "c c")
    assert betting.judge(h, moves.Fold()).what == "fold"
    run(h, "f c")
    assert h.live == 2


def test_P24_pot_limit(hand, run):
    h = hand([100] * 3, code="PO")
    assert h.span() == (4, 7)
    run(h, "r7")
    assert h.span() == (12, 23)  # he calls 6, the pot is then 16
    assert refused(h, moves.Raise(30)).details["adjustedAmount"] == 23


def test_P25_a_big_blind_ante_is_no_part_of_the_pot_before_the_flop(hand, run):
    h = hand([100] * 3, code="PO", antes=[0, 2, 0], trim=False)
    assert h.span() == (4, 7)
    run(h, "c c c")
    assert h.span() == (2, 8)
    h = hand([100] * 3, code="PO", antes=[1, 1, 1])
    assert h.span()[1] == 10  # antes of all count


def test_P25_a_missed_small_blind_counts_before_the_flop_beside_a_big_blind_ante(hand, run):
    """Who comes back posts 2 live and 1 dead (P4); only the ante of 2 is left out (P25)."""
    back = {"blinds": [1, 2, 0, 2], "dead": [0, 0, 0, 1]}
    h = hand([100] * 4, code="PO", antes=[0, 2, 0, 0], trim=False, **back)
    assert h.span() == (4, 2 + 2 + 1 + 2 + 2 + 1)  # a call, then the pot after it
    assert hand([100] * 4, code="PO", **back).span() == (4, 10)  # as without an ante
    run(h, "c c c c")
    assert h.span() == (2, 8 + 1 + 2)  # from the flop on the ante counts, too
    part = {**back, "dead": [0, 0, 0, 3]}
    h = hand([100, 100, 100, 2], code="PO", antes=[0, 2, 0, 0], trim=False, **part)
    assert h.span()[1] == 2 + 2 + 1 + 2 + 2  # of a missed blind only what could be paid


def test_P26_an_uncalled_bet_is_returned_and_not_won(hand, run):
    h = run(hand([100] * 3), "r50 f f")
    assert h.returned == (2, 48)
    assert h.won == [0, 0, 5]
    assert h.stacks == [99, 98, 103]


def test_P27_an_under_raise_is_refused_with_what_would_do(hand, run):
    h = run(hand([1000] * 3), "r130")
    error = refused(h, moves.Raise(200))
    assert error.code == "INVALID_AMOUNT"
    assert error.message == "The minimum raise is to 258."
    assert error.details == {"minAmount": 258, "maxAmount": 1000, "adjustedAmount": 258}


def test_P28_small_and_big_bets(hand, run):
    h = hand([100] * 3, code="FT", bet=4)
    assert h.span() == (8, 8)
    run(h, "c c c")
    assert h.span() == (4, 4)
    run(h, "c c c")
    assert h.span() == (8, 8)


def test_P28_an_open_pair_on_fourth_street_may_bet_big(hand, run):
    holes = ["2c3d9h", "4c5d8h", "6c7dJs"]
    kw = {"code": "F7S", "bet": 4, "antes": [1, 1, 1], "bring_in": 1, "holes": holes}
    h = run(hand([100] * 3, **kw), "b c c")
    h.hole[0][3] = h.hole[0][2] - 13 if h.hole[0][2] >= 13 else h.hole[0][2] + 13
    h.actor = 0
    assert h.span() == (4, 8)
    run(h, "r8")
    assert h.span() == (16, 16)


def test_P29_four_bets_a_street_the_big_blind_the_first(hand, run):
    h = run(hand([100] * 3, code="FT", bet=4), "r8 r12 r16")
    assert h.span() == (0, 0)
    assert "capped" in refused(h, moves.Raise(20)).message
    h = run(hand([100] * 3, code="FT", bet=4, cap=3), "r8 r12")
    assert h.span() == (0, 0)
    h = run(hand([100] * 3, code="FT", bet=4, cap=None), "r8 r12 r16")
    assert h.span() == (20, 20)


def test_P29_no_cap_heads_up(hand, run):
    h = run(hand([100] * 2, code="FT", bet=4), "r8 r12 r16 r20")
    assert h.span() == (24, 24)


def test_P30_half_a_bet_is_a_bet(hand, run):
    h = run(hand([100, 100, 10], code="FT", bet=4), "c c c r4 c r6")
    assert h.actor == 0
    assert h.span() == (10, 10)  # six is a full raise: he may raise again, by a whole bet


def test_P30_less_than_half_may_be_completed(hand, run):
    h = run(hand([100, 9, 100], code="FT", bet=4), "c c c r4 r5")
    assert h.actor == 2
    assert h.span() == (8, 8)
    run(h, "c")
    assert h.actor == 0
    assert h.span() == (0, 0)  # but reopens nothing


def test_spec_check_call_bet_raise(hand, run):
    h = hand([100] * 3)
    assert refused(h, moves.Check()).code == "CANNOT_CHECK"
    assert refused(h, moves.Bet(10)).code == "CANNOT_BET"
    run(h, "c c c")
    assert refused(h, moves.Call()).code == "NOTHING_TO_CALL"
    assert refused(h, moves.Raise(10)).code == "CANNOT_RAISE"
    assert refused(h, moves.Bet(1)).message == "The minimum bet is 2."
    assert refused(h, moves.Discard()).code == "WRONG_PHASE"


def test_spec_all_in_is_always_valid_as_far_as_the_limit_allows(hand, run):
    assert betting.judge(hand([100] * 3), moves.AllIn()).total == 100
    assert betting.judge(hand([100] * 3, code="PO"), moves.AllIn()).total == 7
    assert betting.judge(run(hand([50, 1000]), "c r50"), moves.AllIn()).what == "call"


def test_legal_is_fold_call_minimum_pot_and_all_in(hand, run):
    h = hand([100] * 3)
    assert list(betting.legal(h)) == [
        moves.Fold(),
        moves.Call(),
        moves.Raise(4),
        moves.Raise(7),
        moves.AllIn(),
    ]
    run(h, "c c c")
    assert list(betting.legal(h))[1:3] == [moves.Check(), moves.Bet(2)]
