"""What `cutcard doctor` finds in a database: whether it can be read, is whole, replays and adds
up. It is only read; one that an older Cutcard wrote is copied, and the copy brought up to date."""

from __future__ import annotations

import sqlite3
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path

import msgspec

from cutcard.games import UnknownGame
from cutcard.lobby.chips import conserved
from cutcard.store.layout import check_readable, steps
from cutcard.store.opening import is_address, postgres_at
from cutcard.store.protocol import Store, StoreError
from cutcard.store.sqlite import SqliteStore
from cutcard.table.deal import Drift, replay
from cutcard.table.vocabulary import vocabulary
from cutcard.wire.audit import AuditLine, chain

from .checkup import FAIL, MB, OK, WARN, Found, Grade
from .settings import Config

PATIENCE = 60.0  # seconds for replaying unfinished tables
TAIL = 256 * 1024  # bytes of the audit trail that are checked
SPARE = 16  # connections to PostgreSQL there should be left: for this server and one more
COPIED = 2048 * MB  # a greater database is not copied to try an update on it


def database(config: Config) -> AsyncIterator[Found]:
    """Everything about it, in the order in which one needs the other."""
    if is_address(config.db):
        return server(config)
    path = Path(config.db)
    return _in_file(path, config) if path.exists() else _none(path)


async def _none(path: Path) -> AsyncIterator[Found]:
    yield Found("database", OK, f"there is no {path} yet; the server makes it")


def _only_read(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)


async def _in_file(path: Path, config: Config) -> AsyncIterator[Found]:
    try:
        with closing(_only_read(path)) as db:
            layout = check_readable(db, path)
            for found in _file(db, path, layout):
                yield found
    except (StoreError, sqlite3.Error) as reason:
        yield Found("database", FAIL, str(reason), "put a copy back from a backup")
        return
    with tempfile.TemporaryDirectory(prefix="cutcard-doctor-") as place:
        try:
            store = _store(path, layout, Path(place))
            if store is not None:
                await store.open()
        except (StoreError, sqlite3.Error, OSError) as reason:
            yield Found("update", FAIL, str(reason), "keep the file, and report this")
            return
        if store is None:
            yield Found("tables", WARN, "not looked at: update the database first")
            return
        try:
            async for found in _inside(store, config):
                yield found
        finally:
            await store.close()


async def server(config: Config) -> AsyncIterator[Found]:
    """The same of a PostgreSQL database, and whether it keeps what it says it wrote."""
    try:
        store = postgres_at(config.db, read_only=True)
        await store.open()
    except StoreError as reason:
        yield Found("database", FAIL, str(reason), "see to the address, or start the database")
        return
    try:
        about = await store.about()
        said = f"{store.where}, PostgreSQL {about.version}, layout {about.layout}"
        yield Found("database", OK, said)
        for setting, value in about.durable.items():
            grade: Grade = OK if value != "off" else FAIL
            advice = "" if grade == OK else "set it on: acknowledged moves can be lost"
            yield Found(setting, grade, value, advice)
        if not about.standbys:
            said = "none: with the database's machine its last moments are lost"
            yield Found("standby", WARN, said, "name one in synchronous_standby_names")
        if not about.archiving:
            said = "off: a backup is the moment at which it was made, and no other"
            yield Found("archive", WARN, said, "set archive_mode and archive_command")
        used, most = about.connections
        if most - used < SPARE:
            said = f"{used} of {most} connections are open"
            yield Found("room", WARN, said, "raise max_connections: a server opens up to 8")
        async for found in _inside(store, config):
            yield found
    finally:
        await store.close()


