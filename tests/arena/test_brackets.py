"""T3 and T130-T137 of docs/rules/tournament.md: single and double elimination."""

from __future__ import annotations

import pytest

from cutcard.kernel.rng import Rng

from .club import Club


def test_T3_a_heads_up_bracket_is_single_elimination_of_matches():
    options = {"startStack": 1500, "levelHands": 10}
    club = Club(8, format="single-elimination", options=options)
    club.better_wins()
    assert club.state.phase == "over"
    assert club.places()["u0"] == (1, 1)
    assert len(club.state.matches) == 7
    assert club.state.terms.options == options  # every match from fresh stacks, levels by hands


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
