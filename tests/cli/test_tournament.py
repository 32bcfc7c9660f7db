"""`cutcard tournament` and `cutcard arena`: what they print, and how they refuse."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from msgspec import json

Run = Callable[..., Result]
EVENT = {"name": "Sunday", "game": "poker", "structure": "turbo", "startsAt": 1, "buyIn": 100}


@pytest.fixture
def event(tmp_path: Path) -> Callable[..., str]:
    def write(**more: object) -> str:
        path = tmp_path / "event.json"
        path.write_bytes(json.encode({**EVENT, **more}))
        return str(path)

    return write


def test_a_tournament_is_run_and_reported(run: Run, event: Callable[..., str], tmp_path: Path):
    svg = tmp_path / "stacks.svg"
    done = run("tournament", "run", event(), "--players", "20", "--svg", str(svg))
    assert done.exit_code == 0, done.output
    assert "Sunday: 20 entries" in done.stdout
    assert "pool 2,000, 2,000 of it paid to 5 places" in done.stdout
    assert "money left over: 0" in done.stdout
    assert svg.read_text(encoding="utf-8").count("<polyline") == 9


def test_the_same_seed_gives_the_same_event(run: Run, event: Callable[..., str]):
    words = ("tournament", "run", event(), "--players", "12", "--json")
    one, other = (json.decode(run(*words).stdout.splitlines()[-1]) for _ in range(2))
    assert one["digest"] == other["digest"]
    assert one["phase"] == "over"
    more = json.decode(run(*words, "--seed", "2").stdout.splitlines()[-1])
    assert more["digest"] != one["digest"]


@pytest.mark.parametrize(
    ("more", "text"),
    [
        ({"structure": "slow"}, "BAD_STRUCTURE"),
        ({"structure": []}, "BAD_STRUCTURE"),
        ({"payout": [1, 2]}, "BAD_PAYOUT"),
        ({"startsAt": 0}, "says when it starts"),
        ({"tableSize": 99}, "no event"),
        ({"game": "duel"}, "played in matches"),
        ({"game": "nothing"}, "nothing"),
        ({"options": {"variant": "F2L3D"}}, "seats 6 at most"),
    ],
)
def test_what_is_no_event_is_refused_with_a_sentence(run: Run, event, more, text):
    done = run("tournament", "run", event(**more), "--players", "12")
    assert done.exit_code == 2
    assert text in done.output


@pytest.mark.parametrize("more", [{"game": "poker"}, {"game": "duel", "format": "swiss"}])
def test_an_event_of_matches_says_no_more_than_it_must(run: Run, tmp_path: Path, more):
    """T3: a heads-up bracket is tried like any other; a Swiss event need not say for how many."""
    path = tmp_path / "matches.json"
    terms = {"name": "Cup", "format": "single-elimination", "startsAt": 1, **more}
    path.write_bytes(json.encode(terms))
    done = run("tournament", "run", str(path), "--players", "4", "--json")
    assert done.exit_code == 0, done.output
    figures = json.decode(done.stdout.splitlines()[-1])
    assert figures["phase"] == "over"
    assert figures["matches"] >= 3


def test_a_bot_that_is_not_there(run: Run, event: Callable[..., str]):
    done = run("tournament", "run", event(), "--players", "4", "--bot", "nobody")
    assert done.exit_code == 2
    assert "steady" in done.output


def test_structures_are_listed(run: Run):
    lines = run("tournament", "structures").stdout.splitlines()
    assert len(lines) >= 10
    assert any(line.startswith("regular") for line in lines)


def test_matchmaking_is_simulated(run: Run):
    done = run("arena", "sim", "--arrivals", "300", "--json")
    figures = json.decode(done.stdout.splitlines()[-1])
    assert figures["arrivals"] == 300
    assert figures["passedOver"] == 0
    assert set(figures["gap"]) == {"p50", "p95", "p99"}
    text = run("arena", "sim", "--arrivals", "100").stdout
    assert "unmatched at the end" in text
