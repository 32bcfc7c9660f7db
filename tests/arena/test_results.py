"""A81 of docs/rules/arena.md: what an event came to for each who was in it, out of its log alone.
The judge is what was booked, which the counting never looks at."""

from __future__ import annotations

import pytest
from tests.arena.hall import MINUTE, Hall

from cutcard.arena.matches import MatchEvent, Terms
from cutcard.arena.results import of_chips, of_matches

SEASON = "2026-Q4"


def counted(hall):
    return {one.user: one for one in of_chips(7, hall.event.log, SEASON)}


def booked(hall, user):
    """What they paid, and what they were paid as prizes and as bounties."""
    mine = [book for book in hall.books if book.user == user]
    paid = sum(book.amount for book in mine if book.why not in ("prize", "bounty"))
    return paid, *(-sum(b.amount for b in mine if b.why == why) for why in ("prize", "bounty"))


def play_out(hall):
    while hall.state.phase == "running":
        table = min(hall.deals)
        users = hall.in_hand(table)
        hall.beat(table, users[-1], by=users[0])


TERMS = [
    {"buy_in": 100, "fee": 9},
    {"buy_in": 100, "fee": 9, "bounty": 25},
    {"buy_in": 70, "bounty": 31, "progressive": True, "table_size": 3},
    {"buy_in": 10, "guarantee": 1000, "table_size": 2},
]


@pytest.mark.parametrize("more", TERMS)
@pytest.mark.parametrize("players", [2, 5, 12])
def test_A81_every_chip_of_an_event_is_counted_as_it_was_booked(players, more):
    hall = Hall(players, **more)
    play_out(hall)
    found = counted(hall)
    assert found.keys() == {f"p{n}" for n in range(1, players + 1)}
    for user, one in found.items():
        assert (one.cost, one.prizes, one.bounties) == booked(hall, user)
        assert one.place == hall.player(user).place
        assert (one.entries, one.cashes) == (1, int(one.prizes > 0))
        assert (one.event, one.game, one.mode, one.season) == (7, "poker", "event", SEASON)
        assert not one.bots
    assert sorted(one.place for one in found.values()) == list(range(1, players + 1))
    assert sum(one.knockouts for one in found.values()) == players - 1


def test_A81_rebuys_and_the_add_on_are_paid_in_and_only_who_is_out_was_knocked_out():
    hall = Hall(3, buy_in=100, rebuys=1, rebuy_levels=2, rebuy_price=50, rebuy_stack=800)
    _, broke, other = hall.in_hand(1)
    hall.beat(1, broke)
    hall.carry(hall.event.rebuy(broke, 50, hall.at))
    hall.beat(1, other)
    hall.carry(hall.event.no_rebuy(other, hall.at))
    hall.wait(30 * MINUTE)
    play_out(hall)
    found = counted(hall)
    assert (found[broke].cost, found[broke].entries) == (150, 1)
    assert found[other].cost == 100
    assert sum(one.knockouts for one in found.values()) == 2
    for user, one in found.items():
        assert (one.cost, one.prizes, one.bounties) == booked(hall, user)


def test_A81_who_entered_again_has_two_entries_and_one_place():
    hall = Hall(4, buy_in=100, fee=10, late_levels=2, re_entries=1)
    first, *_, loser = hall.in_hand(1)
    hall.beat(1, loser, by=first)
    hall.carry(hall.event.re_enter(loser, 10**6, hall.at))
    hall.wait(30 * MINUTE)
    play_out(hall)
    found = counted(hall)
    assert (found[loser].entries, found[loser].cost) == (2, 220)
    assert sorted(one.place for one in found.values()) == [1, 2, 3, 4]
    assert sum(one.entries for one in found.values()) == 5
    assert (found[loser].prizes > 0) == bool(found[loser].cashes)


def test_A81_a_final_table_is_where_tables_were_before_and_knockouts_of_two_count_for_both():
    one_table = Hall(3, table_size=3)
    play_out(one_table)
    assert {one.final_tables for one in counted(one_table).values()} == {0}
    hall = Hall(4, table_size=2, final_size=2)
    while len(hall.state.tables) > 1:
        table = min(number for number in hall.deals)
        hall.beat(table, hall.in_hand(table)[-1])
    final = {player.user for player in hall.state.playing()}
    play_out(hall)
    found = counted(hall)
    assert {user for user, one in found.items() if one.final_tables} == final
    assert len(final) == 2
    split = Hall(3)
    deal = split.deals[1]
    seats = {user: seat for seat, user in deal.users.items()}
    a, b, loser = split.in_hand(1)
    after = list(deal.stage.stacks)
    after[seats[a]] += after[seats[loser]] // 2
    after[seats[b]] += after[seats[loser]] - after[seats[loser]] // 2
    after[seats[loser]] = 0
    split.end(1, after, {seats[loser]: (seats[a], seats[b])})
    play_out(split)
    knockouts = {user: one.knockouts for user, one in counted(split).items()}
    assert (sorted((knockouts[a], knockouts[b])), knockouts[loser]) == ([1, 2], 0)


