"""T21-T32 and T36 of docs/rules/tournament.md: structures, levels, breaks, chips, the seed."""

from __future__ import annotations

from hashlib import sha256

import pytest
from tests.arena.hall import MINUTE, SEED, START, Hall

from cutcard.arena import draw
from cutcard.arena.event import Row, check_structure, facts, log
from cutcard.arena.event.floor import race
from cutcard.arena.structures import read_terms, structures
from cutcard.games import game
from cutcard.games.poker import event as staging
from cutcard.kernel.game import NATURE, Illegal
from cutcard.kernel.optional import Stage
from cutcard.kernel.rng import Rng


def test_T21_a_structure_is_data_and_eleven_ship():
    assert len(structures()) >= 10
    for name, one in structures().items():
        check_structure(one.levels)
        more = '"format":"sit-and-go"' if one.levels[0].hands else '"startsAt":5'
        text = f'{{"name":"{name}","game":"poker","structure":"{name}",{more}}}'
        found = read_terms(text)
        assert (found.structure, found.start_stack) == (one.levels, one.start_stack)
    deep = [one.start_stack / one.levels[0].big_blind for one in structures().values()]
    assert min(deep) <= 50
    assert max(deep) >= 200
    given = read_terms(
        '{"name":"x","game":"poker","startsAt":1,"structure":'
        '[{"smallBlind":1,"bigBlind":2,"minutes":3},{"break":5},'
        '{"smallBlind":2,"bigBlind":4,"ante":4,"minutes":3}]}'
    )
    assert given.structure[1].rest == 5
    assert given.structure[2].ante == 4


LEVEL, BREAK = Row(10, 20, minutes=5), Row(rest=5)
BAD = {
    "no level": [],
    "falls": [Row(20, 40, minutes=5), Row(10, 20, minutes=5)],
    "ante falls": [Row(10, 20, 20, minutes=5), Row(10, 20, minutes=5)],
    "small above big": [Row(30, 20, minutes=5)],
    "both": [Row(10, 20, minutes=5, hands=5)],
    "neither": [Row(10, 20)],
    "mixed": [LEVEL, Row(10, 20, hands=5)],
    "hands at several tables": [Row(10, 20, hands=5)],
    "break first": [BREAK, LEVEL],
    "break last": [LEVEL, BREAK],
    "two breaks": [LEVEL, BREAK, BREAK, LEVEL],
    "too many": [LEVEL] * 101,
}


@pytest.mark.parametrize("name", BAD)
def test_T22_what_is_refused(name):
    with pytest.raises(Illegal) as no:
        check_structure(BAD[name], one_table=False)
    assert no.value.code == "BAD_STRUCTURE"


def test_T22_hands_are_for_one_table():
    check_structure([Row(10, 20, hands=5)], one_table=True)
    with pytest.raises(Illegal, match="no structure 'slow'"):
        read_terms('{"name":"x","game":"poker","structure":"slow","startsAt":1}')


def test_T23_a_hand_is_played_at_the_level_that_stood_when_it_was_dealt():
    hall = Hall(4)
    assert hall.deals[1].stage.big_blind == 20
    hall.wait(10 * MINUTE)
    assert hall.state.level == 2
    assert hall.deals[1].stage.big_blind == 20
    hall.end(1)
    assert hall.deals[1].stage.big_blind == 40
    told = hall.facts(facts.LevelBegan)
    assert [(f.level, f.big_blind, f.ends_at) for f in told] == [
        (1, 20, START + 10 * MINUTE),
        (2, 40, START + 20 * MINUTE),
    ]


def test_T24_the_clock_stands_in_breaks_and_pauses_and_runs_while_a_table_halts():
    hall = Hall(4)
    hall.wait(4 * MINUTE)
    hall.carry(hall.event.pause(hall.at, admin=True))
    hall.wait(60 * MINUTE)
    assert hall.state.clock(hall.at) == 4 * MINUTE
    hall.carry(hall.event.resume(hall.at, admin=True))
    hall.wait(6 * MINUTE - 1)
    assert hall.state.level == 1
    hall.wait(1)
    assert hall.state.level == 2


def test_T24_it_runs_in_hand_for_hand_and_while_a_table_halts():
    hall = Hall(20, table_size=10)
    users = hall.at_table(1)
    hall.beat(1, *users[1:4], by=users[0])
    assert hall.facts(facts.Halted)
    assert 1 not in hall.deals
    hall.wait(10 * MINUTE)
    assert hall.state.level == 2
    together = Hall(8, table_size=4, buy_in=100, final_size=2, hand_for_hand_from=5)
    assert together.state.together
    together.wait(10 * MINUTE)
    assert (together.state.together, together.state.level) == (True, 2)


def test_T24_in_a_break_it_stands():
    rows = (Row(10, 20, minutes=5), Row(rest=3), Row(20, 40, minutes=5), Row(40, 80, minutes=5))
    hall = Hall(4, structure=rows)
    hall.wait(5 * MINUTE)
    hall.end(1)
    hall.wait(3 * MINUTE)
    assert hall.state.level == 2
    hall.wait(5 * MINUTE - 1)
    assert hall.state.level == 2  # all of its five minutes, not two
    hall.wait(1)
    assert hall.state.level == 3


def test_T25_levels_by_hands():
    rows = (Row(10, 20, hands=3), Row(20, 40, hands=2), Row(40, 80, hands=1))
    hall = Hall(3, format="sit-and-go", table_size=3, structure=rows)
    blinds = []
    for _ in range(8):
        blinds.append(hall.deals[1].stage.big_blind)
        hall.end(1)
    assert blinds == [20, 20, 20, 40, 40, 80, 80, 80]


