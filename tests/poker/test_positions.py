"""P1–P13: positions, blinds, antes, straddles. Places count from the button's left."""

from __future__ import annotations

import pytest

from cutcard.games.poker import Carry, Options, pots, seating
from cutcard.games.poker.hand import DONE
from cutcard.games.poker.stakes import opening_place


def carry(stacks, **more):
    return Carry(tuple(stacks), (0,) * len(stacks), hands=1, **more)


def test_P1_heads_up_the_button_posts_the_small_blind_and_acts_first_before_the_flop(hand, run):
    h = hand([100, 100])
    assert h.bets == [2, 1]
    assert h.actor == 1  # the button
    run(h, "c c")
    assert h.actor == 0  # and last after it
    run(h, "c")
    assert h.actor == 1


def test_P2_from_three_to_two_nobody_has_the_big_blind_twice(table):
    t = table(3, carry=carry((100, 100, 0), button=0, small=1, big=2))
    plan = seating.plan(t)
    assert (plan.big, plan.small, plan.button) == (0, 1, 1)
    t = table(3, carry=carry((100, 0, 100), button=0, small=1, big=2))
    plan = seating.plan(t)
    assert (plan.big, plan.small, plan.button) == (0, 2, 2)


def test_P3_the_big_blind_moves_one_player_and_the_button_may_be_dead(table):
    four = (100, 100, 100, 100)
    t = table(4, carry=carry(four, button=0, small=1, big=2))
    plan = seating.plan(t)
    assert (plan.button, plan.small, plan.big) == (1, 2, 3)
    t = table(4, carry=carry((100, 100, 0, 100), button=0, small=1, big=2))  # the big blind busts
    plan = seating.plan(t)
    assert (plan.button, plan.small, plan.big) == (1, 2, 3)
    assert plan.order == [3, 0, 1]
    stakes = seating.stakes(t, plan)
    assert stakes.blinds == [2, 0, 0]  # nobody has the small blind
    t = table(4, carry=carry((100, 100, 0, 100), button=1, small=2, big=3))
    plan = seating.plan(t)  # and then the button is dead
    assert (plan.button, plan.small, plan.big) == (2, 3, 0)
    assert plan.order == [3, 0, 1]


def test_P4_a_new_player_posts_the_big_blind_live(table, begin):
    last = carry((100, 100, 100, 100), button=0, small=1, big=2, owes=(1, 0, 0, 0))
    t = begin(table(4, carry=last))
    assert t.order == [2, 3, 0, 1]
    assert t.hand.bets == [1, 2, 2, 0]
    assert t.to_act() == (0,)  # under the gun, with his post before him
    assert t.owes == [0, 0, 0, 0]


def test_P4_missed_blinds_are_a_live_big_and_a_dead_small(table, begin):
    last = carry((100, 100, 100, 100), button=0, small=1, big=2, owes=(2, 0, 0, 0))
    t = begin(table(4, carry=last))
    assert t.hand.bets == [1, 2, 2, 0]
    assert t.hand.dead == 1
    assert t.hand.stacks[2] == 97
    assert t.hand.pot() == 6


def test_P4_who_waits_is_dealt_in_as_the_big_blind(table):
    waits = {"owes": (1, 0, 0, 0), "waits": (0,)}
    t = table(4, carry=carry((100,) * 4, button=0, small=1, big=2, **waits))
    assert 0 not in seating.plan(t).order
    t = table(4, carry=carry((100,) * 4, button=1, small=2, big=3, **waits))
    plan = seating.plan(t)
    assert plan.big == 0
    assert 0 in plan.order


def test_P4_nobody_new_is_dealt_in_between_the_button_and_the_small_blind(table):
    # Seat 2 was empty between the button (1) and the small blind (3).
    last = carry((100,) * 5, button=0, small=1, big=3, owes=(0, 0, 1, 0, 0))
    plan = seating.plan(table(5, carry=last))
    assert (plan.button, plan.small, plan.big) == (1, 3, 4)
    assert 2 not in plan.order


def test_P4_the_button_is_never_left_of_somebody_dealt_in_before_the_small_blind(table):
    last = carry((100, 100, 100, 100), button=2, small=3, big=1, owes=(1, 1, 0, 0), out=(3,))
    plan = seating.plan(table(4, carry=last))  # all but one would wait, so all are dealt in
    assert (plan.button, plan.small, plan.big) == (0, 1, 2)
    assert plan.order == [1, 2, 0]
    last = carry((100, 0, 0, 100, 100, 100), button=5, small=5, big=3, owes=(0, 0, 0, 0, 1, 1))
    plan = seating.plan(table(6, carry=last))  # heads-up before; seat 0 is back and owes nothing
    assert (plan.button, plan.small, plan.big) == (0, 3, 4)
    assert plan.order == [3, 4, 5, 0]


def test_P4_sitting_out_misses_blinds(table, begin):
    last = carry((100,) * 4, button=0, small=1, big=2, out=(3,))
    t = begin(table(4, carry=last))
    assert t.big == 0
    assert t.owes[3] == seating.OWES_BOTH
    assert 3 not in t.order


