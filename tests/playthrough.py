"""A golden playthrough played again with nothing but the game's rules.

A file's first line is its header, each further line an entry; every sixteenth and the last carry
the digest after it.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from cutcard.kernel.digest import digest
from cutcard.kernel.game import Game, State
from cutcard.kernel.rng import Rng


def play_again(game: Game, path: Path) -> State:
    """Its last state; every digest on the way was as it was recorded."""
    header, *entries = [msgspec.json.decode(line) for line in path.read_bytes().splitlines()]
    assert (header["game"], header["version"]) == (game.name, game.version)
    options = msgspec.convert(header["options"], game.Options)
    carry = header.get("carry") and msgspec.convert(header["carry"], game.Carry)
    seats = header["seats"]
    state = game.deal(options, seats, Rng(bytes.fromhex(header["seed"])), carry)
    for n, entry in enumerate(entries, 1):
        move = msgspec.convert(entry["move"], game.Move | game.Tick)
        state.play(entry["seat"], move, entry["at"])
        assert ("digest" in entry) == (n % 16 == 0 or n == len(entries))
        if "digest" in entry:
            assert digest(state, seats).hex() == entry["digest"], f"{path.name}, entry {n}"
    return state
