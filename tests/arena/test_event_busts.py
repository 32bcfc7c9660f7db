"""T63-T74 of docs/rules/tournament.md: going out, hand-for-hand, disqualified."""

from __future__ import annotations

import pytest
from tests.arena.hall import Hall

from cutcard.arena import out_of_hand, out_of_hands, out_together
from cutcard.arena.event import facts, log
from cutcard.games.poker import event as staging
from cutcard.kernel.game import Illegal
from cutcard.kernel.optional import Stage


def test_T63_out_is_no_chips_when_a_hand_is_paid():
    hall = Hall(4)
    loser = hall.at_table(1)[0]
    hall.beat(1, loser)
    assert loser not in hall.state.live
    assert hall.state.left == 3
    assert hall.facts(facts.Out)[0].player_id == loser


def test_T64_same_hand_the_larger_stack_has_the_better_place():
    assert [(p.player, p.place) for p in out_of_hand([("a", 50), ("b", 90)], 10)] == [
        ("b", 9),
        ("a", 10),
    ]
    hall = Hall(5, buy_in=10)
    users = hall.at_table(1)
    stacks = list(hall.deals[1].stage.stacks)
    a, b, c = (hall.player(u).seat for u in users[:3])
    stacks[a], stacks[b] = 700, 1300
    hall.end(1, stacks)
    hall.beat(1, users[0], users[1], by=users[2])
    assert (hall.player(users[1]).place, hall.player(users[0]).place) == (4, 5)
    assert hall.player(users[2]).seat == c
    equal = Hall(5, buy_in=10)
    users = equal.at_table(1)
    equal.beat(1, *users[:2])
    assert {(equal.player(u).place, equal.player(u).place_to) for u in users[:2]} == {(4, 5)}


def test_T65_the_hand_that_ended_earlier_has_the_worse_place():
    found = out_of_hands([[("a", 10)], [("b", 5)]], 20)
    assert [(p.player, p.place) for p in found] == [("b", 19), ("a", 20)]
    hall = Hall(18)
    first, second = hall.at_table(2)[0], hall.at_table(1)[0]
    hall.beat(2, first)
    hall.beat(1, second)
    assert (hall.player(first).place, hall.player(second).place) == (18, 17)


def test_T66_places_count_down_and_late_entries_come_to_the_field():
    hall = Hall(6, late_levels=3)
    loser = hall.at_table(1)[0]
    hall.beat(1, loser)
    assert hall.player(loser).place == 6
    hall.enter("late")
    hall.enter("later")
    hall.end(1)
    second = hall.at_table(1)[0]
    hall.beat(1, second, by=hall.at_table(1)[1])
    while not hall.state.closed:
        hall.beat(1, hall.at_table(1)[-1], by=hall.at_table(1)[0])
    assert hall.player(loser).place == 8  # of eight who came, the first to go
    assert hall.player(second).place == 7
    places = sorted(p.place for p in hall.state.players.values() if p.place)
    assert places == list(range(hall.state.left + 1, 9))


def near_the_bubble(**more):
    """Two tables of four, eight came and three are paid: four are left, hand-for-hand."""
    hall = Hall(8, table_size=4, buy_in=100, **more)
    assert len(hall.state.prizes) == 3
    return hall


def test_T67_T68_T71_hand_for_hand():
    hall = near_the_bubble(final_size=2, hand_for_hand_from=3)
    for table in (1, 2):
        users = hall.at_table(table)
        hall.beat(table, users[1], by=users[0])
    assert hall.state.left == 6
    assert hall.state.together
    assert hall.facts(facts.HandForHand)[0].on
    assert list(hall.deals) == [1]  # dealt before: not synchronised
    hall.end(1)
    assert sorted(hall.deals) == [1, 2]
    hall.end(1)
    assert list(hall.deals) == [2]  # no table deals until every one is between hands
    hall.end(2)
    assert sorted(hall.deals) == [1, 2]
    assert all(t.together for t in hall.state.tables.values())
    for table in (1, 2):
        users = hall.at_table(table)
        hall.beat(table, *users[1:2], by=users[0])
    assert hall.state.left == 4
    for _ in range(6):
        if not hall.state.together or hall.state.phase == "over":
            break
        for table in list(hall.deals):
            users = hall.in_hand(table)
            hall.beat(table, *users[1:2], by=users[0])
    assert not hall.state.together
    assert [f.on for f in hall.facts(facts.HandForHand)] == [True, False]


