"""T3 and T117-T152 of docs/rules/tournament.md: events of matches. The worked-out cases of
pairings, standings and brackets are in test_cases.py; here they are played."""

from __future__ import annotations

import pytest
from msgspec import convert

from cutcard.arena import arena_points, performance, rounds_for, table_points
from cutcard.arena.matches import Call, Judge, MatchEvent, Play, Terms, decode, encode, rated, words
from cutcard.arena.matches.state import fold
from cutcard.bots.parts import part
from cutcard.games import game
from cutcard.games.guandan import moves
from cutcard.kernel.game import NATURE, Illegal
from cutcard.kernel.judging import match_options_of
from cutcard.kernel.rng import Rng

START = 1000


class Club:
    """Players a, b, c … with falling ratings, who are ready when called."""

    def __init__(self, players=0, ready=True, **more):
        given = {"format": "swiss", "max_players": 256, "starts_at": START, **more}
        self.event = MatchEvent.open("e", Terms("e", "some", **given), 0)
        self.at, self.ready = 1, ready
        self.playing: dict[int, Play] = {}
        self.calls: dict[int, Call] = {}
        self.judges: list[int] = []
        for number in range(players):
            self.enter(f"u{number}", 2000 - 10 * number)
        if players:
            self.wait_until(START)

    @property
    def state(self):
        return self.event.state

    def carry(self, effects):
        again = fold([decode(encode(entry)) for entry in self.event.log])
        assert again.digest() == self.state.digest()
        for effect in effects:
            if isinstance(effect, Play):
                self.playing[effect.match] = effect
            elif isinstance(effect, Judge):
                self.judges.append(effect.match)
            elif isinstance(effect, Call):
                self.calls[effect.match] = effect
        if self.ready:
            while self.calls:
                number, call = self.calls.popitem()
                for entry in self.state.matches[number].entries:
                    user = self.state.entrants[entry].users[0]
                    if self.state.matches[number].open():
                        self.carry(self.event.ready(user, number, self.at))
                assert call.users
        return effects

    def enter(self, user, rating=1200.0):
        return self.carry(self.event.register((user,), rating, self.at))

    def wait_until(self, at):
        while (due := self.event.due()) is not None and due <= at:
            self.at = max(self.at, due)
            self.carry(self.event.advance(self.at))
        self.at = max(self.at, at)
        self.carry(self.event.advance(self.at))

    def wait(self, ms):
        self.wait_until(self.at + ms)

    def result(self, match, *places, **more):
        self.playing.pop(match, None)
        return self.carry(self.event.result(match, places, self.at, **more))

    def better_wins(self):
        """Every match is won by the better seed, to the end."""
        for _ in range(10_000):
            self.playing = {n: p for n, p in self.playing.items() if self.state.matches[n].open()}
            if self.state.phase != "running" or not self.playing:
                break
            match = self.state.matches[min(self.playing)]
            one, other = map(self.state.seed, match.entries)
            self.result(match.number, *((1, 2) if one < other else (2, 1)))

    def places(self):
        return {
            self.state.entrants[entry].users[0]: place for entry, place in self.state.places.items()
        }

    def met(self, number):
        return [
            tuple(sorted(self.state.entrants[e].users[0] for e in m.entries))
            for m in self.state.matches.values()
            if m.round == number
        ]


def test_T3_a_heads_up_bracket_is_single_elimination_of_matches():
    options = {"startStack": 1500, "levelHands": 10}
    club = Club(8, format="single-elimination", options=options)
    club.better_wins()
    assert club.state.phase == "over"
    assert club.places()["u0"] == (1, 1)
    assert len(club.state.matches) == 7
    assert club.state.terms.options == options  # every match from fresh stacks, levels by hands


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


def test_T130_T131_T133_a_bracket_with_byes_places_shared():
    club = Club(6, format="single-elimination")
    names = [m.name for m in club.state.matches.values()]
    assert names == ["W1.2", "W1.4"]  # the two best seeds go on at once
    club.better_wins()
    assert sorted(club.places().values()) == [(1, 1), (2, 2), (3, 4), (3, 4), (5, 6), (5, 6)]
    third = Club(4, format="single-elimination", third_place=True)
    third.better_wins()
    assert sorted(third.places().values()) == [(1, 1), (2, 2), (3, 3), (4, 4)]


def test_T132_T134_a_draw_is_played_again_twice_then_the_better_seed_goes_on():
    club = Club(2, format="single-elimination")
    seats = []
    for number in (1, 2, 3):
        play = club.playing[1]
        assert play.game == number
        seats.append(play.users)
        club.result(1, 1, 1)
    assert seats == [("u0", "u1"), ("u1", "u0"), ("u0", "u1")]
    assert club.places() == {"u0": (1, 1), "u1": (2, 2)}


