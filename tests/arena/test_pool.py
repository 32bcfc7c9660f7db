"""A1-A20 of docs/rules/arena.md: tickets, passes, ready checks, cooldowns. The worked-out cases of
A5-A9 are in test_cases.py."""

from __future__ import annotations

from collections import deque

import pytest

from cutcard.arena import Ticket, fits, pairs, tables, teams, window
from cutcard.arena.crowd import simulate
from cutcard.arena.pool import (
    Again,
    Dropped,
    Ended,
    Found,
    Key,
    Offer,
    Open,
    Seeker,
    Waiting,
    Waits,
)
from cutcard.arena.ratings import sought
from cutcard.kernel.game import Illegal
from cutcard.store.protocol import Standing

KEY = Key("some", "plain")


def waiting(*ratings, key=KEY, at=0):
    house = Waiting()
    for number, rating in enumerate(ratings):
        house.seek(key, Seeker((f"u{number}",), rating, at), at)
    return house


def refused(code, ask, *args):
    with pytest.raises(Illegal) as no:
        ask(*args)
    assert no.value.code == code
    return no.value


@pytest.mark.parametrize(
    "other",
    [
        Key("other", "plain"),
        Key("some", "other"),
        Key("some", "plain", options='{"rounds":5}'),
        Key("some", "plain", seats=3),
        Key("some", "plain", ranked=False),
    ],
)
def test_A1_pools_never_mix(other):
    house = waiting(1200)
    house.seek(other, Seeker(("x",), 1200, 0), 0)
    seen = [effect for at in range(0, 90_000, 250) for effect in house.advance(at)]
    assert not any(isinstance(effect, Found) for effect in seen)
    house.seek(KEY, Seeker(("y",), 1200, 90_000), 90_000)
    assert [e.users for e in house.advance(90_000) if isinstance(e, Found)] == [("u0", "y")]


def test_A2_one_ticket_each_and_none_for_who_plays_ranked():
    house = waiting(1200, 1200)
    refused("ALREADY_WAITING", house.seek, KEY, Seeker(("u0",), 1200, 0), 0)
    (found,) = house.advance(0)
    refused("ALREADY_WAITING", house.seek, KEY, Seeker(("u0",), 1200, 0), 0)
    house.ready("u0", found.match)
    assert house.ready("u1", found.match) == [Open(found.match, KEY, ("u0", "u1"))]
    refused("ALREADY_PLAYING", house.seek, KEY, Seeker(("u0",), 1200, 0), 0)
    house.over(("u0", "u1"), 0, ranked=True)
    house.seek(KEY, Seeker(("u0",), 1200, 0), 0)


def test_A3_a_pair_is_two_different_users():
    key = Key("some", "plain", seats=4, teams=True)
    refused("INVALID_REQUEST", Waiting().seek, key, Seeker(("a", "a"), 1200, 0), 0)


def test_A4_the_rating_one_looks_with():
    assert sought(None, "elo") == sought(None, "openskill") == 1200
    assert sought(None, "glicko2") == 1500
    assert sought(Standing(1310.5, 4), "elo") == 1310.5
    assert sought(Standing(1610.25, 4, 60.0), "glicko2") == 1610.25  # whatever its RD is
    sure = Standing(1200 + 40 * (27 - 3 * 5), 30, 5.0)  # mean 27, deviation 5
    assert sought(sure, "openskill") == pytest.approx(1280)


def test_A5_the_window():
    assert [window(t) for t in (0, 10, 20, 21, 120, 320, 10_000)] == [
        100,
        200,
        300,
        301,
        400,
        600,
        600,
    ]


def test_A6_both_windows_both_ranges_and_no_block():
    assert fits(Ticket(("a",), 1200), Ticket(("b",), 1300))
    assert not fits(Ticket(("a",), 1200), Ticket(("b",), 1301, 500))
    assert not fits(Ticket(("a",), 1200, avoids=frozenset("b")), Ticket(("b",), 1200))
    assert not fits(Ticket(("a",), 1200, within=(1250, 2000)), Ticket(("b",), 1200))
    assert fits(Ticket(("a",), 1200, within=(1150, 2000)), Ticket(("b",), 1200))


