"""A86-A90 of docs/rules/arena.md: what people are given for events."""

from __future__ import annotations

from msgspec import structs

from cutcard.arena.awards import given_by, rows
from cutcard.store.results import EventResult

ONE = EventResult(1, "a", "poker", "event", "2026-Q4", 5, False, 3, came=12, cost=10)


def events(*some):
    """One after the other, each with what it came to."""
    return [structs.replace(ONE, event=n, at=10 * n, **more) for n, more in enumerate(some, 1)]


def given(*some):
    return [(one.id.partition(".")[2], one.tier, one.deal) for one in given_by(events(*some))]


def test_A86_every_row_over_what_events_count_is_one_of_these():
    assert {one.id for one in rows()} == {
        *("poker.first-cash", "poker.event-winner", "poker.bubble", "poker.comeback"),
        *("poker.double-knockout", "any.event-player"),
    }


def test_A88_each_is_given_once_with_the_event_and_its_time():
    assert given({}) == []
    assert given({}, {"cashes": 1, "prizes": 50}, {"cashes": 1}) == [("first-cash", 1, "event/2")]
    assert given({"bubbles": 1}, {"bubbles": 1}) == [("bubble", 1, "event/1")]
    assert given({}, {"place": 1, "comebacks": 1}) == [
        ("comeback", 1, "event/2"),
        ("event-winner", 1, "event/2"),
    ]
    (found,) = given_by(events({"cashes": 1}))
    assert (found.at, found.private) == (10, False)


def test_A87_only_an_event_of_ten_entries_or_more_is_won():
    assert given({"place": 1, "came": 9}) == []
    assert given({"place": 1, "came": 10}) == [("event-winner", 1, "event/1")]
    many = given(*[{"place": 1}] * 10)
    assert ("event-winner", 10, "event/10") in many


def test_A87_two_in_one_hand_are_not_two_in_one_event():
    assert given({"knockouts": 5, "at_once": 1}) == []
    assert given({"knockouts": 2, "at_once": 2}) == [("double-knockout", 2, "event/1")]


def test_A86_of_any_game_ten_entries():
    duels = [{"game": "duel", "mode": "swiss"}] * 8
    assert given(*duels, {}) == []
    assert given(*duels, {"entries": 2}) == [("event-player", 10, "event/9")]
    assert given(*[{"game": "duel", "cashes": 1}] * 3) == []  # of poker alone


def test_A90_events_with_bots_earn_nothing():
    best = {"place": 1, "cashes": 1, "at_once": 3, "comebacks": 1, "entries": 10}
    assert given({**best, "bots": True}) == []
    assert len(given(best)) == 5
