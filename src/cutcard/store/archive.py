"""Old games leave the database: their logs are written to a file, made durable, and only then
removed, a few tables at a time. A file is lines of JSON, packed where its name ends in .gz: a line
for each table, with every deal of it as it was written down. It has hidden cards and users' ids,
but no names: an account that is deleted later leaves none behind."""

from __future__ import annotations

import asyncio
import gzip
import os
import zlib
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from msgspec import Struct, ValidationError, json, structs

from .archive_store import Archived, ArchivedTable
from .protocol import Store, StoreError

PORTION = 20  # tables written at a time
PAUSE = 0.02  # seconds between two portions: a server beside goes first
DAY = 24 * 3_600_000


class Gone(Struct):
    """What was archived."""

    tables: int = 0
    deals: int = 0
    entries: int = 0


async def archive(
    store: Store, path: Path, before: int, now: int, told: Callable[[Gone], None] | None = None
) -> Gone:
    """Writes every game that was over before that time (epoch ms) to a new file, and removes its
    log from the store. The file is not made where there is nothing to write."""
    gone, after, first = Gone(), 0, True
    path = path.absolute()  # noqa: ASYNC240 # it asks the disk nothing
    while numbers := await store.finished_before(before, after, PORTION):
        after = numbers[-1]
        tables = [one for number in numbers if (one := await store.whole_table(number))]
        await asyncio.to_thread(_append, path, tables, first)
        first = False
        for one in tables:  # each in a transaction of its own: a server beside does not wait long
            if await store.remove_log(one.table.table, before, str(path), now):
                gone.tables += 1
                gone.deals += len(one.deals)
                gone.entries += sum(len(log.entries) for log in one.deals)
        if told is not None:
            told(gone)
        await asyncio.sleep(PAUSE)
    if gone.tables:
        await store.drop_empty()
    return gone


def _append(path: Path, tables: Sequence[ArchivedTable], first: bool) -> None:
    """The lines of these tables are on the disk when this returns."""
    text = b"".join(json.encode(_nameless(one)) + b"\n" for one in tables)
    flags = os.O_WRONLY | os.O_APPEND | (os.O_CREAT | os.O_EXCL if first else 0)
    try:
        with os.fdopen(os.open(path, flags, 0o600), "ab") as file:
            file.write(gzip.compress(text, 6) if path.suffix == ".gz" else text)
            file.flush()
            os.fsync(file.fileno())
        if first:
            folder = os.open(path.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
    except FileExistsError:
        raise StoreError(f"{path} is there already; name a new file, nothing is added.") from None
    except OSError as reason:
        raise StoreError(f"{path} cannot be written: {reason.strerror}.") from None


def _nameless(one: ArchivedTable) -> ArchivedTable:
    return structs.replace(
        one,
        table=structs.replace(one.table, name="", link=""),
        seats=[structs.replace(seat, name="") for seat in one.seats],
    )


def tables_in(path: Path) -> Iterator[ArchivedTable]:
    """Every table of a file; StoreError where it is none. A line that was cut off at the end is
    left out: its table was not removed."""
    read = json.Decoder(ArchivedTable)
    read_so_far = 0
    try:
        with (gzip.open if path.suffix == ".gz" else open)(path, "rb") as file:
            for line in file:
                if line.endswith(b"\n"):
                    yield read.decode(line)
                    read_so_far += 1
    except (EOFError, zlib.error):
        return  # the packed end of a file that was being written when its machine stopped
    except (OSError, ValidationError, ValueError) as reason:
        at = f"behind its table {read_so_far}" if read_so_far else "from its beginning"
        raise StoreError(f"{path} is no archive, or damaged {at}: {reason}.") from None


def found_in(path: Path, table: int) -> ArchivedTable | None:
    """A table of a file."""
    return next((one for one in tables_in(path) if one.table.table == table), None)


def where(table: int, gone: Archived) -> str:
    """The sentence that says where a table's log is."""
    day = datetime.fromtimestamp(gone.at / 1000, UTC)
    return (
        f"Table {table} was archived on {day:%Y-%m-%d} into {gone.file}; see it with:"
        f" cutcard replay {table} --archive {gone.file}"
    )
