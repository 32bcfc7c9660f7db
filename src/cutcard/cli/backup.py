"""`cutcard backup`: a copy of the database, while the server runs."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from cutcard.store.backup import back_up
from cutcard.store.opening import is_address, store_at
from cutcard.store.protocol import StoreError

from .account import in_file
from .config import read


def the_file(db: str | None) -> Path:
    """The SQLite file that is meant; PostgreSQL has means of its own."""
    where = str(db or read({}, None)[0].db)
    if is_address(where):
        raise click.ClickException(
            "This is for a SQLite file. PostgreSQL is backed up with pg_dump or pg_basebackup and "
            "put back with pg_restore; then `cutcard db check`."
        )
    return Path(where)


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--replace", is_flag=True, help="Over a file that is there.")
@in_file
def backup(file: Path, replace: bool, db: str | None) -> None:
    """Copy the database to FILE; a server may run on meanwhile.

    The copy is the database at one moment, checked, readable by you alone, and there only when it
    is whole.

    \b
    cutcard backup /var/backups/cutcard-$(date +%F).db
    cutcard restore /var/backups/cutcard-2026-11-16.db    puts it back, after a stop
    """
    source = the_file(db)
    try:
        size = back_up(source, file, replace=replace)
    except (StoreError, OSError) as reason:
        raise click.ClickException(str(reason)) from None
    click.echo(f"{file}: {size} bytes, a whole copy of {source}")
    if asyncio.run(_keys_beside(file)):
        folder = read({}, None)[0].key_dir
        named = "the folder of --key-dir" if folder is None else str(folder)
        click.echo(f"Its keys are not in it: keep a copy of {named} too, with all that is in it.")


async def _keys_beside(copy: Path) -> bool:
    """F31: whether a key that signed its deals is in a file of its own."""
    store = store_at(copy, read_only=True)
    await store.open()
    try:
        return any(secret is None for _, _, secret in await store.fair_keys())
    finally:
        await store.close()
