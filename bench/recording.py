"""Recording the moves of `script/bench table`: whole matches of every game between its usual bots.

`python -m bench.recording FOLDER` keeps them there, one file a game. Only this revision records:
another one that is measured beside it plays what was kept, and need not have what is used here.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from msgspec import json, to_builtins

import cutcard
from cutcard.bots.bot import make_bot
from cutcard.bots.drive import ask
from cutcard.kernel.bot import tell
from cutcard.kernel.rng import Rng
from cutcard.table.effects import Whisper

from .moves import Moves, Step, seeds_of
from .parts import Ask, Ears, Table, seated, tag_of, vocabulary

MOVES = 2400  # of every game
WARM = 300  # of a match that is only played to be warm


def usual(game: str) -> tuple[Any, int]:
    """The table a game is usually played at: its bench's TABLE, else its first setup."""
    rules: Any = cutcard.game(game)
    place = f"{rules.__name__}.bench"
    own = getattr(import_module(place), "TABLE", None) if find_spec(place) else None
    options, seats = own or rules.setups()[0]
    return options, seats


def record(game: str, most: int = MOVES) -> Moves:
    """Play until so many moves are made."""
    options, seats = usual(game)
    plain = {k: v for k, v in to_builtins(options, str_keys=True).items() if v is not None}
    made = Moves(game, plain, seats, [])
    made.matches.append(_match(made, 0, WARM))
    while made.count < most:
        made.matches.append(_match(made, len(made.matches), most - made.count))
    return made


def _match(moves: Moves, number: int, most: int) -> list[Step]:
    words, ears = vocabulary(moves.game), Ears(moves.seats)
    chosen = words.options(moves.options)
    table = seated(words, chosen, ears, seeds_of(moves.game, number), watched=False)
    table.hearing.update(range(moves.seats))
    rng = Rng.named(f"bench {moves.game} {number}")
    bots = [make_bot(moves.game) for _ in range(moves.seats)]
    steps: list[Step] = []
    at, left = 0, most
    _tell(bots, table.open(0, 0))
    while not table.over and left:
        assert table.deal is not None
        to_act = list(table.deal.to_act)
        if not to_act:
            wake = table.wake_at()
            assert wake is not None, "nobody is to act, and no time leads on"
            at = max(at + 1, wake)
            _tell(bots, table.advance(at, at))
            steps.append((at, -1, "", ""))
            continue
        at, left, seat = at + 1, left - 1, to_act[rng.below(len(to_act))]
        move = ask(table.deal.state, seat, bots[seat], rng)
        tag, payload = tag_of(move), json.encode(move)
        effects = _ask(table, seat, tag, payload, at)
        if not ears.hear(effects, seat):
            raise RuntimeError(f"{moves.game}: its own bot made a move that was refused")
        _tell(bots, effects)
        steps.append((at, seat, tag, payload.decode()))
    return steps


def _ask(table: Table, seat: int, tag: str, payload: bytes, at: int) -> list[Any]:
    move = table.words.move(tag, payload)
    return list(table.ask(Ask(seat, move, tag, f"k{at}", table.seq), at, at))


def _tell(bots: list[Any], effects: list[Any]) -> None:
    for effect in effects:
        if isinstance(effect, Whisper):
            tell(bots[effect.seat], effect.facts)


def keep(folder: Path) -> None:
    """Record every game's."""
    folder.mkdir(parents=True)
    for game in cutcard.game_names():
        (folder / f"{game}.json").write_bytes(json.encode(record(game)))


if __name__ == "__main__":
    keep(Path(sys.argv[1]))
