"""`script/bench table --against REV`: a game whose recorded moves the other revision refuses is
left out, by name and with the reason, and the others are measured all the same."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from bench.playable import ROOT, left_out

READY = [[[0, 0, "ready", "{}"], [0, 1, "ready", "{}"]]] * 2
TWICE = [[[0, 0, "ready", "{}"], [1, 0, "ready", "{}"]]] * 2
UNKNOWN = [[[0, 0, "juggle", "{}"]]] * 2


def put(folder: Path, file: str, game: str, matches: Any, **options: Any) -> None:
    wish = {"game": game, "options": options, "seats": 2, "matches": matches}
    (folder / f"{file}.json").write_text(json.dumps(wish))


def tried(tmp_path: Path, game: str, matches: Any, **options: Any) -> str:
    """Why a game is left out; one that can be played lies beside it, and stays."""
    put(tmp_path, "fine", "memory", [[]])
    put(tmp_path, "other", game, matches, **options)
    refused = left_out(ROOT, tmp_path)
    assert list(refused) == [game]
    assert [path.name for path in tmp_path.iterdir()] == ["fine.json"]
    return refused[game]


def test_what_can_be_played_is_measured(tmp_path: Path) -> None:
    put(tmp_path, "fine", "duel", READY)
    assert left_out(ROOT, tmp_path) == {}
    assert [path.name for path in tmp_path.iterdir()] == ["fine.json"]


def test_a_game_that_refuses_a_recorded_move_is_left_out(tmp_path: Path) -> None:
    assert "duel refuses a move" in tried(tmp_path, "duel", TWICE)


def test_a_game_that_does_not_know_a_move_or_an_option_is_left_out(tmp_path: Path) -> None:
    assert "no such move" in tried(tmp_path, "duel", UNKNOWN)
    assert "ballast" in tried(tmp_path, "duel", READY, ballast=3)


def test_a_game_the_other_revision_lacks_is_left_out(tmp_path: Path) -> None:
    assert "whist" in tried(tmp_path, "whist", READY)
