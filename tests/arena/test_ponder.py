"""A Swiss round of many takes long to pair (docs/rules/tournament.md T120): it is asked for and
reported, and whatever happens meanwhile happens to the event first."""

from __future__ import annotations

from cutcard.arena import cost_of, pair
from cutcard.arena.matches import MatchEvent, Ponder
from cutcard.arena.matches.formats import robin_matches, round_count, swiss_players

from .club import START, Club


def asked(effects):
    return [effect.players for effect in effects if isinstance(effect, Ponder)]


def many(players=6, at_once=4, **more):
    """Not yet begun."""
    club = Club(**more)
    club.event.at_once = at_once
    for number in range(players):
        club.enter(f"u{number}", 2000 - 10 * number)
    return club


def begin(club):
    club.at = START
    return club.carry(club.event.advance(START))


def test_T120_a_round_of_many_is_asked_for_once_and_begins_with_its_pairing():
    club = many()
    (players,) = asked(begin(club))
    assert [one.id for one in players] == ["1", "2", "3", "4", "5", "6"]
    assert club.state.round == 0
    assert not asked(club.carry(club.event.advance(START + 5)))  # it is being looked for
    assert club.event.due() is None
    found = pair(players)
    club.carry(club.event.paired(players, found, START + 10))
    assert club.state.round == 1
    met = {frozenset(match.entries) for match in club.state.open_matches()}
    assert met == {frozenset((int(a), int(b))) for a, b in found}


def test_T120_a_round_of_few_is_paired_here():
    club = many(4)
    assert not asked(begin(club))
    assert club.state.round == 1


def test_T118_T125_who_came_or_went_meanwhile_is_in_the_pairing_or_not():
    club = many(7)
    (players,) = asked(begin(club))
    assert not asked(club.carry(club.event.withdraw("u3", START + 1)))
    assert not asked(club.carry(club.event.register(("late",), 3000.0, START + 2)))
    (others,) = asked(club.carry(club.event.paired(players, pair(players), START + 3)))
    assert club.state.round == 0
    assert [one.id for one in others] == ["1", "2", "3", "5", "6", "7", "8"]
    club.carry(club.event.paired(others, pair(others), START + 4))
    assert club.state.round == 1
    assert all(4 not in match.entries for match in club.state.matches.values())


def test_T125_where_too_few_are_left_meanwhile_the_event_is_over():
    club = many(5)
    (players,) = asked(begin(club))
    for number in range(4):
        club.carry(club.event.withdraw(f"u{number}", START + 1))
    assert club.state.phase == "over"
    club.carry(club.event.paired(players, pair(players), START + 2))
    assert club.state.round == 0


def test_T104_a_round_that_nobody_looks_for_any_more_is_asked_for_again():
    club = many()
    begin(club)
    again = MatchEvent("e", club.event.log)
    again.at_once = 4
    assert again.due() == START
    assert len(asked(again.advance(START + 7))) == 1


def test_T120_rounds_paired_elsewhere_are_those_paired_here():
    here, there = Club(10, rounds=4), many(10, rounds=4)
    (players,) = asked(begin(there))
    for number in range(1, 5):
        there.carry(there.event.paired(players, pair(players), there.at))
        assert here.met(number) == there.met(number)
        for club in (here, there):
            (*first, last) = club.state.open_matches()
            for match in first:
                club.result(match.number, 1, 2)
            effects = club.result(last.number, 2, 1)
        if number < 4:
            (players,) = asked(effects)
            assert cost_of(players, pair(players)).rematches == 0
    assert here.state.phase == there.state.phase == "over"
    assert here.places() == there.places()


def test_T138_T140_a_round_of_a_round_robin_is_made_by_itself():
    """A round costs what it has, however many there are; all are those of the circle."""
    for players in (2, 3, 6, 7):
        club = Club(players, format="round-robin", double=True)
        assert round_count(club.state) == 2 * (players - 1 + players % 2)
        seen = [
            two
            for number in range(1, round_count(club.state) + 1)
            for two in robin_matches(club.state, number)
            if None not in two
        ]
        assert len(seen) == len(set(seen)) == players * (players - 1)


def test_swiss_players_are_those_who_have_not_withdrawn():
    club = Club(6)
    club.carry(club.event.withdraw("u5", club.at))
    assert [one.id for one in swiss_players(club.state)] == ["1", "2", "3", "4", "5"]