def test_T135_T136_T137_double_elimination():
    club = Club(8, format="double-elimination")
    club.better_wins()
    assert len(club.state.matches) == 14  # 2·size − 2
    ranks = sorted(club.places().values())
    assert ranks == [(1, 1), (2, 2), (3, 3), (4, 4), (5, 6), (5, 6), (7, 8), (7, 8)]
    again = Club(4, format="double-elimination")
    while again.state.phase == "running":
        match = again.state.matches[min(again.playing)]
        entries = [again.state.seed(e) for e in match.entries]
        lower_wins = match.name == "F1"
        best = (1, 2) if (entries[0] < entries[1]) != lower_wins else (2, 1)
        again.result(match.number, *best)
    assert len(again.state.matches) == 7  # F2 decided


@pytest.mark.parametrize("players", [3, 5, 6, 7, 13])
@pytest.mark.parametrize("form", ["single-elimination", "double-elimination"])
def test_T131_T135_any_number_of_players_comes_to_its_end(players, form):
    club = Club(players, format=form)
    rng = Rng.named(f"{players}{form}")
    while club.state.phase == "running":
        club.result(min(club.playing), *((1, 2) if rng.below(2) else (2, 1)))
    assert len(club.places()) == players
    losses = dict.fromkeys(club.state.entrants, 0)
    for match in club.state.matches.values():
        losses[match.entries[match.points.index(0)]] += 1
    most = 1 if form.startswith("single") else 2
    assert max(losses.values()) == most
    assert losses[next(e for e, p in club.state.places.items() if p == (1, 1))] < most


def test_T138_T139_T141_round_robin():
    club = Club(5, format="round-robin")
    club.better_wins()
    assert len(club.state.matches) == 10
    assert len({tuple(sorted(m.entries)) for m in club.state.matches.values()}) == 10
    assert [u for u, _ in sorted(club.places().items(), key=lambda x: x[1])] == [
        f"u{n}" for n in range(5)
    ]
    assert all(one.byes == 1 and one.score <= 8 for one in club.state.entrants.values())


def test_T140_twice_with_first_and_second_swapped():
    club = Club(4, format="round-robin", double=True)
    club.better_wins()
    pairs = [m.entries for m in club.state.matches.values()]
    assert len(pairs) == 12
    assert all(tuple(reversed(two)) in pairs for two in pairs)


def play_each(club, won):
    """Every match by who is said to win it; a draw where it is said of nobody."""
    while club.state.phase == "running":
        number = min(club.playing)
        if not club.state.matches[number].open():
            del club.playing[number]
            continue
        users = [club.state.entrants[e].users[0] for e in club.state.matches[number].entries]
        best = won.get(frozenset(users))
        club.result(number, *((1, 1) if best is None else (1, 2) if best == users[0] else (2, 1)))


def test_T142_withdrawn_before_half_all_their_results_are_struck():
    club = Club(4, format="round-robin")
    assert club.met(1) == [("u2", "u3"), ("u0", "u1")]
    for match in sorted(club.playing):
        users = [club.state.entrants[e].users[0] for e in club.state.matches[match].entries]
        club.result(match, *((1, 2) if users[0] in ("u3", "u1") else (2, 1)))
    club.carry(club.event.withdraw("u0", club.at))
    play_each(club, {})
    # u1 beat u0 and drew twice, u3 beat u2 and drew once: without u0's results u3 is first
    assert club.places() == {"u3": (1, 1), "u1": (2, 2), "u2": (3, 3), "u0": (4, 4)}


def test_T142_withdrawn_later_the_rest_are_lost_and_what_was_played_counts():
    club = Club(4, format="round-robin")
    for _ in range(2):
        for match in sorted(club.playing):
            club.result(match, 1, 1)
    club.carry(club.event.withdraw("u1", club.at))
    play_each(club, {})
    (lost,) = [m for m in club.state.matches.values() if m.how == "no_show"]
    gone = next(n for n, one in club.state.entrants.items() if one.users == ("u1",))
    assert lost.points[lost.entries.index(gone)] == 0
    assert sum(lost.points) == 2
    assert club.state.entrants[gone].score == 2  # two draws, kept
    other = next(entry for entry in lost.entries if entry != gone)
    assert club.state.entrants[other].score == 4


def arena(players, **more):
    return Club(players, format="arena", ends_at=START + 600_000, **more)


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
