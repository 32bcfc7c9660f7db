"""P40–P52 of docs/rules/poker.md: pots, odd chips, rake, who shows, two boards."""

from __future__ import annotations

from itertools import pairwise, product

from hypothesis import given
from hypothesis import strategies as st

from cutcard.games.poker import Carry, Options, moves, pots, showdown
from cutcard.games.poker.facts import Mucked, Shown
from cutcard.games.poker.hand import DONE, RUNS
from cutcard.kernel.cards import names, parse_many
from cutcard.kernel.game import NATURE
from cutcard.kernel.hear import heard


def carry(stacks, **more):
    return Carry(tuple(stacks), (0,) * len(stacks), hands=1, button=0, small=1, big=2, **more)


def test_P40_side_pots_in_layers(hand, run):
    h = run(hand([20, 50, 100, 100], holes=["AhAd", "KhKd", "QhQd", "3c4c"]), "r100 f c c")
    main, side = pots.of_hand(h, with_bets=True)
    assert (main.amount, main.eligible) == (60, (0, 1, 2))
    assert (side.amount, side.eligible) == (60, (1, 2))
    assert h.returned == (2, 50)
    assert h.stacks == [60, 60, 50, 100]


@given(
    st.lists(st.tuples(st.integers(0, 50), st.booleans()), min_size=2, max_size=9),
    st.integers(0, 20),
)
def test_P40_P41_every_chip_is_in_a_pot_somebody_can_win(rows, dead):
    put_in = [chips for chips, _ in rows]
    out = [gone for _, gone in rows]
    out[0] = False
    found = pots.layers(put_in, out, dead)
    assert sum(pot.amount for pot in found) == sum(put_in) + dead
    assert all(pot.eligible and not any(out[i] for i in pot.eligible) for pot in found)
    for low, high in pairwise(found):
        assert set(high.eligible) < set(low.eligible)


def test_P41_a_layer_whose_players_all_folded_goes_to_the_pot_below():
    found = pots.layers([10, 50, 50, 10], [False, True, True, False])
    assert [(pot.amount, pot.eligible) for pot in found] == [(120, (0, 3))]


def test_P41_who_bets_and_leaves_loses_his_bet(hand, run):
    h = run(hand([100, 100, 100], holes=["AhAd", "KhKd", "QhQd"]), "r60 c")
    h.drop_out(2)
    run(h, "f")
    assert h.stacks == [162, 98, 40]


def test_P42_each_pot_is_split_by_itself(hand):
    # 49 in the main pot and 41 beside it, the same two win both: 25 + 21 and 24 + 20.
    holes = ["3c4c", "AhKd", "AdKh", "8c8d", "6c6d"]
    h = hand([0] * 5, [0, 0, 0, 0, 0], antes=[1] * 5, holes=holes)
    h.antes = []
    h.total = [11, 31, 31, 12, 5]
    h.folded, h.live = [False, False, False, True, True], 3
    h.won, h.stacks = [0] * 5, [0] * 5
    showdown.settle(h)
    assert h.won == [0, 46, 44, 0, 0]


def test_P43_several_odd_chips_go_one_by_one_from_the_left_of_the_button(hand, run):
    board = "AhKhQhJhTh"  # everybody plays the board
    h = run(hand([11, 11, 11], [1, 2, 0], antes=[1, 0, 1], trim=False, board=board), "r10 c c")
    assert h.won == [11, 11, 10]  # 32 in three: one each to the first two


def test_P43_stud_odd_chips_by_the_highest_card(hand):
    h = hand([100] * 2, code="F7S", bet=2, antes=[1, 1], bring_in=1)
    h.hole = [
        [11, 24, 7, 20, 33, 2, 3],
        [37, 50, 46, 8, 21, 4, 5],
    ]
    shares = showdown._shares(h, 5, [0, 1], "high", 0)
    assert dict(shares)[1] == 3  # the king of spades


def _stud_paid(hand, code, holes, put_in):
    """A stud hand of these cards, everybody in for so much, paid."""
    h = hand([100] * 2, code=code, bet=4, antes=[1, 1], bring_in=1)
    h.hole = [parse_many(hole) for hole in holes]
    h.antes, h.total, h.dead = [], [put_in, put_in], 0
    h.won, h.stacks = [0, 0], [0, 0]
    showdown.settle(h)
    return h


def test_P43_the_odd_chip_of_a_tied_stud_low_goes_by_the_low_five(hand):
    """Not by the high five: the kings have nothing to do with the low half."""
    holes = ["8c5c4d3h2sKhKs", "8s5h4c3d2cQhJd"]
    h = _stud_paid(hand, "F7S/8", holes, 3)
    assert h.won == [4, 2]
    low = next(award for award in showdown.awards(h) if award.low)
    assert dict(low.shares) == {0: 1, 1: 2}  # the eight of spades