def test_P5_short_big_blind_the_price_stays_full(hand, run):
    h = hand([1000, 60, 1000], bet=100)
    assert h.bets == [50, 60, 0]
    assert h.actor == 2
    assert h.to_call() == 100
    assert h.span() == (200, 1000)  # the minimum raise is from the full blind
    run(h, "c c c c c c c c")
    assert h.phase == DONE
    main, side = pots.of_hand(h, with_bets=True)
    assert (main.amount, main.eligible) == (180, (0, 1, 2))
    assert (side.amount, side.eligible) == (80, (0, 2))


def test_P5_when_nobody_else_can_match_it_the_price_falls(hand, run):
    h = hand([1000, 60, 1000], bet=100)
    run(h, "f")
    assert h.actor == 0
    assert h.to_call() == 10
    assert h.span() == (0, 0)


def test_P6_heads_up_short_big_blind(hand, run):
    h = hand([60, 1000], bet=100)
    assert h.bets == [60, 50]
    assert h.to_call() == 10
    assert h.span() == (0, 0)
    h = hand([40, 1000], bet=100, holes=["AhAd", "3c4d"])
    assert h.phase == DONE  # no more action: the board is dealt, the excess is returned
    assert len(h.boards[0]) == 5
    assert h.returned == (1, 10)
    assert h.stacks == [80, 960]


def test_P7_short_small_blind_is_in_for_the_main_pot_only(hand, run):
    h = hand([1, 1000, 1000], bet=10, holes=["AhAd", "KhKd", "3c4d"])
    assert h.bets == [1, 10, 0]
    run(h, "c c c c c c c c")
    assert h.phase == DONE
    assert h.stacks == [3, 1008, 990]


def test_P7_a_stack_no_longer_than_the_ante(hand, run):
    h = hand([100, 100, 2], bet=10, antes=[5, 5, 5], holes=["KhKd", "3c4d", "AhAd"])
    assert not h.can[2]
    run(h, "c c c c c c c c")
    assert len(h.boards[0]) == 5
    assert h.stacks == [100 - 15 + 26, 85, 6]


@pytest.mark.parametrize(("last", "blind", "dead"), [(False, 50, 100), (True, 100, 50)])
def test_P8_big_blind_ante_of_a_short_stack_first_or_last(hand, last, blind, dead):
    h = hand([1000, 150, 1000], bet=100, antes=[0, 100, 0], trim=False, ante_last=last)
    assert h.bets[1] == blind
    assert h.dead == dead
    assert h.stacks[1] == 0


def test_P9_a_short_ante_makes_a_side_pot_at_its_level(hand, run):
    h = hand([50, 50, 3], bet=10, antes=[5, 5, 5])
    run(h, "c c c c c c c c")
    main, side = pots.of_hand(h, with_bets=True)
    assert (main.amount, main.eligible) == (9, (0, 1, 2))
    assert (side.amount, side.eligible) == (24, (0, 1))


def test_P10_the_big_blind_has_the_option(hand, run):
    h = run(hand([100, 100, 100]), "c c")
    assert h.actor == 1
    assert h.span() == (4, 100)
    h = run(hand([100, 2, 100]), "c c")  # but not all-in
    assert h.street == 1


def test_P11_a_straddle_is_a_live_blind_and_a_full_raise(hand, run):
    h = hand([100] * 4, [1, 2, 4, 0])
    assert h.actor == 3
    assert h.span()[0] == 8
    run(h, "c c c")
    assert h.actor == 2  # the straddler acts last
    assert h.span() == (8, 100)


def test_P11_a_straddle_at_the_table(table, begin):
    options = Options(allow_straddle=True)
    last = carry((100,) * 4, button=0, small=1, big=2, straddles=(0,))
    t = begin(table(4, options, last))
    assert t.hand.bets == [1, 2, 4, 0]
    assert t.to_act() == (1,)


def test_P12_a_button_straddle_acts_last_and_the_small_blind_first(table, begin):
    options = Options(allow_straddle=True, straddle_by="button")
    last = carry((100,) * 4, button=0, small=1, big=2, straddles=(1,))
    t = begin(table(4, options, last))
    assert t.hand.bets == [1, 2, 0, 4]
    assert t.hand.actor == 0
    assert opening_place([1, 2, 0, 4]) == 0


def test_P13_a_bomb_pot_has_antes_and_goes_to_the_flop(hand, run):
    h = hand([100] * 3, [0, 0, 0], antes=[4, 4, 4], bomb=True)
    assert h.street == 1
    assert len(h.boards[0]) == 3
    assert h.pot() == 12
    assert h.actor == 0
    assert h.span() == (2, 96)


def test_P13_bomb_pots_come_every_so_many_hands(table, begin):
    options = Options(bomb_every=2, double_board=True)
    t = begin(table(3, options, carry((100,) * 3, button=0, small=1, big=2)))
    assert t.hand.stakes.bomb
    assert [len(board) for board in t.hand.boards] == [3, 3]
    assert t.hand.pot() == 12
