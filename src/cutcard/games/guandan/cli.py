"""Guandan's own commands: a table's rules in words, and what cards can be."""

from __future__ import annotations

import click
import msgspec

from cutcard.kernel.cards import names, parse_many
from cutcard.kernel.twice import GUESTS, HOME

from . import forms, readings
from .bot import BOTS
from .duplicate import compare, play_table
from .levels import board_level
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


@commands.command()
@click.option("--home", default="steady", show_default=True, help="The bot of the home team.")
@click.option("--guests", default="eager", show_default=True, help="The bot of the guests.")
@click.option("--boards", default=8, show_default=True, type=click.IntRange(1, 200))
@click.option("--seed", default="1", show_default=True, help="The same one deals the same cards.")
@_PRESET
def duplicate(home: str, guests: str, boards: int, seed: str, preset: str) -> None:
    """Play a duplicate match 复式 between two teams of four bots: the same boards at two tables,
    each team once with the cards of South and North and once with those of East and West."""
    for name in (home, guests):
        if name not in BOTS:
            raise click.BadParameter(f"{name!r} is none of {', '.join(BOTS)}")
    chosen = {"preset": preset, "match": "boards", "deals": boards, "pauseSeconds": 0}
    options = msgspec.convert(chosen, Options)
    found: list[tuple[int, ...]] = []
    for ours, theirs in ((home, guests), (guests, home)):
        makers = [BOTS[ours], BOTS[theirs]] * 2
        found.append(play_table(options, seed, [make() for make in makers]))
    result = compare(*found)
    click.echo("board  level  table 1  table 2  difference")
    for n, (one, other, gap) in enumerate(zip(*found, result.differences, strict=True), 1):
        click.echo(f"{n:5}  {board_level(n):>5}  {one:+7}  {other:+7}  {gap:+10}")
    won = {HOME: f"{home} (home) wins", GUESTS: f"{guests} (guests) wins", None: "a draw"}
    click.echo(f"{won[result.winner]}: {result.total:+}")


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
