"""F83: any byte changed in a stored log is found: in every column of deals, entries, checks and the
chain, on both stores. Where a deal's clock stood when a server was stopped (`clock`) and a row's
place in its file (`id`) are no part of the log."""

from __future__ import annotations

import asyncio
import hmac
import random
import sqlite3

import asyncpg
import pytest
from msgspec import structs

from cutcard.kernel import fair
from cutcard.store.opening import store_at
from cutcard.store.protocol import Batch, DealRow, Entry
from cutcard.table.auditing import judged_table
from cutcard.table.kept import kept_sum

from .test_games import table

LOG = ("deals", "entries", "checks", "fair")
BESIDES = ("clock", "id")
GAMES = ("duel", "poker")


def played(name):
    """All rows of a table at which a deal was played."""
    sim = table(name)
    sim.play(1)
    rows = (list(sim.seats.values()), list(sim.matches.values()))
    out = Batch([sim.row], *rows)
    for header, log, checks in sim.deals:
        out.deals.append(header)
        out.entries += [(1, header.deal, *structs.astuple(one)) for one in log]
        out.checks += [(1, header.deal, n, digest) for n, digest in checks.items()]
    out.fair = sim.fair
    return out, sim.key


class Sqlite:
    """Rows of a file, looked at and changed from beside."""

    def __init__(self, path):
        self.where = str(path)

    async def __aenter__(self):
        self.db = sqlite3.connect(self.where, isolation_level=None)
        return self

    async def __aexit__(self, *_):
        self.db.close()

    async def rows(self, table):
        told = self.db.execute(f"SELECT * FROM {table}")
        names = [column[0] for column in told.description]
        return [dict(zip(names, row, strict=True)) for row in told]

    async def set(self, table, column, value, where):
        asked = " AND ".join(f"{name} = ?" for name in where)
        done = self.db.execute(
            f"UPDATE {table} SET {column} = ? WHERE {asked}", [value, *where.values()]
        )
        assert done.rowcount == 1


class Postgres:
    def __init__(self, address):
        self.where = address

    async def __aenter__(self):
        self.db = await asyncpg.connect(self.where)
        return self

    async def __aexit__(self, *_):
        await self.db.close()

    async def rows(self, table):
        return [dict(row) for row in await self.db.fetch(f"SELECT * FROM {table}")]

    async def set(self, table, column, value, where):
        asked = " AND ".join(f"{name} = ${i}" for i, name in enumerate(where, 2))
        done = await self.db.execute(
            f"UPDATE {table} SET {column} = $1 WHERE {asked}", value, *where.values()
        )
        assert done == "UPDATE 1"


def changed(value, dice):
    """The value with one byte flipped, or another number."""
    if isinstance(value, int):
        return value + 1000  # where no other row is
    raw = bytearray(value.encode() if isinstance(value, str) else value)
    at = dice.randrange(len(raw))
    raw[at] ^= 1
    return raw.decode() if isinstance(value, str) else bytes(raw)


def key_of(table, row):
    names = ["table_number", "deal", "n"] if table != "deals" else ["table_number", "deal"]
    return {name: row[name] for name in (["table_number", "n"] if table == "fair" else names)}


async def verdicts(where, public):
    store = store_at(where, read_only=True)
    await store.open()
    try:
        tables = await store.fair_tables()
        return [
            one.found
            for number in tables
            async for one in judged_table(store, number, lambda _: public)
        ]
    finally:
        await store.close()


async def story(beside, name, each, dice):
    """Every column of some rows changed, found, and put back."""
    batch, key = played(name)
    store = store_at(beside.where)
    await store.open()
    await store.write(batch)
    await store.close()
    async with beside as rows:
        good = await verdicts(beside.where, key.public)
        assert len(good) >= 2
        assert "FALSE" not in {one.verdict for one in good}, good
        for table_name in LOG:
            every = await rows.rows(table_name)  # of a deal that is over: its end binds them
            some = [row for row in every if table_name == "fair" or row["deal"] == 1]
            for row in dice.sample(some, min(each, len(some))):
                for column, value in row.items():
                    if value is None or value == b"" or column in BESIDES:
                        continue
                    where = key_of(table_name, row)
                    new = changed(value, dice)
                    await rows.set(table_name, column, new, where)
                    found = await verdicts(beside.where, key.public)
                    what = (name, table_name, column, value, new)
                    assert "FALSE" in {one.verdict for one in found}, what
                    await rows.set(table_name, column, value, {**where, column: new}
                                   if column in where else where)  # fmt: skip
        assert await verdicts(beside.where, key.public) == good


@pytest.mark.parametrize("name", GAMES)
def test_f83_any_byte_changed_in_a_stored_log_is_found_in_sqlite(tmp_path, name):
    asyncio.run(story(Sqlite(tmp_path / "t.db"), name, 2, random.Random(1)))


def test_f83_any_byte_changed_in_a_stored_log_is_found_in_postgresql(database):
    asyncio.run(story(Postgres(database), "duel", 1, random.Random(2)))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["duel", "memory", "guandan", "battle", "poker", "draw"])
def test_f83_every_row_and_column(tmp_path, name):
    asyncio.run(story(Sqlite(tmp_path / "t.db"), name, 1000, random.Random(3)))


def test_f20_f33_what_is_kept_of_a_log_is_packed_field_by_field():
    """However it is packed for speed: a database from before is read by the same hash."""
    log = [Entry(0, 7, -1, b'{"type":"begin"}', None), Entry(1, 2**40, 5, b"{}", "k\u00e9y")]
    for seed in (bytes(range(32)), bytes(range(100))):
        header = DealRow(9, 2, 3, "poker", 4, b"{}", None, 6, seed, bytes(32), 1, 2**41)
        plain = [9, 2, 3, "poker", 4, b"{}", b"", 6, seed, bytes(32), 1, 2**41, 2]
        plain += [0, 7, 0, b'{"type":"begin"}', "", 1, 2**40, 6, b"{}", "k\u00e9y"]
        due = hmac.digest(seed, fair.pack("kept", *plain), "sha256")
        assert kept_sum(seed, header, log) == due
