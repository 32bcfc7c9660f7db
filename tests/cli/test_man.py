"""The manual page names every command and option in words roff can read, and shells complete."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator

import click
import pytest
from click.testing import CliRunner

import cutcard
from cutcard.cli.main import main
from cutcard.cli.settings import SETTINGS

from ..command import MAIN

MACROS = {"TH", "SH", "SS", "PP", "TP", "B", "nf", "fi"}


@pytest.fixture(scope="module")
def page() -> str:
    done = CliRunner().invoke(main, ["man"])
    assert done.exit_code == 0, done.output
    return done.output


def commands(command: click.Command, ctx: click.Context) -> Iterator[click.Context]:
    """The contexts of a command and of all below it."""
    yield ctx
    if isinstance(command, click.Group):
        for name in command.list_commands(ctx):
            inner = command.get_command(ctx, name)
            assert inner is not None
            yield from commands(inner, click.Context(inner, parent=ctx, info_name=name))


def plain(page: str) -> str:
    """As a reader sees it, without what is for roff."""
    text = re.sub(r"\\\[u([0-9A-F]{4,6})\]", lambda found: chr(int(found[1], 16)), page)
    text = re.sub(r"\\f[BIR]|\\&", "", text).replace("\\-", "-").replace("\\(dq", '"')
    return text.replace("\\e", "\\")


def test_every_command_and_every_option_is_in_it(page):
    read = plain(page)
    seen = 0
    for ctx in commands(main, click.Context(main, info_name="cutcard")):
        if ctx.parent is not None:
            assert f'.SS "{ctx.command_path}"' in read
            seen += 1
        for param in ctx.command.get_params(ctx):
            if isinstance(param, click.Option) and not param.hidden:
                assert all(name in read for name in param.opts), (ctx.command_path, param.name)
    assert seen > 20
    for setting in SETTINGS:
        assert setting.variable in read


def test_it_is_ascii_with_macros_roff_knows(page):
    assert page.isascii()
    assert page.startswith(f'.TH CUTCARD 1 "" "cutcard {cutcard.__version__}"')
    for line in page.splitlines():
        if line.startswith((".", "'")):
            assert line[1:].split(" ")[0] in MACROS, line
        assert not re.search(r"\\(?![-&e]|f[BIR]|\(dq|\[u[0-9A-F]+\])", line), line


@pytest.mark.parametrize(
    ("words", "expected"),
    [("ser", "serve"), ("serve --tls-", "--tls-cert"), ("sim due", "duel"), ("play gu", "guandan")],
)
def test_a_shell_completes(words, expected):
    line = f"cutcard {words}"
    asked = {"COMP_WORDS": line, "COMP_CWORD": str(line.count(" "))}
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.argv[0] = 'cutcard'; {MAIN}"],
        check=False,
        capture_output=True,
        text=True,
        env={**os.environ, **asked, "_CUTCARD_COMPLETE": "bash_complete"},
    )
    assert f"plain,{expected}" in done.stdout.splitlines(), done.stderr
