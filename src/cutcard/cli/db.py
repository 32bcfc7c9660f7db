"""`cutcard db`: the database as a whole: its layout, whether it is sound, moving it."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Coroutine
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

import click
from msgspec import json

from cutcard.store import archive as archives
from cutcard.store import layout as files
from cutcard.store.moderation import RESTORE, Act
from cutcard.store.opening import is_address, postgres_at, store_at
from cutcard.store.protocol import StoreError
from cutcard.table.deal import Drift
from cutcard.table.house import epoch_ms
from cutcard.table.states import states_of

from .checkup import FAIL, Found
from .checkup_store import database
from .common import bars
from .config import read
from .settings import Config

T = TypeVar("T")

at = click.option(
    "--db",
    "where",
    metavar="FILE|ADDRESS",
    help="An SQLite file or postgresql:// address; else what `cutcard config` says.",
)


class Told(click.Group):
    """Where a part is missing, a sentence says which."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except StoreError as no:
            raise click.ClickException(str(no)) from None


@click.group(cls=Told)
def db() -> None:
    """Look after the database: its layout, whether it is sound, moving it elsewhere.

    \b
    cutcard db status                                  which layout it has
    cutcard db migrate --db postgresql://…             bring it up to date
    cutcard db check                                   replay what is open, add the chips up
    cutcard db copy cutcard.db postgresql://…          a room outgrows its file
    cutcard db states 12/3                             the state before and after each action
    cutcard db archive --older 365 games.jsonl.gz      old games leave it, into a file
    cutcard db restored --db postgresql://…            it was put back to an earlier moment
    """


@db.command()
@at
def status(where: str | None) -> None:
    """Print which steps of the layout the database has seen. Exit code 1: some are to come."""
    name = _named(where)
    if is_address(name):
        rows = _asked(postgres_at(name).layout())
        steps = [(number, file) for number, file, _ in rows]
        seen = {number: f"{at:%Y-%m-%d %H:%M:%S} UTC" for number, _, at in rows if at is not None}
    else:
        found = _layout(Path(name))
        steps = [(number, f"{number:03}") for number, _ in files.steps()]
        seen = {number: "applied" for number, _ in steps if number <= found}
    for number, file in steps:
        click.echo(f"{file:30} {seen.get(number, 'to come')}")
    if len(seen) < len(steps):
        raise SystemExit(1)


@db.command()
@at
def migrate(where: str | None) -> None:
    """Bring the database's layout up to date: all steps to come, or none. Stop its servers first,
    and have a backup."""
    name = _named(where)
    if is_address(name):
        done = _asked(postgres_at(name).migrate())
    else:
        before = _layout(Path(name)) if Path(name).exists() else 0
        _asked(_opened(name))
        done = [f"{number:03}" for number, _ in files.steps() if number > before]
    click.echo("\n".join(f"applied {one}" for one in done) or "It is up to date.")


@db.command()
@at
def check(where: str | None) -> None:
    """Look whether the database is sound: it is read whole, what is open replays to its digests,
    chips add up. Exit code 1 where something is wrong."""

    async def all_of(config: Config) -> list[Found]:
        return [found async for found in database(config)]

    found = _asked(all_of(Config(db=_named(where))))
    for one in found:
        click.echo(f"{one.grade:5} {one.what:10} {one.said}")
        if one.advice:
            click.echo(f"      {one.advice}")
    if any(one.grade == FAIL for one in found):
        raise SystemExit(1)


