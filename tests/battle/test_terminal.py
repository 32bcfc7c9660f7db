"""`cutcard play battle`: whole games in a terminal, against a bot and between two people."""

from __future__ import annotations

import re

import click
import pytest
from click.testing import CliRunner

from cutcard.cli import person
from cutcard.cli.main import main

KEYBOARD = re.compile(r"(Ann|Bo), take the keyboard and press Enter> ")


@pytest.fixture
def played(monkeypatch):
    """A game in which the first move on the list is always taken."""
    first, listed = [], person.listed

    def noted(words, numbers):
        first[:] = numbers[:1]
        return listed(words, numbers)

    def typed(prompt):
        click.echo(prompt)
        return "" if prompt.endswith("Enter> ") else str(first[0])

    monkeypatch.setattr(person, "listed", noted)
    monkeypatch.setattr(person, "ask", typed)

    def play(*words):
        result = CliRunner().invoke(main, ["play", "battle", *words])
        assert result.exit_code == 0, result.output[-2000:]
        return result.output

    return play


@pytest.mark.parametrize("bot", ["greedy", "rookie"])
def test_a_game_against_a_bot(played, bot):
    said = played("--bot", bot, "--seed", "terminal")
    assert re.search(r"(You win|wins)\. Score: You -?\d+", said)
    assert "your hand" in said


def test_a_game_between_two_people_who_share_the_keyboard(played):
    said = played("--people", "2", "--name", "Ann,Bo", "--seed", "two")
    assert re.search(r"(Ann|Bo) wins\. Score: Ann", said)
    turns = KEYBOARD.split(said)
    assert len(turns) > 20
    for who, shown in zip(turns[1::2], turns[2::2], strict=True):
        other = "Bo" if who == "Ann" else "Ann"
        assert f"{other} (you)" not in shown  # nobody sees the other's hand
        assert not re.search(rf"{other} draws [A-Z]", shown)


def test_more_people_than_seats():
    result = CliRunner().invoke(main, ["play", "battle", "--people", "3"])
    assert result.exit_code == 2
    assert "1 to 2 people can sit here" in result.output
