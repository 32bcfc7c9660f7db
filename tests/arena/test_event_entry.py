"""T1-T20 of docs/rules/tournament.md: formats and entry."""

from __future__ import annotations

import pytest
from tests.arena.hall import MINUTE, RICH, SEED, START, Hall, terms, writes

from cutcard.arena import late_seat
from cutcard.arena.event import Event, Row, check_terms, log
from cutcard.arena.running import Runner
from cutcard.arena.structures import read_terms
from cutcard.games import game
from cutcard.kernel.game import Illegal


def refused(code, ask, *args, **more):
    with pytest.raises(Illegal) as no:
        ask(*args, **more)
    assert no.value.code == code
    assert no.value.message.endswith(".")


def test_T1_a_sit_and_go_starts_when_the_last_seat_is_sold():
    hall = Hall(format="sit-and-go", table_size=3)
    hall.enter("a")
    hall.enter("b")
    assert hall.state.phase == "registering"
    assert hall.event.due() is None  # waits as long as it takes
    hall.at += 10**9
    hall.enter("c")
    assert hall.state.phase == "running"
    assert list(hall.deals) == [1]
    refused("ENTRY_CLOSED", hall.enter, "d")


def test_T2_a_scheduled_event_starts_at_its_time_with_all_who_are_registered():
    hall = Hall()
    for number in range(20):
        hall.enter(f"p{number}")
    hall.wait_until(START - 1)
    assert hall.state.phase == "registering"
    hall.wait_until(START)
    assert hall.state.phase == "running"
    assert sorted(len(t.players) for t in hall.state.tables.values()) == [6, 7, 7]
    with pytest.raises(Exception, match="5000"):
        read_terms(
            b'{"name":"x","game":"poker","structure":"turbo","startsAt":1,"maxEntries":5001}'
        )


def test_T4_any_variant_with_tables_its_cards_suffice_for():
    poker = game("poker")
    omaha = terms(options={"variant": "PO"}, table_size=9)
    assert Runner(poker, omaha, SEED).options.variant == "PO"
    with pytest.raises(ValueError, match="seats 6 at most"):
        Runner(poker, terms(options={"variant": "F2L3D"}, table_size=9), SEED)
    with pytest.raises(ValueError, match="played in matches"):
        Runner(game("duel"), terms(), SEED)


def test_T5_the_price_is_booked_with_the_entry_or_nothing_happens():
    hall = Hall(buy_in=100, fee=10, bounty=25, opens_at=50)
    refused("NOT_OPEN_YET", hall.event.register, "a", 10**6, 49)
    hall.at = 50
    refused("NOT_ENOUGH_CHIPS", hall.enter, "a", 134)
    assert (hall.state.entries, hall.books, len(hall.event.log)) == (0, [], 1)
    effects = hall.enter("a", 135)
    assert [type(what) for what in writes(effects)] == [log.Entered]
    assert [(b.user, b.amount) for b in hall.books] == [("a", 135)]
    assert hall.state.account == 135


def test_T6_one_live_entry_a_player():
    hall = Hall(2, buy_in=100, late_levels=2, re_entries=1)
    for user in ("p1", "p2"):  # the cards are in the air, and entry is still open
        before = (hall.state.digest(), len(hall.event.log), len(hall.books))
        refused("ALREADY_REGISTERED", hall.enter, user)
        assert (hall.state.digest(), len(hall.event.log), len(hall.books)) == before
    early = Hall(buy_in=100)
    early.enter("a")
    refused("ALREADY_REGISTERED", early.enter, "a")
    assert (early.state.entries, early.state.account) == (1, 100)
    hall.enter("p3")
    loser = hall.in_hand(1)[0]
    hall.beat(1, loser)
    hall.carry(hall.event.re_enter(loser, RICH, hall.at))  # out: the live entry is another
    refused("ALREADY_REGISTERED", hall.enter, loser)
    live = [p for p in hall.state.players.values() if p.user == loser and p.playing]
    assert [p.entry for p in live] == [4]


def test_T7_everything_comes_back_until_the_cards_are_in_the_air():
    hall = Hall(buy_in=100, fee=10, bounty=5)
    for user in "abc":
        hall.enter(user)
    hall.carry(hall.event.unregister("b", hall.at))
    assert hall.books[-1].amount == -115
    assert (hall.state.entries, hall.state.account) == (2, 230)
    refused("NOT_REGISTERED", hall.event.unregister, "b", hall.at)
    hall.wait_until(START)
    refused("EVENT_RUNNING", hall.event.unregister, "a", hall.at)


def test_T8_too_few_and_it_is_cancelled_all_refunded():
    hall = Hall(buy_in=100, fee=10, min_players=3)
    hall.enter("a")
    hall.enter("b")
    hall.wait_until(START)
    assert (hall.state.phase, hall.state.reason) == ("cancelled", "too few players")
    assert sorted((b.user, b.amount) for b in hall.books[2:]) == [("a", -110), ("b", -110)]


