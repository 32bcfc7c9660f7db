"""docs/page/findings.md: every test it names is there, and the points of the issue have rows."""

from __future__ import annotations

import re

from .test_examined import NAMED, ROOT, TESTS, names_of

TEXT = (ROOT / "docs" / "page" / "findings.md").read_text(encoding="utf-8")


def test_every_test_that_is_named_is_there() -> None:
    named = NAMED.findall(TEXT)
    assert len(named) > 50
    gone = [f"{path}::{name}" for path, name in named if name not in names_of(TESTS / path)]
    assert not gone, gone


def test_every_point_has_rows_and_every_row_a_test() -> None:
    rows = re.findall(r"^\| (\d+) \| .* \| (.*) \|$", TEXT, re.MULTILINE)
    assert {int(point) for point, _ in rows} == set(range(1, 11))
    assert all(NAMED.search(held) for _, held in rows)
