"""Poker's own commands: `cutcard equity` and `cutcard phh` (check, export, import, stars)."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import islice
from multiprocessing import Pool, cpu_count
from pathlib import Path
from time import perf_counter

import click
from msgspec import MsgspecError, convert, json, to_builtins
from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    TaskProgressColumn,
    TextColumn,
    TimeRemainingColumn,
)

from cutcard.kernel.cards import display, parse_many
from cutcard.kernel.game import Illegal
from cutcard.kernel.rng import Rng

from . import history, moves, opening, phh, replayed, stars
from .equity import equity as equity_of
from .options import Options
from .variants import VARIANTS

SUFFIXES = (".phh", ".phhs")
BIG = 4_000_000  # bytes from which on a second process pays
HANDS_A_BITE = 250
UNREAD = -1  # stands for the hands before where a file cannot be read


@click.command()
@click.argument("hands", nargs=-1, required=True, metavar="HAND HAND...")
@click.option("--board", default="", help="Cards on the board.")
@click.option("--dead", default="", help="Cards that nobody can get.")
@click.option("--variant", default="NT", show_default=True, help=f"One of {', '.join(VARIANTS)}.")
@click.option("--samples", default=100_000, show_default=True, help="Draws where not exact.")
@click.option("--seed", default="equity", show_default=True, help="Which draws.")
@click.option("--json", "as_json", is_flag=True, help="The last line of output is one JSON object.")
def equity(  # noqa: PLR0917 - click passes options by name
    hands: tuple[str, ...],
    board: str,
    dead: str,
    variant: str,
    samples: int,
    seed: str,
    as_json: bool,
) -> None:
    """What share of the pot each hand wins: exact where that is quick, else drawn at random.

    A hand is written like AhKh; ? is a hand nobody knows.
    """
    if variant not in VARIANTS:
        raise click.BadParameter(f"{variant} is not one of {', '.join(VARIANTS)}")
    try:
        held = [[] if set(hand) <= {"?"} else parse_many(hand) for hand in hands]
        found = equity_of(
            held,
            parse_many(board),
            variant=variant,
            dead=parse_many(dead),
            samples=samples,
            rng=Rng.named(seed),
        )
    except ValueError as error:
        raise click.ClickException(str(error)) from None
    for cards, one in zip(held, found.hands, strict=True):
        name = " ".join(map(display, cards)) or "any hand"
        margin = "" if found.exact else f" ± {one.error:.2%}"
        click.echo(f"{name:20} {one.share:7.2%}{margin}   wins {one.win:.2%}  ties {one.tie:.2%}")
    how = "counted" if found.exact else "drawn"
    click.echo(f"{found.runouts:,} runouts {how}")
    if as_json:
        click.echo(json.encode(to_builtins(found)).decode())


@click.group("phh")
def phh_group() -> None:
    """Hand histories: judge PHH files, export hands played here, PokerStars texts."""


@phh_group.command("check")
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="The last line of output is one JSON object.")
@click.option("--quiet", is_flag=True, help="No line for each hand that differs.")
@click.option(
    "--processes", type=click.IntRange(1, 64), help="How many; by default all cores for big sets."
)
def phh_check(paths: tuple[Path, ...], as_json: bool, quiet: bool, processes: int | None) -> None:
    """Replay every hand: its actors, what they may do, and the chips at the end.

    Directories are searched for .phh and .phhs. A fee is a hand played as here of which the house
    took more than a tenth; a broken one contradicts itself. Exits with 1 if any hand differs or is
    broken.
    """
    files = list(_files(paths))
    size = sum(file.stat().st_size for file in files)
    workers = processes or ((cpu_count() or 1) if size > BIG else 1)
    totals: Counter[str] = Counter()
    console = Console(stderr=True)
    start = perf_counter()
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    ) as progress:
        task = progress.add_task("hands", total=size)
        for bite, verdicts in _judged(files, workers):
            for where, verdict in verdicts:
                totals[verdict.kind] += 1
                if verdict.kind != replayed.OK and not quiet:
                    click.echo(f"{where}: {verdict.kind}: {verdict.reason}")
            progress.update(task, advance=bite, description=f"{totals.total():,} hands")
    rate = totals.total() / max(perf_counter() - start, 1e-9)
    told = ", ".join(f"{totals[kind]:,} {kind}" for kind in replayed.KINDS)
    click.echo(f"{totals.total():,} hands: {told} ({rate:,.0f} hands/s)")
    if as_json:
        counts = {kind: totals[kind] for kind in replayed.KINDS}
        click.echo(json.encode({"hands": totals.total(), **counts}).decode())
    sys.exit(1 if totals[replayed.DIFFER] or totals[replayed.BROKEN] else 0)


Verdicts = list[tuple[str, replayed.Verdict]]  # where the hand stands, and what came of it
Bite = tuple[str, bool, int, list[list[str]]]  # a file, a .phhs?, the hands before, some hands


def _judged(files: list[Path], workers: int) -> Iterator[tuple[int, Verdicts]]:
    """Some hands after some, in the files' order: how much text it was, and their verdicts."""
    if workers == 1:
        yield from map(judged, _bites(files))
        return
    with Pool(workers) as pool:
        yield from pool.imap(judged, _bites(files), chunksize=4)


