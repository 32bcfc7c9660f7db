"""Every promise of SECURITY.md and docs/strangers.md names a test, and the test is there."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def rows() -> list[tuple[str, str]]:
    """Of the table \"What holds it\": a promise, and what holds it."""
    text = (ROOT / "SECURITY.md").read_text("utf-8")
    part = text.partition("## What holds it")[2].partition("\n## ")[0]
    lines = [line.strip("|").split(" | ") for line in part.splitlines() if line.startswith("| ")]
    return [(line[0].strip(), line[1].strip()) for line in lines if line[1].strip() != "test"]


def test_each_promise_names_tests_that_are_there():
    found = [row for row in rows() if not row[0].startswith("---")]
    assert len(found) > 20
    for promise, holds in found:
        folder, named = "", 0
        for name in re.findall(r"`((?:tests/|test_)[\w/.]+)`", holds):
            if "/" in name:
                folder = name.rpartition("/")[0]
            path = ROOT / (name if "/" in name else f"{folder}/{name}")
            assert path.exists(), f"{promise}: there is no {path}"
            files = [path] if path.is_file() else list(path.glob("test_*.py"))
            assert any("def test_" in one.read_text("utf-8") for one in files), path
            named += 1
        assert named, f"{promise}: no test is named"


def test_every_row_about_strangers_names_tests_that_are_there():
    text = (ROOT / "docs" / "strangers.md").read_text("utf-8")
    found = [line for line in text.splitlines() if re.match(r"\| \d+ \|", line)]
    assert {int(line.split("|")[1]) for line in found} == set(range(1, 12))
    named = [re.findall(r"`([\w/]+\.py)::(test_\w+)`", line) for line in found]
    assert all(named), "a row names no test"
    gone = [
        f"{path}::{name}"
        for row in named
        for path, name in row
        if f"def {name}(" not in (ROOT / "tests" / path).read_text("utf-8")
    ]
    assert gone == []