def test_A5_casual_windows_widen_without_end_so_that_two_always_meet():
    casual = Key("some", "plain", ranked=False)
    for key, meet in ((casual, True), (KEY, False)):
        house = waiting(100, 2000, key=key)
        found = [e for at in range(0, 120_000, 250) for e in house.advance(at)]
        assert any(isinstance(e, Found) for e in found) is meet
    assert [window(t, ranked=False) for t in (0, 10, 95)] == [100, 300, 2000]


def test_A5_who_takes_a_casual_match_keeps_the_time_they_waited():
    house = waiting(1200)
    casual = Key("some", "plain", ranked=False)
    house.seek(casual, Seeker(("x",), 1200, 50_000), 50_000)
    refused("NOT_WAITING", house.casually, "x")
    house.casually("u0")
    assert house.of("u0")[0] == casual
    assert house.of("u0")[1].since == 0
    assert [e.users for e in house.advance(60_000) if isinstance(e, Found)] == [("u0", "x")]


def test_A8_every_quarter_of_a_second():
    house = waiting(1200)
    assert house.advance(0) == []
    house.seek(KEY, Seeker(("late",), 1200, 10), 10)
    assert house.advance(249) == []
    assert house.due() == 250
    assert [type(e) for e in house.advance(250)] == [Found]


def test_A9_no_immediate_rematch_while_others_wait():
    house = waiting(1200, 1200)
    (found,) = house.advance(0)
    for user in found.users:
        house.ready(user, found.match)
    house.over(("u0", "u1"), 0, ranked=True)
    for user in ("u0", "u1"):
        house.seek(KEY, Seeker((user,), 1200, 1000), 1000)
    house.seek(KEY, Seeker(("c",), 1250, 1000), 1000)
    (found,) = house.advance(1000)
    assert "c" in found.users
    house.leave("u0")
    house.leave("u1")
    again = waiting(1200, 1200)
    again.last = {"u0": "u1", "u1": "u0"}
    assert [e.users for e in again.advance(0)] == [("u0", "u1")]


def test_A10_runs_of_neighbours_for_bigger_tables():
    tickets = [Ticket((f"u{r}",), r) for r in (1000, 1010, 1020, 1500, 1505, 1510, 1512)]
    found = tables(tickets, 3)
    assert [[t.rating for t in group] for group in found] == [
        [1505, 1510, 1512],
        [1000, 1010, 1020],
    ]


def test_A11_A12_teams():
    singles = [
        Ticket((name,), rating)
        for name, rating in zip("abcd", (1500, 1400, 1300, 1200), strict=False)
    ]
    assert teams(singles) == ("a", "b", "d", "c")  # first and fourth against second and third
    pair = Ticket(("p", "q"), 1350)
    two = [Ticket(("x",), 1340), Ticket(("y",), 1360)]
    assert tables([pair, *two], 4, in_teams=True) == []
    late = Ticket(("p", "q"), 1350, 30)
    (group,) = tables([late, *two], 4, in_teams=True)
    assert teams(group) == ("p", "x", "q", "y")
    assert len(tables([pair, Ticket(("r", "s"), 1340)], 4, in_teams=True)) == 1


def test_A10_who_is_blocked_is_passed_over_and_others_are_taken():
    tickets = [Ticket((name,), 1200) for name in "abcde"]
    tickets[1] = Ticket(("b",), 1200, avoids=frozenset("c"))
    (group,) = tables(tickets, 4)
    assert [t.users[0] for t in group] == ["a", "b", "d", "e"]


def test_A12_a_single_between_two_pairs_does_not_keep_them_apart():
    pairs_of = [Ticket(("p", "q"), 1200), Ticket(("r", "s"), 1220)]
    single = Ticket(("x",), 1210)
    (group,) = tables([*pairs_of, single], 4, in_teams=True)
    assert {t.users for t in group} == {("p", "q"), ("r", "s")}
    late = Ticket(("p", "q"), 1200, 30)
    far = [Ticket(("x",), 1210), Ticket(("y",), 1150, 30), Ticket(("z",), 1205)]
    (group,) = tables([late, *far], 4, in_teams=True)
    assert len(group) == 3
    assert late in group


