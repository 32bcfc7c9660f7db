"""T104, T151 and T152 of docs/rules/tournament.md: what holds of matches of every
form."""

from __future__ import annotations

import pytest

from cutcard.arena import table_points
from cutcard.arena.matches import Call, MatchEvent, Terms, decode, encode, rated, words
from cutcard.kernel.game import Illegal

from .club import Club, arena


def test_T151_bigger_tables():
    assert table_points([1, 2, 3, 4]) == [6, 4, 2, 0]
    assert table_points([1, 2, 2, 4]) == [6, 3, 3, 0]
    assert table_points([1, 1, 1]) == [2, 2, 2]
    club = arena(8, seats=4)
    assert [len(m.entries) for m in club.state.matches.values()] == [4, 4]
    club.result(1, 1, 2, 3, 4)
    assert sorted(one.score for one in club.state.entrants.values()) == [0, 0, 0, 0, 0, 2, 4, 6]
    robin = Club(6, format="round-robin", seats=3, rounds=3)
    while robin.state.phase == "running":
        robin.result(min(robin.playing), 1, 2, 3)
    assert sum(one.score for one in robin.state.entrants.values()) == 3 * 2 * 6
    with pytest.raises(Illegal):
        words.check_terms(Terms("e", "some", "swiss", seats=3, max_players=9))


def test_T152_every_match_is_rated_byes_no_shows_and_decisions_excepted():
    club = Club(4)
    club.better_wins()
    assert all(rated(match) for match in club.state.matches.values())


def test_refusals_and_cancelling():
    club = Club(host="boss")
    club.enter("a")
    with pytest.raises(Illegal) as no:
        club.enter("a")
    assert no.value.code == "ALREADY_REGISTERED"
    club.carry(club.event.unregister("a", club.at))
    club.carry(club.event.cancel("boss", club.at))
    assert club.state.phase == "cancelled"
    few = Club(1)
    assert few.state.phase == "cancelled"


def test_T104_after_a_restart_ready_clocks_have_what_they_had_left():
    club = Club(4, ready=False)
    club.wait(20_000)
    entries = [decode(encode(entry)) for entry in club.event.log]
    event = MatchEvent("e", entries)
    down = 10**7
    last = club.state.at  # what the log knows
    effects = event.restart(last + down)
    assert [e.users for e in effects if isinstance(e, Call)] == [("u0", "u2"), ("u1", "u3")]
    assert event.due() == last + down + 60_000
    assert not any(m.how for m in event.state.matches.values())
    early = Club()
    early.enter("a")
    early.enter("b")
    again = MatchEvent("e", early.event.log)
    again.restart(10**6)
    assert again.due() == 10**6 + 60_000
    running = arena(2)
    later = MatchEvent("e", running.event.log)
    later.restart(running.state.at + 5000)
    assert later.state.ends_at == running.state.terms.ends_at + 5000
