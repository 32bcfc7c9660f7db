"""`cutcard guandan …`: rules in words, and what cards can be."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from cutcard.games.guandan.cli import commands


def run(*words: str) -> str:
    result = CliRunner().invoke(commands, words)
    assert result.exit_code == 0, result.output
    return result.output


def test_rules_of_a_table() -> None:
    said = run("rules", "--options", '{"preset": "competition", "turnSeconds": 20}')
    assert "4 < 5 < straight flush < 6" in said
    assert "20 seconds a turn" in said
    assert "flush_beats: 7, 5" in said


def test_readings_of_cards() -> None:
    said = run("read", "9s 9c 9d 2h 2h")
    assert said.splitlines() == ["bomb 炸弹 of 5 × 9", "three with two 三带二 of 9"]
    assert run("read", "3s5h7c9d", "--level", "5") == "Invalid card combination\n"


def test_forms_of_a_hand() -> None:
    assert "pair 对子 of 3" in run("lead", "3s 3h 4c")
    said = run("lead", "3s 3h 4c 6s 6h", "--beat", "pair", "5", "2")
    assert said == "pair 对子 of 6\n"
    assert run("lead", "3s", "--beat", "pair", "5", "2") == "Nothing but a pass\n"


@pytest.mark.parametrize("words", [("read", "3z"), ("rules", "--options", '{"preset": "x"}')])
def test_what_cannot_be_read_is_said(words: tuple[str, ...]) -> None:
    result = CliRunner().invoke(commands, words)
    assert result.exit_code == 2
    assert "Invalid value" in result.output
