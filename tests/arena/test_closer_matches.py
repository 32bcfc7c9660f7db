"""Rows of docs/rules/tournament.md about matches, each held to what its sentence says by a few
lines written from the sentence alone."""

from __future__ import annotations

import random

import pytest

from cutcard.arena import round_robin, swiss
from cutcard.arena.matches import rated

from .club import START, Club, arena


def by_chance(club, chance, draws=True):
    """Every match ends as chance will: results as (who, whom, half points of the first)."""
    while club.playing:
        number = min(club.playing)
        if not club.state.matches[number].open():
            del club.playing[number]
            continue
        club.result(number, *chance.choice([(1, 2), (2, 1), (1, 1)][: 3 if draws else 2]))


def test_T118_a_late_entrant_has_nothing_for_the_rounds_missed_and_is_paired_from_then_on():
    club = Club(4, rounds=3)
    for number in sorted(club.playing):
        if number != max(club.playing):
            club.result(number, 1, 2)
    club.enter("late", 3000)  # the best rating there is: the last seed all the same
    late = club.state.seeds[-1]
    assert club.state.entrants[late].users == ("late",)
    club.result(max(club.playing), 1, 2)
    assert club.state.round == 2
    assert club.state.entrants[late].score in (0, 2)  # nothing so far, but for a bye of this round
    second = {e for m in club.state.matches.values() if m.round == 2 for e in m.entries}
    byes = {entry for number, entry in club.state.byes if number == 2}
    assert late in second | byes
    club.better_wins()
    rounds = [m.round for m in club.state.matches.values() if late in m.entries]
    assert 1 not in rounds
    assert len(club.places()) == 5


def test_T121_who_floats_down_is_the_last_of_the_group_and_meets_the_first_of_the_next():
    scores = {1: 2, 2: 2, 3: 2, 4: 0, 5: 0, 6: 0}  # three have won, three have lost
    met = {1: 6, 6: 1, 2: 5, 5: 2, 3: 4, 4: 3}
    players = [
        swiss.Swiss(str(n), n, score, frozenset({str(met[n])}), False, n % 2)
        for n, score in scores.items()
    ]
    pairs = {frozenset(two) for two in swiss.pair(players)}
    assert frozenset("12") in pairs  # 3 floats down all the same, and meets another (T120: both
    assert pairs & {frozenset("35"), frozenset("36")}  # of these cost as much)
    fresh = [swiss.Swiss(one.id, one.seed, one.score, frozenset(), False, 0) for one in players]
    pairs = {frozenset(two) for two in swiss.pair(fresh)}
    assert pairs == {frozenset("12"), frozenset("34"), frozenset("56")}


def swiss_table(club):
    """T127-T129 from the sentences: every entrant's line, and the order they give."""
    s = club.state
    score = dict.fromkeys(s.entrants, 0)
    rows = {entry: [] for entry in s.entrants}  # (opponent or None, points, played)
    for match in s.matches.values():
        one, other = match.entries
        shown = match.how != "no_show"
        for mine, their, points in ((one, other, match.points[0]), (other, one, match.points[1])):
            score[mine] += points
            rows[mine].append((their if shown else None, points, shown))
    for _, entry in s.byes:
        score[entry] += 2
        rows[entry].append((None, 2, False))

    def line(entry):
        own = score[entry]
        against = [own if their is None else score[their] for their, _, _ in rows[entry]]
        berger = [p * x for (_, p, _), x in zip(rows[entry], against, strict=True)]
        wins = sum(points == 2 and played for _, points, played in rows[entry])
        return (-own, -sum(against), -sum(berger), -wins, s.seeds.index(entry))

    return sorted(s.entrants, key=line)


@pytest.mark.parametrize("number", range(6))
def test_T127_T128_T129_the_standings_of_a_played_event_with_byes_and_no_shows(number):
    chance = random.Random(number)
    club = Club(7 + number % 2, rounds=4, ready=False)
    while club.state.phase == "running":
        for match in [m for m in club.state.matches.values() if m.open()]:
            absent = chance.choice(match.entries) if chance.random() < 0.15 else None
            for entry in match.entries:
                if entry != absent and match.open():
                    user = club.state.entrants[entry].users[0]
                    club.carry(club.event.ready(user, match.number, club.at))
        by_chance(club, chance)
        club.wait(60_000)
    order = sorted(club.state.places, key=lambda entry: club.state.places[entry])
    assert order == swiss_table(club)


