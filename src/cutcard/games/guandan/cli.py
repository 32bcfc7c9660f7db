"""Guandan's own commands: a table's rules in words, and what cards can be."""

from __future__ import annotations

import click
import msgspec

from cutcard.kernel.cards import names, parse_many

from . import forms, readings
from .options import Options, preset_table, rules_in_words
from .screen import kind
from .shapes import Form

_LEVEL = click.option("--level", default="2", show_default=True, help="The level played: 2 … A.")
_PRESET = click.option(
    "--preset", type=click.Choice(["spec", "competition"]), default="spec", show_default=True
)


@click.group(name="guandan")
def commands() -> None:
    """Guandan: read a table's rules, or what cards can be."""


@commands.command()
@click.option("--options", "text", default="{}", help="The table's options as JSON.")
def rules(text: str) -> None:
    """Say a table's rules in words, and what the two presets set differently."""
    try:
        options = msgspec.json.decode(text, type=Options)
    except msgspec.MsgspecError as error:
        raise click.BadParameter(str(error), param_hint="--options") from None
    for sentence in rules_in_words(options):
        click.echo(sentence)
    click.echo("\nThe presets differ in (spec, competition):")
    for value, ours, official in preset_table():
        click.echo(f"  {value}: {ours}, {official}")


@commands.command(name="read")
@click.argument("cards")
@_LEVEL
@_PRESET
def read_cards(cards: str, level: str, preset: str) -> None:
    """Say what exactly these CARDS can be, such as "9s 9c 9d 2h 2h"."""
    _say(readings(_parsed(cards), level, preset), "Invalid card combination")


@commands.command()
@click.argument("cards")
@_LEVEL
@_PRESET
@click.option("--beat", nargs=3, type=(str, int, int), help="The play on the table: pair 5 2.")
def lead(cards: str, level: str, preset: str, beat: tuple[str, int, int] | None) -> None:
    """List every form a hand of CARDS may lead, or with --beat may follow with."""
    _say(forms(_parsed(cards), level, beat, preset), "Nothing but a pass")


def _parsed(cards: str) -> list[str]:
    try:
        return names(parse_many(cards))
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="CARDS") from None


def _say(found: set[Form], none: str) -> None:
    for form in sorted(found, key=lambda form: (form.size, form.type, form.key)):
        click.echo(kind(form))
    if not found:
        click.echo(none)
