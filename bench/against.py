"""`script/bench --against REV`: a section on this tree and on another revision, in pairs.

Each measurement is a process of its own, this tree and the other by turns, every second pair the
other way round, so that what else the machine does and who goes first falls on both. The bench is
always this tree's; what it measures is the package of the tree it is told. Where that has other
rules, a game's recorded moves are refused there: it is left out, by name. A ratio says how many
times better this tree is: more of a rate, less of a cost.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from rich.console import Console
from rich.table import Table

from .moves import kept
from .peers import CACHE
from .playable import left_out

ROOT = Path(__file__).resolve().parent.parent
COSTS = ("µs", " ms", "_us", "_ms", "kB", "CPU used")  # in a figure's name: less is better

Figures = dict[str, float]


class NoTree(Exception):
    """The revision cannot be measured; the sentence says why."""


def commit_of(revision: str) -> str:
    asked = ["git", "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}"]
    done = subprocess.run(asked, cwd=ROOT, check=False, capture_output=True, text=True)
    if done.returncode:
        raise NoTree(f"git knows no revision '{revision}' here")
    return done.stdout.strip()


def tree(commit: str) -> Path:
    """That revision's files in the cache, its compiled part built; made once. Unpacked and not
    checked out, so that the repository does not know of it."""
    there = CACHE / "trees" / commit
    if not (there / "built").is_file():
        there.mkdir(parents=True, exist_ok=True)
        packed = there / "files.tar"
        asked = ["git", "archive", f"--output={packed}", commit]
        subprocess.run(asked, cwd=ROOT, check=True)
        shutil.unpack_archive(packed, there)  # its `filter` is not in every 3.11
        packed.unlink()
        _build(there)
        (there / "built").touch()
    return there


def _build(there: Path) -> None:
    """The compiled part, as that revision builds it; nothing, where it has none."""
    if (there / "hatch_build.py").is_file():
        build = "from pathlib import Path; from hatch_build import compiled; compiled(Path.cwd())"
        subprocess.run([sys.executable, "-c", build], cwd=there, check=True)


def once(section: str, package: Path, moves: Path) -> Figures:
    """One section on one tree, in a process of its own."""
    more = {
        "PYTHONPATH": str(package / "src"),
        "CUTCARD_BENCH_TREE": str(package),
        "CUTCARD_BENCH_MOVES": str(moves),
        "CUTCARD_BENCH_ALONE": "1",  # the peers are the same for both
    }
    quick = {"CUTCARD_BENCH_ROUNDS": "3", "CUTCARD_BENCH_SECONDS": "40", "CUTCARD_BENCH_SETS": "1"}
    command = [sys.executable, "-m", "bench", section, "--json"]
    env = {**quick, **os.environ, **more}
    done = subprocess.run(command, cwd=ROOT, env=env, check=False, capture_output=True, text=True)
    if done.returncode:
        raise NoTree(f"{section} cannot be measured at {package}: {done.stderr.strip()[-1500:]}")
    found: dict[str, Figures] = json.loads(done.stdout.splitlines()[-1])
    return found[section]


def compared(ours: list[Figures], theirs: list[Figures]) -> dict[str, dict[str, Any]]:
    """Of each figure that both have: the medians, and the ratio of each pair."""
    told = {}
    for name in ours[0]:
        pairs = [(a[name], b[name]) for a, b in zip(ours, theirs, strict=True) if name in b]
        if any(not a or not b for a, b in pairs) or not pairs:
            continue
        less = any(unit in name for unit in COSTS)
        ratios = [b / a if less else a / b for a, b in pairs]
        told[name] = {
            "this": median(a for a, _ in pairs),
            "other": median(b for _, b in pairs),
            "ratio": median(ratios),
            "least": min(ratios),
            "most": max(ratios),
        }
    return told


def against(revision: str, sections: list[str], pairs: int) -> dict[str, Any]:
    """Measures, prints a table for each section, and returns all of it."""
    commit = commit_of(revision)
    other, note, out = tree(commit), Console(stderr=True), Console()
    _build(ROOT)
    measured: dict[str, Any] = {"against": commit, "pairs": pairs}
    with tempfile.TemporaryDirectory() as folder:
        moves = Path(folder) / "moves"  # recorded by this tree, played by both
        kept(moves)
        refused = left_out(other, moves) if "table" in sections else {}
        for game, why in refused.items():
            note.print(f"left out of table, for {revision} does not take its moves: {game} ({why})")
        measured["left out"] = refused
        for section in sections:
            ours: list[Figures] = []
            theirs: list[Figures] = []
            for number in range(1, pairs + 1):
                note.print(f"measuring {section}, pair {number} of {pairs} …")
                turn = [(ours, ROOT), (theirs, other)]
                for found_by, package in turn if number % 2 else reversed(turn):
                    found_by.append(once(section, package, moves))
            measured[section] = found = compared(ours, theirs)
            if not found:
                raise NoTree(f"nothing of {section} is left to compare with {revision}")
            for name in ours[0].keys() - found.keys():
                note.print(f"without a ratio, for one of them has none or it is 0: {name}")
            out.print(_shown(f"{section}, beside {revision}", found))
    return measured


def _shown(title: str, found: dict[str, dict[str, Any]]) -> Table:
    table = Table("what", "this tree", "that", "× better", "of all pairs", title=title)
    for name, one in found.items():
        spread = f"{one['least']:.2f}–{one['most']:.2f}"
        table.add_row(
            name, _round(one["this"]), _round(one["other"]), f"{one['ratio']:.2f}", spread
        )
    return table


def _round(figure: float) -> str:
    return f"{figure:,.4g}" if abs(figure) < 100 else f"{figure:,.0f}"


def check_tree() -> None:
    """That what is measured is the tree it should be."""
    import cutcard  # noqa: PLC0415 # from wherever it is found now

    wanted = os.environ.get("CUTCARD_BENCH_TREE")
    if wanted is not None and Path(wanted) not in Path(cutcard.__file__).parents:
        raise RuntimeError(f"this measures {cutcard.__file__}, not {wanted}")