@db.command()
@click.argument("source", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("target", metavar="ADDRESS")
def copy(source: Path, target: str) -> None:
    """Copy an SQLite file into an empty PostgreSQL database: everything, or nothing. Stop the
    server first; what it wrote meanwhile would be missing."""
    if not is_address(target):
        raise click.UsageError(f"{target} is no postgresql:// address")

    there = postgres_at(target)

    async def whole() -> dict[str, int]:
        alone = store_at(source)
        await alone.open()  # its lock: no server uses the file meanwhile
        try:
            with bars() as progress:
                task = progress.add_task("copying", total=None)
                said = lambda table, rows: progress.update(task, description=f"{table}: {rows}")  # noqa: E731
                from cutcard.store.moving import copy as move  # noqa: PLC0415 # the extra `scale`

                return await move(source, there, said)
        finally:
            await alone.close()

    for table, rows in _asked(whole()).items():
        click.echo(f"{table:16} {rows:>12}")


@db.command()
@click.argument("which", metavar="TABLE[/DEAL]")
@at
def states(which: str, where: str | None) -> None:
    """Print a deal's log with the state before and after each action, made by replay: one JSON
    object a line. It shows every hidden card."""
    table, _, deal = which.partition("/")
    if not table.isdigit() or (deal and not deal.isdigit()):
        raise click.UsageError(f"'{which}' is no deal such as 12 or 12/3")

    async def show() -> None:
        store = store_at(_named(where), read_only=True)
        await store.open()
        try:
            numbers = [int(deal)] if deal else []
            if not deal:
                lines = await store.deals(table=int(table), limit=1_000_000)
                numbers = sorted(line.deal for line in lines)
            logs = [log for number in numbers if (log := await store.deal(int(table), number))]
            gone = None if logs else await store.archived(int(table))
        finally:
            await store.close()
        if gone is not None:
            raise StoreError(archives.where(int(table), gone))
        if not logs:
            raise StoreError(f"There is no deal {which} in this database.")
        for log in logs:
            for line in states_of(log):
                click.echo(json.encode(line).decode())

    _asked(show())


@db.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--older",
    metavar="DAYS",
    type=click.FloatRange(min=0),
    required=True,
    help="Games that were over so long ago.",
)
@at
def archive(file: Path, older: float, where: str | None) -> None:
    """Write the logs of old games into a new FILE (packed where it ends in .gz), and remove them
    from the database, a few tables at a time; a server may run. Who played and how it went stays.
    Never a game that is not over. FILE has hidden cards: keep it as you keep the database.

    `cutcard replay TABLE/DEAL --archive FILE` shows a game again.
    """
    name = _named(where)
    if not is_address(name):
        _layout(Path(name))  # a file that is not there is not made

    async def work() -> archives.Gone:
        store = store_at(name, beside=True)
        await store.open()
        try:
            now = time.time_ns() // 1_000_000
            with bars() as progress:
                task = progress.add_task("archiving", total=None)
                said = lambda gone: progress.update(task, description=f"{gone.tables} tables")  # noqa: E731
                return await archives.archive(
                    store, file, now - int(older * archives.DAY), now, said
                )
        finally:
            await store.close()

    gone = _asked(work())
    if gone.tables:
        click.echo(
            f"{gone.tables} tables, {gone.deals} deals, {gone.entries} entries are in {file}."
        )
    else:
        click.echo("No game is that old; nothing was written.")


@db.command()
@at
def restored(where: str | None) -> None:
    """Say that the database was put back to an earlier moment by other means than `cutcard
    restore`: by PostgreSQL's own recovery, say. Its servers must be stopped.

    Tables that are open in it are closed when a server starts, and running events cancelled and
    paid back: their players may have been told more than it holds, and no deal is ever promised
    twice. It is on the trail (`cutcard moderate trail`).
    """
    name = _named(where)
    _asked(_marked(name))
    click.echo("Tables that are open in it will be closed at the next start, and events cancelled.")


async def _marked(name: str) -> None:
    store = store_at(name)
    await store.open()
    try:
        await store.add_act(Act(0, epoch_ms(), "", RESTORE, "", None, None, "cutcard db restored"))
    finally:
        await store.close()


def _named(where: str | None) -> str:
    return read({"db": where}, None)[0].db


def _asked(work: Coroutine[Any, Any, T]) -> T:
    try:
        return asyncio.run(work)
    except (StoreError, Drift) as no:
        raise click.ClickException(str(no)) from None


def _layout(path: Path) -> int:
    if not path.exists():
        raise click.ClickException(f"There is no database {path}; name it with --db.")
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as found:
            return files.check_readable(found, path)
    except StoreError as no:
        raise click.ClickException(str(no)) from None


async def _opened(name: str) -> None:
    store = store_at(name)
    await store.open()
    await store.close()
