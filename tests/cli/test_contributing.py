"""CONTRIBUTING.md is true: its game passes the suite, and plays."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from cutcard.check import check
from cutcard.cli.main import LAZY, main

PAGE = Path(__file__).resolve().parents[2] / "CONTRIBUTING.md"


@pytest.fixture(scope="module")
def highest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page's blocks of Python, one after the other, as the page says to save them."""
    blocks = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(), re.DOTALL | re.MULTILINE)
    assert len(blocks) >= 5
    folder = tmp_path_factory.mktemp("walk") / "highest"
    folder.mkdir()
    (folder / "__init__.py").write_text("\n\n".join(blocks))
    return folder


def test_the_game_of_the_walk_keeps_the_contract(highest: Path) -> None:
    report = check(str(highest), cases=300)
    assert report.ok, [str(fault) for fault in report.faults]
    assert set(report.found.compared) == {"KEPT", "SHOWN"}


def test_the_game_of_the_walk_is_about_as_long_as_the_page_says(highest: Path) -> None:
    code = (highest / "__init__.py").read_text().splitlines()
    lines = [line for line in code if line.strip()]
    assert len(lines) < 85, "words and rules together"


def test_the_commands_of_the_walk_are_there(highest: Path) -> None:
    for words in re.findall(r"^cutcard (\w+)", PAGE.read_text(), re.MULTILINE):
        assert words in LAZY
    run = CliRunner().invoke(main, ["sim", str(highest), "--deals", "20"])
    assert run.exit_code == 0, run.output
    run = CliRunner().invoke(main, ["play", str(highest), "--seed", "x"], input="1\n")
    assert run.exit_code == 0, run.output
    assert "win" in run.output
