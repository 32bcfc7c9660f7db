"""P53–P60 and the table between hands: clocks, away and back, busts, levels, mixes, chips."""

from __future__ import annotations

import itertools
import random

import pytest
from msgspec import ValidationError, convert, json

from cutcard.games.poker import Carry, Level, Move, Options, deal, ending, moves, seating
from cutcard.games.poker.moves import Begin, Expire
from cutcard.kernel.digest import digest
from cutcard.kernel.game import NATURE, Illegal
from cutcard.kernel.hear import heard
from cutcard.kernel.rng import Rng


def carry(stacks, **more):
    return Carry(tuple(stacks), (0,) * len(stacks), hands=1, button=0, small=1, big=2, **more)


def play_out(t, at=0):
    """Everybody checks or folds until the hand is over; returns the time."""
    while t.outcome() is None:
        timer = min(t.timers(), key=lambda timer: timer.due)
        at = max(at, timer.due)
        t.play(NATURE, timer.tick, at)
    return at


def refused(t, seat, move, at=0):
    with pytest.raises(Illegal) as error:
        t.play(seat, move, at)
    return error.value.code


def test_P53_a_disconnected_player_is_dealt_in_and_times_out(table, begin):
    t = table(3, Options(start_stack=100), carry((100,) * 3))
    t.play(0, moves.Away(), 0)
    begin(t)
    assert t.order == [2, 0, 1]
    assert t.hand.bets == [1, 2, 0]  # his blind is posted
    t.play(1, moves.Call(), 3000)
    t.play(2, moves.Call(), 3000)
    (timer,) = t.timers()
    assert timer.tick == Expire(0)
    assert timer.due == 3000 + 5000  # a short clock
    told = []
    t.play(NATURE, timer.tick, timer.due, told)
    assert heard(told, None)[0].auto  # checks where it is free
    assert not t.hand.folded[1]
    t.play(2, moves.Bet(10), 9000)
    t.play(NATURE, t.timers()[0].tick, t.timers()[0].due)
    assert t.hand.folded[1]  # and else folds


def test_P53_all_in_hands_play_on(table, begin):
    t = begin(table(3, Options(start_stack=100), carry((100,) * 3)))
    t.play(1, moves.AllIn(), 3000)
    t.play(1, moves.Away(), 3000)
    t.play(2, moves.Fold(), 3000)
    t.play(0, moves.Call(), 3000)
    assert t.outcome() is not None
    assert 0 in t.stacks


def test_P54_out_in_the_same_hand_the_longer_stack_places_higher(table, begin):
    t = begin(table(4, Options(start_stack=100), carry((40, 20, 30, 100))))
    weak = [[0, 14], [1, 15], [2, 16]]
    t.hand.hole = [[12, 25] if seat == 3 else weak.pop() for seat in t.order]  # aces for the most
    t.hand.deck = [*t.hand.deck[: t.hand.pos], 50, 5, 20, 35, 49, 8, 48, 10, *range(26, 35)]
    while t.phase == 1:
        t.play(t.to_act()[0], moves.AllIn(), 3000)
    assert t.outcome() is not None
    assert t.places == [2, 4, 3, 0]


def test_P54_equal_stacks_share_the_place(table):
    t = table(4, Options(start_stack=50))
    t.started = [50, 50, 50, 50]
    t.stacks = [200, 0, 0, 0]
    ending.place_busts(t, None)
    assert t.places == [0, 2, 2, 2]


def test_P55_a_new_level_from_the_next_hand(table, begin):
    options = Options(start_stack=100, levels=(Level(1, 2), Level(5, 10, 1)), level_hands=2)
    t = begin(table(3, options))
    assert t.hand.bets == [1, 2, 0]
    play_out(t)
    t = begin(deal(options, 3, Rng.named("x"), t.next()))
    assert max(t.hand.bets) == 2
    play_out(t)
    t = begin(deal(options, 3, Rng.named("y"), t.next()))
    assert max(t.hand.bets) == 10
    assert t.hand.antes == [1, 1, 1]


def test_P56_P57_belong_to_the_tournament_and_need_nothing_here(table):
    """Balancing moves a player by Carry; all chips are single units, so none is raced off."""
    t = table(4, Options(start_stack=100), carry((100, 0, 100, 100)))
    due = seating.plan(t).big
    moved = Carry((100, 50, 100, 100), (0,) * 4, hands=1, button=0, small=1, big=2)
    t = table(4, Options(start_stack=100), moved)
    plan = seating.plan(t)
    assert plan.big == due  # whoever comes to a seat dodges no blind of it
    assert 1 in plan.order