def test_T9_a_freezeout_is_the_default_out_is_out():
    hall = Hall(4, late_levels=2)
    loser = hall.at_table(1)[0]
    hall.beat(1, loser, by=hall.at_table(1)[1])
    refused("ENTRY_LIMIT", hall.enter, loser)
    refused("ENTRY_LIMIT", hall.event.re_enter, loser, 10**6, hall.at)


def test_T10_a_re_entry_is_a_new_entry_drawn_a_seat_and_the_old_one_has_no_place():
    hall = Hall(6, late_levels=2, re_entries=1, buy_in=10)
    loser = hall.at_table(1)[0]
    hall.beat(1, loser)
    hall.carry(hall.event.re_enter(loser, 10, hall.at))
    assert hall.entry(loser) == 7
    seat = (hall.player(loser).table, hall.player(loser).seat)
    table = {s: e for s, e in hall.state.tables[1].players.items() if e != 7}
    assert seat == late_seat(SEED, 7, 9, {1: table})
    assert hall.player(loser).stack == 1000
    assert hall.state.entries == 7
    hall.end(1)
    hall.beat(1, loser)
    refused("ENTRY_LIMIT", hall.event.re_enter, loser, 10, hall.at)
    while hall.state.phase == "running":
        hall.beat(1, hall.at_table(1)[-1], by=hall.at_table(1)[0])
    assert hall.state.pool == 70
    places = {p.entry: p.place for p in hall.state.players.values()}
    assert sorted(places.values()) == [0, 1, 2, 3, 4, 5, 6]
    assert min(e for e, p in places.items() if p == 0) == min(
        e for e, p in hall.state.players.items() if p.user == loser
    )
    assert places[7] == 6


def test_T11_nobody_gives_up_chips_to_enter_again():
    hall = Hall(4, late_levels=2, re_entries=3)
    refused("STILL_IN", hall.event.re_enter, "p1", 10**6, hall.at)
    refused("NOT_REGISTERED", hall.event.re_enter, "nobody", 10**6, hall.at)


REBUYS = {"rebuys": 1, "rebuy_levels": 2, "rebuy_price": 50, "rebuy_stack": 800, "buy_in": 100}


def test_T12_a_rebuy_in_the_first_levels_with_at_most_the_first_stack():
    hall = Hall(4, **REBUYS)
    user, rich = hall.at_table(1)[:2]
    stacks = list(hall.deals[1].stage.stacks)
    seat, other = hall.player(user).seat, hall.player(rich).seat
    stacks[seat], stacks[other] = 900, 1100
    hall.end(1, stacks)
    refused("REBUY_NOT_ALLOWED", hall.event.rebuy, rich, 10**6, hall.at)
    refused("NOT_ENOUGH_CHIPS", hall.event.rebuy, user, 49, hall.at)
    hall.carry(hall.event.rebuy(user, 50, hall.at))  # the next hand is dealt: it counts after it
    assert (hall.player(user).stack, hall.player(user).coming) == (900, 800)
    hall.end(1)
    assert (hall.player(user).stack, hall.player(user).coming) == (1700, 0)
    assert hall.player(user).seat == seat
    assert hall.books[-1].amount == 50
    refused("REBUY_NOT_ALLOWED", hall.event.rebuy, user, 50, hall.at)  # once only here
    third = hall.at_table(1)[2]
    hall.wait(20 * MINUTE)
    hall.end(1)
    assert hall.state.level == 3
    refused("REBUY_NOT_ALLOWED", hall.event.rebuy, third, 10**6, hall.at)


def test_T12_any_number_of_rebuys():
    hall = Hall(3, **{**REBUYS, "rebuys": -1})
    user, winner = hall.at_table(1)[:2]
    for _ in range(3):
        hall.beat(1, user, by=winner)
        hall.carry(hall.event.rebuy(user, 50, hall.at))
        assert hall.player(user).stack == 800
    assert hall.state.rebuys == 3


def test_T13_the_table_waits_ten_seconds_for_the_answer_of_who_is_broke():
    hall = Hall(4, **REBUYS)
    user, winner = hall.at_table(1)[:2]
    hall.beat(1, user, by=winner)
    assert hall.deals == {}
    assert hall.event.due() == hall.at + 10_000
    hall.wait(9_999)
    assert hall.deals == {}
    hall.wait(1)
    assert hall.player(user).place == 4
    assert 1 in hall.deals
    other = next(u for u in hall.at_table(1) if u != winner)
    hall.beat(1, other, by=winner)
    hall.carry(hall.event.no_rebuy(other, hall.at))
    assert hall.player(other).place == 3


