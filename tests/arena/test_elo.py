"""A42, A43 and B20: Elo for two."""

from __future__ import annotations

import math

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutcard.arena.elo import FLOOR, START, RatingChange, expected, k_factor, rate, rate_outcome
from cutcard.kernel.game import Outcome

ratings = st.floats(FLOOR, 4000)


def test_A42_expected_score():
    assert expected(1500, 1500) == 0.5
    assert expected(1600, 1200) == pytest.approx(10 / 11)
    assert expected(1200, 1600) == pytest.approx(1 / 11)


@pytest.mark.parametrize(
    ("rating", "k"), [(100, 40), (1199.9, 40), (1200, 20), (1799.9, 20), (1800, 10), (2500, 10)]
)
def test_A42_k_by_rating(rating, k):
    assert k_factor(rating) == k


def test_A42_k_is_the_winner_s():
    strong_wins = rate((1900, 1000), 0)
    assert strong_wins.ratings[0].change == pytest.approx(10 * (1 - expected(1900, 1000)))
    weak_wins = rate((1900, 1000), 1)
    assert weak_wins.ratings[1].change == pytest.approx(40 * (1 - expected(1000, 1900)))
    assert weak_wins.ratings[0].change == pytest.approx(-weak_wins.ratings[1].change)


def test_A43_old_new_and_change_of_both():
    change = rate((START, START), 1)
    assert msgspec.to_builtins(change, str_keys=True) == {
        "type": "RATING_CHANGE",
        "winnerId": 1,
        "ratings": {
            "0": {"old": 1200.0, "new": 1190.0, "change": -10.0},
            "1": {"old": 1200.0, "new": 1210.0, "change": 10.0},
        },
    }
    raw = msgspec.json.encode(change)
    assert msgspec.json.decode(raw, type=RatingChange) == change


def test_B20_a_draw_moves_towards_each_other_by_the_smaller_k():
    change = rate((1900, 1100), None)
    gain = 10 * (0.5 - expected(1100, 1900))
    assert change.winner_id == "tie"
    assert change.ratings[1].change == pytest.approx(gain)
    assert change.ratings[0].change == pytest.approx(-gain)
    equal = rate((1500, 1500), None)
    assert [equal.ratings[seat].change for seat in (0, 1)] == [0, 0]


@given(ratings, ratings, st.sampled_from([0, 1, None]))
def test_B20_zero_sum_but_at_the_floor(first, second, winner):
    change = rate((first, second), winner)
    total = change.ratings[0].change + change.ratings[1].change
    if all(one.new > FLOOR for one in change.ratings.values()):
        assert total == pytest.approx(0, abs=1e-9)
    else:
        assert total >= -1e-9
    for one in change.ratings.values():
        assert one.new >= FLOOR
        assert one.new == pytest.approx(one.old + one.change)
    if winner is not None:
        assert change.ratings[winner].change >= 0 >= change.ratings[1 - winner].change


def test_B20_at_the_floor_the_winner_still_gains_in_full():
    change = rate((105, 100), 1)
    gain = 40 * (1 - expected(100, 105))
    assert change.ratings[1].change == pytest.approx(gain)
    assert (change.ratings[0].new, change.ratings[0].change) == (FLOOR, -5)


def test_B20_the_better_the_opponent_the_more_is_gained():
    gains = [rate((1500, other), 0).ratings[0].change for other in range(1000, 2100, 100)]
    assert gains == sorted(gains)


def test_B20_placement_doubles_k_for_the_first_ten_games():
    plain = rate((1200, 1200), 0).ratings[0].change
    assert rate((1200, 1200), 0, games=(9, 50)).ratings[0].change == 2 * plain
    assert rate((1200, 1200), 0, games=(10, 0)).ratings[0].change == plain
    draw = rate((1300, 1200), None, games=(0, 50)).ratings[1].change
    assert draw == pytest.approx(rate((1300, 1200), None).ratings[1].change)


def test_B20_kept_as_floats_shown_whole():
    change = rate((1210.4, 1187.3), 0)
    shown = change.shown()
    for seat, one in shown.ratings.items():
        kept = change.ratings[seat]
        assert (one.old, one.new) == (math.floor(kept.old + 0.5), math.floor(kept.new + 0.5))
        assert one.change == one.new - one.old
        assert isinstance(one.new, int)
    assert shown.winner_id == 0


def test_B20_from_a_deal_s_outcome():
    assert rate_outcome(Outcome((1, 2), (2, 1), "COMPLETED"), (1200, 1200)) == rate((1200, 1200), 0)
    assert rate_outcome(Outcome((2, 1), (0, 0), "SURRENDER"), (1200, 1300)) == rate((1200, 1300), 1)
    assert rate_outcome(Outcome((1, 1), (1, 1), "COMPLETED"), (1200, 1300)) == rate(
        (1200, 1300), None
    )
    assert rate_outcome(Outcome((1, 1), (0, 0), "NOT_READY", rated=False), (1200, 1300)) is None
    assert rate_outcome(Outcome((1, 2, 3), (3, 2, 1), "COMPLETED"), (1200, 1300, 1400)) is None


@pytest.mark.parametrize("wrong", [(99, 1200), (1200, math.nan), (math.inf, 1200)])
def test_a_rating_below_the_floor_or_no_number_is_refused(wrong):
    with pytest.raises(ValueError, match="a rating is 100 or more"):
        rate(wrong, 0)


def test_only_two_seats_can_win():
    with pytest.raises(ValueError, match="seat 2 is not one of the two"):
        rate((1200, 1200), 2)
