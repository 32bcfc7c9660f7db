"""What is between people, in a SQLite database: functions of its connection, each whole or not at
all. Users who were deleted are nobody's friends."""

from __future__ import annotations

import sqlite3
from typing import Any

from msgspec.structs import astuple

from .people import Person
from .people_sqlite import PERSON, read_person, whole
from .social import (
    ALREADY_FRIENDS,
    ALREADY_SENT,
    BLOCK,
    FRIENDS,
    SENT,
    FriendInvite,
    Report,
)

# S608 below: what is put into these statements are constants.


def friends(db: sqlite3.Connection, user: str) -> list[Person]:
    rows = db.execute(
        f"SELECT {PERSON} FROM friends f JOIN users u ON u.id = f.friend"  # noqa: S608
        " WHERE f.user = ? ORDER BY u.name, u.number",
        (user,),
    )
    return [read_person(row) for row in rows]


def are_friends(db: sqlite3.Connection, user: str, other: str) -> bool:
    found = db.execute("SELECT 1 FROM friends WHERE user = ? AND friend = ?", (user, other))
    return found.fetchone() is not None


def befriend(db: sqlite3.Connection, user: str, other: str, at: int) -> bool:
    with whole(db):
        return _befriend(db, user, other, at)


def _befriend(db: sqlite3.Connection, user: str, other: str, at: int) -> bool:
    done = db.execute(
        "INSERT OR IGNORE INTO friends (user, friend, since) VALUES (?1, ?2, ?3), (?2, ?1, ?3)",
        (user, other, at),
    )
    _close_invites(db, user, other, "accepted")
    return done.rowcount > 0


def unfriend(db: sqlite3.Connection, user: str, other: str) -> bool:
    done = db.execute(
        "DELETE FROM friends WHERE user = ?1 AND friend = ?2 OR user = ?2 AND friend = ?1",
        (user, other),
    )
    return done.rowcount > 0


def _close_invites(db: sqlite3.Connection, user: str, other: str, status: str) -> int:
    done = db.execute(
        "UPDATE friend_invites SET status = ?3 WHERE status = 'pending'"
        " AND (sender = ?1 AND receiver = ?2 OR sender = ?2 AND receiver = ?1)",
        (user, other, status),
    )
    return done.rowcount


def invite_friend(db: sqlite3.Connection, sender: str, receiver: str, at: int) -> tuple[str, int]:
    with whole(db):
        if are_friends(db, sender, receiver):
            return ALREADY_FRIENDS, 0
        pair = (
            "SELECT id FROM friend_invites WHERE status = 'pending' AND sender = ? AND receiver = ?"
        )
        if (sent := db.execute(pair, (sender, receiver)).fetchone()) is not None:
            return ALREADY_SENT, sent[0]
        if (got := db.execute(pair, (receiver, sender)).fetchone()) is not None:
            _befriend(db, sender, receiver, at)
            return FRIENDS, got[0]
        made = db.execute(
            "INSERT INTO friend_invites (sender, receiver, created) VALUES (?, ?, ?)",
            (sender, receiver, at),
        )
        return SENT, made.lastrowid or 0


def answer_friend(
    db: sqlite3.Connection, receiver: str, invite: int, accept: bool, at: int
) -> Person | None:
    with whole(db):
        row = db.execute(
            f"SELECT {PERSON} FROM friend_invites i JOIN users u ON u.id = i.sender"  # noqa: S608
            " WHERE i.id = ? AND i.receiver = ? AND i.status = 'pending'",
            (invite, receiver),
        ).fetchone()
        if row is None:
            return None
        sender = read_person(row)
        if accept:
            _befriend(db, sender.id, receiver, at)
        else:
            db.execute("UPDATE friend_invites SET status = 'rejected' WHERE id = ?", (invite,))
        return sender


