"""T138-T142 of docs/rules/tournament.md: round robin."""

from __future__ import annotations

from .club import Club


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
