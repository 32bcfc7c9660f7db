"""docs/rules/examined.md and the books of the five games: what is said to be held by a test is.

Every point of the examination has its rows, every test they name is there, and every row of a
game's book (docs/rules/duel.md and so on) is named by a test of that game."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from cutcard import game
from cutcard.bots import bots_of

ROOT = Path(__file__).resolve().parents[2]
TESTS = ROOT / "tests"
BOOKS = ROOT / "docs" / "rules"
NAMED = re.compile(r"`([\w/]+\.py)::(test_\w+)`")
ROW = re.compile(r"^\| ?(\d+[a-z]?|[TFL]\d+) ?\|", re.MULTILINE)

# where tests of a book's rows may be besides the game's own folder: what only a server can show
BEYOND = {
    "duel": ("table", "server", "arena/test_elo.py"),
    "poker": ("arena",),
}


@cache
def names_of(path: Path) -> frozenset[str]:
    """The names of the tests in a file."""
    made = ast.parse(path.read_text(encoding="utf-8"))
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return frozenset(
        n.name for n in ast.walk(made) if isinstance(n, kinds) and n.name.startswith("test_")
    )


@cache
def examined() -> str:
    return (BOOKS / "examined.md").read_text(encoding="utf-8")


def test_every_point_has_rows_and_every_row_a_test() -> None:
    rows = [line for line in examined().splitlines() if ROW.match(line)]
    points = {int(ROW.match(line)[1]) for line in rows}  # type: ignore[index]
    assert points == set(range(1, 22))
    assert [line for line in rows if not NAMED.search(line)] == []


def test_every_test_that_is_named_is_there() -> None:
    named = NAMED.findall(examined())
    assert len(named) > 100
    gone = [
        f"{path}::{name}"
        for path, name in named
        if not (TESTS / path).is_file() or name not in names_of(TESTS / path)
    ]
    assert gone == []


def test_only_slow_tests_stand_in_brackets() -> None:
    brackets = " ".join(re.findall(r"\(([^()]*)\)", examined()))
    slow = {name for _, name in NAMED.findall(brackets)}
    marked = set()
    for path, name in NAMED.findall(examined()):
        text = (TESTS / path).read_text(encoding="utf-8")
        before = text[: text.index(f"def {name}(")].rsplit("\n\n", 1)[-1]
        if "@pytest.mark.slow" in before:
            marked.add(name)
    assert slow == marked


@pytest.mark.parametrize("book", sorted(path.stem for path in BOOKS.glob("*.md")))
def test_every_file_of_tests_that_a_book_names_is_there(book: str) -> None:
    text = (BOOKS / f"{book}.md").read_text(encoding="utf-8")
    whole = set(re.findall(r"`(tests/[\w/]+(?:\.py)?)`", text))
    assert [one for one in whole if not (ROOT / one).exists()] == []
    alone = set(re.findall(r"`(test_\w+\.py)`", text))
    assert [one for one in alone if not any(TESTS.rglob(one))] == []


def numbered(text: str) -> int:
    """How far a list in running text counts: 1 …, 2 …, as far as it goes on."""
    last, at = 0, 0
    while found := re.compile(rf"(?<![\w.–-]){last + 1}(?:\.? )").search(text, at):
        last, at = last + 1, found.end()
    return last


def rows_of(book: str) -> Iterator[str]:
    """The rows of a game's book, as tests name them."""
    text = (BOOKS / f"{book}.md").read_text(encoding="utf-8")
    if book == "poker":
        yield from (f"P{row}" for row in ROW.findall(text))
        return
    parts = re.split(r"^## ", text, flags=re.MULTILINE)
    (asked,) = (part for part in parts if part.startswith("A. "))
    (settled,) = (part for part in parts if part.startswith("B. "))
    yield from (f"A{number + 1}" for number in range(numbered(asked)))
    yield from (f"B{row}" for row in ROW.findall(settled))


def names_in(book: str) -> set[str]:
    """The rows that tests of a game name, in their own names."""
    found: set[str] = set()
    for place in (book, *BEYOND.get(book, ())):
        where = TESTS / place
        for path in [where] if where.is_file() else where.glob("test_*.py"):
            for name in names_of(path):
                found |= set(re.findall(r"(?<=_)[ABP]\d+[a-z]?(?=_)", name))
                for kind, low, high in re.findall(r"_([ABP])(\d+)_to_[ABP](\d+)_", name):
                    found |= {f"{kind}{row}" for row in range(int(low), int(high) + 1)}
    return found


@pytest.mark.parametrize(
    ("book", "least"), [("duel", 74), ("memory", 47), ("battle", 105), ("poker", 61)]
)
def test_every_row_of_a_games_book_is_named_by_a_test(book: str, least: int) -> None:
    rows = set(rows_of(book))
    assert len(rows) >= least, "they are not found any more"
    assert sorted(rows - names_in(book)) == []


def test_every_case_of_guandan_is_named_by_a_test() -> None:
    """1 to 64 are read out of the book itself; T, F and L have a test each."""
    text = (BOOKS / "guandan-cases.md").read_text(encoding="utf-8")
    rows = set(ROW.findall(text))
    assert {str(number) for number in range(1, 65)} <= rows
    names = {name for path in (TESTS / "guandan").glob("test_*.py") for name in names_of(path)}
    named = {found for name in names for found in re.findall(r"^test_([TFL]\d+)_", name)}
    lettered = {row for row in rows if row[0] in "TFL"}
    assert len(lettered) >= 42
    assert lettered - named == set()


def test_1_the_usual_bot_of_memory_is_forgetful() -> None:
    assert next(iter(bots_of(game("memory")))) == "forgetful"
