"""People in a database: operations, each whole or not at all."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping
from typing import Any

from .db import Db, Row
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
from .protocol import StoreError
from .rating_ops import begin_anew

PERSON = "u.id, u.name, u.guest, u.number, u.role"
DETAILS = ("fullname", "email", "phone", "dob", "country", "gender")
ACCOUNT = f"{PERSON}, " + ", ".join(
    f"u.{name}" for name in (*DETAILS, "balance", "created", "confirmed", "hidden")
)

# S608 below: what is put into these statements are the constants above.


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def read_person(row: Row) -> Person:
    """PERSON's columns."""
    user, name, guest, number, role = row
    return Person(user, name, bool(guest), number, role)


async def create_user(
    db: Db,
    name: str,
    guest: bool,
    token_hash: bytes,
    *,
    chips: int,
    expires: int,
    label: str,
) -> Person:
    user, now = secrets.token_hex(8), now_ms()
    async with db.whole():
        await db.run(
            "INSERT INTO users (id, name, guest, created) VALUES (?1, ?2, ?3, ?4)",
            user,
            name,
            guest,
            now,
        )
        await _open_session(db, user, token_hash, now, expires, label)
        await grant(db, user, chips, now)
    return await _person(db, user)


async def create_account(
    db: Db,
    who: Credentials,
    details: Mapping[str, str],
    *,
    chips: int,
    guest: str | None,
    invitation: bytes | None,
) -> Person:
    now = now_ms()
    async with db.whole():
        user = guest or secrets.token_hex(8)
        if invitation is not None:
            await _use_invitation(db, invitation, user, now)
        if await find_person(db, who.login) is not None:
            raise NameTaken
        if guest is None:
            await db.run(
                "INSERT INTO users (id, name, guest, login, password, created)"
                " VALUES (?1, ?2, FALSE, ?3, ?4, ?5)",
                user,
                who.name,
                who.login,
                who.password,
                now,
            )
            await grant(db, user, chips, now)
        else:
            made = await db.run(
                "UPDATE users SET name = ?1, guest = FALSE, login = ?2, password = ?3"
                " WHERE id = ?4 AND guest AND deleted IS NULL",
                who.name,
                who.login,
                who.password,
                user,
            )
            if made != 1:
                raise StoreError("There is no such guest any more.")
            await _rename_seats(db, user, who.name)
            await begin_anew(db, user)
        await _put_details(db, user, details)
    return await _person(db, user)


async def _rename_seats(db: Db, user: str, name: str) -> None:
    await db.run("UPDATE seats SET name = ?1 WHERE user_id = ?2", name, user)


async def grant(db: Db, user: str, chips: int, at: int) -> None:
    """Chips from the bank to somebody new; inside a transaction."""
    if chips:
        await book(db, at, (BANK, user), chips, "grant")


async def book(
    db: Db, at: int, sides: tuple[str, str], amount: int, reason: str, *where: int | None
) -> None:
    """Chips from the first account to the second: two rows, and balances with them; inside a
    transaction. `where` is table, deal and seat."""
    entry = await db.next_entry()
    for account, change in zip(sides, (-amount, amount), strict=True):
        await db.run(
            "INSERT INTO chips (entry, at, account, amount, reason, table_number, deal, seat)"
            " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            *(entry, at, account, change, reason),
            *(where or (None, None, None)),
        )
        if account != BANK and not account.startswith(("table:", "event:")):
            await db.run("UPDATE users SET balance = balance + ?1 WHERE id = ?2", change, account)


async def book_at_tables(db: Db, bookings: list[Booking]) -> None:
    """What a batch moves between tables and accounts; inside its transaction."""
    for one in bookings:
        sides = (table_account(one.table), one.account)
        await book(db, one.at, sides, one.amount, one.reason, one.table, one.deal, one.seat)


async def person(db: Db, user: str) -> Person | None:
    row = await db.one(f"SELECT {PERSON} FROM users u WHERE u.id = ?1", user)  # noqa: S608
    return read_person(row) if row else None


async def _person(db: Db, user: str) -> Person:
    found = await person(db, user)
    assert found is not None
    return found


async def account(db: Db, user: str) -> Account | None:
    row = await db.one(
        f"SELECT {ACCOUNT} FROM users u WHERE u.id = ?1 AND u.deleted IS NULL",  # noqa: S608
        user,
    )
    return Account(read_person(row[:5]), *row[5:]) if row else None


