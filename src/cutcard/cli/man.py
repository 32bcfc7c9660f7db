"""`cutcard man`: the manual page of all commands, made from what `--help` says."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

import click

import cutcard

from .settings import FILE, SETTINGS


@click.command(epilog="Example:  cutcard man > ~/.local/share/man/man1/cutcard.1")
@click.pass_context
def man(ctx: click.Context) -> None:
    """Print the manual page, for man(1): every command and every option.

    To have it for your whole account: put it where the example does, then `man cutcard`.
    """
    command = ctx.find_root().command  # however it was called, the page is about `cutcard`
    root = click.Context(command, info_name="cutcard", **command.context_settings)
    click.echo("\n".join(page(root)))


def page(root: click.Context) -> Iterator[str]:
    """The lines of the page."""
    yield f'.TH CUTCARD 1 "" "cutcard {cutcard.__version__}" "Cutcard"'
    yield from (".SH NAME", rf"cutcard \- {_said(_help(root.command)[0]).rstrip('.')}")
    yield from (".SH SYNOPSIS", ".B cutcard", r"\fICOMMAND\fR [\fIARGUMENTS\fR]")
    yield from (".SH DESCRIPTION", *_paragraphs(_help(root.command)))
    yield from _options(root)
    yield ".SH COMMANDS"
    yield from _commands(root)
    yield ".SH ENVIRONMENT"
    for setting in SETTINGS:
        yield from (".TP", rf"\fB{_said(setting.variable)}\fR", _said(setting.about))
    yield ".SH FILES"
    yield from (".TP", rf"\fI{_said(FILE)}\fR", "Settings, read from where a server is started.")
    yield from (".TP", r"\fIcutcard.db\fR", "Every game and account, in one SQLite file.")


def _commands(ctx: click.Context) -> Iterator[str]:
    """A section for each command, and for each of its own."""
    assert isinstance(ctx.command, click.Group)
    for name in ctx.command.list_commands(ctx):
        command = ctx.command.get_command(ctx, name)
        if command is None or command.hidden:
            continue
        inner = click.Context(command, parent=ctx, info_name=name)
        yield f'.SS "{_said(inner.command_path)}"'
        usage = " ".join([inner.command_path, *command.collect_usage_pieces(inner)])
        yield rf"\fB{_said(usage)}\fR"
        yield from _paragraphs([*_help(command), *([command.epilog] if command.epilog else [])])
        yield from _options(inner)
        if isinstance(command, click.Group):
            yield from _commands(inner)


def _options(ctx: click.Context) -> Iterator[str]:
    for param in ctx.command.get_params(ctx):
        record = param.get_help_record(ctx)
        if record is not None:
            names, about = record
            yield from (".TP", rf"\fB{_said(names)}\fR", _said(about) or r"\&")


def _help(command: click.Command) -> list[str]:
    return inspect.cleandoc(command.help or command.get_short_help_str()).split("\n\n")


def _paragraphs(texts: list[str]) -> Iterator[str]:
    """Paragraphs; one that click must not rewrap (`\\b`) keeps its lines."""
    for text in texts:
        yield ".PP"
        if text.startswith("\b"):
            lines = text.removeprefix("\b").strip("\n").splitlines()
            yield from (".nf", *map(_said, lines), ".fi")
        else:
            yield _said(" ".join(text.split()))


def _said(text: str) -> str:
    """Text that roff takes as it is."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace('"', "\\(dq")
    text = "".join(one if one.isascii() else f"\\[u{ord(one):04X}]" for one in text)
    return f"\\&{text}" if text.startswith((".", "'")) else text
