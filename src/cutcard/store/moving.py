"""A room that has outgrown its file moves into PostgreSQL: all of it in one transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import asyncpg

from .layout import check_readable
from .layout import steps as file_steps
from .postgres import PostgresStore
from .postgres_db import Connection, clean, said
from .postgres_layout import migrate
from .protocol import StoreError

PORTION = 5000  # rows that are held at a time

ORDER = (
    "tables", "seats", "matches", "deals", "entries", "checks", "barred", "users", "sessions",
    "invitations", "chips", "ratings", "rating_changes", "friends", "friend_invites", "shunned",
    "reports", "season_points", "bests", "fair", "fair_keys", "sanctions", "acts", "appeals",
    "events", "event_entries", "days", "trials", "devices", "mail_codes", "second_factors",
    "recovery_codes", "session_ends", "archived", "rating_starts", "season_starts",
    "season_ratings", "played", "played_by", "records", "event_results",
)  # fmt: skip
COUNTED = {
    "users": "number", "chips": "id", "friend_invites": "id", "reports": "id", "sanctions": "id",
    "acts": "id", "appeals": "id", "session_ends": "id",
    "played": "n",
}  # fmt: skip
"""Tables whose numbers are given by a sequence, which goes on behind the last one."""


async def copy(
    source: Path, target: PostgresStore, told: Callable[[str, int], None]
) -> dict[str, int]:
    """Copies the file into an empty database; how many rows of each table. `told` hears how far
    it is. A file of an older layout, or one a server may be using, is not copied."""
    with closing(_only_read(source)) as db:
        layout, newest = check_readable(db, source), file_steps()[-1][0]
        if layout != newest:
            raise StoreError(
                f"{source} has layout {layout} of {newest}; start and stop a server with it first."
            )
        db.execute("BEGIN")  # all of one moment
        try:
            connection = await target.connect()
        except (OSError, asyncpg.PostgresError, ValueError) as reason:
            raise StoreError(f"The database {target.where} failed: {said(reason)}.") from reason
        try:
            async with connection.transaction():
                return await _copy(db, connection, target.where, told)
        except asyncpg.PostgresError as reason:
            raise StoreError(f"Nothing was copied: {said(reason)}.") from reason
        finally:
            await connection.close()


def _only_read(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)


async def _copy(
    db: sqlite3.Connection, target: Connection, where: str, told: Callable[[str, int], None]
) -> dict[str, int]:
    await target.execute("SET LOCAL idle_in_transaction_session_timeout = 0")  # a file may be slow
    await migrate(target, where)
    for table in ("tables", "users"):
        if await target.fetchval(f"SELECT EXISTS (SELECT 1 FROM {table})"):  # noqa: S608 # constant
            raise StoreError(f"{where} is not empty; a room moves into an empty database.")
    (last,) = db.execute("SELECT coalesce(max(number), 0) FROM tables").fetchone()
    await target.execute("SELECT cutcard_room(0, $1)", last)
    counts = {}
    for table in ORDER:
        columns = await _columns(db, target, table)
        counts[table] = 0
        for rows in _portions(db, table, columns):
            await target.copy_records_to_table(table, records=rows, columns=list(columns))
            counts[table] += len(rows)
            told(table, counts[table])
    for table, column in COUNTED.items():
        await target.execute(
            f"SELECT setval(pg_get_serial_sequence('{table}', '{column}'),"  # noqa: S608 # constants
            f" coalesce(max({column}), 0) + 1, false) FROM {table}"
        )
    await target.execute(
        "SELECT setval('chip_entries', coalesce(max(entry), 0) + 1, false) FROM chips"
    )
    return counts


async def _columns(db: sqlite3.Connection, target: Connection, table: str) -> dict[str, str]:
    """The columns both have, with PostgreSQL's type of each; a table's shift is nobody's yet."""
    there = await target.fetch(
        "SELECT attname, format_type(atttypid, NULL) FROM pg_attribute"
        " WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped ORDER BY attnum",
        table,
    )
    here = {name for _, name, *_ in db.execute(f"PRAGMA table_info({table})")}
    columns = {name: kind for name, kind in there if name in here or name == "shift"}
    if here - columns.keys() - {"id"}:
        raise StoreError(f"{table}: {sorted(here - columns.keys())} have no place in PostgreSQL.")
    return columns


def _portions(
    db: sqlite3.Connection, table: str, columns: dict[str, str]
) -> Iterator[list[tuple[Any, ...]]]:
    names = ", ".join("0" if name == "shift" else name for name in columns)
    kinds = list(columns.values())
    rows = db.execute(f"SELECT {names} FROM {table}")  # noqa: S608 # names of our own layout
    while portion := rows.fetchmany(PORTION):
        yield [tuple(map(_value, row, kinds)) for row in portion]


def _value(value: Any, kind: str) -> Any:
    return bool(value) if kind == "boolean" and value is not None else clean(value)