async def list_people(db: Db, limit: int, after: int) -> list[Account]:
    rows = await db.rows(
        f"SELECT {ACCOUNT} FROM users u WHERE u.number > ?1 AND u.deleted IS NULL"  # noqa: S608
        " ORDER BY u.number LIMIT ?2",
        after,
        limit,
    )
    return [Account(read_person(row[:5]), *row[5:]) for row in rows]


async def credentials(db: Db, login: str) -> tuple[Person, str] | None:
    row = await db.one(
        f"SELECT {PERSON}, u.password FROM users u WHERE u.login = ?1",  # noqa: S608
        login,
    )
    return (read_person(row[:5]), row[5]) if row else None


async def password(db: Db, user: str) -> str | None:
    row = await db.one("SELECT password FROM users WHERE id = ?1", user)
    return row[0] if row else None


async def find_person(db: Db, login: str) -> Person | None:
    found = await credentials(db, login)
    return found[0] if found else None


async def session(db: Db, token_hash: bytes) -> Session | None:
    row = await db.one(
        f"SELECT {PERSON}, s.created, s.last_seen, s.expires, s.label FROM sessions s"  # noqa: S608
        " JOIN users u ON u.id = s.user_id WHERE s.hash = ?1",
        token_hash,
    )
    return Session(read_person(row[:5]), *row[5:]) if row else None


async def add_session(db: Db, user: str, token_hash: bytes, expires: int, label: str) -> None:
    await _open_session(db, user, token_hash, now_ms(), expires, label)


async def _open_session(db: Db, user: str, token_hash: bytes, now: int, *ending: Any) -> None:
    await db.run(
        "INSERT INTO sessions (hash, user_id, created, last_seen, expires, label)"
        " VALUES (?1, ?2, ?3, ?3, ?4, ?5)",
        token_hash,
        user,
        now,
        *ending,
    )


async def touch_session(db: Db, token_hash: bytes, seen: int, expires: int) -> None:
    await db.run(
        "UPDATE sessions SET last_seen = ?1, expires = ?2 WHERE hash = ?3",
        *(seen, expires, token_hash),
    )


async def end_session(db: Db, token_hash: bytes) -> None:
    await db.run("DELETE FROM sessions WHERE hash = ?1", token_hash)


async def end_sessions(db: Db, user: str, but: bytes | None) -> None:
    if but is None:
        await db.run("DELETE FROM sessions WHERE user_id = ?1", user)
    else:
        await db.run("DELETE FROM sessions WHERE user_id = ?1 AND hash <> ?2", user, but)


async def set_password(db: Db, user: str, password: str) -> None:
    await db.run("UPDATE users SET password = ?1 WHERE id = ?2", password, user)


async def set_role(db: Db, user: str, role: str) -> None:
    await db.run("UPDATE users SET role = ?1 WHERE id = ?2", role, user)


async def set_name(db: Db, user: str, name: str, login: str) -> Person | None:
    async with db.whole():
        return await put_name(db, user, name, login)


async def put_name(db: Db, user: str, name: str, login: str) -> Person | None:
    """`set_name`, within the caller's transaction."""
    other = await find_person(db, login)
    if other is not None and other.id != user:
        raise NameTaken
    made = await db.run(
        "UPDATE users SET name = ?1, login = CASE WHEN guest THEN NULL ELSE ?2 END"
        " WHERE id = ?3 AND deleted IS NULL",
        *(name, login, user),
    )
    if made != 1:
        return None
    await _rename_seats(db, user, name)
    return await _person(db, user)


async def set_details(db: Db, user: str, details: Mapping[str, str]) -> None:
    async with db.whole():
        await _put_details(db, user, details)


async def _put_details(db: Db, user: str, details: Mapping[str, str]) -> None:
    for name in DETAILS:
        if name in details:
            await db.run(f"UPDATE users SET {name} = ?1 WHERE id = ?2", details[name], user)  # noqa: S608


async def add_invitation(db: Db, code_hash: bytes, by: str | None, expires: int) -> None:
    await db.run(
        "INSERT INTO invitations (hash, made_by, created, expires) VALUES (?1, ?2, ?3, ?4)",
        *(code_hash, by, now_ms(), expires),
    )


async def _use_invitation(db: Db, code_hash: bytes, user: str, now: int) -> None:
    used = await db.run(
        "UPDATE invitations SET used_by = ?1 WHERE hash = ?2 AND used_by IS NULL AND expires > ?3",
        *(user, code_hash, now),
    )
    if used != 1:
        raise InvitationUsed
