"""The layout of a PostgreSQL database: numbered .sql files, applied in order and never changed.

`cutcard_layout` holds a row for each that was applied, and says that the database is ours. A new
database is laid out by the first server; an older one is brought up to date by `cutcard db
migrate`, when whoever runs it says so. Everything is in the schema that `search_path` names first.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

from .postgres_db import Connection
from .protocol import StoreError

OURS = "CREATE TABLE IF NOT EXISTS cutcard_layout (number integer PRIMARY KEY,"
OURS += " name text NOT NULL, applied timestamptz NOT NULL DEFAULT clock_timestamp())"
ALONE = "SELECT pg_advisory_xact_lock(hashtext('cutcard_layout'), hashtext(current_schema()))"


@cache
def steps() -> tuple[tuple[int, str, str], ...]:
    """The numbered files: number, name and text, in order."""
    folder = files("cutcard.store") / "sql" / "postgres"
    found = [file for file in folder.iterdir() if file.name.endswith(".sql")]
    texts = [(int(one.name.split("_")[0]), one.name, one.read_text("utf-8")) for one in found]
    return tuple(sorted(texts))


async def applied(connection: Connection, where: str) -> list[tuple[int, str, Any]]:
    """Number, name and time of each step the database has seen; StoreError if it is not ours, or
    from the future."""
    held = await connection.fetchval(
        "SELECT count(*) FROM pg_class WHERE relnamespace = to_regnamespace(current_schema())"
        " AND relkind IN ('r', 'p', 'v')"
    )
    if await connection.fetchval("SELECT to_regclass('cutcard_layout') IS NULL"):
        if held:
            raise StoreError(
                f"{where} is another program's database; name another with --db, or another"
                " schema of it: …?search_path=NAME."
            )
        return []
    rows = await connection.fetch(
        "SELECT number, name, applied FROM cutcard_layout ORDER BY number"
    )
    newest = steps()[-1][0]
    if rows and rows[-1][0] > newest:
        raise StoreError(
            f"{where} was written by a newer Cutcard (layout {rows[-1][0]}, this one knows"
            f" {newest}); update Cutcard, or name another database with --db."
        )
    return [(number, name, at) for number, name, at in rows]


async def check_current(connection: Connection, where: str) -> None:
    """StoreError unless the layout is the one this Cutcard knows."""
    seen = await applied(connection, where)
    if len(seen) < len(steps()):
        said = f"has layout {len(seen)} of {len(steps())}" if seen else "is empty"
        raise StoreError(f"{where} {said}; bring it up to date with: cutcard db migrate")


async def migrate(connection: Connection, where: str, *, only_new: bool = False) -> list[str]:
    """Applies the steps the database has not seen, all of them or none; their names. `only_new`
    leaves a database alone that has a layout already."""
    async with connection.transaction():
        await connection.execute(ALONE)
        seen = {number for number, _, _ in await applied(connection, where)}
        if seen and only_new:
            return []
        await connection.execute(OURS)
        done = []
        for number, name, text in steps():
            if number not in seen:
                await connection.execute(text)
                mark = "INSERT INTO cutcard_layout (number, name) VALUES ($1, $2)"
                await connection.execute(mark, number, name)
                done.append(name)
        return done
