"""`cutcard restore`: a copy put in the database's place."""

from __future__ import annotations

from pathlib import Path

import click

from cutcard.store.backup import restore as put_back
from cutcard.store.protocol import StoreError

from .account import in_file
from .backup import the_file


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@in_file
def restore(file: Path, db: str | None) -> None:
    """Put the backup FILE in the database's place; the server must be stopped.

    FILE is checked first, and the database that is there is kept beside it under another name.
    """
    target = the_file(db)
    try:
        before = put_back(file, target)
    except (StoreError, OSError) as reason:
        raise click.ClickException(str(reason)) from None
    kept = f"; what was there is {before}" if before is not None else ""
    click.echo(f"{target} is {file} again{kept}")
