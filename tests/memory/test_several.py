"""Two to four players: turns and their time, surrender, the stall rule, playing together."""

from __future__ import annotations

import pytest

from cutcard.games.memory.moves import (
    Announce,
    CardsCovered,
    Flip,
    GameEnd,
    Pause,
    PlayerSurrendered,
    Reset,
    Resume,
    StallWarned,
    Start,
    Surrender,
    TurnExpired,
    TurnStarted,
)


def test_not_your_turn(sit):
    game = sit(2).start()
    assert game.refuses(Flip(game.deal.board.ids[0]), 1) == "NOT_YOUR_TURN"
    assert game.deal.legal(1) == ()


def test_any_player_may_start(sit):
    game = sit(3)
    assert game.deal.to_act() == (0,)
    assert game.deal.asides(2)[0] == Start()
    game.play(Start(), 2)
    assert game.deal.to_act() == (0,)
    assert game.facts[-1] == TurnStarted(0)


def test_more_pairs_win(sit):
    game = sit(3, grid_size=(3, 4)).start()
    for pairs in (1, 2, 3):
        game.solve(pairs)
        if game.cells():
            game.flip(*game.miss())
            game.wait(1000)
    outcome = game.deal.outcome()
    assert (outcome.places, outcome.scores, outcome.rated) == ((3, 2, 1), (1, 2, 3), True)
    assert game.facts[-1] == GameEnd("COMPLETED", {0: 1, 1: 2, 2: 3}, 8, 2000, 2)


def test_equal_pairs_tie(sit):
    game = sit(2).start()
    game.solve(4)
    game.flip(*game.miss())
    game.wait(1000)
    game.solve()
    assert game.deal.outcome().places == (1, 1)
    assert game.facts[-1].winner_id == "tie"


def test_a_turn_has_its_time_and_then_passes(sit):
    game = sit(2, turn_ms=5000).start()
    game.flip(3)
    (timer,) = game.deal.timers()
    assert (timer.due, timer.seat) == (5000, 0)
    game.wait(5000)
    assert game.facts[-3:] == [TurnExpired(0), CardsCovered((3,)), TurnStarted(1)]
    assert (game.deal.turn, game.view.moves) == (1, 0)


def test_the_second_flip_stops_the_turns_clock(sit):
    game = sit(2, turn_ms=5000, match_delay_ms=9000).start()
    game.wait(4999)
    game.flip(*game.miss())
    game.wait(8999)
    assert game.deal.turn == 0
    game.wait(1)
    assert [(t.due, t.seat) for t in game.deal.timers()] == [(game.at + 5000, 1)]


def test_a_match_gives_the_turn_its_time_anew(sit):
    game = sit(2, turn_ms=5000).start()
    game.wait(4000)
    game.solve(1)
    assert game.deal.timers()[0].due == 9000


def test_a_pause_stands_still_for_the_turn_too(sit):
    game = sit(2, turn_ms=5000).start()
    game.wait(2000)
    game.play(Pause(), 0)
    game.play(Pause(), 1)
    game.wait(100_000)
    game.play(Resume(), 1)
    assert game.deal.timers()[0].due == game.at + 3000


def test_a_turn_passed_during_a_pause_has_its_whole_time(sit):
    game = sit(3, turn_ms=5000).start()
    for seat in range(3):
        game.play(Pause(), seat)
    game.wait(1000)
    game.play(Surrender(), 0)
    assert game.deal.to_act() == (1,)
    game.wait(9000)
    game.play(Resume(), 2)
    assert (game.deal.turn, game.deal.timers()[0].due) == (1, game.at + 5000)


def test_no_turn_clock_alone_or_where_none_is_wished(sit):
    assert not sit(1).start().deal.timers()
    assert not sit(2, turn_ms=0).start().deal.timers()


def test_a_deal_nobody_plays_ends_as_scored(sit):
    game = sit(2, turn_ms=5000).start()
    game.solve(1)
    game.wait(60_000)
    outcome = game.deal.outcome()
    assert (outcome.reason, outcome.places, outcome.rated) == ("IDLE", (1, 2), False)


def test_one_who_plays_keeps_a_deal_alive(sit):
    game = sit(2, turn_ms=5000).start()
    for _ in range(3):
        game.flip(*game.miss())
        game.wait(1000)  # back, and the other's turn
        game.wait(5000)  # who does not come
        game.solve(1)
    assert game.deal.outcome() is None


def stall(game, turns):
    """Turns that show nothing new, after one that showed two cards."""
    a, b = game.miss()
    for _ in range(turns + 1):
        game.flip(a, b)
        game.wait(1000)


def test_D_between_people_a_deal_ends_when_all_pairs_are_found(sit):
    """Two people on 4×4, and nobody learns anything for thirty turns: they play on."""
    game = sit(2).start()
    stall(game, 30)
    assert (game.view.status, game.view.moves, game.view.stall_in) == ("Playing", 31, None)
    game.solve()
    assert (game.deal.outcome().reason, game.deal.outcome().rated) == ("COMPLETED", True)