def test_P58_only_whole_chips():
    assert convert({"type": "raise", "amount": 12}, Move) == moves.Raise(12)
    for amount in (12.5, "12", -1, None):
        with pytest.raises(ValidationError):
            json.decode(json.encode({"type": "raise", "amount": amount}), type=Move)


def test_P59_chips_are_conserved_at_the_table():
    chance = random.Random(59)
    for k in range(40):
        options = Options(buy_in=40, min_buy_in=10, allow_straddle=True, allow_run_it_twice=True)
        t, last, banked = None, None, 0
        for hand in range(4):
            t = deal(options, 4, Rng.named(f"{k} {hand}"), last)
            at = 0
            while t.outcome() is None:
                told = []
                seats = list(t.to_act())
                who = chance.randrange(4)
                if t.asides(who) and chance.random() < 0.2:
                    t.play(who, chance.choice(t.asides(who)), at, told)
                elif seats:
                    seat = chance.choice(seats)
                    t.play(seat, chance.choice(t.legal(seat)), at, told)
                else:
                    at = t.timers()[0].due
                    t.play(NATURE, t.timers()[0].tick, at, told)
                banked += sum(one.fact.amount for one in told if type(one.fact).__name__ == "Cash")
                view = t.view(None)
                chips = sum(p.stack + p.bought for p in view.players.values()) + view.pot
                assert chips == -banked
            last = t.next()


def test_P60_the_same_seed_and_moves_lead_to_the_same_state():
    ends = []
    for _ in range(2):
        chance = random.Random(60)
        t = deal(Options(start_stack=60), 5, Rng.named("P60"), None)
        at = 0
        while t.outcome() is None:
            seats = t.to_act()
            if seats:
                t.play(seats[0], chance.choice(t.legal(seats[0])), at)
            else:
                at = t.timers()[0].due
                t.play(NATURE, Begin(), at)
        ends.append(digest(t, 5))
    assert ends[0] == ends[1]


def test_waiting_seats_sit_and_a_hand_starts_at_min_players(table):
    t = table(4, Options(min_players=3))
    assert list(t.to_act()) == [0, 1, 2, 3]
    assert t.legal(2) == (moves.Sit(100),)
    t.play(2, moves.Sit(100), 10)
    t.play(0, moves.Sit(200), 20)
    assert list(t.to_act()) == [1, 3]
    assert t.timers() == ()
    t.play(3, moves.Sit(40), 30)
    assert [timer.due for timer in t.timers()] == [3030]
    assert t.view(1).players[1].state == "EMPTY"
    assert t.view(1).players[0].state == "WAITING"
    t.play(3, moves.Leave(), 40)
    assert t.timers() == ()


def test_buy_ins_and_rebuys_have_limits(table, begin):
    t = table(3)
    assert refused(t, 0, moves.Sit(39)) == "INVALID_AMOUNT"
    assert refused(t, 0, moves.Sit(201)) == "INVALID_AMOUNT"
    assert refused(t, 0, moves.Rebuy(10)) == "NOT_SEATED"
    t.play(0, moves.Sit(100))
    assert refused(t, 0, moves.Sit(100)) == "ALREADY_SEATED"
    t.play(0, moves.Rebuy(50))
    assert t.stacks[0] == 150
    t.play(1, moves.Sit(100))
    begin(t)
    t.play(1, moves.Rebuy(30), 3000)
    assert t.hand.stacks[t.place_of[1]] in (98, 99)  # not in this hand
    assert t.bought[1] == 30
    play_out(t)
    assert t.next().stacks[1] == t.hand.stacks[t.place_of[1]] + 30


def test_time_bank_is_used_after_the_action_clock(table, begin):
    options = Options(time_bank=20, action_timeout=10)
    last = Carry((100,) * 3, (20_000,) * 3, hands=1, button=0, small=1, big=2)
    t = begin(table(3, options, last))
    assert t.timers()[0].due == 3000 + 30_000
    t.play(1, moves.Call(), 3000 + 14_000)
    assert t.banks == [20_000, 16_000, 20_000]
    t.play(2, moves.Call(), 3000 + 15_000)
    assert t.banks[2] == 20_000


