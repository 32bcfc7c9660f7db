"""The rule books in docs/rules: every one that is cited is there, and says so if it is not built.

A citation is a book's path from the root, in code, comments, tests or documents under src."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BOOKS = ROOT / "docs" / "rules"
CITED = re.compile(r"(?<![\w.])((?:[\w-]+/)*)rules/([\w-]+)\.md")
KINDS = (".py", ".js", ".md", ".toml", ".c")
PLANNED = {"fairness"}
BUILT = sorted({path.stem for path in BOOKS.glob("*.md")} - PLANNED)


def citations() -> dict[str, set[Path]]:
    """Every book cited by its path from the root, and where."""
    found: dict[str, set[Path]] = {}
    for folder in ("src", "tests", "bench", "script"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix not in KINDS or not path.is_file():
                continue
            for before, name in CITED.findall(path.read_text(encoding="utf-8")):
                found.setdefault(f"{before}rules/{name}.md", set()).add(path)
    return found


def test_every_rule_book_that_is_cited_is_there() -> None:
    cited = citations()
    assert len(cited) >= len(BUILT), "they are not found any more"
    missing = {name: paths for name, paths in cited.items() if not (ROOT / name).is_file()}
    assert missing == {}


@pytest.mark.parametrize("book", BUILT)
def test_every_rule_book_that_is_built_is_cited_by_a_test(book: str) -> None:
    where = citations().get(f"docs/rules/{book}.md", set())
    assert any(path.is_relative_to(ROOT / "tests") for path in where), book


def test_a_book_says_at_its_top_whether_it_is_built() -> None:
    unbuilt = {path.stem for path in BOOKS.glob("*.md") if "**Not yet:**" in _top(path)}
    assert unbuilt == PLANNED


def _top(path: Path) -> str:
    return "\n".join(path.read_text(encoding="utf-8").splitlines()[:4])