def test_P43_in_razz_the_ace_is_low_for_the_odd_chip_too(hand):
    h = _stud_paid(hand, "FR", ["8c5c4d3hAsKhKd", "8h5h4c3dAcQhQd"], 3)
    shares = showdown._shares(h, 5, [0, 1], "lowa5", 0)
    assert dict(shares) == {0: 2, 1: 3}  # the eight of hearts, not the ace of spades


def test_P43_of_two_cards_of_a_rank_the_better_suit_counts(hand):
    h = _stud_paid(hand, "F7S", ["9c9s8d7h6c5d2h", "9h8s7c6d5c3d2c"], 3)
    shares = showdown._shares(h, 5, [0, 1], "high", 0)
    assert dict(shares) == {0: 3, 1: 2}  # the nine of spades makes the same straight


def test_P43_P45_high_and_low_halves_and_the_odd_chip_to_the_high(hand, run):
    holes = ["Ac2cKdKh", "QcQd9c9d", "JcJd8c8d"]
    h = run(
        hand([5, 5, 5], code="PO/8", holes=holes, board="3h4h7sQhTs", antes=[0, 0, 0]), "r5 c c"
    )
    assert h.won == [7, 8, 0]
    h = run(hand([5, 5, 5], code="PO/8", holes=holes, board="ThJh7sQhTs"), "r5 c c")
    assert sum(1 for won in h.won if won) == 1  # no low: the high hand scoops


def test_P45_the_same_hands_both_ways_split_evenly(hand, run):
    h = run(hand([6, 6], code="PO/8", holes=["Ac2cKdKh", "Ad2dKsKc"], board="3h4h7sQhTs"), "r6 c")
    assert h.won == [6, 6]


def test_P44_rake_after_the_uncalled_bet_with_a_cap_and_no_flop_no_drop(hand, run):
    kw = {"rake": 50, "holes": ["AhAd", "KhKd"]}
    h = run(hand([1000, 1000], **kw), "r100 f")
    assert h.rake == 0
    assert h.won == [0, 4]
    h = run(hand([1000, 1000], **kw), "r100 c c r500 f")
    assert h.rake == 10  # five per cent of 200; the 500 was not called
    assert h.won == [0, 190]
    h = run(hand([1000, 1000], rake_cap=7, **kw), "r100 c c r500 f")
    assert h.rake == 7
    h = run(hand([20, 100, 100], rake=50, holes=["AhAd", "KhKd", "QhQd"]), "r100 c c")
    assert h.rake == 220 * 50 // 1000
    assert sum(h.stacks) + h.rake == 220
    h = run(hand([1000, 1000], no_flop_no_drop=False, **kw), "r100 f")
    assert h.rake == 4 * 50 // 1000


def test_P44_never_in_tournaments(table, begin):
    t = begin(table(3, Options(start_stack=50, rake=50)))
    assert t.hand.stakes.rake == 0


def test_P46_the_last_aggressor_of_the_last_street_shows_first(hand, run):
    h = run(hand([100] * 3), "c c c c c c c c c c r10 c c")
    assert h.phase == DONE
    assert h.aggressor == 1
    assert showdown.order_of_showing(h) == [1, 2, 0]
    h = run(hand([100] * 3), "r10 c c c c c c c c c c c")
    assert showdown.order_of_showing(h) == [0, 1, 2]  # nobody bet the river: left of the button


def _to_showdown(t, line):
    """Play a table's hand; returns what everybody was told at the end."""
    for word in line.split():
        told = []
        seat = t.to_act()[0]
        move = {"c": moves.Call(), "k": moves.Check(), "f": moves.Fold(), "a": moves.AllIn()}
        t.play(seat, moves.Bet(int(word[1:])) if word[0] == "b" else move[word], 5000, told)
    return heard(told, None)


def test_P47_a_beaten_hand_may_be_mucked_and_winners_show(table, begin):
    t = begin(table(3, carry=carry((100,) * 3)))
    t.hand.hole = [[12, 25], [11, 24], [0, 14]]  # aces, kings, nothing
    t.hand.deck = [*t.hand.deck[: t.hand.pos], 50, 5, 18, 33, 50, 9, 50, 48, *range(20)]
    facts = _to_showdown(t, "c c k k k k k k k k k k")
    shown = [fact.player_id for fact in facts if isinstance(fact, Shown)]
    assert shown == [t.order[0]]  # the aces are first and beat the others
    assert sorted(t.to_act()) == sorted([t.order[1], t.order[2]])
    t.play(t.order[1], moves.Show(), 6000)
    told = []
    t.play(NATURE, t.timers()[0].tick, 9000, told)
    assert isinstance(heard(told, None)[0], Mucked)
    view = t.view(None)
    assert view.players[t.order[2]].cards is None
    assert view.players[t.order[1]].cards == ("Kc", "Kd")


