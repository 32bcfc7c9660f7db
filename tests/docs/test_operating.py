"""What an operator is told to type: every command and flag in OPERATING.md, SECURITY.md and the
packaged units is one that there is, and every file that is named is there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click
import pytest

from cutcard.cli.main import main
from cutcard.cli.settings import SETTINGS

ROOT = Path(__file__).parents[2]
PAGES = ("OPERATING.md", "SECURITY.md")
UNITS = ("packaging/cutcard.service", "packaging/cutcard@.service", "packaging/compose.yaml")


def said(text: str) -> list[str]:
    """Every `cutcard …` of a page: in a line of a block, or within a sentence."""
    blocks = "\n".join(re.findall(r"```sh\n(.*?)```", text, re.DOTALL))
    lines = re.split(r"\n|;|&&|\|", re.sub(r"#.*", "", blocks))
    prose = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    inline = re.findall(r"`([^`\n]*\bcutcard [^`\n]*)`", prose)
    return [one for one in (*lines, *inline) if re.search(r"(?:^|[\s/])cutcard [a-z]", one)]


def words_of(line: str) -> list[str]:
    """What stands after the program's name."""
    words = shlex.split(line.replace("…", "x"))
    places = [n for n, word in enumerate(words) if word == "cutcard" or word.endswith("/cutcard")]
    return words[places[-1] + 1 :]


def tried(line: str) -> None:
    command: click.Command = main
    context = click.Context(main)
    for word in words_of(line):
        name = word.partition("=")[0]
        if name.startswith("--"):
            known = {opt for one in command.params for opt in (*one.opts, *one.secondary_opts)}
            assert name in known, f"{line}: {command.name} has no {name}"
        elif isinstance(command, click.Group):
            found = command.get_command(context, word)
            assert found is not None, f"{line}: there is no {word}"
            command = found
    assert not isinstance(command, click.Group) or words_of(line) in ([], [command.name]), line


@pytest.mark.parametrize("page", PAGES)
def test_every_command_that_is_named_is_there_with_its_flags(page):
    lines = said((ROOT / page).read_text("utf-8"))
    assert len(lines) > 8, lines
    for line in lines:
        if words_of(line)[:1] not in (["serves"], ["installed"]):
            tried(line)


@pytest.mark.parametrize("page", PAGES)
def test_every_flag_and_variable_that_is_named_is_a_setting(page):
    text = (ROOT / page).read_text("utf-8")
    variables = {one.variable for one in SETTINGS}
    for name in set(re.findall(r"\bCUTCARD_[A-Z_]+", text)):
        assert name in variables, name


def test_every_variable_of_the_units_is_a_setting():
    variables = {one.variable for one in SETTINGS}
    for unit in (*UNITS, "Containerfile"):
        for name in set(re.findall(r"\bCUTCARD_[A-Z_]+", (ROOT / unit).read_text("utf-8"))):
            assert name in variables, f"{unit}: {name}"


@pytest.mark.parametrize("page", PAGES)
def test_every_test_and_packaged_file_that_is_named_is_there(page):
    text = (ROOT / page).read_text("utf-8")
    for name in set(re.findall(r"`((?:tests|packaging|script)/[\w/.@-]+)`", text)):
        assert (ROOT / name).exists(), name
