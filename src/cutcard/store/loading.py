"""Tables read whole out of a database, many at a time: a restart takes up thousands, and each
statement costs a way to the database and back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from .db import Db, Row
from .fair_row import FairRow
from .fair_store import FAIR
from .people import Person
from .people_ops import PERSON, read_person
from .protocol import DealLog, DealRow, Entry, KeptTable, SeatRow
from .table_ops import DEAL, MATCH, SEAT, TABLE, match_row, table_row

MOST = 250  # tables or deals named in one statement

T = TypeVar("T")

# ruff: noqa: S608 - what is put into these statements are constants


async def load_many(db: Db, tables: Sequence[int], updates: int) -> list[KeptTable]:
    """These tables, by number; those there are not are left out."""
    kept: list[KeptTable] = []
    for some in _parts(sorted(tables)):
        kept += await _load(db, some, updates)
    return kept


async def _load(db: Db, tables: Sequence[int], updates: int) -> list[KeptTable]:
    of = _Tables(db, tables)
    seats = await of.rows(
        f"SELECT {SEAT} FROM wanted CROSS JOIN seats ON table_number = t ORDER BY t, seat"
    )
    matches = await of.rows(
        f"SELECT {MATCH} FROM wanted CROSS JOIN matches ON table_number = t"
        " WHERE match = (SELECT max(match) FROM matches WHERE table_number = t)"
    )
    known = await of.rows(
        f"SELECT s.table_number, {PERSON} FROM wanted"
        " CROSS JOIN seats s ON s.table_number = t JOIN users u ON u.id = s.user_id"
    )
    barred = await of.rows("SELECT t, user_id FROM wanted CROSS JOIN barred ON table_number = t")
    fair = await of.rows(
        f"SELECT {FAIR} FROM wanted CROSS JOIN fair ON table_number = t WHERE deal >="
        " (SELECT max(deal) - 1 FROM fair WHERE table_number = t) ORDER BY t, n"
    )
    logs, before = await _deals(db, of, updates)
    keys = await _keys(db, before)
    found = await of.rows(f"SELECT {TABLE} FROM wanted CROSS JOIN tables ON number = t")
    return [
        KeptTable(
            table_row(found[table][0]),
            [SeatRow(*row) for row in seats[table]],
            match_row(matches[table][0]),
            logs[table],
            keys[table],
            _people(row[1:] for row in known[table]),
            frozenset(user for _, user in barred[table]),
            [FairRow(*row) for row in fair[table]],
        )
        for table in tables
        if table in found
    ]


class _Tables:
    """Some tables, to be asked about by questions that name them `wanted (t)`."""

    def __init__(self, db: Db, tables: Sequence[int]) -> None:
        self.db = db
        self.keys = [(table,) for table in tables]

    async def rows(self, question: str) -> defaultdict[int, list[Row]]:
        """The answer's rows by the table's number, which is their first column."""
        found: defaultdict[int, list[Row]] = defaultdict(list)
        for row in await self.db.among(question, self.keys):
            found[row[0]].append(row)
        return found


async def _deals(
    db: Db, of: _Tables, updates: int
) -> tuple[defaultdict[int, list[DealLog]], list[tuple[int, int]]]:
    """Of each table the last deals, so many as hold the updates; and the deal before them."""
    last = await of.rows(
        "SELECT t, max(deal) FROM wanted CROSS JOIN deals ON table_number = t GROUP BY t"
    )
    logs: defaultdict[int, list[DealLog]] = defaultdict(list)
    held = dict.fromkeys(last, 0)
    done: list[tuple[int, int]] = []
    wanted = [(table, number) for table, [(_, number)] in last.items()]
    while wanted:
        done += [(t, d) for t, d in wanted if held[t] >= updates or d == 0]
        wanted = [(t, d) for t, d in wanted if held[t] < updates and d > 0]
        for log in await _logs(db, wanted):
            table = log.header.table
            logs[table].insert(0, log)
            held[table] += len(log.entries) + 1
        wanted = [(table, number - 1) for table, number in wanted]
    return logs, done


async def _logs(db: Db, deals: Sequence[tuple[int, int]]) -> list[DealLog]:
    """Deals with their logs; at most one of a table."""
    at = "ON table_number = t AND deal = d"
    entries: defaultdict[int, list[Entry]] = defaultdict(list)
    asked = f"SELECT t, n, at, seat, move, key FROM wanted CROSS JOIN entries {at} ORDER BY t, n"
    for table, *entry in await db.among(asked, deals):
        entries[table].append(Entry(*entry))
    checks: defaultdict[int, dict[int, bytes]] = defaultdict(dict)
    digests = f"SELECT t, n, digest FROM wanted CROSS JOIN checks {at}"
    for table, n, digest in await db.among(digests, deals):
        checks[table][n] = digest
    logs = []
    headers = f"SELECT {DEAL}, clock FROM wanted CROSS JOIN deals {at}"
    for *header, clock in await db.among(headers, deals):
        row = DealRow(*header)
        logs.append(DealLog(row, entries[row.table], checks[row.table], clock))
    return logs


async def _keys(
    db: Db, until: Sequence[tuple[int, int]]
) -> defaultdict[int, list[tuple[int, int, str]]]:
    """The keys of each table's deals up to that one."""
    keys: defaultdict[int, list[tuple[int, int, str]]] = defaultdict(list)
    earlier = [(table, deal) for table, deal in until if deal > 0]
    asked = (
        "SELECT t, deal, seat, key FROM wanted CROSS JOIN entries"
        " ON table_number = t AND deal <= d WHERE key IS NOT NULL ORDER BY t, deal, n"
    )
    for table, deal, seat, key in await db.among(asked, earlier):
        keys[table].append((deal, seat, key))
    return keys


def _people(rows: Iterable[Row]) -> dict[str, Person]:
    return {person.id: person for person in map(read_person, rows)}


def _parts(tables: Sequence[T]) -> Iterator[Sequence[T]]:
    for first in range(0, len(tables), MOST):
        yield tables[first : first + MOST]
