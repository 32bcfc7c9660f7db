"""Every row of docs/rules/tournament.md has a test that names it."""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).parent
BOOK = HERE.parents[1] / "docs" / "rules" / "tournament.md"


def named() -> set[int]:
    """Rows named by tests: `T41`, or `T41_to_T59` for all between."""
    found: set[int] = set()
    for path in (*HERE.glob("test_*.py"), *(HERE.parent / "events").glob("test_*.py")):
        for name in re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE):
            found.update(map(int, re.findall(r"T(\d+)", name)))
            for low, high in re.findall(r"T(\d+)_to_T(\d+)", name):
                found.update(range(int(low), int(high) + 1))
    return found


def test_every_row_has_a_test_that_names_it():
    rows = {
        int(n) for n in re.findall(r"^\| (\d+) ", BOOK.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert rows == set(range(1, 153))
    assert rows <= named()
