"""`cutcard replay`: a recorded deal, from a file or from a server's database, as text."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import click
from msgspec import Raw

from cutcard.kernel.game import Game
from cutcard.replay import (
    Drift,
    Header,
    LogLine,
    Recording,
    Screen,
    Unreadable,
    names_of,
    read,
    replay,
    write,
)
from cutcard.replay.show import lines, scenes
from cutcard.store import archive as archives
from cutcard.store.opening import is_address, shown, store_at
from cutcard.store.protocol import DealLog, Store, StoreError

from .common import the_game


@click.command(
    "replay",
    epilog="Examples:  cutcard replay src/cutcard/games/duel/golden/hand.jsonl   ·   "
    "cutcard replay --db cutcard.db (lists deals)   ·   cutcard replay 12/3 --db cutcard.db",
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
@click.option("--seat", type=int, help="Show it as this seat saw it; by default, everything.")
@click.option("--quiet", is_flag=True, help="Only verify it.")
@click.option("--save", type=click.Path(path_type=Path), help="Keep it in a file.")
def command(  # its options, by their names
    *,
    which: str | None,
    db: str,
    archive: Path | None,
    seat: int | None,
    quiet: bool,
    save: Path | None,
) -> None:
    """Show a recorded deal again, step by step, and verify every digest on the way.

    FILE is a golden playthrough or a saved deal; TABLE is the last deal of a table in the
    database, TABLE/DEAL a certain one. Without any, the last deals are listed.
    """
    if which is None:
        _list(db)
        return
    recording, names = _found(which, db, archive)
    rules = the_game(recording.header.game)
    if seat is not None and not 0 <= seat < recording.header.seats:
        most = recording.header.seats - 1
        raise click.BadParameter(f"this deal has seats 0 to {most}", param_hint="--seat")
    try:
        count = _show(rules, recording, names, seat, quiet)
    except Drift as no:
        raise click.ClickException(f"The recording does not replay: {no}.") from no
    digests = sum(line.digest is not None for line in recording.lines)
    click.echo(f"Verified: {count} entries, {digests} digests, seed {recording.header.seed}.")
    if save is not None:
        write(save, recording)


def _show(
    rules: Game, recording: Recording, names: list[str], seat: int | None, quiet: bool
) -> int:
    """Show it or only replay it; returns how many entries it has."""
    seen = scenes(replay(rules, recording), seat, everything=seat is None)
    if quiet:
        return sum(1 for _ in seen) - 1
    for text in lines(Screen(rules), seen, seat, names):
        click.echo(text)
    return len(recording.lines)


def _found(which: str, db: str, archive: Path | None) -> tuple[Recording, list[str]]:
    """The recording somebody means, and the names of those who sat there."""
    path = Path(which)
    if path.is_file():
        try:
            recording = read(path)
        except Unreadable as no:
            raise click.ClickException(f"{no}.") from no
        return recording, names_of(recording.header.seats)
    table, _, deal = which.replace("-", "/").partition("/")
    if not table.isdigit() or (deal and not deal.isdigit()):
        raise click.UsageError(f"'{which}' is neither a file nor a deal such as 12 or 12/3")
    if archive is not None:
        return _put_away(archive, int(table), int(deal) if deal else None)
    _there(db)
    return asyncio.run(_kept(db, int(table), int(deal) if deal else None))


def _put_away(archive: Path, table: int, deal: int | None) -> tuple[Recording, list[str]]:
    """A deal out of a file of old games, which has no names."""
    try:
        kept = archives.found_in(archive, table)
    except StoreError as no:
        raise click.ClickException(str(no)) from None
    deals = [] if kept is None else [log for log in kept.deals if deal in (None, log.header.deal)]
    if not deals:
        raise click.ClickException(f"{archive} has no deal {table}{f'/{deal}' if deal else ''}.")
    return _recording(deals[-1]), names_of(deals[-1].header.seats)


async def _open(db: str) -> Store:
    try:
        store = store_at(db, read_only=True)
        await store.open()
    except StoreError as no:
        raise click.ClickException(str(no)) from no
    return store


async def _kept(db: str, table: int, deal: int | None) -> tuple[Recording, list[str]]:
    store = await _open(db)
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
        names = names_of(log.header.seats)
        for row in kept.seats:
            if row.user is not None and row.seat < len(names):
                names[row.seat] = row.name
        return _recording(log), names
    finally:
        await store.close()


def _recording(log: DealLog) -> Recording:
    """A deal out of the store as a recording."""
    head = log.header
    rows = []
    for entry in log.entries:
        taken = log.checks.get(entry.n + 1)
        rows.append(LogLine(entry.at, entry.seat, Raw(entry.move), taken.hex() if taken else None))
    carry = Raw(head.carry or b"null")
    seed = head.seed.hex()
    return Recording(
        Header(head.game, head.version, Raw(head.options), head.seats, seed, carry), rows
    )


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