def test_T67_by_default_at_one_more_than_is_paid_and_earlier_hands_are_not_synchronised():
    hall = Hall(20, table_size=5, buy_in=100, final_size=2)
    assert len(hall.state.prizes) == 5
    while hall.state.left > 7:
        table = max(hall.deals, key=lambda n: len(hall.deals[n].users))
        users = list(hall.deals[table].users.values())
        hall.beat(table, users[-1], by=users[0])
    assert not hall.state.together
    running = sorted(hall.deals)
    table = running[0]
    users = list(hall.deals[table].users.values())
    hall.beat(table, users[-1], by=users[0])
    assert hall.state.left == 6
    assert (hall.state.together, len(hall.state.tables)) == (True, 2)
    for number in list(hall.deals):
        assert not hall.state.tables[number].together


def test_T69_T70_out_in_one_synchronised_hand():
    found = out_together([[("a", 900)], [("b", 5)]], 12)
    assert {(p.player, p.place, p.place_to) for p in found} == {("a", 11, 12), ("b", 11, 12)}
    found = out_together([[("a", 9), ("b", 9), ("c", 3)], [("d", 70)]], 12)
    assert [(p.player, p.place, p.place_to) for p in found] == [
        ("a", 9, 11),
        ("b", 9, 11),
        ("d", 9, 11),
        ("c", 12, 12),
    ]
    hall = near_the_bubble(final_size=2, hand_for_hand_from=5)
    assert all(t.together for t in hall.state.tables.values())
    one, other = hall.at_table(1)[1], hall.at_table(2)[1]
    hall.beat(1, one, by=hall.at_table(1)[0])
    assert one in hall.state.live  # nobody is out before the other table is done
    hall.beat(2, other, by=hall.at_table(2)[0])
    assert {(hall.player(u).place, hall.player(u).place_to) for u in (one, other)} == {(7, 8)}


def test_T72_in_hand_for_hand_nobody_has_a_time_bank():
    hall = near_the_bubble(final_size=2, hand_for_hand_from=5)
    assert hall.deals[1].stage.hurried
    options = staging.options({"timeBank": 30}, 100)
    hurried = staging.carry(options, Stage((100, 100), 1, 2, hurried=True))
    assert hurried.banks == (0, 0)
    assert staging.carry(options, Stage((100, 100), 1, 2)).banks == (30_000, 30_000)


def test_T73_it_is_over_in_the_hand_that_took_the_last_chips():
    hall = Hall(3, buy_in=10)
    users = hall.at_table(1)
    effects = hall.beat(1, *users[1:], by=users[0])
    assert hall.state.phase == "over"
    assert hall.player(users[0]).place == 1
    assert hall.player(users[0]).prize == 30
    kinds = [type(e.entry.what) for e in effects if hasattr(e, "entry")]
    assert kinds[0] is log.HandEnded
    assert kinds[-1] is log.Ended


def test_T74_disqualified_chips_out_of_play_and_the_prize_goes_on():
    hall = Hall(5, buy_in=100)
    assert hall.state.prizes == [325, 175]
    with pytest.raises(Illegal, match="admin"):
        hall.event.disqualify("p1", hall.at, admin=False)
    winner = hall.at_table(1)[0]
    for _ in range(2):
        hall.beat(1, hall.at_table(1)[-1], by=winner)
    second, third = [u for u in hall.at_table(1) if u != winner]
    hall.beat(1, third, by=second)
    hall.carry(hall.event.disqualify(second, hall.at, admin=True))
    assert second in hall.state.live  # their hand is played to its end
    hall.end(1)
    assert (hall.player(second).place, hall.player(second).prize) == (2, 0)
    assert hall.state.removed == 2000
    assert hall.state.phase == "over"
    assert hall.player(winner).prize == 500  # the next out is the first here
    three = Hall(8, buy_in=100)
    assert three.state.prizes == [400, 240, 160]
    winner = three.at_table(1)[0]
    for _ in range(5):
        three.beat(1, three.at_table(1)[-1], by=winner)
    other, barred = [u for u in three.at_table(1) if u != winner]
    three.carry(three.event.disqualify(barred, three.at, admin=True))
    three.end(1)
    three.beat(1, other, by=winner)  # the next out has the prize of both places
    assert [three.player(u).prize for u in (barred, other, winner)] == [0, 400, 400]
    early = Hall(4, buy_in=100)
    gone = early.at_table(1)[0]
    early.carry(early.event.disqualify(gone, early.at, admin=True))
    early.end(1)
    assert early.player(gone).place == 4
    assert early.state.chips() == 3000
