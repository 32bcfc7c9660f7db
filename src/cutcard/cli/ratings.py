"""`cutcard ratings`: ratings and statistics out of the database itself, made again from the list of
rated matches and from the deals that were played."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import click

from cutcard.arena.refold import Torn, differing, refold
from cutcard.lobby.outcomes import recount_events
from cutcard.lobby.scorer import recounted
from cutcard.store.opening import shown, store_at
from cutcard.store.protocol import Store, StoreError

from .config import read

T = TypeVar("T")
SHOWN = 20  # differences that are printed

at = click.option(
    "--store",
    "--db",
    "where",
    metavar="FILE|ADDRESS",
    help="An SQLite file or postgresql:// address; else what `cutcard config` says.",
)


@click.group("ratings")
def command() -> None:
    """Ratings and statistics, made again from what was played: the same numbers, to the last bit.

    \b
    cutcard ratings rebuild --check    whether what is kept is what follows from the matches
    cutcard ratings rebuild            make them again; stop the server first
    cutcard ratings void 12-3          take a match out of the list, and make them again
    """


@command.command()
@at
@click.option("--check", is_flag=True, help="Change nothing. Exit code 1: some number differs.")
def rebuild(where: str | None, check: bool) -> None:
    """Make every rating, season and points again from the rated matches, statistics and
    achievements from the deals, and what events came to from their logs; say what differed from
    what was kept. A server must not be running; --check may be run beside one."""
    found = done(_rebuild(where, check))
    for line in found[:SHOWN]:
        click.echo(line)
    if len(found) > SHOWN:
        click.echo(f"and {len(found) - SHOWN} more")
    click.echo(f"{len(found)} differ from what was kept" if found else "All is as it was kept.")
    if found and check:
        raise SystemExit(1)


@command.command()
@click.argument("match", metavar="TABLE-MATCH")
@at
@click.option("--undo", is_flag=True, help="Put it back into the list.")
def void(match: str, where: str | None, undo: bool) -> None:
    """Take a rated match out of the list, as if it had never been played, and make all ratings,
    statistics and achievements again without it; stop the server first."""
    table, _, number = match.partition("-")
    if not (table.isdecimal() and number.isdecimal()):
        raise click.UsageError(
            f"{match} is no match: its table's number, a dash, which match, 12-1"
        )
    found = done(_void(where, int(table), int(number), not undo))
    click.echo(f"{len(found)} ratings and sums changed by it")


async def _rebuild(where: str | None, check: bool) -> list[str]:
    async with opened(where, read_only=check) as store:
        found = await made_again(store, check=check)
        found += await counted_again(store, check=check)
        return [*found, *await recount_events(store, check=check)]


async def _void(where: str | None, table: int, match: int, void: bool) -> list[str]:
    async with opened(where) as store:
        if not await store.void_match(table, match, void):
            raise click.ClickException(f"There is no rated match {table}-{match}.")
        return [*await made_again(store), *await counted_again(store)]


async def counted_again(store: Store, *, check: bool = False) -> list[str]:
    """The same of statistics and achievements, out of the deals."""
    records, counted, differ = await recounted(store)
    if not check:
        await store.put_records(records, counted)
    return [f"{user}'s statistics" for user in differ]


async def made_again(store: Store, *, check: bool = False) -> list[str]:
    """What differs from the fold, in words; it is as the fold says from now on, but for `check`."""
    kept = await store.rating_list()
    fold = refold(kept)
    found = differing(kept, fold)
    if not check:
        await store.put_fold(fold)
    return found


@asynccontextmanager
async def opened(where: str | None, *, read_only: bool = False) -> AsyncIterator[Store]:
    name = read({"db": where}, None)[0].db
    try:
        store = store_at(name, read_only=read_only)
        await store.open()
    except StoreError as no:
        raise click.ClickException(f"{no} ({shown(name)})") from None
    try:
        yield store
    finally:
        await store.close()


def done(work: Coroutine[Any, Any, T]) -> T:
    try:
        return asyncio.run(work)
    except (StoreError, Torn) as no:
        raise click.ClickException(str(no)) from None
