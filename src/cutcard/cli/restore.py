"""`cutcard restore`: a copy put in the database's place."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from cutcard.store.backup import restore as put_back
from cutcard.store.moderation import RESTORE, Act
from cutcard.store.protocol import StoreError
from cutcard.store.sqlite import SqliteStore
from cutcard.table.house import epoch_ms

from .account import in_file
from .backup import the_file


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@in_file
def restore(file: Path, db: str | None) -> None:
    """Put the backup FILE in the database's place; the server must be stopped.

    FILE is checked first, and the database that is there is kept beside it under another name.
    Tables that were open in FILE are closed when the server starts: their players may have been
    told more than it holds, and no deal is ever promised twice; events that ran are cancelled, and
    paid back. That it was restored is on the trail (`cutcard moderate trail`).
    """
    target = the_file(db)
    try:
        before = put_back(file, target)
        asyncio.run(_mark(target, file))
    except (StoreError, OSError) as reason:
        raise click.ClickException(str(reason)) from None
    kept = f"; what was there is {before}" if before is not None else ""
    click.echo(f"{target} is {file} again{kept}")


async def _mark(target: Path, file: Path) -> None:
    store = SqliteStore(target)
    await store.open()
    await store.add_act(Act(0, epoch_ms(), "", RESTORE, "", None, None, str(file)))
    await store.close()
