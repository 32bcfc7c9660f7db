"""`cutcard battle …`: check card files, handle decks, measure the balance of the starter set."""

from __future__ import annotations

import sys
from collections import Counter
from contextlib import nullcontext
from multiprocessing import Pool
from pathlib import Path
from typing import Any

import click
from msgspec import json, to_builtins

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
@click.option("--games", type=click.IntRange(2), default=200, show_default=True)
@click.option("--seed", default="balance", show_default=True)
@click.option(
    "--decks",
    is_flag=True,
    help="Every ready deck against every other so many games, and half as many against itself.",
)
@click.option("--deck", "only", multiple=True, help="With --decks: only pairs with one of these.")
@click.option("--processes", type=click.IntRange(1), default=1, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="The last line of output is one JSON object.")
def balance(
    *, games: int, seed: str, decks: bool, only: tuple[str, ...], processes: int, as_json: bool
) -> None:
    """Who wins how often, Greedy against Greedy.

    Without --decks both play the same random deck of the whole set: how often whoever goes first
    wins, and whoever drew each card (95 % intervals). With --decks the ready decks are compared;
    exit code 1: one wins less than 40 % against another, or whoever begins does not win 47 to
    53 % of the games of decks against themselves.
    """
    if decks:
        _decks(games, seed, only, processes, as_json)
        return
    figures = fairness.measure(games, seed)
    share = figures.first / figures.games
    half = fairness.margin(share, figures.games)
    click.echo(f"{figures.games} games, {figures.turns / figures.games:.1f} turns on average")
    click.echo(f"first player {share:.1%} ±{half:.1%}, {figures.draws} draws")
    for name in sorted(figures.drawn, key=lambda one: figures.rate(one)[0]):
        rate, half = figures.rate(name)
        click.echo(f"{rate:6.1%} ±{half:5.1%}  {figures.drawn[name]:>6}  {name}")
    if as_json:
        click.echo(json.encode({**to_builtins(figures), "seed": seed}).decode())


def _decks(games: int, seed: str, only: tuple[str, ...], processes: int, as_json: bool) -> None:
    """A line for each pair when it is played, then the matrix and what it comes to."""
    names = list(starter().decks)
    for name in only:
        if name not in names:
            said = f"no ready deck '{name}'; there are: {', '.join(names)}"
            raise click.BadParameter(said, param_hint="--deck")
    work = fairness.jobs(names, games, seed)
    work = [job for job in work if not only or job.one in only or job.two in only]
    found: dict[tuple[str, str], fairness.Pair] = {}
    left = Counter((job.one, job.two) for job in work)
    with Pool(processes) if processes > 1 else nullcontext() as pool:
        for part in map(fairness.run, work) if pool is None else pool.imap(fairness.run, work):
            key = part.one, part.two
            found.setdefault(key, fairness.Pair(*key)).add(part)
            left[key] -= 1
            if not left[key]:
                click.echo(_line(found[key]), err=True)
    pairs = list(found.values())
    told = fairness.verdict(pairs)
    click.echo("\n".join(_matrix(names, found)))
    half = fairness.margin(told.first, told.mirrored)
    click.echo(f"between decks at least {told.least:.1%} and at most {1 - told.least:.1%}")
    click.echo(f"first player {told.first:.1%} ±{half:.1%} of {told.mirrored} mirrored games")
    click.echo(f"first player {told.first_of_all:.1%} of all")
    if as_json:
        click.echo(json.encode(_figures(pairs, told, seed)).decode())
    if not told.fair:
        sys.exit(1)


def _line(one: fairness.Pair) -> str:
    half = fairness.margin(one.share, one.games)
    first, turns = one.first / one.games, one.turns / one.games
    won = " mirrored    " if one.mirror else f"{one.share:6.1%} ±{half:5.1%}"
    who = f"{one.one:11} {one.two:11}"
    return f"{won}  {who} {one.games:>5} games, {turns:.1f} turns, first player {first:.1%}"


def _matrix(names: list[str], found: dict[tuple[str, str], fairness.Pair]) -> list[str]:
    """What the deck of a row wins against that of a column, in per cent with 95 % margins."""
    rows = [f"{'won by':11}" + "".join(f"{name:>12}" for name in names)]
    for mine in names:
        row = f"{mine:11}"
        for other in names:
            one = found.get((mine, other)) or found.get((other, mine))
            if one is None or one.mirror:
                row += f"{'·':>12}"
                continue
            share = one.share if one.one == mine else 1 - one.share
            cell = f"{100 * share:.1f} ±{100 * fairness.margin(share, one.games):.1f}"
            row += f"{cell:>12}"
        rows.append(row)
    return rows


def _figures(pairs: list[fairness.Pair], told: fairness.Verdict, seed: str) -> dict[str, Any]:
    """The same for programs."""
    return {
        "seed": seed,
        "fair": told.fair,
        **to_builtins(told),
        "pairs": [
            {**to_builtins(one), "margin": round(fairness.margin(one.share, one.games), 5)}
            for one in pairs
        ],
    }


commands: list[click.Command] = [battle]