def test_P47_a_hand_not_beaten_when_its_turn_comes_must_be_shown(hand, run):
    h = run(hand([100] * 3, holes=["QhQd", "KhKd", "AhAd"]), "c c c c c c c c c c c c")
    assert showdown.must_show(h) == [0, 1, 2]
    h = run(hand([100] * 3, holes=["AhAd", "KhKd", "QhQd"]), "c c c c c c c c c c c c")
    assert showdown.must_show(h) == [0]


def test_P48_all_in_hands_are_tabled_before_the_rest_is_dealt(table, begin):
    t = begin(table(3, carry=carry((100,) * 3)))
    facts = _to_showdown(t, "a c f")
    kinds = [type(fact).__name__ for fact in facts]
    assert kinds.index("Shown") < kinds.index("Flop")
    assert kinds.count("Shown") == 2
    t = begin(table(3, Options(table_all_in=False), carry((100,) * 3)))
    kinds = [type(fact).__name__ for fact in _to_showdown(t, "a c f")]
    assert kinds.index("Flop") < kinds.index("Shown")


def test_P48_in_a_tournament_nobody_mucks_against_an_all_in(table, begin):
    t = begin(table(3, Options(start_stack=80, table_all_in=False), carry((100, 100, 40))))
    _to_showdown(t, "a a a")
    assert t.hand.live == 3
    assert sorted(t.shown) == [0, 1, 2]
    assert not t.mucked


def test_P49_the_last_player_wins_without_showing(table, begin):
    t = begin(table(3, carry=carry((100,) * 3)))
    _to_showdown(t, "f f")
    winner = t.order[1]
    assert t.to_act() == [winner]
    assert t.hand.boards == [[]]
    assert t.view(t.order[0]).players[winner].cards is None
    t.play(winner, moves.Show(), 6000)
    assert t.outcome() is not None
    assert t.view(t.order[0]).players[winner].cards is not None


def test_P50_folded_mucked_and_undealt_cards_are_in_no_view(table, begin):
    t = begin(table(3, carry=carry((100,) * 3)))
    _to_showdown(t, "f c k k k k k k k")
    while t.outcome() is None:
        t.play(NATURE, t.timers()[0].tick, t.timers()[0].due)
    seen = repr(t.view(None))
    for place, hole in enumerate(t.hand.hole):
        if t.order[place] not in t.shown:
            assert all(f"'{name}'" not in seen for name in names(hole))
    assert all(f"'{name}'" not in seen for name in names(t.hand.deck[t.hand.pos :]))


def test_P51_run_it_twice_when_all_agree(table, begin):
    options = Options(allow_run_it_twice=True)
    for votes in product((True, False), repeat=2):
        t = begin(table(3, options, carry((101, 100, 101))))
        _to_showdown(t, "a f a")
        assert t.hand.phase == RUNS
        assert len(t.to_act()) == 2
        for seat, agree in zip(t.to_act(), votes, strict=True):
            t.play(seat, moves.RunTwice(agree), 5000)
        assert len(t.hand.boards) == (2 if all(votes) else 1)
        assert all(len(board) == 5 for board in t.hand.boards)


def test_P51_each_board_takes_half_of_every_pot_the_odd_chip_to_the_first(hand, run):
    h = hand([100, 101, 101], [1, 2, 0], runs=True, holes=["AhAd", "KhKd", "QhQd"])
    run(h, "r101 f c")
    assert h.phase == RUNS
    h.run(2)
    assert h.phase == DONE
    awards = [
        (award.board, sum(chips for _, chips in award.shares)) for award in showdown.awards(h)
    ]
    assert awards == [(0, 102), (1, 101)]


def test_P51_not_in_tournaments(table, begin):
    t = begin(table(3, Options(allow_run_it_twice=True, start_stack=50)))
    assert not t.hand.stakes.runs


def test_P52_a_double_board_splits_each_pot(hand, run):
    h = hand([50] * 3, [0] * 3, antes=[3] * 3, bomb=True, boards=2)
    assert [len(board) for board in h.boards] == [3, 3]
    run(h, "c c c c c c c c c")
    assert h.phase == DONE
    by_board = {
        b: sum(c for a in showdown.awards(h) if a.board == b for _, c in a.shares) for b in (0, 1)
    }
    assert by_board == {0: 5, 1: 4}
    assert sum(h.stacks) == 150