def test_A86_out_in_the_last_unpaid_place_alone_is_the_bubble():
    hall = Hall(5, buy_in=100)  # two are paid
    play_out(hall)
    assert {one.place: one.bubbles for one in counted(hall).values()} == {
        **{1: 0, 2: 0, 3: 1},
        **{4: 0, 5: 0},
    }
    shared = Hall(5, buy_in=100)
    first, *_, a, b = shared.in_hand(1)
    shared.beat(1, shared.in_hand(1)[2], by=first)
    shared.beat(1, a, b, by=first)  # 3 and 4, with equal stacks: nobody alone
    play_out(shared)
    assert not any(one.bubbles for one in counted(shared).values())
    free = Hall(5)  # nothing is paid: there is no bubble
    play_out(free)
    assert not any(one.bubbles for one in counted(free).values())


def test_A86_two_put_out_in_one_hand_are_counted_at_once():
    hall = Hall(5, buy_in=100)
    first, a, b, c, _ = hall.in_hand(1)
    hall.beat(1, a, by=first)
    hall.beat(1, b, c, by=first)
    play_out(hall)
    found = counted(hall)
    assert (found[first].knockouts, found[first].at_once) == (4, 2)
    assert [one.at_once for user, one in found.items() if user != first] == [0] * 4
    assert {one.came for one in found.values()} == {5}


def test_A86_a_comeback_is_won_after_one_big_blind_at_most():
    for left, comes in ((20, 1), (21, 0)):  # the big blind is 20
        hall = Hall(3, buy_in=100)
        short, *others = hall.in_hand(1)
        seats = {user: seat for seat, user in hall.deals[1].users.items()}
        after = list(hall.deals[1].stage.stacks)
        after[seats[others[0]]] += after[seats[short]] - left
        after[seats[short]] = left
        hall.end(1, after)
        while hall.state.phase == "running":
            users = hall.in_hand(1)
            hall.beat(1, next(user for user in users if user != short), by=short)
        found = counted(hall)
        assert found[short].place == 1
        assert [found[user].comebacks for user in (short, *others)] == [comes, 0, 0]


def test_A81_a_ticket_is_a_cash_and_who_was_disqualified_was_knocked_out_by_nobody():
    hall = Hall(4, buy_in=100, tickets=2, ticket_to="9", host="boss")
    hall.beat(1, hall.in_hand(1)[-1])
    gone = hall.in_hand(1)[-1]
    hall.carry(hall.event.disqualify(gone, hall.at, admin=True))
    hall.end(1)
    assert hall.state.phase == "over"
    found = counted(hall)
    assert sorted(one.cashes for one in found.values()) == [0, 0, 1, 1]
    assert {user for user, one in found.items() if one.place == 1} == {t.user for t in hall.tickets}
    assert sum(one.knockouts for one in found.values()) == 1


def test_A81_a_cancelled_event_counts_nothing_and_bots_are_nobody():
    hall = Hall(3, buy_in=100, host="boss")
    hall.carry(hall.event.cancel("boss", hall.at, admin=True))
    assert counted(hall) == {}
    mixed = Hall(0, bots=True)
    mixed.enter("p1")
    mixed.enter("robot", bot=True)
    mixed.wait_until(mixed.state.terms.starts_at)
    play_out(mixed)
    (one,) = counted(mixed).values()
    assert (one.user, one.bots) == ("p1", True)


def test_A81_of_an_event_of_matches_a_pair_has_two_rows():
    terms = Terms("pairs", "guandan", "single-elimination", team=2, starts_at=100)
    event = MatchEvent.open("e", terms, 1)
    for pair in (("a", "b"), ("c", "d")):
        event.register(pair, 1000.0, 2)
    event.advance(100)
    (match,) = event.state.open_matches()
    for user in ("a", "c"):
        event.ready(user, match.number, 101)
    event.tabled(match.number, 5, 102)
    assert of_matches(3, event.log, SEASON) == []  # it is not over
    event.result(match.number, [1, 2], 103)
    best = [event.state.entrants[match.entries[n]].users for n in (0, 1)]
    found = of_matches(3, event.log, SEASON)
    assert {one.user: one.place for one in found} == {
        **dict.fromkeys(best[0], 1),
        **dict.fromkeys(best[1], 2),
    }
    assert {(one.mode, one.cost, one.entries) for one in found} == {("single-elimination", 0, 1)}
