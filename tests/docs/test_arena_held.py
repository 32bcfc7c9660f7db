"""docs/rules/arena-held.md: what is said to be held by a test is."""

from __future__ import annotations

import re

from .test_examined import BOOKS, NAMED, ROW, TESTS, names_of

PAGE = (BOOKS / "arena-held.md").read_text(encoding="utf-8")


def test_every_point_has_rows_and_every_row_a_test():
    rows = [line for line in PAGE.splitlines() if ROW.match(line)]
    assert {int(ROW.match(line)[1]) for line in rows} == set(range(1, 12))
    assert [line for line in rows if not NAMED.search(line)] == []


def test_every_test_that_is_named_is_there():
    named = NAMED.findall(PAGE)
    assert len(named) > 80
    gone = [
        f"{path}::{name}"
        for path, name in named
        if not (TESTS / path).is_file() or name not in names_of(TESTS / path)
    ]
    assert gone == []


def test_only_slow_tests_stand_in_brackets():
    brackets = " ".join(re.findall(r"\((`[^()]*)\)", PAGE))
    slow = {name for _, name in NAMED.findall(brackets)}
    marked = set()
    for path, name in NAMED.findall(PAGE):
        text = (TESTS / path).read_text(encoding="utf-8")
        before = text[: text.index(f"def {name}(")].rsplit("\n\n", 1)[-1]
        if "@pytest.mark.slow" in before:
            marked.add(name)
    assert slow == marked
