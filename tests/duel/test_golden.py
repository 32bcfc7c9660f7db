"""Golden playthroughs: recorded games that must play out the same for as long as version is 1.

A file's first line is its header, each further line an entry; every sixteenth and the last carry
the digest after it.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from cutcard.games import duel
from cutcard.kernel.digest import digest
from cutcard.kernel.rng import Rng

FILES = sorted((Path(duel.__file__).parent / "golden").glob("*.jsonl"))
ENDS = {
    "hand": "COMPLETED",
    "late": "TIMEOUT",
    "long": "COMPLETED",
    "quick": "COMPLETED",
    "surrender": "SURRENDER",
}


def lines(path):
    return [msgspec.json.decode(line) for line in path.read_bytes().splitlines()]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_game_plays_out_the_same(path):
    header, *entries = lines(path)
    assert (header["game"], header["version"]) == (duel.name, duel.version)
    options = msgspec.convert(header["options"], duel.Options)
    state = duel.deal(options, header["seats"], Rng(bytes.fromhex(header["seed"])))
    for n, entry in enumerate(entries, 1):
        move = msgspec.convert(entry["move"], duel.Move | duel.Tick)
        state.play(entry["seat"], move, entry["at"])
        assert ("digest" in entry) == (n % 16 == 0 or n == len(entries))
        if "digest" in entry:
            assert digest(state, 2).hex() == entry["digest"], f"{path.name}, entry {n}"
    assert state.outcome().reason == ENDS[path.stem]


def test_every_playthrough_is_there():
    assert [path.stem for path in FILES] == sorted(ENDS)
