"""T143-T147 of docs/rules/tournament.md: arenas."""

from __future__ import annotations

from cutcard.arena import arena_points, performance
from cutcard.arena.matches import rated

from .club import START, arena


def test_T143_points_in_an_arena():
    assert arena_points("WWWDW").points == (2, 2, 4, 2, 2)
    club = arena(4)
    for _ in range(3):
        for match in sorted(club.playing):
            entries = club.state.matches[match].entries
            best = min(entries, key=club.state.seed)
            club.result(match, *((1, 2) if entries[0] == best else (2, 1)))
        club.wait(3_000)
    top = club.state.entrants[club.state.seeds[0]]
    assert top.results.startswith("WW")
    assert top.score == arena_points(top.results).total


def test_T144_pairing_neighbours_not_the_last_opponent_and_nobody_skipped_twice():
    club = arena(5)
    first = [m.entries for m in club.state.matches.values()]
    assert [tuple(sorted(two)) for two in first] == [(1, 2), (3, 4)]
    assert club.state.entrants[5].skipped
    for match in sorted(club.playing):
        club.result(match, 1, 2)
    club.wait(3_000)
    later = [m for m in club.state.matches.values() if m.open()]
    assert any(5 in m.entries for m in later)
    assert not any(tuple(sorted(m.entries)) in ((1, 2), (3, 4)) for m in later)
    two = arena(2)
    two.result(1, 1, 2)
    two.wait(3_000)
    assert len(two.state.matches) == 2  # only two wait


def test_T145_at_the_end_what_runs_is_played_on_rated_and_scores_nothing():
    club = arena(2)
    club.wait_until(START + 600_000)
    assert club.state.phase == "running"
    club.result(1, 1, 2)
    assert club.state.phase == "over"
    assert club.state.matches[1].how == "late"
    assert rated(club.state.matches[1])
    assert {one.score for one in club.state.entrants.values()} == {0}


def test_T146_equal_points_go_by_performance_then_fewer_matches():
    assert performance([(1500, "W"), (1600, "L")]) == 1550
    assert performance([(1000.5, "D")]) == 1000.5
    club = arena(4)
    for match in sorted(club.playing):
        club.result(match, 1, 1)
    club.wait_until(START + 700_000)
    while club.playing:
        club.result(min(club.playing), 1, 1)
    ranks = sorted(club.places(), key=lambda user: club.places()[user])
    rows = [club.state.entrants[int(user[1]) + 1] for user in ranks]
    keys = [(one.score, performance(one.beaten), -len(one.beaten)) for one in rows]
    assert keys == sorted(keys, reverse=True)


def test_T147_away_until_they_say_they_are_back():
    club = arena(2, ready=False)
    club.carry(club.event.ready("u0", 1, club.at))
    club.wait(15_000)
    assert club.state.matches[1].how == "no_show"
    assert club.state.entrants[2].away
    assert club.state.entrants[1].results == "W"
    club.wait(30_000)
    assert len(club.state.matches) == 1
    club.carry(club.event.back("u1", club.at))
    club.wait(3_000)
    assert len(club.state.matches) == 2
