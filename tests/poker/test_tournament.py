"""A poker table's own tournament: who is in it, when it deals, and how its blinds rise."""

from __future__ import annotations

import pytest

from cutcard.games.poker import Carry, Level, Options, deal, facts, moves
from cutcard.games.poker.bot import Caller
from cutcard.kernel.game import NATURE, Illegal
from cutcard.kernel.rng import Rng

MINUTE = 60_000


def opened(seats=4, **options):
    return deal(Options(start_stack=100, **options), seats, Rng.named("gathers"))


def sit(t, *seats, at=0):
    told = []
    for seat in seats:
        t.play(seat, moves.Sit(), at, told)
    return [one.fact for one in told]


def play_out(t, at):
    """Everybody calls to the end of the hand; the facts of it."""
    told = []
    while t.outcome() is None:
        if t.to_act() and t.phase:
            seat = t.to_act()[0]
            view, legal = t.view(seat), t.legal(seat)
            t.play(seat, Caller().choose(seat, view, legal, (), None, None), at, told)
        else:
            at = max(at, t.timers()[0].due)
            t.play(NATURE, t.timers()[0].tick, at, told)
    return at, [one.fact for one in told]


def test_P55a_nobody_is_dealt_to_before_the_seats_are_taken():
    t = opened()
    assert t.stacks == [0, 0, 0, 0]
    assert not t.timers()
    assert list(t.to_act()) == [0, 1, 2, 3]
    assert t.view(None).entry
    told = sit(t, 2, 0, 3)
    assert told == [facts.Joined(seat, seat, 100) for seat in (2, 0, 3)]  # and no chips are booked
    assert not t.timers()
    assert list(t.to_act()) == [1]
    sit(t, 1, at=5000)
    (timer,) = t.timers()
    assert timer.due == 5000 + t.options.start_delay
    assert not t.to_act()
    t.play(NATURE, timer.tick, timer.due)
    assert sorted(t.order) == [0, 1, 2, 3]
    assert not t.view(None).entry


def test_P55a_its_host_may_start_it_and_empty_chairs_are_no_part_of_it():
    t = opened(6)
    sit(t, 1)
    assert not any(isinstance(move, moves.Start) for move in t.asides(1))
    with pytest.raises(Illegal, match="at least two"):
        t.play(1, moves.Start())
    sit(t, 3, 4)
    assert moves.Start() in t.asides(1)
    assert t.view(3).starts == 1
    for other in (3, 4):
        assert moves.Start() not in t.asides(other)
        with pytest.raises(Illegal, match="first seat"):
            t.play(other, moves.Start())
    t.play(1, moves.Start(), 50)
    with pytest.raises(Illegal):
        t.play(1, moves.Start(), 50)
    play_out(t, 50)
    assert sorted(t.order) == [1, 3, 4]
    with pytest.raises(Illegal):
        t.play(0, moves.Sit())
    carry = t.next()
    t = deal(t.options, 6, Rng.named("goes on"), carry)
    assert t.view(None).players[0].place is None
    with pytest.raises(Illegal, match="no new players"):
        t.play(0, moves.Sit())
    while True:
        play_out(t, 0)
        carry = t.next()
        if carry is None:
            break
        t = deal(t.options, 6, t.rng.fork(), carry)
    places = t.outcome().places
    assert sorted(places[s] for s in (1, 3, 4)) == [1, 2, 3]
    assert [places[s] for s in (0, 2, 5)] == [4, 4, 4]


def test_P55a_who_leaves_before_the_first_hand_frees_the_chair_and_has_no_place():
    t = opened(3)
    sit(t, 0, 1, 2)
    assert t.timers()
    t.play(1, moves.Leave(), 10)
    assert not t.timers()
    assert t.vacant(1)
    assert t.outcome() is None
    assert list(t.to_act()) == [1]
    assert t.view(None).players[1].place is None
    t.play(0, moves.Leave(), 10)
    t.play(2, moves.Leave(), 10)
    assert t.outcome() is None  # it waits for others
    sit(t, 0, 1, 2)
    assert t.timers()


def test_a_start_that_was_called_for_is_off_when_too_few_are_left():
    t = opened(4)
    sit(t, 0, 1)
    t.play(0, moves.Start())
    assert t.timers()
    t.play(1, moves.Leave())
    assert not t.timers()
    sit(t, 1)
    assert not t.timers()


def test_a_tournament_sells_nothing():
    t = opened()
    with pytest.raises(Illegal) as no:
        t.play(0, moves.Sit(buy_in=50))
    assert no.value.details["adjustedAmount"] == 0


def test_the_usual_ladder_rises_from_the_tables_blinds_and_never_falls():
    steps = Options(start_stack=1000, small_blind=5, big_blind=10, ante=2).steps()
    assert steps[:5] == (
        Level(5, 10, 2),
        Level(7, 15, 3),
        Level(10, 20, 4),
        Level(15, 30, 6),
        Level(20, 40, 8),
    )
    assert Options(start_stack=1000, blinds_rise=False).steps() == (Level(1, 2),)
    assert Options().steps() == (Level(1, 2),)  # a cash table's blinds stay


def test_P55_levels_by_hands_and_what_the_view_says_of_them():
    t = opened(2, level_hands=2)
    sit(t, 0, 1)
    seen = []
    for hand in range(5):
        view = t.view(None)
        seen.append((view.level, view.level_hands, view.big_blind))
        _, told = play_out(t, 0)
        rises = [fact for fact in told if isinstance(fact, facts.BlindsUp)]
        assert bool(rises) == (hand in (2, 4))
        t = deal(t.options, 2, Rng.named(f"hand {hand}"), t.next())
    assert seen == [(1, 2, 2), (1, 1, 2), (2, 2, 3), (2, 1, 3), (3, 2, 4)]


def test_P55_levels_by_minutes_begin_with_the_next_hand():
    options = Options(start_stack=1000, level_minutes=10, start_delay=0)
    t = deal(options, 2, Rng.named("minutes"))
    assert t.view(None).level_ends is None  # T24: the clock runs from the first deal on
    t.play(0, moves.Sit(), 7 * MINUTE)
    t.play(1, moves.Sit(), 7 * MINUTE)
    t.play(NATURE, t.timers()[0].tick, 7 * MINUTE)
    assert t.view(None).level_ends == 17 * MINUTE
    late = 7 * MINUTE + 12 * MINUTE  # one hand goes on into the next level's time
    assert t.hand.stakes.bet == 2
    play_out(t, late)
    carry = t.next()
    assert carry.clock == 12 * MINUTE
    t = deal(options, 2, Rng.named("second"), carry)
    assert t.view(None).big_blind == 3
    assert t.view(None).level_ends == 8 * MINUTE
    told = []
    t.play(NATURE, t.timers()[0].tick, 9 * MINUTE, told)  # and another level while it waited
    assert t.hand.stakes.bet == 4
    rises = [one.fact for one in told if isinstance(one.fact, facts.BlindsUp)]
    assert rises == [facts.BlindsUp(3, 2, 4)]
    assert isinstance(told[0].fact, facts.BlindsUp)


def test_a_level_never_goes_back_and_the_last_one_stays():
    options = Options(start_stack=1000, levels=(Level(1, 2), Level(2, 4)), level_minutes=1)
    carry = Carry((1000, 1000), (0, 0), hands=9, button=0, small=0, big=1, clock=99 * MINUTE)
    t = deal(options, 2, Rng.named("last"), carry)
    assert t.view(None).big_blind == 4
    assert t.view(None).level_ends is None
