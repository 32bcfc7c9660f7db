"""`cutcard replay`: a deal from a file or from a server's database: as text, step by step, as JSON,
in a game's own formats, and as the signed file of one of its viewers."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import click

from cutcard.fair.sentences import sentences
from cutcard.replay import (
    Drift,
    Recording,
    Unreadable,
    names_of,
    read,
    write,
)
from cutcard.replay.show import lines
from cutcard.replay.story import SIGNED, Story, of_file, of_recording
from cutcard.store import archive as archives
from cutcard.store.fair_row import wrapped
from cutcard.store.opening import is_address, shown, store_at
from cutcard.store.protocol import Store, StoreError
from cutcard.table.deal import Drift as LogDrift
from cutcard.table.keys import KEY_FILE, signer
from cutcard.table.proof import proof_of
from cutcard.table.recordings import dealt_on, recording_of
from cutcard.table.tale import names_at
from cutcard.table.wrapped import behind

from .common import the_game
from .fetched import Who, fetched
from .stepping import json_lines, walk


@click.command(
    "replay",
    epilog="Examples:  cutcard replay hand.cutcard --step   ·   cutcard replay --db cutcard.db"
    " (lists deals)   ·   cutcard replay 12/3 --db cutcard.db --seat 0 --cutcard hand.cutcard",
)
@click.argument("which", required=False, metavar="[FILE|TABLE|TABLE/DEAL]")
@click.option(
    "--db",
    metavar="FILE|ADDRESS",
    default="cutcard.db",
    show_default=True,
    help="A server's database, for deals by number.",
)
@click.option(
    "--archive",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A file of `cutcard db archive`, for deals that are no longer in the database.",
)
@click.option("--seat", type=int, help="Show it as this seat saw it; by default, everything, and"
              " of a .cutcard file what its viewer saw.")  # fmt: skip
@click.option("--all", "everything", is_flag=True, help="Of a .cutcard file all that it tells.")
@click.option("--quiet", is_flag=True, help="Only verify it.")
@click.option("--step", is_flag=True, help="Walk through it: n, p, a number, q.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a step.")
@click.option("--as", "form", metavar="FORMAT", help="Print it in a format of the game's own.")
@click.option("--save", type=click.Path(path_type=Path), help="Keep it in a file.")
@click.option("--cutcard", "signed", type=click.Path(path_type=Path),
              help="Keep what --seat saw (else a spectator), signed by the server.")  # fmt: skip
@click.option("--key-dir", type=click.Path(path_type=Path),
              envvar="CUTCARD_KEY_DIR", help="The folder of its keys.")  # fmt: skip
@click.option("--url", metavar="URL", help="Ask this server for your file of TABLE/DEAL.")
@click.option("--token", envvar="CUTCARD_TOKEN", help="What proves to it who you are,")
@click.option("--user", metavar="NAME", help="or your account; the password is asked for.")
def command(
    *, which: str | None, db: str, archive: Path | None, seat: int | None, everything: bool,
    quiet: bool, step: bool, as_json: bool, form: str | None, save: Path | None,
    signed: Path | None, key_dir: Path | None, url: str | None, token: str | None,
    user: str | None,
) -> None:  # fmt: skip
    """Show a recorded deal again, step by step, and verify every digest on the way.

    FILE is a .cutcard file, a golden playthrough or a saved deal; TABLE is the last deal of a
    table in the database, TABLE/DEAL a certain one. Without any, the last deals are listed.
    """
    if which is None:
        _list(db)
        return
    if quiet + step + as_json + (form is not None) > 1:
        raise click.UsageError("Choose one of --quiet, --step, --json and --as")
    text = None if url is None else fetched(url, _deal_number(which), Who(token, user))
    if signed is not None:
        _sign(which, db, seat, signed, key_dir) if text is None else _keep(which, signed, text)
        return
    try:
        if text is None:
            story = _story(which, (db, archive, key_dir), seat, everything)
        else:
            story = _of_file(text, which, seat, everything)
    except Drift as no:
        raise click.ClickException(f"The recording does not replay: {no}.") from no
    if form is not None:
        click.echo(_text(story, form), nl=False)
    elif as_json:
        for line in json_lines(story):
            click.echo(line)
    elif step:
        walk(story)
    else:
        _tell(story, quiet=quiet)
    if save is not None:
        _save(story, save)


def _tell(story: Story, *, quiet: bool) -> None:
    """All of it, and whether it holds."""
    if not quiet:
        for text in lines(story.screen, story.scenes, story.viewer, story.names):
            click.echo(text)
    recording = story.recording
    if story.verdict is not None:
        click.echo(f"{story.verdict.verdict} {story.verdict.code}")
        for sentence in sentences(story.verdict):
            click.echo(f"  {sentence}")
    elif recording is not None:
        digests = sum(line.digest is not None for line in recording.lines)
        count, seed = len(recording.lines), recording.header.seed
        click.echo(f"Verified: {count} entries, {digests} digests, seed {seed}.")


def _text(story: Story, form: str) -> str:
    if form not in story.texts:
        known = ", ".join(story.texts) or "none: its log is what this shows without --as"
        raise click.ClickException(f"This deal has no {form}; its formats are {known}.")
    return story.texts[form].rstrip("\n") + "\n"


def _save(story: Story, path: Path) -> None:
    if story.recording is None:
        raise click.ClickException("A sealed file does not hold the whole deal; keep it as it is.")
    write(path, story.recording)


Where = tuple[str, Path | None, Path | None]
"""A database, a file of old games instead of it, and the folder of its keys."""
Found = tuple[Recording, list[str], tuple[int, ...]]  # a deal, who sat there, when


def _story(which: str, where: Where, seat: int | None, everything: bool) -> Story:
    """The deal somebody means, as they want to see it."""
    path = Path(which)
    if path.is_file() and (text := path.read_bytes()).startswith(SIGNED):
        return _of_file(text, which, seat, everything)
    recording, names, when = _found(which, where)
    rules = the_game(recording.header.game)
    if seat is not None and not 0 <= seat < recording.header.seats:
        most = recording.header.seats - 1
        raise click.BadParameter(f"this deal has seats 0 to {most}", param_hint="--seat")
    return of_recording(rules, recording, names, seat, everything=seat is None, when=when)


def _of_file(text: bytes, which: str, seat: int | None, everything: bool) -> Story:
    try:
        return of_file(text, seat, everything=everything)
    except Unreadable as no:
        raise click.ClickException(f"{which} cannot be shown: {no}.") from no


def _keep(which: str, path: Path, text: bytes) -> None:
    path.write_bytes(text)
    click.echo(f"{path}: deal {which}, {len(text):,} bytes. `cutcard verify` judges it.")


def _sign(which: str, db: str, seat: int | None, path: Path, key_dir: Path | None) -> None:
    """The file that the server gives that seat."""
    wanted = _deal_number(which)
    _there(db)
    _keep(which, path, asyncio.run(_signed(db, wanted, seat, key_dir)))


async def _signed(db: str, which: tuple[int, int], seat: int | None, key_dir: Path | None) -> bytes:
    store, (table, deal) = await _open(db, key_dir), which
    try:
        proof = await proof_of(store, table, deal)
        if proof is None and (gone := await store.archived(table)) is not None:
            raise click.ClickException(archives.where(table, gone))
        if proof is None or proof.ended is None:
            what = "is not over" if proof is not None else "was not proved, or is not there"
            raise click.ClickException(f"Deal {table}/{deal} {what}.")
        if seat is not None and not 0 <= seat < proof.log.header.seats:
            most = proof.log.header.seats - 1
            raise click.BadParameter(f"this deal has seats 0 to {most}", param_hint="--seat")
        path = None if key_dir is None else key_dir / KEY_FILE
        key = await signer(store, path, proof.created)
        return proof.made(seat, key)
    except StoreError as no:
        raise click.ClickException(str(no)) from no
    except LogDrift as no:
        raise click.ClickException(f"It cannot be told any more: {no}.") from no
    finally:
        await store.close()


def _number(which: str) -> tuple[int, int | None]:
    table, _, deal = which.replace("-", "/").partition("/")
    if not table.isdigit() or (deal and not deal.isdigit()):
        raise click.UsageError(f"'{which}' is neither a file nor a deal such as 12 or 12/3")
    return int(table), int(deal) if deal else None


def _deal_number(which: str) -> tuple[int, int]:
    table, deal = _number(which)
    if deal is None:
        raise click.UsageError(f"Name the deal too, such as {table}/1")
    return table, deal


def _found(which: str, where: Where) -> Found:
    """The recording somebody means."""
    path, (db, archive, key_dir) = Path(which), where
    if path.is_file():
        try:
            recording = read(path)
        except Unreadable as no:
            raise click.ClickException(f"{no}.") from no
        return recording, names_of(recording.header.seats), ()
    table, deal = _number(which)
    if archive is not None:
        return _put_away(archive, table, deal)
    _there(db)
    return asyncio.run(_kept((db, key_dir), table, deal))


def _put_away(archive: Path, table: int, deal: int | None) -> Found:
    """A deal out of a file of old games, which has no names."""
    try:
        kept = archives.found_in(archive, table)
    except StoreError as no:
        raise click.ClickException(str(no)) from None
    deals = [] if kept is None else [log for log in kept.deals if deal in (None, log.header.deal)]
    if not deals:
        raise click.ClickException(f"{archive} has no deal {table}{f'/{deal}' if deal else ''}.")
    return recording_of(deals[-1]), names_of(deals[-1].header.seats), dealt_on(deals[-1])


async def _open(db: str, key_dir: Path | None = None) -> Store:
    try:
        store = behind(store_at(db, read_only=True), key_dir)
        await store.open()
    except StoreError as no:
        raise click.ClickException(str(no)) from no
    return store


async def _kept(source: tuple[str, Path | None], table: int, deal: int | None) -> Found:
    db, store = source[0], await _open(*source)
    try:
        kept = await store.load(table, 1)
        log = None
        if kept is not None:
            log = await store.deal(table, deal) if deal else next(iter(kept.deals[-1:]), None)
        if log is None and (gone := await store.archived(table)) is not None:
            raise click.ClickException(archives.where(table, gone))
        if kept is None or log is None:
            what = f"no table {table}" if kept is None else f"no such deal at table {table}"
            at = shown(db)
            raise click.ClickException(f"{at} has {what}; `cutcard replay --db {at}` lists deals.")
        if wrapped(log.header.seed):
            raise click.ClickException(
                "This deal is sealed: name the folder of the server's keys with --key-dir; where"
                " the key of that day was destroyed, its viewers' files tell what they saw."
            )
        return recording_of(log), names_at(kept.seats, log), dealt_on(log)
    finally:
        await store.close()


def _there(db: str) -> None:
    if not is_address(db) and not Path(db).is_file():
        raise click.UsageError(f"there is no database {db}; name a server's with --db")


def _list(db: str) -> None:
    """The last deals of a database."""
    _there(db)

    async def newest() -> list[str]:
        store = await _open(db)
        try:
            rows = await store.deals(limit=30)
        finally:
            await store.close()
        return [
            f"{row.table}/{row.deal:<6} {row.game:10} {row.entries:>5} entries  {row.status:17}"
            f" {datetime.fromtimestamp(row.opened / 1000, UTC):%Y-%m-%d %H:%M:%S} UTC"
            for row in rows
        ]

    rows = asyncio.run(newest())
    click.echo("\n".join(rows) if rows else f"{shown(db)} has no deals yet.")
