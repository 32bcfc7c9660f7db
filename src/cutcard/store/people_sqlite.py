"""People in a SQLite database: functions of its connection, each whole or not at all."""

from __future__ import annotations

import secrets
import sqlite3
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

from .people import (
    BANK,
    Account,
    Booking,
    Credentials,
    InvitationUsed,
    NameTaken,
    Person,
    Session,
    table_account,
)

PERSON = "u.id, u.name, u.guest, u.number, u.role"
DETAILS = ("fullname", "email", "phone", "dob", "country", "gender")
ACCOUNT = f"{PERSON}, " + ", ".join(f"u.{name}" for name in (*DETAILS, "balance", "created"))

# S608 below: what is put into these statements are the constants above.


@contextmanager
def whole(db: sqlite3.Connection) -> Iterator[None]:
    """A transaction: all of it, or nothing."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            db.execute("ROLLBACK")
        raise


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def read_person(row: tuple[Any, ...]) -> Person:
    """PERSON's columns."""
    user, name, guest, number, role = row
    return Person(user, name, bool(guest), number, role)


def create_user(
    db: sqlite3.Connection,
    name: str,
    guest: bool,
    token_hash: bytes,
    *,
    chips: int,
    expires: int,
    label: str,
) -> Person:
    user, now = secrets.token_hex(8), now_ms()
    with whole(db):
        db.execute(
            "INSERT INTO users (id, name, guest, created) VALUES (?, ?, ?, ?)",
            (user, name, guest, now),
        )
        _open_session(db, user, token_hash, now, expires, label)
        grant(db, user, chips, now)
    return _person(db, user)


def create_account(
    db: sqlite3.Connection,
    who: Credentials,
    details: Mapping[str, str],
    *,
    chips: int,
    guest: str | None,
    invitation: bytes | None,
) -> Person:
    now = now_ms()
    with whole(db):
        user = guest or secrets.token_hex(8)
        if invitation is not None:
            _use_invitation(db, invitation, user, now)
        if find_person(db, who.login) is not None:
            raise NameTaken
        if guest is None:
            db.execute(
                "INSERT INTO users (id, name, guest, login, password, created)"
                " VALUES (?, ?, 0, ?, ?, ?)",
                (user, who.name, who.login, who.password, now),
            )
            grant(db, user, chips, now)
        else:
            made = db.execute(
                "UPDATE users SET name = ?, guest = 0, login = ?, password = ?"
                " WHERE id = ? AND guest = 1 AND deleted IS NULL",
                (who.name, who.login, who.password, user),
            )
            if made.rowcount != 1:
                raise sqlite3.IntegrityError("there is no such guest")
            db.execute("UPDATE seats SET name = ? WHERE user = ?", (who.name, user))
        _put_details(db, user, details)
    return _person(db, user)


def grant(db: sqlite3.Connection, user: str, chips: int, at: int) -> None:
    """Chips from the bank to somebody new; inside a transaction."""
    if chips:
        book(db, at, (BANK, user), chips, "grant")


def book(
    db: sqlite3.Connection,
    at: int,
    sides: tuple[str, str],
    amount: int,
    reason: str,
    *where: int | None,
) -> None:
    """Chips from the first account to the second: two rows, and balances with them; inside a
    transaction. `where` is table, deal and seat."""
    (last,) = db.execute("SELECT coalesce(max(id), 0) FROM chips").fetchone()
    table, deal, seat = where or (None, None, None)
    for n, (account, change) in enumerate(zip(sides, (-amount, amount), strict=True), 1):
        db.execute(
            "INSERT INTO chips VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (last + n, last + 1, at, account, change, reason, table, deal, seat),
        )
        if account != BANK and not account.startswith("table:"):
            db.execute("UPDATE users SET balance = balance + ? WHERE id = ?", (change, account))


def book_at_tables(db: sqlite3.Connection, bookings: list[Booking]) -> None:
    """What a batch moves between tables and accounts; inside its transaction."""
    for one in bookings:
        sides = (table_account(one.table), one.account)
        book(db, one.at, sides, one.amount, one.reason, one.table, one.deal, one.seat)


def person(db: sqlite3.Connection, user: str) -> Person | None:
    row = db.execute(f"SELECT {PERSON} FROM users u WHERE u.id = ?", (user,)).fetchone()  # noqa: S608
    return read_person(row) if row else None


def _person(db: sqlite3.Connection, user: str) -> Person:
    found = person(db, user)
    assert found is not None
    return found


def account(db: sqlite3.Connection, user: str) -> Account | None:
    row = db.execute(
        f"SELECT {ACCOUNT} FROM users u WHERE u.id = ? AND u.deleted IS NULL",  # noqa: S608
        (user,),
    ).fetchone()
    return Account(read_person(row[:5]), *row[5:]) if row else None


