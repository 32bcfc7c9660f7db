"""Every game at the terminal: numbers keep their meaning, what cannot be taken back is asked about
once, nothing raw is shown, and "you" are you."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from click.testing import Result

from cutcard.cli.you import ME, told

Run = Callable[..., Result]
SEATS = {"duel": 2, "memory": 2, "poker": 3, "guandan": 4, "battle": 2}
RAW = re.compile(r"\b(?:[A-Z]{2,}_[A-Z_]+|[a-z]+_[a-z_]+|NT|QUICK|HAND|NotStarted|COMPLETED)\b")
LISTED = re.compile(r"(?:^|(?<=\s))(\d+) (\S.*?)(?=\s{2,}\d+ |$)")


def played(run: Run, name: str, typed: str) -> str:
    result = run("play", name, "--seats", str(SEATS[name]), "--seed", "t", typed=typed)
    assert result.exit_code == 0, result.output
    return result.output


def lists(output: str) -> list[dict[int, str]]:
    """What was listed before each prompt: number and words."""
    found: list[dict[int, str]] = [{}]
    for line in output.splitlines():
        if line.startswith("> "):
            found.append({})
        elif re.match(r" {0,2}\d+ [^\d\s]", line) and not line.endswith((".", "seat", "seats")):
            found[-1].update({int(n): text.strip() for n, text in LISTED.findall(line.strip())})
    return [one for one in found if one]


@pytest.mark.parametrize("name", SEATS)
def test_a_number_never_changes_its_meaning(run: Run, name: str) -> None:
    """The lowest number that was not typed yet, over and over: many prompts, many lists."""
    output = played(run, name, "".join(f"{n}\n" for n in range(1, 60)))
    prompts = lists(output)
    assert len(prompts) > 2
    meaning: dict[int, str] = {}
    for one in prompts:
        for number, text in one.items():
            assert meaning.setdefault(number, text) == text


@pytest.mark.parametrize("name", SEATS)
def test_nothing_raw_is_shown_and_you_are_you(run: Run, name: str) -> None:
    output = played(run, name, "".join(f"{n}\n" for n in range(1, 40)))
    head, _, rest = output.partition("\n")
    assert "Player" in head
    assert "Player" not in rest
    assert ME not in output
    assert re.search(r"\b[Yy]ou\b", rest)
    assert not re.search(
        r"\bYou (?:is|has|takes|passes|plays|draws|turns|sits|posts|folds)\b", rest
    )
    assert RAW.findall(rest) == []


@pytest.mark.parametrize(
    ("name", "words", "asked"),
    [
        ("duel", "ready\nsurrender\n", "Surrender? It cannot be taken back"),
        ("memory", "1\ngive up\n", "Give up? It cannot be taken back"),
        ("memory", "1\nask to deal again\n", "Ask to deal again? It cannot be taken back"),
        ("poker", "1\nleave\n", "Leave? It cannot be taken back"),
        ("guandan", "leave\n", "Leave? It cannot be taken back"),
        ("guandan", "give the match up, if the partner agrees\n", "It cannot be taken back"),
        ("battle", "1\nsurrender\n", "Surrender? It cannot be taken back"),
    ],
)
def test_what_cannot_be_taken_back_is_asked_about_once(
    run: Run, name: str, words: str, asked: str
) -> None:
    no = played(run, name, f"{words}n\n")
    assert no.count(asked) == 1
    assert "Goodbye" in no, "nothing happened, and the table went on asking"
    assert "Score" not in no
    yes = played(run, name, f"{words}y\n")
    assert yes.count(asked) == 1
    assert len(yes) > len(no) or "Score" in yes


def test_help_helps_and_leaving_is_asked_about(run: Run) -> None:
    output = played(run, "memory", "help\nh\n?\nq\nn\nq\ny\n1\n")
    assert output.count("Type the number of a move") == 3
    assert output.count("Leave? The game is not kept") == 2
    assert "The clock runs" not in output


def test_a_number_that_is_not_offered_now_is_no_other_move(run: Run) -> None:
    output = played(run, "memory", "1\na1\n1\n999\n")
    assert "1 is: start the clock; that cannot be done now" in output
    assert "There is no 999" in output


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        (f"{ME} takes the trick and leads.", "You take the trick and lead."),
        (f"{ME} is dealt K♥.", "You are dealt K♥."),
        (f"{ME} passes.", "You pass."),
        (f"Bob pays 9♠ to {ME} (进贡).", "Bob pays 9♠ to you (进贡)."),
        (f"Round 1: {ME} 6♥, Bob A♣. {ME} takes it.", "Round 1: You 6♥, Bob A♣. You take it."),
        (f"{ME}'s turn is over.", "Your turn is over."),
        (f"Bob sees {ME}'s hand.", "Bob sees your hand."),
        (f"  {ME} (you): 98", "  You: 98"),
        (f"{ME} and Bob: choose a deck", "You and Bob: choose a deck"),
        ("Bob tries and wins.", "Bob tries and wins."),
        (f"{ME} tries, Bob catches.", "You try, Bob catches."),
    ],
)
def test_a_sentence_about_you_says_you(said: str, heard: str) -> None:
    assert told(said) == heard
