"""`cutcard battle …`: check card files, handle decks, measure the balance of the starter set."""

from __future__ import annotations

import sys
from itertools import combinations
from multiprocessing import Pool
from pathlib import Path

import click

from . import balance as fairness
from .decks import BadDeck, deck_problems, from_code, from_text, to_code, to_text
from .defs import CardSet
from .reference import reference
from .sets import BadSet, load, pack, read, starter


@click.group("battle")
def battle() -> None:
    """Battle's own: card files, decks, balance."""


@battle.group("cards")
def cards() -> None:
    """Card files."""


@cards.command("check")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def check(file: Path) -> None:
    """Hold a card file to the vocabulary and list everything that is wrong with it."""
    _, found = read(file.read_bytes())
    for problem in found:
        click.echo(problem)
    if found:
        click.echo(
            f"{len(found)} problem{'s' if len(found) > 1 else ''}; nothing was loaded", err=True
        )
        sys.exit(1)
    made = load(file.read_text(encoding="utf-8"))
    click.echo(f"{made.name}: {len(made.defs)} cards, {len(made.decks)} decks; no problem")


@cards.command("pack")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def pack_set(file: Path) -> None:
    """A right card file as one line, to give to a table as its option `cardSet`."""
    _, found = read(file.read_bytes())
    if found:
        raise click.ClickException(str(BadSet(found)))
    click.echo(pack(file.read_bytes()))


@cards.command("list")
def listing() -> None:
    """The starter set, card by card."""
    for d in starter().defs:
        face = d.face
        stats = f" {face.atk}/{face.defence}/{face.hp}" if face.atk is not None else ""
        cost = f"X+{face.cost}" if face.x else face.cost
        click.echo(f"{d.id:22} {face.card_type:9} {cost!s:>3}{stats}  {face.text}")


@cards.command("reference")
def print_reference() -> None:
    """Every word of the card format, with an example of each, as Markdown."""
    click.echo(reference(), nl=False)


@battle.group("deck")
def deck() -> None:
    """Decks: what is legal, as text and as a code to share."""


def _set(file: Path | None) -> CardSet:
    if file is None:
        return starter()
    try:
        return load(file.read_text(encoding="utf-8"))
    except BadSet as bad:
        raise click.ClickException(str(bad)) from bad


_cards_option = click.option(
    "--cards",
    "cards_file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Another card file than the starter set.",
)


@deck.command("check")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@_cards_option
def check_deck(file: Path, cards_file: Path | None) -> None:
    """Read a deck (`3 Ember Hound`, a line each) and say whether it may be played."""
    made = _set(cards_file)
    try:
        found = from_text(made, file.read_text(encoding="utf-8"))
    except BadDeck as bad:
        raise click.ClickException("\n".join(one.message for one in bad.problems)) from bad
    wrong = deck_problems(made, found)
    for problem in wrong:
        click.echo(f"{problem.code}: {problem.message}")
    if wrong:
        sys.exit(1)
    click.echo(to_code(made, found))


@deck.command("show")
@click.argument("name_or_code")
@_cards_option
def show_deck(name_or_code: str, cards_file: Path | None) -> None:
    """A ready deck by its name, or any deck by its code, as text."""
    made = _set(cards_file)
    try:
        found = made.decks.get(name_or_code) or from_code(made, name_or_code)
    except BadDeck as bad:
        names = ", ".join(made.decks)
        raise click.ClickException(f"{bad}; ready decks are: {names}") from bad
    click.echo(to_text(made, found), nl=False)
    click.echo(f"# {to_code(made, found)}")


@deck.command("list")
def list_decks() -> None:
    """The ready decks and their codes."""
    made = starter()
    for name, one in made.decks.items():
        click.echo(f"{name:12} {to_code(made, one)}")


@battle.command("balance")
@click.option("--games", default=200, show_default=True, help="Greedy against Greedy, equal decks.")
@click.option("--seed", default="balance", show_default=True)
@click.option(
    "--decks", is_flag=True, help="Every ready deck against every other, so many games each."
)
@click.option("--processes", default=1, show_default=True, help="Pairs of decks measured at once.")
def balance(games: int, seed: str, decks: bool, processes: int) -> None:
    """Who wins how often: whoever goes first, and whoever drew each card (95 % intervals), or each
    ready deck against each other."""
    if decks:
        _pairs(games, seed, processes)
        return
    figures = fairness.measure(games, seed)
    share = figures.first / figures.games
    click.echo(f"{figures.games} games, {figures.turns / figures.games:.1f} turns on average")
    click.echo(f"first player {share:.1%}, {figures.draws} draws")
    for name in sorted(figures.drawn, key=lambda one: figures.rate(one)[0]):
        rate, half = figures.rate(name)
        click.echo(f"{rate:6.1%} ±{half:5.1%}  {figures.drawn[name]:>6}  {name}")


def _pairs(games: int, seed: str, processes: int) -> None:
    """A line for each pair, and the spread of them all."""
    pairs = list(combinations(starter().decks, 2))
    found: list[fairness.Pair] = []
    with Pool(processes) as pool:
        for one in pool.imap(_pair, [(a, b, games, seed) for a, b in pairs]):
            found.append(one)
            share = one.won / one.games
            turns = one.turns / one.games
            click.echo(
                f"{share:6.1%}  {one.one:11} {one.two:11} {one.games} games, {turns:.1f} turns"
            )
    shares = [one.won / one.games for one in found]
    first = sum(one.first for one in found) / sum(one.games for one in found)
    click.echo(f"from {min(shares):.1%} to {max(shares):.1%}; first player {first:.1%}")


def _pair(given: tuple[str, str, int, str]) -> fairness.Pair:
    return fairness.pair(*given)


commands: list[click.Command] = [battle]
