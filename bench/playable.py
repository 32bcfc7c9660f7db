"""Which games' recorded moves a tree takes, as `python -m bench.playable FOLDER`: a JSON object of
those it does not, with a sentence each.

The moves are recorded by this tree. Another revision may have other rules, moves or options, or
lack a game; what it refuses cannot be compared."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from .moves import Moves, kept

ROOT = Path(__file__).resolve().parent.parent


def left_out(package: Path, folder: Path) -> dict[str, str]:
    """Games whose moves the tree refuses, and why; their files are taken out of the folder."""
    command = [sys.executable, "-m", "bench.playable", str(folder)]
    env = {**os.environ, "PYTHONPATH": str(package / "src"), "CUTCARD_BENCH_TREE": str(package)}
    done = subprocess.run(command, cwd=ROOT, env=env, check=True, stdout=subprocess.PIPE, text=True)
    refused: dict[str, str] = json.loads(done.stdout.splitlines()[-1])
    for path in folder.glob("*.json"):
        if json.loads(path.read_bytes())["game"] in refused:
            path.unlink()
    return refused


def refusal(moves: Moves) -> str | None:
    """Why this tree cannot play these matches; None: it can."""
    from .table import play  # noqa: PLC0415 # of the tree that is measured

    try:
        play(moves, slice(None), watched=True)
    except Exception as no:  # whatever another revision's rules and options say
        return f"{type(no).__name__}: {no}"
    return None


def main() -> None:
    from .against import check_tree  # noqa: PLC0415 # it imports this module

    check_tree()
    found = {moves.game: refusal(moves) for moves in kept(Path(sys.argv[1]))}
    sys.stdout.write(json.dumps({game: why for game, why in found.items() if why}) + "\n")


if __name__ == "__main__":
    main()