def _file(db: sqlite3.Connection, path: Path, layout: int) -> Iterator[Found]:
    newest = steps()[-1][0]
    size = path.stat().st_size / MB
    said = f"{path}, {size:.1f} MB, layout {layout}"
    if layout < newest:
        said += f" of {newest}: the next server that uses it brings it up to date"
    yield Found("database", OK, said)
    (mode,) = db.execute("PRAGMA journal_mode").fetchone()
    if layout and mode != "wal":
        yield Found("journal", WARN, f"{mode}, not wal", "the next server sets it")
    (whole,) = db.execute("PRAGMA quick_check(1)").fetchone()
    good = whole == "ok"
    advice = "" if good else "stop the server and put a copy back from a backup"
    yield Found("integrity", OK if good else FAIL, str(whole), advice)
    (last,) = db.execute("SELECT max(opened) FROM deals").fetchone() if layout else (None,)
    if last is not None and last > (time.time() + 60) * 1000:
        said = "deals were opened in the future: this machine's clock was set back"
        yield Found("past", WARN, said, "let NTP set the clock")


def _store(path: Path, layout: int, place: Path) -> SqliteStore | None:
    """The store to look at: the file itself, or a copy of it to be brought up to date."""
    if layout == steps()[-1][0]:
        return SqliteStore(path, read_only=True)
    if path.stat().st_size > COPIED:
        return None
    copy = place / "copy.db"
    with closing(sqlite3.connect(path)) as old, closing(sqlite3.connect(copy)) as new:
        old.backup(new)
    return SqliteStore(copy)


async def _inside(store: Store, config: Config) -> AsyncIterator[Found]:
    yield await _tables(store)
    sums = await conserved(store)
    held = f"{sums.accounts} with people, {sums.tables} on tables, {sums.events} in events"
    said = f"{held}, {-sums.bank} given out"
    if sums.ok:
        yield Found("chips", OK, said)
    else:
        said = f"{said}. {'; '.join(sums.faults)}"
        yield Found("chips", FAIL, said, "keep a copy of the file, and report this")
    if config.audit is not None and config.audit.exists():
        yield await _trail(store, config.audit)


async def _tables(store: Store) -> Found:
    """Every table that would be taken up at a start is replayed, digests and all."""
    numbers, until = await store.unfinished(), time.monotonic() + PATIENCE
    broken: list[str] = []
    done = 0
    for number in numbers:
        if time.monotonic() > until:
            break
        kept = await store.load(number, 1)
        done += 1
        for log in kept.deals[-1:] if kept else []:
            try:
                replay(vocabulary(log.header.game), log.header, log.entries, log.checks)
            except (Drift, UnknownGame) as reason:
                broken.append(f"table {number}: {reason}")
    said = f"{done} of {len(numbers)} unfinished replay"
    if broken:
        advice = "run the version that wrote them; a server abandons them, unrated"
        return Found("tables", FAIL, f"{len(broken)} do not: {'; '.join(broken[:3])}", advice)
    return Found("tables", OK if done == len(numbers) else WARN, said)


async def _trail(store: Store, path: Path) -> Found:
    """Whether the last lines of the audit trail are what the database holds."""
    lines = _tail(path)
    wanted: dict[tuple[int, int], list[AuditLine]] = {}
    try:
        for text in lines:
            line = msgspec.json.decode(text, type=AuditLine)
            wanted.setdefault((line.table, line.deal), []).append(line)
    except msgspec.MsgspecError as reason:
        return Found("audit", FAIL, f"{path} holds what is no line: {reason}", "keep it, and ask")
    bad = 0
    for (table, deal), told in wanted.items():
        log = await store.deal(table, deal)
        for line in told:
            n = line.seq - (log.header.first if log else 0)
            if log is None or chain(log.header, log.entries[:n])[:16].hex() != line.digest:
                bad += 1
    if bad:
        said = f"{bad} of the last {len(lines)} lines are not what the database holds"
        return Found("audit", FAIL, said, "somebody changed one of them; keep both")
    return Found("audit", OK, f"the last {len(lines)} lines are what the database holds")


def _tail(path: Path) -> list[bytes]:
    """The last whole lines of a file."""
    skipped = max(0, path.stat().st_size - TAIL)
    with path.open("rb") as file:
        file.seek(skipped)
        return file.read().splitlines()[1 if skipped else 0 :]
