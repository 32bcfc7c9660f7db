"""Duel: best-of series, and what of a match is rated.

Numbers such as B21 are those of docs/rules/duel.md.
"""

from __future__ import annotations

import pytest

from cutcard.games import duel
from cutcard.games.duel import moves
from cutcard.games.duel.moves import CardPlay, GameEnd, GameStart, Ready, Surrender
from cutcard.kernel.game import NATURE, Illegal, Told
from cutcard.kernel.rng import Rng


def game(options, carry, winner, name="series"):
    """One game of one round, won by that seat (None: a tie); its state and what was told."""
    for salt in range(500):
        state = duel.deal(options, 2, Rng.named(f"{name} {salt}"), carry)
        told: list[Told] = []
        if carry is None:
            for seat in (0, 1):
                state.play(seat, Ready(), 0, told)
        else:
            (timer,) = state.timers()
            state.play(NATURE, timer.tick, timer.due, told)
        first, second = (state.deck.order[place] % 13 for place in (0, 1))
        if (first > second, first < second) == (winner == 0, winner == 1):
            for seat in (0, 1):
                state.play(seat, CardPlay(seat, 1), 1000, told)
            return state, [one.fact for one in told]
    raise AssertionError("no such deal")


def series(best_of, winners):
    options = duel.Options(best_of=best_of, max_rounds=1)
    carry, state, facts = None, None, []
    for number, winner in enumerate(winners):
        assert number == 0 or carry is not None, "the series went on after it was decided"
        state, facts = game(options, carry, winner, f"game {number}")
        carry = state.next()
    return state, facts, carry


@pytest.mark.parametrize(
    ("best_of", "winners", "places", "wins"),
    [
        (3, (0, 0), (1, 2), (2, 0)),
        (3, (0, 1, 1), (2, 1), (1, 2)),
        (3, (0, None, 1), (1, 1), (1, 1)),
        (3, (None, None, 1), (2, 1), (0, 1)),
        (5, (1, 0, 1, 1), (2, 1), (1, 3)),
    ],
)
def test_B28_best_of_is_won_by_who_won_more_games_and_equal_is_a_draw(
    best_of, winners, places, wins
):
    state, facts, carry = series(best_of, winners)
    assert carry is None
    outcome = state.outcome()
    assert (outcome.places, outcome.scores, outcome.rated) == (places, wins, True)
    assert isinstance(facts[-1], GameEnd)
    assert facts[-1].series.wins == dict(enumerate(wins))


def test_B28_a_series_goes_on_by_itself_and_shows_the_last_game_until_the_next_starts():
    options = duel.Options(best_of=3, max_rounds=1)
    first, _ = game(options, None, 0)
    assert first.outcome().rated is False  # a match is rated once
    second = duel.deal(options, 2, Rng.named("second"), first.next())
    assert (second.to_act(), second.legal(0)) == ((), ())
    view = second.view(None)
    assert (view.series.game, view.series.wins) == (2, {0: 1, 1: 0})
    assert (view.series.last_winner_id, view.series.last_scores) == (0, {0: 1, 1: 0})
    (timer,) = second.timers()
    assert (timer.due, timer.tick) == (options.round_pause_ms, moves.NextRound())
    with pytest.raises(Illegal):
        second.play(NATURE, moves.ReadyExpire(), 10**6)
    told: list[Told] = []
    second.play(NATURE, timer.tick, timer.due, told)
    assert isinstance(told[0].fact, GameStart)
    assert second.view(None).series.last_winner_id is None


def test_B28_who_gives_up_a_game_gives_up_the_series():
    options = duel.Options(best_of=3, max_rounds=1)
    first, _ = game(options, None, 0)
    for started in (False, True):
        second = duel.deal(options, 2, Rng.named("second"), first.next())
        if started:
            second.play(NATURE, moves.NextRound(), options.round_pause_ms)
        second.play(0, Surrender(), 5000)
        outcome = second.outcome()
        assert (outcome.places, outcome.rated, second.next()) == ((2, 1), True, None)


def test_B21_season_points_of_a_series_are_those_of_its_games():
    state, _, _ = series(3, (0, 1, 1))
    assert state.outcome().points == (2, 4)  # a win of one point is worth 1.5, rounded up


def test_a_match_given_up_before_its_first_reveal_is_not_rated(bench):
    early = bench().start()
    early.do(0, Surrender())
    assert (early.duel.outcome().reason, early.duel.outcome().rated) == ("SURRENDER", False)
    late = bench().start()
    for seat in (0, 1):
        late.do(seat, CardPlay(seat, 1))
    late.do(0, Surrender())
    assert (late.duel.outcome().places, late.duel.outcome().rated) == ((2, 1), True)
