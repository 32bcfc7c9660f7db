"""`cutcard play`: a table in the terminal, with piped input and under a tty."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable

import pytest
from click.testing import Result

from ..command import MAIN

Run = Callable[..., Result]


def test_play_a_duel_to_its_end(run: Run) -> None:
    result = run("play", "duel", "--seed", "x", typed="1\n3\n4\n5\n")
    assert result.exit_code == 0, result.output
    assert "round 3 of 3" in result.output
    assert "Score: You" in result.output


def test_play_by_words_by_tag_and_as_the_wire_writes_it(run: Run) -> None:
    typed = 'ready\ncard_play 5 1\n{"type":"card_play","cardIndex":6,"roundNumber":2}\n5\n'
    result = run("play", "duel", "--seed", "x", "--bot", "random", typed=typed)
    assert result.exit_code == 0, result.output
    assert "Score: You" in result.output


def test_play_helps_and_says_why_a_move_is_none_or_refused(run: Run) -> None:
    typed = "?\n.\nnonsense\n99\n1\ncard_play 5 2\ncard_play 5\ncard_play 1 2 3\n{\n"
    result = run("play", "duel", "--seed", "x", typed=typed)
    assert "Type the number of a move" in result.output
    assert "'nonsense' is none of the moves" in result.output
    assert "Refused: Invalid round number\n" in result.output
    assert "That is no move" in result.output
    assert result.output.endswith("You get up. Goodbye.\n")
    assert result.exit_code == 0


@pytest.mark.parametrize("typed", ["", "q\n", "1\nq\n"])
def test_play_lets_one_leave_politely(run: Run, typed: str) -> None:
    result = run("play", "duel", typed=typed)
    assert result.exit_code == 0
    assert "Goodbye" in result.output


def test_play_turns_cards_back_in_memory(run: Run) -> None:
    result = run("play", "memory", "--seats", "2", "--seed", "a", typed="1\na1\na2\nq\n")
    assert result.exit_code == 0, result.output
    shown = result.output.index("Playing   moves 1")
    back = result.output.index("They turn back.")
    assert shown < back, "both cards are seen before they turn back"
    assert "Forgetful to turn two cards" in result.output[back:]


def test_play_at_a_terminal() -> None:
    """Under a tty the prompt waits, bots take a moment, and Ctrl-D leaves."""
    theirs, ours = os.openpty()
    words = [sys.executable, "-c", MAIN, "play", "duel", "--seed", "x"]
    with subprocess.Popen(words, stdin=ours, stdout=ours, stderr=ours) as table:
        os.close(ours)
        os.write(theirs, b"1\n")
        said = b""
        while b"round 1 of 3" not in said:
            said += os.read(theirs, 4096)
        os.write(theirs, b"\x04")
        while b"Goodbye" not in said:
            said += os.read(theirs, 4096)
        assert table.wait(20) == 0
    os.close(theirs)


def test_play_against_several_bots(run: Run) -> None:
    result = run("play", "memory", "--seats", "3", "--seat", "2", "--name", "Ann", typed="q\n")
    assert "Ann" in result.output
    assert result.exit_code == 0


def test_play_in_a_process_with_piped_input() -> None:
    done = subprocess.run(
        [sys.executable, "-c", MAIN, "play", "duel", "--seed", "x"],
        input="1\n3\n4\n5\n",
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert "Score: You" in done.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("duel", "--bot", "readr"), "did you mean reader"),
        (("duel", "--seat", "2"), "seats are 0 to 1"),
        (("duel", "--seats", "3"), "duel takes 2"),
        (("chess",), "no game"),
    ],
)
def test_play_refuses_in_a_sentence(run: Run, words: tuple[str, ...], said: str) -> None:
    result = run("play", *words)
    assert result.exit_code == 2
    assert said in result.output
