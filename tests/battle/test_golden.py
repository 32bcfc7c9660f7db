"""Golden playthroughs: recorded games that must play out the same for as long as version is 1."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from cutcard.games import battle
from cutcard.kernel.digest import digest
from cutcard.kernel.rng import Rng

FILES = sorted((Path(battle.__file__).parent / "golden").glob("*.jsonl"))
NAMES = {"core", "late", "match", "match2", "standard", "surrender"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_game_plays_out_the_same(path):
    header, *entries = [msgspec.json.decode(line) for line in path.read_bytes().splitlines()]
    assert (header["game"], header["version"]) == (battle.name, battle.version)
    options = msgspec.convert(header["options"], battle.Options)
    carry = msgspec.convert(header["carry"], battle.Carry) if header.get("carry") else None
    state = battle.deal(options, header["seats"], Rng(bytes.fromhex(header["seed"])), carry)
    for n, entry in enumerate(entries, 1):
        move = msgspec.convert(entry["move"], battle.Move | battle.Tick)
        state.play(entry["seat"], move, entry["at"])
        assert ("digest" in entry) == (n % 16 == 0 or n == len(entries))
        if "digest" in entry:
            assert digest(state, 2).hex() == entry["digest"], f"{path.name}, entry {n}"
    assert state.outcome() is not None


def test_every_playthrough_is_there():
    assert {path.stem for path in FILES} == NAMES
