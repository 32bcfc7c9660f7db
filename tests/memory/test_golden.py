"""Playthroughs that were checked in: the same moves give the same digests for as long as the
game has this version."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from cutcard.games import memory
from cutcard.kernel.rng import Rng

from ..playthrough import play_again

FOLDER = Path(memory.__file__).parent
PLAYTHROUGHS = sorted((FOLDER / "golden").glob("*.jsonl"))


def test_there_are_playthroughs():
    assert len(PLAYTHROUGHS) >= 3


@pytest.mark.parametrize("place", PLAYTHROUGHS, ids=lambda place: place.stem)
def test_playthrough_gives_the_same_digests(place):
    assert play_again(memory, place).outcome() is not None


def test_the_readme_lists_what_the_code_has():
    text = (FOLDER / "README.md").read_text("utf-8")
    for field in msgspec.structs.fields(memory.Options):
        assert f"`{field.encode_name}`" in text, field.encode_name
    rules = (FOLDER / "rules.py").read_text("utf-8")
    codes = set(re.findall(r'Illegal\("([A-Z_]+)"', rules))
    assert codes >= {"NOT_PLAYING", "INPUT_LOCKED", "GAME_OVER"}
    for code in codes - {"NOT_YOURS", "NOT_DUE", "INVALID_REQUEST"}:  # no player's doing
        assert code in text, code


def test_the_readme_has_the_right_pars():
    text = (FOLDER / "README.md").read_text("utf-8")
    rows = re.findall(r"(\d)×(\d) \| ([\d.]+) \| (\d+) \| (\d+) \|", text)
    assert len(rows) == 10
    for high, wide, expected, three, two in rows:
        grid = (int(high), int(wide))
        view = memory.deal(memory.Options(grid_size=grid), 1, Rng.named("par")).view(0)
        assert (view.par, view.star_moves) == (float(expected), (int(three), int(two)))
