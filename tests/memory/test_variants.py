"""The extras that belong to rules: limits, preview, open cards, triples; par and stars."""

from __future__ import annotations

import pytest

from cutcard.games.memory.moves import (
    CardsPreviewed,
    ClockStarted,
    Flip,
    Options,
    Pause,
    Resume,
    TurnStarted,
)
from cutcard.games.memory.theory import par


def test_time_attack_is_lost_when_the_clock_is_up(sit):
    game = sit(time_limit_ms=10_000).start()
    game.wait(4000)
    game.play(Pause())
    game.wait(60_000)
    game.play(Resume())
    game.wait(5999)
    assert game.deal.outcome() is None
    game.wait(1)
    assert (game.view.status, game.view.reason, game.seconds) == ("Lost", "TIME_UP", 10)
    assert not game.deal.timers()


def test_time_attack_ends_a_versus_deal_as_scored(sit):
    game = sit(2, time_limit_ms=10_000).start()
    game.solve(1)
    game.wait(10_000)
    assert (game.view.status, game.deal.outcome().places) == ("Ended", (1, 2))


@pytest.mark.parametrize("last", ["pair", "miss"])
def test_move_limit_is_lost_with_the_last_move(sit, last):
    game = sit(move_limit=3).start()
    game.solve(2)
    game.flip(*getattr(game, last)())
    assert (game.view.status, game.view.reason, game.view.moves) == ("Lost", "MOVES_UP", 3)


def test_move_limit_allows_a_win_with_the_last_move(sit):
    game = sit(grid_size=(2, 2), move_limit=2).start()
    game.solve()
    assert game.view.status == "Won"


def test_preview_shows_all_and_then_hides_all(sit):
    game = sit(2, preview_ms=3000)
    facts = game.play(game.deal.legal(0)[0])
    assert facts == [CardsPreviewed(tuple(game.deal.values))]
    assert (game.view.status, game.seconds) == ("Preview", 0)
    assert game.view.open == dict(enumerate(game.deal.values))
    assert set(game.states()) == {"Covered"}
    assert game.refuses(Flip(game.deal.board.ids[0])) == "NOT_PLAYING"
    game.wait(3000)
    assert game.facts[-2:] == [ClockStarted(0), TurnStarted(0)]
    assert (game.view.status, game.view.open) == ("Playing", None)
    game.wait(1000)
    assert game.seconds == 1


def test_a_preview_does_not_make_cards_seen_for_the_stall_rule(sit):
    game = sit(2, preview_ms=3000, stall_turns=2).start()
    game.wait(3000)
    a, b = game.miss()
    for _ in range(2):
        game.flip(a, b)
        game.wait(1000)
    assert game.deal.outcome() is None
    game.flip(a, b)
    assert game.deal.outcome().reason == "STALLED"


def test_open_cards_stay_shown(sit):
    game = sit(open_cards=True).start()
    a, b = game.miss()
    game.flip(a, b)
    assert game.view.open is None
    game.wait(1000)
    assert game.view.open == {a: game.deal.values[a], b: game.deal.values[b]}
    assert game.view.cards[a].value is None  # a value of its own only face up, in any variant


def test_triples_need_three(sit):
    game = sit(grid_size=(3, 4), match_size=3).start()
    values = game.deal.values
    three = [cell for cell, value in enumerate(values) if value == values[0]]
    other = next(cell for cell, value in enumerate(values) if value != values[0])
    assert len(three) == 3
    game.flip(*three[:2])
    assert (game.view.moves, game.deal.to_act()) == (0, (0,))
    game.flip(other)
    assert (game.view.moves, game.states().count("Flipped")) == (1, 3)
    game.wait(1000)
    game.flip(three[0], other)  # two that differ end the attempt at once
    assert (game.view.moves, game.deal.to_act()) == (2, ())
    game.wait(1000)
    game.flip(*three)
    assert (game.view.moves, game.states().count("Solved")) == (3, 3)
    assert game.view.par is None


def test_triples_do_without_an_even_number():
    assert Options(grid_size=(3, 3), match_size=3).match_size == 3
    with pytest.raises(ValueError, match="do not form triples"):
        Options(match_size=3)


def test_stars_against_par(sit):
    game = sit()
    assert (game.view.par, game.view.star_moves, game.view.stars) == (12.39, (14, 19), None)
    for misses, stars in ((6, 3), (7, 2), (11, 2), (12, 1)):
        game = sit().start()
        for _ in range(misses):
            game.flip(*game.miss())
            game.wait(1000)
        game.solve()
        assert (game.view.moves, game.view.stars) == (8 + misses, stars)
        assert game.facts[-1].stars == stars


def test_every_grid_has_a_par(sit):
    for rows in range(2, 9):
        for cols in range(2, 9):
            if rows * cols % 2 == 0:
                shown = sit(grid_size=(rows, cols)).view.par
                assert shown == pytest.approx(float(par(rows * cols // 2)), abs=0.005)


def test_versus_has_no_par(sit):
    assert (sit(2).view.par, sit(2).view.star_moves) == (None, None)
