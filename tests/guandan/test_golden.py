"""Golden playthroughs: recorded deals that must play out the same while the version is the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from cutcard.games import guandan

from ..playthrough import play_again

FILES = sorted((Path(guandan.__file__).parent / "golden").glob("*.jsonl"))
ENDS = {
    "ace": "a_passed",
    "double": "deal",
    "first": "deal",
    "gathered": "deal",
    "late": "deals",
    "refused": "deal",
}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_deal_plays_out_the_same(path: Path) -> None:
    state = play_again(guandan, path)
    assert state.outcome().reason == ENDS[path.stem]


def test_every_playthrough_is_there() -> None:
    assert [path.stem for path in FILES] == sorted(ENDS)
