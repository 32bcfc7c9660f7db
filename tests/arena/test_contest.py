"""`cutcard tournament run` of events of matches: to their end, and the same again."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from cutcard.cli.tournament import command

DUEL = {"options": {"roundPauseMs": 0}}


def run(tmp_path, players, *more, **terms):
    file = tmp_path / "event.json"
    given = {"name": "Cup", "game": "duel", "startsAt": 1, "maxPlayers": 256, **DUEL, **terms}
    file.write_text(json.dumps(given))
    asked = ["run", str(file), "--players", str(players), *more]
    return CliRunner().invoke(command, asked)


@pytest.mark.parametrize(
    ("form", "players", "matches"),
    [
        ("swiss", 9, 16),
        ("round-robin", 5, 10),
        ("single-elimination", 7, 6),
        ("double-elimination", 4, 6),
    ],
)
def test_T117_T130_T135_T138_an_event_is_played_to_its_end_and_the_same_again(
    tmp_path, form, players, matches
):
    found = [
        json.loads(run(tmp_path, players, "--json", format=form).output.splitlines()[-1])
        for _ in range(2)
    ]
    one, other = found
    assert (one["phase"], one["players"]) == ("over", players)
    assert one["matches"] >= matches
    assert one["digest"] == other["digest"]


def test_T148_pairs(tmp_path):
    more = {"game": "guandan", "team": 2, "options": {"match": "deals", "deals": 1}}
    found = run(tmp_path, 2, format="single-elimination", **more)
    assert "partner 1" in found.output


def test_what_cannot_be_tried_is_refused(tmp_path):
    assert "swiss" not in run(tmp_path, 4, format="nothing").output
    for wrong, word in (
        ({"seats": 3, "format": "arena", "endsAt": 9000}, "not played by 3"),
        ({"options": {"maxRounds": 99}}, "maxRounds"),
        ({"maxPlayers": 3}, "at most"),
    ):
        refused = run(tmp_path, 4, **{"format": "swiss", **wrong})
        assert refused.exit_code == 2
        assert word in refused.output
