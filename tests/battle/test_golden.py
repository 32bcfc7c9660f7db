"""Golden playthroughs: recorded games that play out the same for as long as the version stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from cutcard.games import battle

from ..playthrough import play_again

FILES = sorted((Path(battle.__file__).parent / "golden").glob("*.jsonl"))
NAMES = {"core", "late", "match", "match2", "standard", "surrender"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_game_plays_out_the_same(path):
    state = play_again(battle, path)
    assert state.outcome() is not None


def test_every_playthrough_is_there():
    assert {path.stem for path in FILES} == NAMES