def test_T13_a_hand_that_ended_later_waits_for_the_answer_so_places_go_by_hands():
    hall = Hall(8, table_size=4, **REBUYS)
    first, second = hall.at_table(1)[0], hall.at_table(2)[0]
    hall.beat(2, second)
    hall.carry(hall.event.rebuy(second, 50, hall.at))  # theirs is used up: nothing to ask next time
    hall.beat(1, first)
    effects = hall.beat(2, second)
    assert not any(isinstance(w, log.Out) for w in writes(effects))
    effects = hall.event.advance(hall.at + 10_000)
    outs = [w for w in writes(effects) if isinstance(w, log.Out)]
    assert [(o.entry, o.place) for o in outs] == [(hall.entry(first), 8), (hall.entry(second), 7)]


def test_T14_the_add_on_once_in_its_break_by_who_is_there():
    rows = (Row(10, 20, minutes=5), Row(rest=5), Row(20, 40, minutes=5), Row(40, 80, minutes=5))
    hall = Hall(
        4, structure=rows, rebuys=1, rebuy_levels=1, rebuy_stack=500, rebuy_price=5,
        add_on_price=30, add_on_stack=2000, buy_in=100, fee=7,
    )  # fmt: skip
    refused("ADD_ON_NOT_ALLOWED", hall.event.add_on, "p1", 10**6, hall.at)
    hall.wait(5 * MINUTE)
    hall.end(1)
    assert hall.state.break_ends == hall.at + 5 * MINUTE
    refused("ADD_ON_NOT_ALLOWED", hall.event.add_on, "p1", 10**6, hall.at, away=True)
    hall.carry(hall.event.add_on("p1", 30, hall.at))
    assert hall.player("p1").stack == 3000
    assert hall.books[-1].amount == 30  # no fee
    refused("ADD_ON_NOT_ALLOWED", hall.event.add_on, "p1", 10**6, hall.at)
    assert not hall.state.closed
    hall.wait(5 * MINUTE)
    assert (hall.state.closed, hall.state.pool) == (True, 430)
    refused("ADD_ON_NOT_ALLOWED", hall.event.add_on, "p2", 10**6, hall.at)
    with pytest.raises(Illegal, match="there is none"):
        check_terms(terms(add_on_stack=10, rebuy_levels=2))


def test_T15_late_registration_until_its_level_ends_the_break_not_included():
    rows = (Row(10, 20, minutes=5), Row(20, 40, minutes=5), Row(rest=5), Row(40, 80, minutes=5))
    hall = Hall(4, structure=rows, late_levels=2)
    hall.wait(10 * MINUTE - 1)
    hall.enter("late")
    assert hall.player("late").stack == 1000
    hall.wait(1)
    refused("ENTRY_CLOSED", hall.enter, "later")  # the level is over, its last hand still played
    hall.end(1)
    assert hall.state.break_ends is not None
    refused("ENTRY_CLOSED", hall.enter, "later")
    closed = Hall(4)
    refused("ENTRY_CLOSED", closed.enter, "late")
    assert closed.state.closed


def test_T16_it_ends_early_when_left_is_no_more_than_places_paid():
    hall = Hall(5, late_levels=3, buy_in=10)
    winner = hall.at_table(1)[0]
    for _ in range(2):
        hall.beat(1, hall.at_table(1)[-1], by=winner)
        assert not hall.state.closed
    hall.beat(1, hall.at_table(1)[-1], by=winner)
    assert (hall.state.left, hall.state.closed) == (2, True)
    refused("ENTRY_CLOSED", hall.enter, "late")


def test_T17_a_late_entrant_has_a_full_stack_and_is_dealt_in_at_the_next_hand():
    hall = Hall(4, late_levels=3)
    hall.enter("late")
    assert hall.deals[1].stage.stacks.count(1000) == 4
    hall.end(1)
    assert hall.deals[1].stage.stacks.count(1000) == 5
    assert "late" in hall.deals[1].users.values()


def test_T18_their_seat_is_drawn_among_the_tables_with_fewest_players():
    hall = Hall(11, table_size=9, late_levels=3)
    tables = {n: dict(t.players) for n, t in hall.state.tables.items()}
    assert sorted(map(len, tables.values())) == [5, 6]
    hall.enter("late")
    assert (hall.player("late").table, hall.player("late").seat) == late_seat(SEED, 12, 9, tables)
    assert hall.player("late").table == min(tables, key=lambda n: len(tables[n]))


def test_T19_all_seats_taken_a_new_table_opens_first_to_break_and_is_filled():
    hall = Hall(8, table_size=4, late_levels=3)
    hall.enter("late")
    assert hall.player("late").table == 3
    assert hall.state.breaking[0] == 3
    assert 3 not in hall.deals  # it halts, alone
    hall.end(1)
    hall.end(2)
    assert len(hall.state.tables[3].players) == 3
    assert 3 in hall.deals


def test_T20_bots_only_where_the_host_says_so_and_nothing_is_paid():
    refused("FORBIDDEN", Hall().enter, "robot", bot=True)
    hall = Hall(bots=True)
    hall.enter("robot", bot=True)
    assert hall.state.players[1].bot
    refused("INVALID_REQUEST", Event.open, "e", terms(bots=True, buy_in=1), SEED, 0)