def friend_invites(db: sqlite3.Connection, receiver: str) -> list[FriendInvite]:
    rows = db.execute(
        f"SELECT i.id, i.status, i.created, {PERSON} FROM friend_invites i"  # noqa: S608
        " JOIN users u ON u.id = i.sender"
        " WHERE i.receiver = ? AND i.status = 'pending' ORDER BY i.id",
        (receiver,),
    )
    return [FriendInvite(i, read_person(who), status, at) for i, status, at, *who in rows]


def invites_sent(db: sqlite3.Connection, sender: str) -> int:
    counted = db.execute(
        "SELECT count(*) FROM friend_invites WHERE sender = ? AND status = 'pending'", (sender,)
    )
    return int(counted.fetchone()[0])


def shun(db: sqlite3.Connection, user: str, other: str, kind: str, at: int) -> None:
    with whole(db):
        db.execute(
            "INSERT OR IGNORE INTO shunned (user, other, kind, since) VALUES (?, ?, ?, ?)",
            (user, other, kind, at),
        )
        if kind == BLOCK:
            unfriend(db, user, other)
            _close_invites(db, user, other, "rejected")


def unshun(db: sqlite3.Connection, user: str, other: str, kind: str) -> bool:
    done = db.execute(
        "DELETE FROM shunned WHERE user = ? AND other = ? AND kind = ?", (user, other, kind)
    )
    return done.rowcount > 0


def shunned(db: sqlite3.Connection, user: str) -> list[tuple[str, Person]]:
    rows = db.execute(
        f"SELECT s.kind, {PERSON} FROM shunned s JOIN users u ON u.id = s.other"  # noqa: S608
        " WHERE s.user = ? ORDER BY u.name, u.number",
        (user,),
    )
    return [(kind, read_person(tuple(who))) for kind, *who in rows]


def shunned_by(db: sqlite3.Connection, user: str) -> list[tuple[str, str]]:
    rows = db.execute("SELECT kind, user FROM shunned WHERE other = ?", (user,))
    return rows.fetchall()


def add_report(db: sqlite3.Connection, report: Report) -> int:
    made = db.execute(
        "INSERT INTO reports (at, reporter, reported, table_number, reason, said)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        astuple(report)[1:],
    )
    return made.lastrowid or 0


def reports(db: sqlite3.Connection, limit: int, after: int) -> list[Report]:
    rows = db.execute(
        "SELECT id, at, reporter, reported, table_number, reason, said FROM reports"
        " WHERE id > ? ORDER BY id LIMIT ?",
        (after, limit),
    )
    return [Report(*row) for row in rows]


def forget_social(db: sqlite3.Connection, user: str) -> None:
    """A user is deleted: nothing ties them to others any more. Within the caller's transaction.
    Reports about them stay, without what they said; those they made stay without their name."""
    for statement in (
        "DELETE FROM friends WHERE user = ?1 OR friend = ?1",
        "DELETE FROM friend_invites WHERE sender = ?1 OR receiver = ?1",
        "DELETE FROM shunned WHERE user = ?1 OR other = ?1",
        "DELETE FROM barred WHERE user = ?1",
        "UPDATE reports SET said = '[]' WHERE reported = ?1",
        "UPDATE reports SET reporter = '', reason = '' WHERE reporter = ?1",
    ):
        db.execute(statement, (user,))


def social_data(db: sqlite3.Connection, user: str) -> dict[str, Any]:
    """All that is kept here about a user, for their export."""
    shuns = shunned(db, user)
    made = db.execute("SELECT at, reported, reason FROM reports WHERE reporter = ?", (user,))
    return {
        "friends": [{"id": one.id, "name": one.name} for one in friends(db, user)],
        "invitations": [
            {"from": one.sender.name, "at": one.created} for one in friend_invites(db, user)
        ],
        "shunned": [{"kind": kind, "id": one.id, "name": one.name} for kind, one in shuns],
        "reports": [{"at": at, "about": who, "reason": why} for at, who, why in made],
    }
