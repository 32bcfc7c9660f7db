"""Golden playthroughs: recorded deals that must play out the same for as long as version is 1."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from cutcard.games import guandan
from cutcard.kernel.digest import digest
from cutcard.kernel.rng import Rng

FILES = sorted((Path(guandan.__file__).parent / "golden").glob("*.jsonl"))
ENDS = {
    "ace": "a_passed",
    "double": "deal",
    "first": "deal",
    "gathered": "deal",
    "late": "deals",
    "refused": "deal",
}


def lines(path: Path) -> list[Any]:
    return [msgspec.json.decode(line) for line in path.read_bytes().splitlines()]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_deal_plays_out_the_same(path: Path) -> None:
    header, *entries = lines(path)
    assert (header["game"], header["version"]) == (guandan.name, guandan.version)
    options = msgspec.convert(header["options"], guandan.Options)
    carry = header["carry"] and msgspec.convert(header["carry"], guandan.Carry)
    state = guandan.deal(options, header["seats"], Rng(bytes.fromhex(header["seed"])), carry)
    for n, entry in enumerate(entries, 1):
        move = msgspec.convert(entry["move"], guandan.Move | guandan.Tick)
        state.play(entry["seat"], move, entry["at"])
        assert ("digest" in entry) == (n % 16 == 0 or n == len(entries))
        if "digest" in entry:
            assert digest(state, 4).hex() == entry["digest"], f"{path.name}, entry {n}"
    assert state.outcome().reason == ENDS[path.stem]


def test_every_playthrough_is_there() -> None:
    assert [path.stem for path in FILES] == sorted(ENDS)
