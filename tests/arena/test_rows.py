"""Every row of docs/rules/tournament.md and of docs/rules/arena.md has a test that names it."""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).parent
BOOKS = HERE.parents[1] / "docs" / "rules"
ARENA = {
    *range(1, 30),
    *range(31, 35),
    *range(41, 46),
    *range(51, 55),
    *range(61, 67),
    *range(71, 91),
}


def named(letter: str) -> set[int]:
    """Rows named by tests here and of events: `T41`, or `T41_to_T59` for all between. `A42` of
    test_elo.py is a row of duel.md."""
    found: set[int] = set()
    for path in (*HERE.glob("test_*.py"), *(HERE.parent / "events").glob("test_*.py")):
        if letter == "A" and path.name == "test_elo.py":
            continue
        for name in re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE):
            found.update(map(int, re.findall(rf"{letter}(\d+)", name)))
            for low, high in re.findall(rf"{letter}(\d+)_to_{letter}(\d+)", name):
                found.update(range(int(low), int(high) + 1))
    return found


def rows(book: str) -> set[int]:
    text = (BOOKS / book).read_text(encoding="utf-8")
    return {int(n) for n in re.findall(r"^\| (\d+) ", text, re.MULTILINE)}


def test_every_row_of_tournaments_has_a_test_that_names_it():
    assert rows("tournament.md") == set(range(1, 153))
    assert rows("tournament.md") <= named("T")


def test_every_row_of_the_arena_has_a_test_that_names_it():
    assert rows("arena.md") == ARENA
    assert named("A") >= ARENA