def _files(paths: tuple[Path, ...]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            found = (p for p in path.rglob("*") if p.suffix in SUFFIXES and p.is_file())
            yield from sorted(found)
        else:
            yield path


def _bites(files: list[Path]) -> Iterator[Bite]:
    for file in files:
        try:
            text = file.read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            yield str(file), False, UNREAD, [[f"cannot be read: {error}"]]
            continue
        several = file.suffix == ".phhs"
        hands = phh.sections(text)
        done = 0
        while some := list(islice(hands, HANDS_A_BITE)):
            yield str(file), several, done, some
            done += len(some)


def judged(bite: Bite) -> tuple[int, Verdicts]:
    """The verdicts on some hands of a file."""
    file, several, done, hands = bite
    if done == UNREAD:
        return 0, [(file, replayed.Verdict(replayed.UNSUPPORTED, hands[0][0]))]
    found: Verdicts = []
    for number, section in enumerate(hands, done + 1):
        where = f"{file} [{number}]" if several else file
        try:
            verdict = replayed.judge(phh.record(phh.table(section, context=False)))
        except ValueError as error:
            verdict = replayed.Verdict(replayed.UNSUPPORTED, str(error))
        found.append((where, verdict))
    return sum(len(line) + 1 for section in hands for line in section), found


@phh_group.command("export")
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--seat", type=int, help="Only the cards this seat saw; by default all of them.")
def phh_export(files: tuple[Path, ...], seat: int | None) -> None:
    """Turn hands played here (saved by `cutcard replay --save`) into PHH, one section a hand."""
    number = 0
    for file in files:
        saved = file.read_bytes()
        if saved.startswith(b'{"t":"head"'):
            told = f"`cutcard replay {file} --as phh` does it"
            raise click.ClickException(f"{file} is what one viewer was told: {told}.")
        try:
            one = _recorded(saved, seat)
        except (KeyError, ValueError, MsgspecError, Illegal) as error:
            raise click.ClickException(f"{file} is no hand of ours: {error}") from None
        if one is not None:
            number += 1
            click.echo(phh.write(one, number))


def _recorded(saved: bytes, seat: int | None) -> phh.Record | None:
    """A saved deal: its header, then an entry a line."""
    head, *rows = [json.decode(row) for row in saved.splitlines()]
    options = convert(head["options"], Options)
    carry = convert(head.get("carry"), moves.Carry | None)
    start = opening.deal(options, head["seats"], Rng(bytes.fromhex(head["seed"])), carry)
    entries = [
        (
            row["at"],
            row["seat"],
            convert(row["move"], moves.Tick if row["seat"] < 0 else moves.Move),
        )
        for row in rows
    ]
    return history.record(start, entries, viewer=seat, everything=seat is None)


@phh_group.command("import")
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
def phh_import(files: tuple[Path, ...]) -> None:
    """Turn PokerStars texts into PHH, one section a hand. Exits with 1 if none could be read."""
    number = done = 0
    for file in files:
        for text in stars.hands(_text(file)):
            number += 1
            try:
                click.echo(phh.write(stars.read_one(text), number))
                done += 1
            except ValueError as error:
                click.echo(f"{file}, hand {number}: {error}", err=True)
    if not done:
        raise click.ClickException(f"no hand was imported; {number} were found")


@phh_group.command("stars")
@click.argument("file", type=click.Path(exists=True, path_type=Path))
@click.option("--hero", type=int, help="The player (1 is p1) whose own cards are told.")
def phh_stars(file: Path, hero: int | None) -> None:
    """Turn PHH hands into PokerStars texts. Exits with 1 if none could be written.

    A hand that has no date gets the file's: trackers need one.
    """
    saved = datetime.fromtimestamp(file.stat().st_mtime, UTC)
    day = {"year": saved.year, "month": saved.month, "day": saved.day}
    done = 0
    for number, section in enumerate(phh.sections(_text(file)), 1):
        try:
            one = phh.record(phh.table(section))
            if "year" not in one.extras:
                one.extras |= {**day, "time": f"{saved:%H:%M:%S}"}
            click.echo(stars.write(one, hero=None if hero is None else hero - 1))
            done += 1
        except ValueError as error:
            click.echo(f"{file}, hand {number}: {error}", err=True)
    if not done:
        raise click.ClickException(f"no hand of {file} could be written")


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise click.ClickException(f"{file} cannot be read: {error}") from None


commands = [equity, phh_group]
