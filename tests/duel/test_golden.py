"""Golden playthroughs: recorded games that must play out the same for as long as version is 1."""

from __future__ import annotations

from pathlib import Path

import pytest

from cutcard.games import duel

from ..playthrough import play_again

FILES = sorted((Path(duel.__file__).parent / "golden").glob("*.jsonl"))
ENDS = {
    "hand": "COMPLETED",
    "late": "TIMEOUT",
    "long": "COMPLETED",
    "quick": "COMPLETED",
    "surrender": "SURRENDER",
}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_game_plays_out_the_same(path):
    state = play_again(duel, path)
    assert state.outcome().reason == ENDS[path.stem]


def test_every_playthrough_is_there():
    assert [path.stem for path in FILES] == sorted(ENDS)