def list_people(db: sqlite3.Connection, limit: int, after: int) -> list[Account]:
    rows = db.execute(
        f"SELECT {ACCOUNT} FROM users u WHERE u.number > ? AND u.deleted IS NULL"  # noqa: S608
        " ORDER BY u.number LIMIT ?",
        (after, limit),
    )
    return [Account(read_person(row[:5]), *row[5:]) for row in rows]


def credentials(db: sqlite3.Connection, login: str) -> tuple[Person, str] | None:
    row = db.execute(
        f"SELECT {PERSON}, u.password FROM users u WHERE u.login = ?",  # noqa: S608
        (login,),
    ).fetchone()
    return (read_person(row[:5]), row[5]) if row else None


def password(db: sqlite3.Connection, user: str) -> str | None:
    row = db.execute("SELECT password FROM users WHERE id = ?", (user,)).fetchone()
    return row[0] if row else None


def find_person(db: sqlite3.Connection, login: str) -> Person | None:
    found = credentials(db, login)
    return found[0] if found else None


def session(db: sqlite3.Connection, token_hash: bytes) -> Session | None:
    row = db.execute(
        f"SELECT {PERSON}, s.created, s.last_seen, s.expires, s.label FROM sessions s"  # noqa: S608
        " JOIN users u ON u.id = s.user WHERE s.hash = ?",
        (token_hash,),
    ).fetchone()
    return Session(read_person(row[:5]), *row[5:]) if row else None


def add_session(
    db: sqlite3.Connection, user: str, token_hash: bytes, expires: int, label: str
) -> None:
    _open_session(db, user, token_hash, now_ms(), expires, label)


def _open_session(
    db: sqlite3.Connection, user: str, token_hash: bytes, now: int, *ending: Any
) -> None:
    db.execute(
        "INSERT INTO sessions (hash, user, created, last_seen, expires, label)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        (token_hash, user, now, now, *ending),
    )


def touch_session(db: sqlite3.Connection, token_hash: bytes, seen: int, expires: int) -> None:
    db.execute(
        "UPDATE sessions SET last_seen = ?, expires = ? WHERE hash = ?", (seen, expires, token_hash)
    )


def end_session(db: sqlite3.Connection, token_hash: bytes) -> None:
    db.execute("DELETE FROM sessions WHERE hash = ?", (token_hash,))


def end_sessions(db: sqlite3.Connection, user: str, but: bytes | None) -> None:
    db.execute("DELETE FROM sessions WHERE user = ? AND hash IS NOT ?", (user, but))


def sweep_sessions(db: sqlite3.Connection, now: int) -> int:
    return db.execute("DELETE FROM sessions WHERE expires <= ?", (now,)).rowcount


def set_password(db: sqlite3.Connection, user: str, password: str) -> None:
    db.execute("UPDATE users SET password = ? WHERE id = ?", (password, user))


def set_role(db: sqlite3.Connection, user: str, role: str) -> None:
    db.execute("UPDATE users SET role = ? WHERE id = ?", (role, user))


def set_name(db: sqlite3.Connection, user: str, name: str, login: str) -> Person | None:
    with whole(db):
        other = find_person(db, login)
        if other is not None and other.id != user:
            raise NameTaken
        made = db.execute(
            "UPDATE users SET name = ?, login = CASE guest WHEN 1 THEN NULL ELSE ? END"
            " WHERE id = ? AND deleted IS NULL",
            (name, login, user),
        )
        if made.rowcount != 1:
            return None
        db.execute("UPDATE seats SET name = ? WHERE user = ?", (name, user))
    return _person(db, user)


def set_details(db: sqlite3.Connection, user: str, details: Mapping[str, str]) -> None:
    with whole(db):
        _put_details(db, user, details)


def _put_details(db: sqlite3.Connection, user: str, details: Mapping[str, str]) -> None:
    for name in DETAILS:
        if name in details:
            db.execute(f"UPDATE users SET {name} = ? WHERE id = ?", (details[name], user))  # noqa: S608


def add_invitation(db: sqlite3.Connection, code_hash: bytes, by: str | None, expires: int) -> None:
    db.execute(
        "INSERT INTO invitations (hash, made_by, created, expires) VALUES (?, ?, ?, ?)",
        (code_hash, by, now_ms(), expires),
    )


def _use_invitation(db: sqlite3.Connection, code_hash: bytes, user: str, now: int) -> None:
    used = db.execute(
        "UPDATE invitations SET used_by = ? WHERE hash = ? AND used_by IS NULL AND expires > ?",
        (user, code_hash, now),
    )
    if used.rowcount != 1:
        raise InvitationUsed