def test_A12_A18_a_pair_is_one_ticket_and_goes_as_one():
    key = Key("some", "plain", seats=4, teams=True)
    house = Waiting()
    refused("INVALID_REQUEST", house.seek, KEY, Seeker(("a", "b"), 1200, 0), 0)
    house.seek(key, Seeker(("a", "b"), 1200, 0), 0)
    assert house.together("a", "b")
    assert house.leave("b") == [Ended(("a", "b"), key, "b")]
    assert len(house) == 0
    assert not house.together("a", "b")
    for two in (("a", "b"), ("c", "d")):
        house.seek(key, Seeker(two, 1200, 0), 0)
    (found,) = house.advance(250)
    assert found.users == ("a", "c", "b", "d")
    assert house.together("c", "d")
    effects = house.leave("c", 300)  # to go away is to say no
    assert Again(("a", "b")) in effects
    assert Dropped(("c", "d"), 30_000) in effects
    assert (house.cooldown("c", 300), house.cooldown("d", 300)) == (30_000, 0)
    assert len(house) == 2


def test_what_is_old_is_forgotten():
    house = waiting(1200, 1200)
    (found,) = house.advance(0)
    house.refuse("u1", found.match, 0)
    assert house.unready
    house.advance(90_000_000)
    assert not house.unready
    assert not house.until
    house.leave("u0")
    assert not house.pools


def test_A13_A14_who_is_not_ready_loses_the_ticket_and_waits():
    house = waiting(1200, 1200)
    (found,) = house.advance(0)
    assert found.ready_by == 10_000
    assert found.ratings == (1200, 1200)
    house.ready("u0", found.match)
    effects = house.advance(10_000)
    assert Dropped(("u1",), 30_000) in effects
    assert Again(("u0",)) in effects
    assert house.pools[KEY][0].since == 0  # with the time they waited
    no = refused("MATCH_COOLDOWN", house.seek, KEY, Seeker(("u1",), 1200, 10_000), 20_000)
    assert no.details == {"inMs": 20_000}
    at = 40_000
    for wait in (60_000, 120_000, 240_000, 480_000, 900_000, 900_000):
        house.seek(KEY, Seeker(("u1",), 1200, at), at)
        found = next(e for e in house.advance(at) if isinstance(e, Found))
        effects = house.refuse("u1", found.match, at)
        assert Dropped(("u1",), wait) in effects
        at += wait
    refused("INVALID_REQUEST", house.ready, "u0", 99)


def test_A14_after_a_day_it_begins_anew():
    house, day = Waiting(), 86_400_000
    for at, wait in ((0, 30_000), (day - 1, 60_000), (2 * day, 30_000)):
        for user in "ab":
            house.seek(KEY, Seeker((user,), 1200, at), at)
        house.next_pass = 0
        found = next(e for e in house.advance(at) if isinstance(e, Found))
        assert Dropped(("b",), wait) in house.refuse("b", found.match, at)
        house.leave("a")


def test_A15_only_ranked_ones_within_a_day_count():
    house, day = Waiting(), 86_400_000
    for at in (0, 1000):
        house.over(("a", "b"), at, ranked=True, absent=("a",))
    for at in (2000, 3000, 4000):
        house.over(("a", "b"), at, ranked=False, absent=("a",))
    house.over(("a", "b"), day + 500, ranked=True, absent=("a",))  # the first is a day old
    assert house.cooldown("a", day + 500) == 0
    house.over(("a", "b"), day + 600, ranked=True, absent=("a",))  # the third within one
    assert house.cooldown("a", day + 600) == 900_000


def test_A15_who_leaves_three_ranked_matches_waits_a_quarter_of_an_hour():
    house = Waiting()
    for at in (0, 1000, 2000):
        house.over(("a", "b"), at, ranked=True, absent=("a",))
    no = refused("MATCH_COOLDOWN", house.seek, KEY, Seeker(("a",), 1200, 3000), 3000)
    assert no.details == {"inMs": 899_000}
    house.seek(KEY, Seeker(("b",), 1200, 3000), 3000)


