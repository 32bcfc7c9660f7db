"""The same deals in processes with different hash seeds: an order taken from a set would show.

`python -m cutcard.check.twin WHERE DEALS SEED` prints a hash over deals played at random, with
everything offered on the way.
"""

from __future__ import annotations

import os
import subprocess
import sys
from hashlib import sha256

from cutcard.kernel.game import Game
from cutcard.kernel.rng import Rng

from .case import Case, Findings
from .fault import Broken
from .find import find
from .walk import PACES, choose, encode, enter

STEPS = 400
CLOSE = 16  # so many steps are looked at closely, and of those after them one in so many


def trail(game: Game, deals: int, run: str) -> str:
    """A hash over what some deals offered, told and showed."""
    seen = sha256()
    for number in range(deals):
        case = Case(game, run, number, Findings())
        state, rng, at = case.deal(), case.rng("twin"), 0
        pace = PACES[number % len(PACES)]
        for step in range(STEPS):
            if step < CLOSE or step % CLOSE == number % CLOSE:
                offers = [[state.legal(s), state.asides(s)] for s in range(case.seats)]
                seen.update(encode([[state.view(v) for v in case.viewers], state.timers(), offers]))
            if state.outcome() is not None:
                break
            entry = choose(state, case.seats, rng, at, pace)
            enter(state, entry, None, step)
            at = entry.at
        again = case.deal().redeal(0, Rng(case.seed))
        seen.update(encode([again.view(viewer) for viewer in case.viewers]))
    return seen.hexdigest()


def compare(where: str, deals: int, run: str) -> None:
    """Run the same deals under two hash seeds."""
    command = [sys.executable, "-m", "cutcard.check.twin", where, str(deals), run]
    running = []
    for hashseed in ("1", "2"):
        paths = os.pathsep.join(path for path in sys.path if path)
        env = {**os.environ, "PYTHONHASHSEED": hashseed, "PYTHONPATH": paths}
        # our own interpreter and module; `where` came from the person at the terminal
        running.append(
            subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE)  # noqa: S603
        )
    ends = [one.communicate() for one in running]
    for process, (_, wrong) in zip(running, ends, strict=True):
        if process.returncode:
            raise Broken("crash", f"A run in a new process failed: {wrong.decode()[-400:]}")
    if ends[0][0] != ends[1][0]:
        text = (
            "The same deals differ between processes with different PYTHONHASHSEED: "
            "something takes its order from a set or from hash(). Sort it."
        )
        raise Broken("hashseed", text)


def main() -> None:
    where, deals, run = sys.argv[1:]
    sys.stdout.write(trail(find(where), int(deals), run))


if __name__ == "__main__":
    main()