@pytest.mark.parametrize("players", [2, 3, 6, 9, 16, 31, 64, 127, 128])
def test_T138_T139_everybody_meets_everybody_once_and_is_first_as_often_as_second(players):
    rounds = round_robin(players)
    met, first, second = set(), dict.fromkeys(range(1, players + 1), 0), {}
    second = dict(first)
    for pairs in rounds:
        busy = [who for two in pairs for who in two if who is not None]
        assert sorted(busy) == sorted(set(busy))
        assert len(busy) >= players - 1  # at most one has the bye
        for one, other in pairs:
            if one is not None and other is not None:
                met.add(frozenset((one, other)))
                first[one] += 1
                second[other] += 1
    assert len(met) == players * (players - 1) // 2 == sum(first.values())
    assert all(abs(first[who] - second[who]) <= 1 for who in first)


def robin_table(club):
    """T141 from its sentence."""
    s = club.state
    points = {(m.entries[0], m.entries[1]): m.points for m in s.matches.values()}
    got = {entry: {} for entry in s.entrants}
    for (one, other), (a, b) in points.items():
        got[one][other], got[other][one] = a, b
    score = {entry: sum(mine.values()) for entry, mine in got.items()}

    def line(entry):
        among = sum(p for other, p in got[entry].items() if score[other] == score[entry])
        berger = sum(p * score[other] for other, p in got[entry].items())
        wins = sum(p == 2 for p in got[entry].values())
        return (-score[entry], -among, -berger, -wins, s.seeds.index(entry))

    return sorted(s.entrants, key=line), len(set(score.values()))


def test_T141_ties_go_by_the_points_among_those_tied_then_sonneborn_berger_wins_and_seed():
    tied = 0
    for number in range(12):
        club = Club(5 + number % 2, format="round-robin")
        by_chance(club, random.Random(number))
        wanted, different = robin_table(club)
        assert sorted(club.state.places, key=lambda e: club.state.places[e]) == wanted
        tied += different < len(wanted)
        assert all(one.score <= 2 * (len(wanted) - 1) for one in club.state.entrants.values())
    assert tied > 6


@pytest.mark.parametrize(("players", "seats"), [(5, 2), (7, 2), (5, 4), (7, 4), (7, 3), (4, 3)])
def test_T144_T151_nobody_is_skipped_twice_in_a_row_at_tables_of_any_size(players, seats):
    chance = random.Random(players * seats)
    club = arena(players, seats=seats)
    passed = 0
    for _ in range(12):
        for number in sorted(club.playing):
            if seats > 2 or chance.random() < 0.6:
                places = chance.sample(range(1, seats + 1), seats)
                club.result(number, *places)
        busy = {entry for match in club.state.open_matches() for entry in match.entries}
        free = [one for one in club.state.playing() if one.entry not in busy]
        skipped = {one.entry for one in free if one.skipped}
        last = {one.entry: one.last for one in free}
        before = len(club.state.matches)
        club.wait(3_000)
        called = [m.entries for n, m in club.state.matches.items() if n > before]
        if called:
            assert skipped <= {entry for two in called for entry in two}
            passed += len(free) - sum(map(len, called))
        if len(free) > 2 and seats == 2:
            assert all(last[a] != b and last[b] != a for a, b in called)
    assert passed > 3


def test_T146_fewer_matches_and_then_the_entry_number_where_performance_is_equal():
    club = Club(format="arena", ends_at=START + 600_000)
    for user in ("a", "b", "c", "d"):
        club.enter(user, 1500)
    club.wait_until(START)
    for number in sorted(club.playing):
        club.result(number, 1, 1)
    scores = {one.score for one in club.state.entrants.values()}
    assert scores == {1}
    club.wait_until(START + 700_000)
    for number in sorted(club.playing):
        club.result(number, 1, 2)  # late: scores nothing
    assert [club.places()[user] for user in "abcd"] == [(n, n) for n in (1, 2, 3, 4)]


def test_T152_no_shows_and_decisions_are_not_rated_and_a_bye_is_no_match():
    club = Club(5, rounds=1, ready=False, round_minutes=10)
    one, other = club.state.matches.values()
    assert len(club.state.byes) == 1
    for match, entries in ((one, one.entries), (other, other.entries[:1])):
        for entry in entries:
            user = club.state.entrants[entry].users[0]
            club.carry(club.event.ready(user, match.number, club.at))
    club.wait(60_000)
    assert (other.how, rated(other)) == ("no_show", False)
    club.wait(10 * 60_000)
    club.result(one.number, 1, 2, decided=True)
    assert (one.how, rated(one)) == ("decided", False)
    assert club.state.phase == "over"
    assert len(club.state.matches) == 2
