"""The documents stay true: examples run, games and commands named are those there are."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import cutcard
from cutcard.cli.main import main
from cutcard.games import own_names
from cutcard.kernel import bot, optional, tags
from cutcard.kernel.optional import Traits

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text()
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob(".github/**/*.md")])
EXAMPLES = [path for path in DOCUMENTS if ">>> " in path.read_text(encoding="utf-8")]


def test_the_readme_opens_with_a_match_that_ends_in_a_result() -> None:
    first_screen = "\n".join(README.splitlines()[:30])
    assert "import cutcard" in first_screen
    assert "Outcome(" in first_screen


@pytest.mark.parametrize("document", EXAMPLES, ids=lambda path: path.name)
def test_examples_run_and_say_what_they_say_here(document: Path) -> None:
    tried = doctest.testfile(str(document), module_relative=False)
    assert tried.attempted >= 6
    assert tried.failed == 0


def test_readme_and_research_have_examples() -> None:
    assert {path.name for path in EXAMPLES} >= {"README.md", "research.md"}


def test_the_site_has_a_page_for_each_way_of_using_it_and_its_index_leads_to_all() -> None:
    pages = {str(path.relative_to(ROOT / "docs")) for path in ROOT.glob("docs/**/*.md")}
    led = set(re.findall(r"\]\(([\w/-]+\.md)\)", (ROOT / "docs" / "index.md").read_text()))
    assert led == pages - {"index.md"}


def test_the_readme_lists_every_game_and_no_other() -> None:
    listed = re.findall(r"^\| \[(\w+)\]\(src/cutcard/games/", README, re.MULTILINE)
    assert sorted(listed) == own_names()


def test_the_readme_lists_every_command_and_each_has_help() -> None:
    listed = set(re.findall(r"^\| `cutcard (\w+)", README, re.MULTILINE))
    runner = CliRunner()
    for command in sorted(listed):
        asked = runner.invoke(main, [command, "--help"])
        assert asked.exit_code == 0, asked.output
        assert len(asked.output.splitlines()) > 5
    assert {"serve", "play", "sim", "check", "new", "replay", "load"} <= listed


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_between_documents_lead_somewhere(document: Path) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", document.read_text()):
        assert (document.parent / target).exists(), f"{document.name} names {target}"


def test_the_version_has_its_entry_with_a_date_in_the_changes() -> None:
    heads = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert heads[0] == "Unreleased"
    assert re.fullmatch(rf"{re.escape(cutcard.__version__)} \(\d{{4}}-\d\d-\d\d\)", heads[1])


def test_the_workflow_runs_what_ci_runs() -> None:
    text = (ROOT / ".github" / "workflows" / "ci.yml").read_text()
    assert re.search(r"^ +- run: \.ci/run$", text, re.MULTILINE)
    assert (ROOT / ".ci" / "run").stat().st_mode & 0o111


def test_the_vectors_in_the_architecture_are_the_ones_tested() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text()
    cards = list(range(52))
    cutcard.Rng(bytes(range(32))).shuffle(cards)
    assert " ".join(map(str, cards)) in text
    rng = cutcard.Rng(bytes(32))
    assert " ".join(str(rng.word()) for _ in range(4)) in text


def test_nothing_here_reads_or_names_what_lies_beside_the_repository() -> None:
    outside = re.compile(r"\.\./" + "shared")
    for folder in ("src", "tests", "script", ".ci", ".github", "bench", "docs"):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in (".py", ".md", ".yml", "") and path.is_file():
                assert not outside.search(path.read_text(encoding="utf-8")), path
    for path in ROOT.glob("*.md"):
        assert not outside.search(path.read_text(encoding="utf-8")), path


def test_the_walk_through_a_game_tells_every_tag_and_name_with_a_meaning() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text()
    tables = "\n".join(line for line in text.splitlines() if line.startswith("| "))
    names = (*tags.MOVES, *tags.FACTS, *Traits.__struct_fields__)
    for name in (*names, *optional.STATE, *optional.OPTIONS, *bot.OPTIONAL):
        assert re.search(rf"`{name}\b", tables), name


NAMED = re.compile(r"(?<![\w/<*])((?:[\w-]+/)*[\w-]+\.(?:py|c|js|css|sql))\b")
FOLDERS = re.compile(r"`((?:[\w-]+/)+)`")


def test_every_file_and_folder_named_in_the_architecture_is_there() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text()
    there = [path for folder in ("src", "tests", "bench") for path in (ROOT / folder).rglob("*.*")]
    names = {path.name for path in there} | {path.name for path in ROOT.iterdir()}
    named = set(NAMED.findall(text))
    assert {"table/life.py", "table/writer.py", "floor.py"} <= named
    for name in named:
        found = any((base / name).is_file() for base in (ROOT, ROOT / "src" / "cutcard"))
        assert found if "/" in name else name in names, name
    for name in FOLDERS.findall(text):
        bases = (ROOT, ROOT / "src" / "cutcard", *(ROOT / "src" / "cutcard" / "games").iterdir())
        assert any((base / name).is_dir() for base in bases), name