def test_T26_past_the_last_level_it_goes_on():
    hall = Hall(3)
    hall.wait(500 * MINUTE)
    assert hall.state.level == 5
    assert hall.state.level_ends() is None


def test_T27_a_break_starts_when_the_last_hand_is_over_and_ends_for_all_at_once():
    rows = (Row(10, 20, minutes=5), Row(rest=3), Row(20, 40, minutes=5))
    hall = Hall(8, table_size=4, structure=rows)
    hall.wait(5 * MINUTE)
    hall.end(1)
    assert list(hall.deals) == [2]
    hall.wait(2 * MINUTE)
    hall.end(2)
    assert hall.deals == {}
    assert hall.facts(facts.BreakBegan)[-1].ends_at == hall.at + 3 * MINUTE
    hall.wait(3 * MINUTE - 1)
    assert hall.deals == {}
    hall.wait(1)
    assert sorted(hall.deals) == [1, 2]
    assert {deal.stage.big_blind for deal in hall.deals.values()} == {40}


def table(stacks, **more):
    given = {"small_blind": 10, "big_blind": 20, **more}
    stage = Stage(tuple(stacks), **given)
    options = staging.options({}, 1000)
    state = game("poker").deal(options, len(stacks), Rng.named("T"), staging.carry(options, stage))
    state.play(NATURE, state.timers()[0].tick, state.timers()[0].due)
    return state


def put_in(state):
    hand = state.hand
    gone = [state.started[seat] - hand.stacks[i] for i, seat in enumerate(state.order)]
    return {seat: (hand.bets[i], gone[i] - hand.bets[i]) for i, seat in enumerate(state.order)}


@pytest.mark.parametrize("stacks", [(500,) * 3, (500, 500), (500,) * 9])
def test_T28_the_big_blind_posts_the_ante_never_reduced(stacks):
    state = table(stacks, ante=20, button=0)
    posted = put_in(state)
    assert posted[state.big] == (20, 20)
    assert sum(ante for _, ante in posted.values()) == 20


def test_T28_short_the_blind_comes_first_then_the_ante():
    state = table((500, 500, 30), ante=20, button=0)
    assert state.big == 2
    assert put_in(state)[2] == (20, 10)
    state = table((500, 500, 15), ante=20, button=0)
    assert put_in(state)[2] == (15, 0)


def test_T29_T48_a_single_big_blind_posts_blind_and_ante_and_nobody_a_small_blind():
    state = table((500,) * 5, ante=20, button=0, small=1, big=2, single=2)
    posted = put_in(state)
    assert {seat: what for seat, what in posted.items() if any(what)} == {2: (20, 20)}
    assert state.button == 1  # where the small blind was
    end(state)
    report = staging.paid(state)
    assert (report.button, report.small, report.big) == (1, 1, 2)
    after = table((500,) * 5, button=report.button, small=report.small, big=report.big)
    assert (after.button, after.small, after.big) == (1, 2, 3)  # the button stays


def end(state):
    while state.outcome() is None:
        acting = state.to_act()
        if acting:
            state.play(acting[0], state.legal(acting[0])[0], 10**6)
        else:
            timer = state.timers()[0]
            state.play(NATURE, timer.tick, max(timer.due, 10**6))


def test_T30_odd_amounts_stay_unless_the_event_colours_up():
    hall = Hall(3, structure=(Row(10, 20, minutes=5, chip=100),))
    hall.end(1, _moved(hall, 7))
    assert sorted(stack for stack in hall.deals[1].stage.stacks if stack) == [993, 1000, 1007]


def _moved(hall, amount):
    stacks = list(hall.deals[1].stage.stacks)
    a, b = [seat for seat, stack in enumerate(stacks) if stack][:2]
    stacks[a] -= amount
    stacks[b] += amount
    return stacks


def test_T31_T32_the_race():
    stacks = {0: 1375, 3: 2050, 5: 1125, 7: 50, 8: 2000}
    after = race(stacks, 100, draw(SEED, "race:1:2"))
    odd = 75 + 50 + 25 + 50
    raced = [seat for seat in (0, 3, 5, 7) if after[seat] > stacks[seat] - stacks[seat] % 100]
    assert all(stack % 100 == 0 for stack in after.values())
    assert after[8] == 2000
    assert 0 in raced  # the largest odd amount
    assert (odd + 50) // 100 == 2
    assert after[7] == 100  # nobody is raced out
    assert len([seat for seat in raced if seat != 7]) <= 2
    numbers = draw(SEED, "race:1:2")
    drawn = {}
    for seat in (0, 3, 5, 7):
        drawn[seat] = numbers.below(odd)
        while list(drawn.values()).count(drawn[seat]) > 1:
            drawn[seat] = numbers.below(odd)
    second = max((3, 7), key=lambda seat: drawn[seat])
    assert after[3] == (2100 if second == 3 else 2000)


def test_T32_what_it_makes_or_takes_is_booked_as_raced():
    rows = (Row(10, 20, minutes=5), Row(50, 100, minutes=5, chip=100))
    hall = Hall(3, structure=rows, colour_up=True)
    hall.end(1, _moved(hall, 30))
    hall.wait(5 * MINUTE)
    hall.end(1)
    assert all(stack % 100 == 0 for stack in hall.deals[1].stage.stacks)
    assert hall.written(log.Raced)
    assert hall.state.chips() == 3000 + hall.state.raced


def test_T36_the_commitment_comes_first_the_seed_when_it_is_over():
    hall = Hall(2)
    assert hall.state.commitment == sha256(SEED).hexdigest()
    assert hall.state.seed == ""
    hall.beat(1, hall.at_table(1)[0])
    assert hall.facts(facts.Ended)[0].seed == SEED.hex()
    assert sha256(bytes.fromhex(hall.state.seed)).hexdigest() == hall.state.commitment
