"""T148-T150 of docs/rules/tournament.md: pairs, and Guandan played in rounds."""

from __future__ import annotations

import pytest
from msgspec import convert

from cutcard.arena.matches import Terms, rated, words
from cutcard.bots.parts import part
from cutcard.games import game
from cutcard.games.guandan import moves
from cutcard.kernel.game import NATURE, Illegal
from cutcard.kernel.judging import match_options_of
from cutcard.kernel.rng import Rng

from .club import START, Club


def test_T148_T150_pairs_register_together_and_sit_across():
    club = Club(team=2, format="single-elimination", starts_at=10**6)
    with pytest.raises(Illegal):
        club.enter("alone")
    club.carry(club.event.pair_up("a", "b", 1500, club.at))
    assert club.state.entrants == {}
    club.carry(club.event.pair_up("b", "a", 1400, club.at + 60_000))
    assert club.state.entrants[1].users == ("a", "b")
    assert club.state.entrants[1].rating == 2900
    late = Club(team=2, format="single-elimination", starts_at=10**6)
    late.carry(late.event.pair_up("a", "b", 1500, late.at))
    late.carry(late.event.pair_up("b", "a", 1400, late.at + 60_001))
    assert late.state.entrants == {}
    club = Club(team=2, format="single-elimination", ready=False)
    for one, two in (("a", "b"), ("c", "d")):
        club.carry(club.event.register((one, two), 2000, club.at))
    club.wait_until(START)
    club.carry(club.event.ready("b", 1, club.at))  # one of a pair is enough
    club.carry(club.event.ready("c", 1, club.at))
    assert club.playing[1].users == ("a", "c", "b", "d")  # South and North, East and West
    with pytest.raises(Illegal):
        words.check_terms(Terms("e", "some", "arena", team=2, seats=4, ends_at=99))


def test_T150_both_of_a_pair_absent_have_not_come_and_one_has():
    club = Club(team=2, format="swiss", rounds=1, ready=False)
    for users in (("a", "b"), ("c", "d"), ("e", "f"), ("g", "h")):
        club.carry(club.event.register(users, 2000, club.at))
    club.wait_until(START)
    one, other = club.state.matches.values()
    there = [(one, one.entries[0]), (one, one.entries[1]), (other, other.entries[0])]
    for match, entry in there:  # of each pair one; of the last nobody
        partner = club.state.entrants[entry].users[1]
        club.carry(club.event.ready(partner, match.number, club.at))
    club.wait(60_000)
    assert len(club.playing[one.number].users) == 4  # who is absent is dealt in: 托管 plays
    assert one.open()
    assert (other.points, other.how, rated(other)) == ((2, 0), "no_show", False)
    assert other.number not in club.playing


def test_T150_at_the_table_the_absent_one_is_played_for():
    options = convert(match_options_of(part(game("guandan"), "event"), {}), game("guandan").Options)
    state = game("guandan").deal(options, 4, Rng.named("T150"))
    while not state.to_act():
        start = state.timers()[0]
        state.play(NATURE, start.tick, start.due)
    (first,) = state.to_act()
    state.play(first, moves.Away(), 0)
    held = state.hands[first]
    clock = state.timers()[0]
    assert clock.seat == first
    state.play(NATURE, clock.tick, clock.due)  # nobody came
    assert state.auto[first]
    assert state.hands[first] != held  # a card was played for them,
    assert state.to_act() != (first,)  # and the others play on


def test_T149_a_guandan_round_is_four_deals_by_levels_and_equal_is_a_draw():
    own = part(game("guandan"), "event")
    usual = convert(match_options_of(own, {}), game("guandan").Options)
    assert (usual.match, usual.deals) == ("deals", 4)
    other = convert(match_options_of(own, {"match": "minutes"}), game("guandan").Options)
    assert other.match == "minutes"
    state = game("guandan").deal(usual, 4, Rng.named("T149"))
    state.levels = ["5", "3"]
    south, east, north, west = own.stands(state)
    assert south == north > east == west
    club = Club(4)
    club.result(min(club.playing), 1, 1)
    assert club.state.matches[1].points == (1, 1)
