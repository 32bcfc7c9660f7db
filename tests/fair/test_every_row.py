"""Every row of docs/rules/fairness.md has a test that names it; and those rows that are words."""

from __future__ import annotations

import re
from pathlib import Path

from cutcard.fair.judge import PROVED, Verdict
from cutcard.fair.sentences import NEVER, sentences

TESTS = Path(__file__).parents[1]
ROOT = TESTS.parent
BOOK = ROOT / "docs" / "rules" / "fairness.md"


def named() -> set[int]:
    """Rows named by tests: `f41`, or `f84_to_f90` for all between."""
    found: set[int] = set()
    for path in TESTS.glob("*/test_*.py"):
        text = path.read_text(encoding="utf-8")
        for name in re.findall(r"^(?:async )?def test_((?:f\d+_(?:to_)?)+)", text, re.MULTILINE):
            found.update(map(int, re.findall(r"f(\d+)", name)))
            for low, high in re.findall(r"f(\d+)_to_f(\d+)", name):
                found.update(range(int(low), int(high) + 1))
    return found


def test_every_row_has_a_test_that_names_it():
    rows = {int(n) for n in re.findall(r"^\| (\d+) \|", BOOK.read_text(), re.MULTILINE)}
    assert {1, 97} <= rows
    assert len(rows) > 80
    assert rows <= named()


def test_f55_f11_what_only_cards_without_a_dealer_would_prove_is_said():
    """Not built, on purpose; so nothing may be promised that only it could keep."""
    said = (ROOT / "SECURITY.md").read_text()
    assert "mental poker" in said
    assert "fairness.md" in said
    sealed = sentences(Verdict(PROVED, "OWN", (), sealed=True))
    assert sealed[-1] == NEVER


def test_f78_what_is_proved_is_said_in_the_words_of_the_book():
    book = BOOK.read_text()
    own = sentences(Verdict(PROVED, "OWN", ()))
    others = sentences(Verdict(PROVED, "OTHERS", ("WITHHELD 2", "UNPINNED"), shares=3))
    assert f'OWN: "{own[0]}"' in book
    assert f'OTHERS: "{others[0].replace("3", "{n}")}"' in book
    assert others[1:] == ["2 shares did not come.", "The server's key was not known to you before."]
    assert all(f'"{one.replace("2", "{n}")}"' in book for one in others[1:])
