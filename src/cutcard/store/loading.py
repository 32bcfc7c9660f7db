"""Tables read whole out of a SQLite database, many at a time: a restart takes up thousands, and
each statement lets go of the interpreter's lock and must win it back."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from .people import Person
from .people_sqlite import PERSON, read_person
from .protocol import DealLog, DealRow, Entry, KeptTable, SeatRow
from .reading import DEAL, MATCH, SEAT, TABLE, match_row, table_row

MOST = 250  # tables or deals named in one statement

# ruff: noqa: S608 - what is put into these statements are constants, and as many marks as values


def load_many(db: sqlite3.Connection, tables: Sequence[int], updates: int) -> list[KeptTable]:
    """These tables, by number; those there are not are left out."""
    kept: list[KeptTable] = []
    for some in _parts(sorted(tables)):
        kept += _load(db, some, updates)
    return kept


def _load(db: sqlite3.Connection, tables: Sequence[int], updates: int) -> list[KeptTable]:
    of = _Tables(db, tables)
    seats = of.rows(f"SELECT {SEAT} FROM wanted CROSS JOIN seats ON table_number = t")
    matches = of.rows(
        f"SELECT {MATCH} FROM wanted CROSS JOIN matches ON table_number = t"
        " WHERE match = (SELECT max(match) FROM matches WHERE table_number = t)"
    )
    known = of.rows(
        f"SELECT s.table_number, {PERSON} FROM wanted"
        " CROSS JOIN seats s ON s.table_number = t JOIN users u ON u.id = s.user"
    )
    barred = of.rows("SELECT t, user FROM wanted CROSS JOIN barred ON table_number = t")
    logs, before = _deals(db, of, updates)
    keys = _keys(db, before)
    found = of.rows(f"SELECT {TABLE} FROM wanted CROSS JOIN tables ON number = t")
    return [
        KeptTable(
            table_row(found[table][0]),
            [SeatRow(*row) for row in seats[table]],
            match_row(matches[table][0]),
            logs[table],
            keys[table],
            _people(row[1:] for row in known[table]),
            frozenset(user for _, user in barred[table]),
        )
        for table in tables
        if table in found
    ]


class _Tables:
    """Some tables, to be asked about by statements that begin with `wanted (t)`."""

    def __init__(self, db: sqlite3.Connection, tables: Sequence[int]) -> None:
        self.db = db
        self.tables = tables

    def rows(self, question: str) -> defaultdict[int, list[tuple[Any, ...]]]:
        """The answer's rows by the table's number, which is their first column."""
        marks = ", ".join(["(?)"] * len(self.tables))
        found: defaultdict[int, list[tuple[Any, ...]]] = defaultdict(list)
        for row in self.db.execute(f"WITH wanted (t) AS (VALUES {marks}) {question}", self.tables):
            found[row[0]].append(row)
        return found


def _deals(
    db: sqlite3.Connection, of: _Tables, updates: int
) -> tuple[defaultdict[int, list[DealLog]], list[tuple[int, int]]]:
    """Of each table the last deals, so many as hold the updates; and the deal before them."""
    last = of.rows(
        "SELECT t, max(deal) FROM wanted CROSS JOIN deals ON table_number = t GROUP BY t"
    )
    logs: defaultdict[int, list[DealLog]] = defaultdict(list)
    held = dict.fromkeys(last, 0)
    done: list[tuple[int, int]] = []
    wanted = [(table, number) for table, [(_, number)] in last.items()]
    while wanted:
        done += [(t, d) for t, d in wanted if held[t] >= updates or d == 0]
        wanted = [(t, d) for t, d in wanted if held[t] < updates and d > 0]
        for log in _logs(db, wanted):
            table = log.header.table
            logs[table].insert(0, log)
            held[table] += len(log.entries) + 1
        wanted = [(table, number - 1) for table, number in wanted]
    return logs, done


def _logs(db: sqlite3.Connection, deals: Sequence[tuple[int, int]]) -> Iterator[DealLog]:
    """Deals with their logs; at most one of a table."""
    at = "ON table_number = t AND deal = d"
    entries: defaultdict[int, list[Entry]] = defaultdict(list)
    asked = f"SELECT t, n, at, seat, move, key FROM wanted CROSS JOIN entries {at} ORDER BY t, n"
    for table, *entry in _pairs(db, deals, asked):
        entries[table].append(Entry(*entry))
    checks: defaultdict[int, dict[int, bytes]] = defaultdict(dict)
    for table, n, digest in _pairs(
        db, deals, f"SELECT t, n, digest FROM wanted CROSS JOIN checks {at}"
    ):
        checks[table][n] = digest
    for *header, clock in _pairs(
        db, deals, f"SELECT {DEAL}, clock FROM wanted CROSS JOIN deals {at}"
    ):
        row = DealRow(*header)
        yield DealLog(row, entries[row.table], checks[row.table], clock)


def _keys(
    db: sqlite3.Connection, until: Sequence[tuple[int, int]]
) -> defaultdict[int, list[tuple[int, int, str]]]:
    """The keys of each table's deals up to that one."""
    keys: defaultdict[int, list[tuple[int, int, str]]] = defaultdict(list)
    earlier = [(table, deal) for table, deal in until if deal > 0]
    for table, *key in _pairs(
        db,
        earlier,
        "SELECT t, deal, seat, key FROM wanted CROSS JOIN entries"
        " ON table_number = t AND deal <= d WHERE key IS NOT NULL ORDER BY id",
    ):
        keys[table].append((key[0], key[1], key[2]))
    return keys


def _pairs(
    db: sqlite3.Connection, pairs: Sequence[tuple[int, int]], question: str
) -> Iterator[tuple[Any, ...]]:
    """Asks about pairs of a table and a deal, which the question names `wanted (t, d)`."""
    if pairs:
        marks = ", ".join(["(?, ?)"] * len(pairs))
        values = [value for pair in pairs for value in pair]
        yield from db.execute(f"WITH wanted (t, d) AS (VALUES {marks}) {question}", values)


def _people(rows: Iterable[tuple[Any, ...]]) -> dict[str, Person]:
    return {person.id: person for person in map(read_person, rows)}


def _parts(tables: Sequence[int]) -> Iterator[Sequence[int]]:
    for first in range(0, len(tables), MOST):
        yield tables[first : first + MOST]