def test_A16_A17_told_while_waiting_and_offered_bots_and_casual_once():
    house = waiting(1200)
    seen = [effect for at in range(0, 70_000, 250) for effect in house.advance(at)]
    told = [e for e in seen if isinstance(e, Waits)]
    assert [e.waited for e in told][:3] == [5000, 10_000, 15_000]
    assert (told[0].window, told[0].others, told[0].estimate) == (150, 0, None)
    offers = [e.what for e in seen if isinstance(e, Offer)]
    assert offers == ["bots", "casual"]
    known = waiting(1200)
    known.waits[KEY] = deque([1000, 3000, 2000, 9000, 4000])
    told = [e for at in (0, 5000) for e in known.advance(at) if isinstance(e, Waits)]
    assert told[0].estimate == 3000
    few = waiting(1200, 1900)  # who do not fit, and wait for others
    few.waits[KEY] = deque([1000] * 4)
    told = [e for at in (0, 5000) for e in few.advance(at) if isinstance(e, Waits)]
    assert [(e.others, e.estimate) for e in told] == [(1, None), (1, None)]


def test_A16_an_estimate_is_of_the_last_twenty():
    house = Waiting()
    for number in range(30):  # the first five matches took a minute each, the others a second
        since = 100_000 * number
        at = since + (60_000 if number < 5 else 1000)
        for user in "ab":
            house.seek(KEY, Seeker((user,), 1200, since), since)
        house.next_pass = 0
        found = next(e for e in house.advance(at) if isinstance(e, Found))
        for user in found.users:
            house.ready(user, found.match)
        house.over(found.users, at, ranked=True)
    assert list(house.waits[KEY]) == [1000] * 20


def test_A18_a_lost_connection_ends_the_ticket_and_one_sent_again_keeps_its_time():
    house = waiting(1200)
    house.leave("u0")
    assert house.due() is None
    house.seek(KEY, Seeker(("u0",), 1200, 5), 90_000)
    assert house.pools[KEY][0].since == 5


def test_A19_users_of_one_address_meet_in_casual_pools_only():
    home, away = frozenset({"10.0.0.1"}), frozenset({"10.0.0.2"})
    casual = Key("some", "plain", ranked=False)
    for key, where, meet in (
        (KEY, (home, home), False),
        (KEY, (home, away), True),
        (KEY, (frozenset(), frozenset()), True),  # as it is unless the option is on
        (casual, (home, home), True),
    ):
        house = Waiting()
        for user, addresses in zip("ab", where, strict=True):
            house.seek(key, Seeker((user,), 1200, 0, addresses=addresses), 0)
        assert any(isinstance(e, Found) for e in house.advance(0)) is meet
    pair = Ticket(("p", "q"), 1200, addresses=home | away)
    others = [Ticket((name,), 1200, addresses=home) for name in "xy"]
    assert not fits(pair, others[0])  # either of a pair counts
    far = [Ticket((name,), 1200, addresses=frozenset({name})) for name in "uvw"]
    (group,) = tables([*others, *far], 4)
    assert len({"x", "y"}.intersection(t.users[0] for t in group)) == 1
    house = Waiting()
    for user in "ab":
        house.seek(KEY, Seeker((user,), 1200, 0, addresses=home), 0)
        house.advance(60_000)
        house.casually(user)
    assert [e.users for e in house.advance(60_250) if isinstance(e, Found)] == [("a", "b")]


def test_A20_ratings_are_told_and_fairness_is_not():
    assert set(Found.__struct_fields__) == {"match", "key", "users", "ratings", "ready_by"}


def test_a_crowd_nobody_who_fits_another_is_passed_over():
    found = simulate(600, 60, "test")
    assert found.arrivals == 600
    assert found.passed_over == 0
    assert 2 * found.matches + found.unmatched == found.arrivals
    assert found.unmatched < 60
    assert found.gaps[0] <= found.gaps[1] <= found.gaps[2] <= 600
    assert found == simulate(600, 60, "test")


@pytest.mark.slow
def test_a_crowd_of_ten_thousand():
    found = simulate(10_000, 30, "1")
    assert found.passed_over == 0
    assert found.unmatched < 100


def test_A8_pairs_are_taken_best_first():
    tickets = [Ticket((name,), rating, wait) for name, rating, wait in
               (("a", 1200, 0), ("b", 1210, 0), ("c", 1211, 0), ("d", 1300, 0))]  # fmt: skip
    assert [tuple(t.users[0] for t in two) for two in pairs(tickets)] == [("b", "c"), ("a", "d")]
