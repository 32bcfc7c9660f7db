"""T117-T129 of docs/rules/tournament.md: Swiss events. The worked-out cases of pairings and
standings are in test_cases.py; here they are played."""

from __future__ import annotations

import pytest

from cutcard.arena import rounds_for
from cutcard.arena.matches import Terms, rated, words
from cutcard.kernel.game import Illegal

from .club import START, Club


@pytest.mark.parametrize(("players", "rounds"), [(4, 2), (5, 3), (16, 4), (17, 5), (256, 8)])
def test_T117_rounds(players, rounds):
    assert rounds_for(players) == rounds
    assert rounds_for(players, 1000) == players - 1
    with pytest.raises(Illegal, match="at most 256"):
        words.check_terms(Terms("e", "some", "swiss", max_players=257))


def test_T118_T119_seeds_by_rating_then_entry_and_late_ones_last():
    club = Club()
    for user, rating in (("a", 1000), ("b", 1500), ("c", 1500), ("d", 900)):
        club.enter(user, rating)
    club.wait_until(START)
    order = [club.state.entrants[e].users[0] for e in club.state.seeds]
    assert order == ["b", "c", "a", "d"]
    club.enter("late", 3000)
    assert club.state.entrants[club.state.seeds[-1]].users == ("late",)
    assert club.state.entrants[5].score == 0


def test_T120_T121_no_rematch_and_upper_half_against_lower_half():
    club = Club(8)
    assert club.met(1) == [("u0", "u4"), ("u1", "u5"), ("u2", "u6"), ("u3", "u7")]
    club.better_wins()
    pairs = [two for number in (1, 2, 3) for two in club.met(number)]
    assert len(set(pairs)) == len(pairs) == 12
    assert club.met(2)[:2] == [("u0", "u2"), ("u1", "u3")]
    assert club.places()["u0"] == (1, 1)


def test_T122_the_bye_scores_two_once_and_goes_to_the_last():
    club = Club(7)
    first = [entry for number, entry in club.state.byes]
    assert first == [club.state.seeds[-1]]
    assert club.state.entrants[first[0]].score == 2
    club.better_wins()
    byes = [entry for _, entry in club.state.byes]
    assert len(set(byes)) == len(byes) == 3


def test_T123_who_was_first_less_often_is_first():
    club = Club(8)
    club.better_wins()
    firsts = dict.fromkeys(club.state.entrants, 0)
    for match in club.state.matches.values():
        one, other = match.entries
        assert (firsts[one], club.state.seed(one)) < (firsts[other], club.state.seed(other))
        firsts[one] += 1
    assert len(club.state.matches) == 12


def test_T124_no_show_unrated_not_met_and_twice_is_withdrawn():
    club = Club(4, ready=False)
    for match in list(club.state.matches.values()):
        one = match.entries[0]
        club.carry(club.event.ready(club.state.entrants[one].users[0], match.number, club.at))
    club.wait(60_000)
    decided = [m for m in club.state.matches.values() if m.how]
    assert [m.points for m in decided] == [(2, 0), (2, 0)]
    assert not any(rated(m) for m in decided)
    assert all(one.met == [] for one in club.state.entrants.values())
    absent = [m.entries[1] for m in decided]
    club.wait(60_000)
    assert all(club.state.entrants[entry].gone for entry in absent)


def test_T125_withdrawn_the_score_is_kept():
    club = Club(4)
    match = min(club.playing)
    winner = club.state.entrants[club.state.matches[match].entries[0]].users[0]
    club.result(match, 1, 2)
    club.carry(club.event.withdraw(winner, club.at))
    club.better_wins()
    assert winner in club.places()
    assert club.state.entrants[1].score == 2
    with pytest.raises(Illegal) as no:
        club.event.withdraw(winner, club.at)
    assert no.value.code == "NOT_REGISTERED"


def test_T126_a_round_starts_when_all_results_are_in_and_late_ones_are_decided():
    club = Club(4, round_minutes=10)
    first, second = sorted(club.playing)
    club.result(first, 1, 2)
    assert club.state.round == 1
    club.wait(10 * 60_000)
    assert club.judges == [second]
    club.result(second, 1, 1, decided=True)
    assert club.state.matches[second].points == (1, 1)
    assert not rated(club.state.matches[second])
    assert club.state.round == 2


def test_T127_T128_T129_standings_at_the_end():
    club = Club(8)
    club.better_wins()
    assert [place for place, _ in sorted(club.places().values())] == list(range(1, 9))
    assert next(user for user, _ in sorted(club.places().items(), key=lambda x: x[1])) == "u0"
