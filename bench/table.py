"""What a move costs at the table, in CPU µs: rules, views and words, from the request's payload to
the bytes of every answer and update; no socket and no store.

Every game at its usual number of seats, all of them listening in JSON, with a spectator and
without. The moves were chosen before, in a pass that is not timed (`bench.recording`); openings,
ticks and ends are in the figure. The best of a few rounds: the machine's noise only ever slows.
Each round is a process of its own that has not seen these positions before, as a server has not.
"""

from __future__ import annotations

import gc
import os
import tempfile
import traceback
from pathlib import Path
from time import process_time

from .moves import Moves, kept, seeds_of
from .parts import Ask, Ears, seated, vocabulary

ROUNDS = int(os.environ.get("CUTCARD_BENCH_ROUNDS", "5"))
EPOCH = 1_700_000_000_000


def bench() -> dict[str, float]:
    """µs a move of every game."""
    folder = os.environ.get("CUTCARD_BENCH_MOVES")
    if folder is not None:
        return _measured(kept(Path(folder)))
    with tempfile.TemporaryDirectory() as there:
        return _measured(kept(Path(there) / "moves"))


def _measured(games: list[Moves]) -> dict[str, float]:
    figures: dict[str, float] = {}
    gc.set_threshold(50_000, 20, 50)  # as `cutcard serve` does
    for moves in games:
        for watched in (False, True):
            play(moves, slice(1), watched=watched)  # warm
        gc.collect()
        gc.freeze()
        rounds = [[_apart(moves, watched=one) for one in (False, True)] for _ in range(ROUNDS)]
        head = f"{moves.game}, {moves.seats} seats"
        alone, watched_too = map(min, zip(*rounds, strict=True))
        figures[f"{head}: µs a move"] = alone
        figures[f"{head} and a spectator: µs a move"] = watched_too
    return figures


def _apart(moves: Moves, *, watched: bool) -> float:
    """All matches of a game in a process of its own; µs of CPU a move."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            spent = play(moves, slice(1, None), watched=watched)
            os.write(writing, f"{spent / moves.count * 1e6}".encode())
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as answer:
        said = answer.read()
    os.waitpid(child, 0)
    if not said:
        raise RuntimeError(f"{moves.game} could not be measured; its reason is above")
    return float(said)


def play(moves: Moves, which: slice, *, watched: bool) -> float:
    """Some matches of a game; the CPU seconds they took."""
    words, ears = vocabulary(moves.game), Ears(moves.seats)
    options = words.options(moves.options)
    ready = [
        (
            number,
            [(at, seat, tag, payload.encode(), f"key-{at}") for at, seat, tag, payload in match],
        )
        for number, match in [*enumerate(moves.matches)][which]
    ]
    began = process_time()
    for number, match in ready:
        table = seated(words, options, ears, seeds_of(moves.game, number), watched=watched)
        ears.hear(table.open(0, EPOCH), None)
        for at, seat, tag, payload, key in match:
            if seat < 0:
                ears.hear(table.advance(at, EPOCH + at), None)
                continue
            move = words.move(tag, payload)
            effects = table.ask(Ask(seat, move, tag, key, table.seq), at, EPOCH + at)
            if not ears.hear(effects, seat):
                raise RuntimeError(f"{moves.game} refuses a move it took when it was recorded")
    return process_time() - began