def test_D_the_stall_rule_is_chosen_announced_and_its_outcome_is_not_rated(sit):
    game = sit(2, stall_turns=2).start()
    stall(game, 0)
    assert game.view.stall_in is None
    a, b = game.miss()
    facts = game.flip(a, b)
    assert (facts[-1], game.view.stall_in) == (StallWarned(1), 1)
    game.wait(1000)
    assert game.deal.outcome() is None
    game.flip(a, b)
    outcome = game.deal.outcome()
    assert (outcome.reason, outcome.places, outcome.rated) == ("STALLED", (1, 1), False)
    assert game.view.status == "Ended"


def test_D_a_new_card_or_a_match_breaks_the_stall(sit):
    game = sit(2, stall_turns=2).start()
    a, b = game.miss()
    stall(game, 1)
    fresh = next(c for c in game.cells() if game.deal.values[c] != game.deal.values[a] and c != b)
    game.flip(a, fresh)  # one new card
    game.wait(1000)
    assert game.view.stall_in is None
    game.flip(a, b)
    game.wait(1000)
    game.solve(1)
    assert game.view.stall_in is None
    game.flip(*[c for c in (a, b, fresh) if c in game.cells()][:2])
    assert game.deal.outcome() is None


@pytest.mark.parametrize(("seats", "mode"), [(1, "versus"), (2, "coop")])
def test_D_no_stall_where_nobody_gains_by_it(sit, seats, mode):
    game = sit(seats, mode=mode, stall_turns=2).start()
    stall(game, 11)
    assert (game.view.moves, game.view.status, game.view.stall_in) == (12, "Playing", None)
    assert not any(isinstance(fact, StallWarned) for fact in game.facts)


def test_D_stall_turns_is_counted_down_and_warned_of_once(sit):
    game = sit(2, stall_turns=5).start()
    left = []
    a, b = game.miss()
    for turn in range(6):
        assert game.deal.outcome() is None, turn
        game.flip(a, b)
        left.append(game.view.stall_in)
        game.wait(1000)
    assert left == [None, 4, 3, 2, 1, None]
    assert game.facts.count(StallWarned(1)) == 1
    assert game.deal.outcome().reason == "STALLED"


def test_surrender_of_two_ends_the_deal(sit):
    game = sit(2).start()
    game.solve(3)
    facts = game.play(Surrender(), 0)
    assert facts[0] == PlayerSurrendered(0)
    outcome = game.deal.outcome()
    assert (outcome.places, outcome.scores, outcome.reason) == ((2, 1), (3, 0), "SURRENDER")
    assert game.facts[-1].winner_id == 1


def test_surrender_of_one_of_four_leaves_three(sit):
    game = sit(4, turn_ms=5000).start()
    game.flip(0)
    game.play(Surrender(), 0)
    assert (game.states().count("Flipped"), game.deal.turn) == (0, 1)
    assert game.refuses(Start(), 0) == "INVALID_PLAYER"
    assert game.deal.asides(0) == ()
    assert game.view.players[0].out is True
    game.play(Surrender(), 2)
    game.flip(*game.miss())
    game.wait(1000)
    assert game.deal.turn == 3
    assert game.refuses(Reset(), 3) == "PLAYER_GONE"
    game.play(Surrender(), 3)
    assert game.deal.outcome().places == (4, 1, 3, 2)


def test_surrender_while_ones_cards_wait_to_turn_back(sit):
    game = sit(3).start()
    game.flip(*game.miss())
    game.play(Surrender(), 0)
    assert set(game.states()) == {"Covered"}
    assert game.deal.to_act() == (1,)


def test_surrender_before_the_start_passes_the_first_turn(sit):
    game = sit(3)
    game.play(Surrender(), 0)
    assert (game.deal.to_act(), game.view.status) == ((1,), "NotStarted")


def test_surrender_drops_open_wishes(sit):
    game = sit(3).start()
    game.play(Pause(), 0)
    game.play(Pause(), 1)
    game.play(Surrender(), 2)
    assert (game.view.status, game.view.pause_asked) == ("Playing", None)
    game.play(Pause(), 0)
    game.play(Pause(), 1)
    assert game.view.status == "Paused"


def test_a_deal_given_up_before_its_announcement_leaves_no_timer(sit):
    deal = sit().deal
    assert [(t.due, t.tick) for t in deal.timers()] == [(0, Announce())]
    deal.play(0, Surrender(), 0)
    assert not deal.timers()


def test_giving_up_alone_ends_the_match(sit):
    game = sit().start()
    game.play(Surrender())
    assert (game.view.status, game.deal.outcome().reason) == ("Ended", "SURRENDER")
    assert game.deal.next() is None


def test_coop_is_won_and_left_together(sit):
    game = sit(2, mode="coop").start()
    game.solve()
    outcome = game.deal.outcome()
    assert (outcome.places, outcome.rated, game.view.stars) == ((1, 1), False, 3)
    assert game.facts[-1].winner_id is None

    left = sit(2, mode="coop", turn_ms=5000).start()
    left.play(Surrender(), 0)
    assert left.deal.outcome() is None
    assert not left.deal.timers()
    left.flip(*left.miss())
    left.wait(1000)
    assert left.deal.turn == 1
    left.play(Surrender(), 1)
    assert left.deal.outcome().reason == "SURRENDER"