def test_who_comes_back_within_the_short_clock_keeps_his_time_bank(table, begin):
    options = Options(time_bank=20, action_timeout=10)
    last = Carry((100,) * 3, (20_000,) * 3, hands=1, button=0, small=1, big=2, away=(1,))
    t = begin(table(3, options, last))
    assert t.timers()[0].due == 3000 + 5_000
    t.play(1, moves.Back(), 3000 + 1_000)
    t.play(1, moves.Call(), 3000 + 2_000)
    assert t.banks[1] == 20_000


def test_after_a_timeout_a_cash_player_sits_out_and_may_sit_in(table, begin):
    t = begin(table(3, carry=carry((100,) * 3)))
    t.play(NATURE, t.timers()[0].tick, t.timers()[0].due)
    assert t.out[1]
    assert moves.SitIn() in t.asides(1)
    t.play(1, moves.SitIn(), 40_000)
    assert not t.out[1]
    play_out(t, 40_000)
    assert 1 not in t.next().out


def test_leaving_folds_and_cashes_out_when_the_hand_is_over(table, begin):
    t = begin(table(3, carry=carry((100,) * 3)))
    told = []
    t.play(0, moves.Leave(), 3000, told)  # out of turn
    assert t.hand.folded[t.place_of[0]]
    assert t.to_act() == (1,)
    assert refused(t, 0, moves.Leave(), 3000) == "LEAVING"
    t.play(1, moves.Call(), 3000)
    told = []
    while t.outcome() is None:
        seat = t.to_act()[0]
        t.play(seat, t.legal(seat)[1], 3000, told)
    cash = [one.fact for one in told if type(one.fact).__name__ == "Cash"]
    assert [(fact.seat, fact.amount) for fact in cash] == [(0, 98)]
    assert t.next().stacks[0] == 0


def test_a_tournament_ends_with_one_player(table):
    options = Options(start_stack=20)
    chance = random.Random(3)
    last = None
    for hand in range(400):
        t = deal(options, 3, Rng.named(f"sng {hand}"), last)
        while t.outcome() is None:
            seats = t.to_act()
            if seats:
                t.play(seats[0], chance.choice(t.legal(seats[0])))
            else:
                t.play(NATURE, Begin(), 3000)
        last = t.next()
        if last is None:
            break
    outcome = t.outcome()
    assert outcome.reason == "tournament"
    assert sorted(outcome.places) in ([1, 2, 3], [1, 2, 2])
    assert sum(t.stacks) == 60


def test_a_mixed_game_plays_an_orbit_of_each():
    options = Options(variant="HORSE", start_stack=10_000)
    last, seen = Carry((10_000,) * 3, (0,) * 3), []
    for hand in range(15):
        t = deal(options, 3, Rng.named(f"horse {hand}"), last)
        t.play(NATURE, Begin(), 3000)
        seen.append(t.variant.code)
        play_out(t, 3000)
        last = t.next()
    assert seen == [code for code in ("FT", "FO/8", "FR", "F7S", "F7S/8") for _ in range(3)]


def test_dealers_choice_is_the_next_buttons(table, begin):
    options = Options(variant="dealer")
    t = table(3, options, carry((100,) * 3))
    button = seating.plan(t).button
    assert refused(t, (button + 1) % 3, moves.Choose("PO")) == "NOT_YOUR_TURN"
    t.play(button, moves.Choose("PO"))
    begin(t)
    assert len(t.hand.hole[0]) == 4
    play_out(t)
    assert t.next().choice == "PO"


def test_the_button_goes_round_for_many_hands():
    options = Options(start_stack=1000)
    last, bigs = Carry((1000,) * 4, (0,) * 4), []
    for hand in range(12):
        t = deal(options, 4, Rng.named(f"round {hand}"), last)
        t.play(NATURE, Begin(), 3000)
        bigs.append(t.big)
        play_out(t, 3000)
        last = t.next()
    assert all((b - a) % 4 == 1 for a, b in itertools.pairwise(bigs))


def test_repr_shows_the_whole_hand(table, begin):
    t = begin(table(3, carry=carry((100,) * 3)))
    text = repr(t)
    assert "Poker NT hand 2, betting" in text
    assert "*seat 1" in text
