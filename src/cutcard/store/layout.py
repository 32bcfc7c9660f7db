"""The layout of a database file: numbered .sql files, applied in order and never changed.

The file's `user_version` is the number of the last one applied; its `application_id` says that
the file is ours, so that nobody's other database is ever written into.
"""

from __future__ import annotations

import sqlite3
from functools import cache
from importlib.resources import files
from pathlib import Path

from .protocol import StoreError

OURS = 0x43555443  # "CUTC"


@cache
def steps() -> tuple[tuple[int, str], ...]:
    """The numbered files: number and text, in order."""
    folder = files("cutcard.store") / "sql" / "sqlite"
    found = [file for file in folder.iterdir() if file.name.endswith(".sql")]
    return tuple(sorted((int(file.name.split("_")[0]), file.read_text("utf-8")) for file in found))


def check_readable(db: sqlite3.Connection, path: Path) -> int:
    """Whether the file is ours and not from the future; its layout, 0 for a new one."""
    newest = steps()[-1][0]
    try:
        (owner,) = db.execute("PRAGMA application_id").fetchone()
        (layout,) = db.execute("PRAGMA user_version").fetchone()
        (filled,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.DatabaseError as error:
        raise StoreError(
            f"{path} cannot be read as a database ({error}); put a copy back from a backup, or"
            " name another file with --db."
        ) from error
    if filled and owner != OURS:
        raise StoreError(f"{path} is another program's database; name another file with --db.")
    if layout > newest:
        raise StoreError(
            f"{path} was written by a newer Cutcard (layout {layout}, this one knows {newest});"
            " update Cutcard, or name another file with --db."
        )
    return int(layout)


def bring_up_to_date(db: sqlite3.Connection, path: Path) -> None:
    """Sets the file's modes and applies the steps it has not seen, each whole or not at all."""
    layout = check_readable(db, path)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA wal_autocheckpoint = 4000")
    # 4 MB: what moves touch is a few pages a table, and the system keeps the file in memory anyway.
    # With 32 a room's memory grew for hours until they were full, and no move was faster for it.
    db.execute("PRAGMA cache_size = -4000")
    for number, text in steps():
        if number > layout:
            marks = f"PRAGMA application_id = {OURS}; PRAGMA user_version = {number};"
            db.executescript(f"BEGIN IMMEDIATE; {text} {marks} COMMIT;")
