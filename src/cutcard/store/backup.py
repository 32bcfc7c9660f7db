"""Copies of a database: made while a server runs, and put back while none does. A copy is whole or
not there at all, and only its owner reads it."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from .layout import check_readable
from .protocol import StoreError
from .sqlite import SqliteStore
from .sqlite_guard import check_sound, make_private

PAGES = 1000  # copied at a time: the server writes in between
PAUSE = 0.001


def back_up(source: Path, target: Path, *, replace: bool = False) -> int:
    """Copies the database as it is at one moment; the bytes of the copy."""
    if not source.is_file():
        raise StoreError(f"There is no database {source}.")
    if target.exists() and not replace:
        raise StoreError(f"There is a file {target} already; name another, or say --replace.")
    if target.exists() and target.samefile(source):
        raise StoreError("A backup is another file than the database itself.")
    with closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as db:
        check_readable(db, source)
        _copy(db, target)
    return target.stat().st_size


def restore(backup: Path, target: Path) -> Path | None:
    """Puts a copy in the database's place, while no server uses it; where the one before is now."""
    if not backup.is_file():
        raise StoreError(f"There is no backup {backup}.")
    store = SqliteStore(target)
    lock = store.hold()
    try:
        with closing(sqlite3.connect(f"{backup.absolute().as_uri()}?mode=ro", uri=True)) as db:
            check_readable(db, backup)
            check_sound(db, backup)
            before = _set_aside(target)
            _copy(db, target)
    finally:
        lock.close()
    return before


def _copy(db: sqlite3.Connection, target: Path) -> None:
    """Under another name first: what stands at the target is always whole."""
    making = target.with_name(f"{target.name}.part")
    making.unlink(missing_ok=True)
    make_private(making)
    try:
        with closing(sqlite3.connect(making)) as copy:
            db.backup(copy, pages=PAGES, sleep=PAUSE)
            copy.execute("PRAGMA journal_mode = DELETE")  # one file, without a log beside it
            check_sound(copy, making)
        with making.open("rb") as file:
            os.fsync(file.fileno())
        making.replace(target)
    except BaseException:
        making.unlink(missing_ok=True)
        raise
    folder = os.open(target.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _set_aside(target: Path) -> Path | None:
    """The database that is there is kept, with all that was written into its log."""
    if not target.exists():
        return None
    with suppress(sqlite3.DatabaseError), closing(sqlite3.connect(target)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    number = 1
    while (aside := target.with_name(f"{target.name}.before-{number}")).exists():
        number += 1
    target.replace(aside)
    for ending in ("-wal", "-shm"):  # of a file that could not be opened they are kept as well
        beside = target.with_name(target.name + ending)
        if beside.exists():
            beside.replace(aside.with_name(aside.name + ending))
    return aside
