"""What SQLite tells of a person as a whole, and the chip ledger: functions of the connection."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any

from msgspec import to_builtins

from .people import BANK, ChipRow, Person, SeatChips, Sums
from .people_sqlite import DETAILS, PERSON, account, book, now_ms, read_person, whole
from .social_sqlite import forget_social, social_data

CHIP = "id, entry, at, account, amount, reason, table_number, deal, seat"


def delete_user(db: sqlite3.Connection, user: str, at: int) -> str:
    with whole(db):
        row = db.execute(
            "SELECT number, balance FROM users WHERE id = ? AND deleted IS NULL", (user,)
        ).fetchone()
        if row is None:
            raise sqlite3.IntegrityError("there is no such user")
        number, balance = row
        name = f"Deleted {number}"
        if balance:
            book(db, at, (user, BANK), balance, "account_deleted")
        emptied = ", ".join(f"{detail} = ''" for detail in DETAILS)
        db.execute(
            "UPDATE users SET name = ?, login = NULL, password = NULL, role = 'player',"  # noqa: S608 # constants
            f" deleted = ?, {emptied} WHERE id = ?",
            (name, at, user),
        )
        db.execute("UPDATE seats SET name = ? WHERE user = ?", (name, user))
        db.execute("DELETE FROM sessions WHERE user = ?", (user,))
        db.execute("DELETE FROM invitations WHERE made_by = ? AND used_by IS NULL", (user,))
        forget_social(db, user)
    return name


def personal_data(db: sqlite3.Connection, user: str) -> dict[str, Any]:
    kept = account(db, user)
    if kept is None:
        return {}
    rows = db.execute(
        "SELECT created, last_seen, expires, label FROM sessions WHERE user = ? ORDER BY created",
        (user,),
    )
    sessions = [
        {"created": made, "lastSeen": seen, "expires": ends, "label": label}
        for made, seen, ends, label in rows
    ]
    seats = db.execute(
        "SELECT s.table_number, s.seat, t.game, t.created FROM seats s"
        " JOIN tables t ON t.number = s.table_number WHERE s.user = ? ORDER BY s.table_number",
        (user,),
    )
    changes = db.execute(
        "SELECT table_number, match, before, after FROM rating_changes WHERE user = ?"
        " ORDER BY table_number, match",
        (user,),
    )
    return {
        "id": user,
        "number": kept.person.number,
        "name": kept.person.name,
        "guest": kept.person.guest,
        "role": kept.person.role,
        **{detail: getattr(kept, detail) for detail in DETAILS},
        "balance": kept.balance,
        "created": kept.created,
        "sessions": sessions,
        "ratings": {game: list(standing) for game, standing in ratings_of(db, user).items()},
        "ratingChanges": [
            {"table": table, "match": match, "before": before, "after": after}
            for table, match, before, after in changes
        ],
        "seats": [
            {"table": table, "seat": seat, "game": game, "opened": opened}
            for table, seat, game, opened in seats
        ],
        "chips": to_builtins(chip_rows(db, user, 0, 1_000_000)),
        **social_data(db, user),
    }


def ratings_of(db: sqlite3.Connection, user: str) -> dict[str, tuple[float, int]]:
    rows = db.execute("SELECT game, rating, games FROM ratings WHERE user = ?", (user,))
    return {game: (rating, games) for game, rating, games in rows}


def balance(db: sqlite3.Connection, user: str) -> int:
    row = db.execute("SELECT balance FROM users WHERE id = ?", (user,)).fetchone()
    return int(row[0]) if row else 0


def balances(db: sqlite3.Connection, users: Sequence[str]) -> dict[str, int]:
    found = dict.fromkeys(users, 0)
    for first in range(0, len(users), 500):
        some = users[first : first + 500]
        marks = ", ".join("?" * len(some))
        found.update(db.execute(f"SELECT id, balance FROM users WHERE id IN ({marks})", some))  # noqa: S608 # marks
    return found


def richest(db: sqlite3.Connection, limit: int) -> list[tuple[Person, int]]:
    rows = db.execute(
        f"SELECT {PERSON}, u.balance FROM users u WHERE u.deleted IS NULL"  # noqa: S608 # a constant
        " ORDER BY u.balance DESC, u.number LIMIT ?",
        (limit,),
    )
    return [(read_person(row[:5]), row[5]) for row in rows]


def chip_rows(db: sqlite3.Connection, account: str | None, after: int, limit: int) -> list[ChipRow]:
    of = "" if account is None else "account = ?1 AND "
    rows = db.execute(
        f"SELECT {CHIP} FROM chips WHERE {of}id > ?2 ORDER BY id LIMIT ?3",  # noqa: S608 # constants
        (account, after, limit),
    )
    return [ChipRow(*row) for row in rows]


def chips_on_tables(db: sqlite3.Connection) -> list[SeatChips]:
    rows = db.execute(
        "SELECT table_number, seat, account, -sum(amount) FROM chips"
        " WHERE seat IS NOT NULL AND account NOT LIKE 'table:%'"
        " AND table_number IN (SELECT number FROM tables WHERE closed = 0)"
        " GROUP BY table_number, seat, account ORDER BY max(id)"
    )
    return [SeatChips(*row) for row in rows]


def give(db: sqlite3.Connection, user: str, chips: int) -> int:
    with whole(db):
        book(db, now_ms(), (BANK, user), chips, "gift")
    return balance(db, user)


def chip_sums(db: sqlite3.Connection) -> Sums:
    db.execute("BEGIN")  # all sums are of one moment, also beside a server that writes
    try:
        return _add_up(db)
    finally:
        db.execute("COMMIT")


def _add_up(db: sqlite3.Connection) -> Sums:
    def number(question: str) -> int:
        return int(db.execute(question).fetchone()[0] or 0)

    booked = "SELECT sum(amount) FROM chips WHERE account "
    return Sums(
        users=number("SELECT sum(balance) FROM users"),
        users_booked=number(booked + "<> 'bank' AND account NOT LIKE 'table:%'"),
        tables=number(booked + "LIKE 'table:%'"),
        bank=number(booked + "= 'bank'"),
        torn=number(
            "SELECT count(*) FROM (SELECT 1 FROM chips GROUP BY entry"
            " HAVING sum(amount) <> 0 OR count(*) <> 2)"
        ),
        differing=number(
            "SELECT count(*) FROM users u LEFT JOIN (SELECT account, sum(amount) AS booked"
            " FROM chips GROUP BY account) c ON c.account = u.id"
            " WHERE u.balance <> coalesce(c.booked, 0)"
        ),
        overdrawn=number(
            "SELECT count(*) FROM (SELECT account, sum(amount) AS held FROM chips"
            " WHERE account LIKE 'table:%' GROUP BY account) c"
            " LEFT JOIN tables t ON 'table:' || t.number = c.account"
            " WHERE held < 0 OR (t.closed = 1 AND held <> 0)"
        ),
    )
