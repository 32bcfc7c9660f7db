"""Advancement, the rules at A, and the end of a match: cases L1 … L12."""

from __future__ import annotations

import pytest

from cutcard.games import guandan
from cutcard.games.guandan import moves
from cutcard.games.guandan.levels import level_to_play, match_over, settle
from cutcard.games.guandan.options import Options, book_of
from cutcard.kernel.rng import Rng

S, E, N, W = range(4)
FIRST_SECOND, FIRST_THIRD, FIRST_LAST = (S, N, E, W), (S, E, N, W), (S, E, W, N)
LOST = (E, W, S, N)
SPEC, OFFICIAL = Options(), Options(preset="competition")
BOTH = pytest.mark.parametrize("options", [SPEC, OFFICIAL], ids=["spec", "competition"])


def ends(order, levels, own, options=SPEC, fails=(0, 0)) -> moves.Settled:
    return settle(order, levels, fails, book_of(options), own=own, ends=False)


@BOTH
def test_L1_first_and_second_advance_three(options) -> None:
    assert ends(FIRST_SECOND, ("5", "4"), 0, options).levels == ("8", "4")


@BOTH
def test_L2_first_and_third_advance_two(options) -> None:
    assert ends(FIRST_THIRD, ("5", "4"), 0, options).levels == ("7", "4")


def test_L2_the_specs_literal_scenario_as_an_option() -> None:
    literal = Options(advance={"2": 3, "3": 1, "4": 1})
    assert ends(FIRST_THIRD, ("5", "4"), 0, literal).levels == ("6", "4")
    assert ends(FIRST_SECOND, ("5", "4"), 0, literal).levels == ("8", "4")


@BOTH
def test_L3_first_and_last_advance_one(options) -> None:
    assert ends(FIRST_LAST, ("5", "4"), 0, options).levels == ("6", "4")


@BOTH
def test_L4_nobody_skips_the_ace(options) -> None:
    assert ends(FIRST_SECOND, ("Q", "4"), 0, options).levels == ("A", "4")


@BOTH
def test_L5_reaching_the_ace_does_not_win(options) -> None:
    result = ends(FIRST_SECOND, ("K", "4"), 0, options)
    assert result.levels == ("A", "4")
    assert not result.match_over


@BOTH
def test_L6_ones_own_ace_with_the_partner_not_last_wins(options) -> None:
    for order in (FIRST_SECOND, FIRST_THIRD):
        result = ends(order, ("A", "9"), 0, options)
        assert (result.passed, result.match_over, result.winner) == (True, True, 0)


@BOTH
def test_L7_with_the_partner_last_the_ace_is_not_passed(options) -> None:
    result = ends(FIRST_LAST, ("A", "9"), 0, options)
    assert not result.match_over
    assert (result.levels, result.failed, result.fails) == (("A", "9"), 0, (1, 0))


@BOTH
def test_L8_at_the_opponents_level_nobody_passes_the_ace(options) -> None:
    result = ends(FIRST_SECOND, ("A", "9"), 1, options)
    assert not result.match_over
    assert result.levels == ("A", "9")
    assert level_to_play(carried(result)) == ("A", 0)


@BOTH
def test_L9_three_failures_in_a_row_and_back_to_two(options) -> None:
    fails = (0, 0)
    for count in (1, 2, 3):
        result = ends(FIRST_LAST, ("A", "9"), 0, options, fails)
        fails = result.fails
        assert result.dropped == (0 if count == 3 else None)
    assert result.levels == ("2", "9")
    assert fails == (0, 0)


def test_L10_an_own_ace_lost_counts_in_competition_only() -> None:
    spec = ends(LOST, ("A", "9"), 0, SPEC, (2, 0))
    assert (spec.fails, spec.dropped, spec.levels) == ((0, 0), None, ("A", "Q"))
    official = ends(LOST, ("A", "9"), 0, OFFICIAL, (1, 0))
    assert (official.fails, official.failed) == ((2, 0), 0)
    third = ends(LOST, ("A", "9"), 0, OFFICIAL, (2, 0))
    assert (third.dropped, third.levels) == (0, ("2", "Q"))


@BOTH
def test_L10_deals_at_the_opponents_level_neither_count_nor_reset(options) -> None:
    for order in (FIRST_SECOND, FIRST_LAST, LOST):
        assert ends(order, ("A", "9"), 1, options, (2, 0)).fails == (2, 0)


@BOTH
def test_L11_the_losers_stay(options) -> None:
    assert ends(LOST, ("5", "4"), 0, options).levels == ("5", "7")


@BOTH
def test_L12_the_next_deal_is_at_the_firsts_level(options) -> None:
    assert level_to_play(carried(ends(LOST, ("5", "4"), 0, options))) == ("7", 1)
    assert level_to_play(None) == ("2", -1)


def carried(result: moves.Settled) -> moves.Carry:
    return moves.Carry(result.levels, result.order, result.fails)


def test_the_limit_at_ace_and_where_one_falls_are_options() -> None:
    options = Options(a_limit=1, a_drop_to="T")
    assert ends(FIRST_LAST, ("A", "9"), 0, options).levels == ("T", "9")


def test_failures_need_not_be_in_a_row_where_the_table_says_so() -> None:
    options = Options(a_consecutive=False)
    assert ends(LOST, ("A", "9"), 0, options, (2, 0)).fails == (2, 0)


def test_what_counts_as_a_failure_is_an_option() -> None:
    options = Options(a_fails="unpassed")
    assert ends(LOST, ("A", "9"), 0, options, (0, 0)).fails == (1, 0)


def finished(at_table, **options):
    """S and N go out first and second at once."""
    bench = at_table("3s", "4s 6s", "7s", "9s Ts", **options)
    bench.at = 20_000
    bench.lay(S, "3s")
    bench.skip(E)
    bench.lay(N, "7s")
    return bench.state


def test_a_match_by_deals_ends_after_them(at_table) -> None:
    state = finished(at_table, match="deals", deals=1)
    assert state.next() is None
    assert state.result.winner == 0
    outcome = state.outcome()
    assert (outcome.reason, outcome.rated, outcome.places) == ("deals", True, (1, 2, 1, 2))
    carry = finished(at_table, match="deals", deals=2).next()
    assert carry.deals == 1


def test_a_match_by_minutes_starts_no_deal_after_them(at_table) -> None:
    carry = finished(at_table, match="minutes", minutes=1).next()
    assert carry.elapsed == 20_000
    options = Options(match="minutes", minutes=1)
    assert match_over(options, 2, 60_000)
    assert not match_over(options, 2, 59_999)


def test_equal_levels_after_the_last_deal_are_a_draw() -> None:
    result = settle(LOST, ("5", "2"), (0, 0), book_of(SPEC), own=0, ends=True)
    assert result.levels == ("5", "5")
    assert (result.match_over, result.winner) == (True, None)


def test_a_deal_in_the_middle_of_a_match_is_not_rated(at_table) -> None:
    state = finished(at_table)
    assert state.outcome().rated is False
    assert state.outcome().scores == (3, 0, 3, 0)
    assert state.next() == moves.Carry(("5", "2"), state.result.order, deals=1, elapsed=20_000)


def test_absence_is_carried_on(at_table) -> None:
    bench = at_table("3s", "4s 6s", "7s", "9s Ts")
    bench.do(W, moves.Leave())
    bench.lay(S, "3s")
    bench.skip(E)
    bench.lay(N, "7s")
    carry = bench.state.next()
    assert carry.auto == (W,)
    assert guandan.deal(Options(), 4, Rng.named(1), carry).auto == [False, False, False, True]
